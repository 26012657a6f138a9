// RUN: ts-opt --convert-tsrt-to-llvm --verify-diagnostics --split-input-file %s

// What may fail must have an error result by now.
func.func private @f(%x: !ts.tensor) -> !ts.tensor {
  // expected-error @below {{has no error result: run ts-lower-raise first}}
  // expected-error @below {{failed to legalize operation 'tsrt.op_call'}}
  %0 = tsrt.op_call "aten::relu"(%x) : (!ts.tensor) -> !ts.tensor
  return %0 : !ts.tensor
}

// -----

func.func private @f(%d: !ts.dict<i64, i64>, %k: i64) -> i64 {
  // expected-error @below {{has no error result: run ts-lower-raise first}}
  // expected-error @below {{failed to legalize operation 'tsrt.dict.get'}}
  %0 = tsrt.dict.get %d[%k] : !ts.dict<i64, i64>
  return %0 : i64
}

// -----

func.func private @f(%d: !ts.dict<i64, i64>, %k: i64) {
  // expected-error @below {{has no error result: run ts-lower-raise first}}
  // expected-error @below {{failed to legalize operation 'tsrt.dict.set'}}
  tsrt.dict.set %k, %d[%k] : !ts.dict<i64, i64>
  return
}

// -----

func.func private @f(%k: i64) -> !ts.dict<i64, i64> {
  // expected-error @below {{has no error result: run ts-lower-raise first}}
  // expected-error @below {{failed to legalize operation 'tsrt.dict.make'}}
  %0 = tsrt.dict.make(%k, %k) : (i64, i64) -> !ts.dict<i64, i64>
  return %0 : !ts.dict<i64, i64>
}

// -----

ts.interface @I {
  ts.signature "run" : (i64) -> i64
}
func.func private @f(%o: !ts.interface<@I>, %x: i64) -> i64 {
  // expected-error @below {{has no error result: run ts-lower-raise first}}
  // expected-error @below {{failed to legalize operation 'tsrt.method_call'}}
  %0 = tsrt.method_call "run"(%o, %x) : (!ts.interface<@I>, i64) -> i64
  return %0 : i64
}

// -----

// A kernel has to be LLVM code of this module.
func.func private @f(%x: !ts.tensor<[2], f32>) -> (!tsrt.error, !ts.tensor<[2], f32>) {
  // expected-error @below {{calls a kernel that is not compiled: run ts-flatten-kernels first}}
  // expected-error @below {{failed to legalize operation 'tsrt.kernel_call'}}
  %e, %0 = tsrt.kernel_call @kernels::@kernel_0(%x) : (!ts.tensor<[2], f32>) -> (!tsrt.error, !ts.tensor<[2], f32>)
  return %e, %0 : !tsrt.error, !ts.tensor<[2], f32>
}

// -----

func.func private @f() -> !ts.device {
  // expected-error @below {{not supported yet: device 'toaster'}}
  // expected-error @below {{failed to legalize operation 'ts.constant.device'}}
  %0 = ts.constant.device <"toaster">
  return %0 : !ts.device
}

// -----

// An operator of the level above is not looked at here.
func.func private @f(%x: i64) -> i64 {
  // expected-error @below {{failed to legalize operation 'ts.op'}}
  %0 = ts.op "aten::neg.int"(%x) : (i64) -> i64
  return %0 : i64
}
