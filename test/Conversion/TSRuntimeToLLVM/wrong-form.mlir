// RUN: ts-opt %s --convert-tsrt-to-llvm --split-input-file --verify-diagnostics

// What convert-tsrt-to-llvm expects, and which pass makes it so.

func.func @source(%a: i64) {
  // expected-error @below {{'ts.return' belongs to the source form; run ts-lower-exits (pipeline torchscript-to-ssa) first}}
  ts.return
}

// -----

func.func @structured(%c: i1) {
  // expected-error @below {{'scf.if' belongs to the scf form; run tsrt-lower-control-flow (pipeline torchscript-to-tsrt) first}}
  scf.if %c {
    // expected-error @below {{'ts.print' belongs to the scf form; run convert-ts-to-tsrt (pipeline torchscript-to-tsrt) first}}
    ts.print %c : i1
  }
  return
}

// -----

func.func @raises(%c: i1) {
  // expected-error @below {{'tsrt.raise_if' op has no error result; run ts-lower-raise (pipeline torchscript-to-tsrt) first}}
  tsrt.raise_if %c, "RuntimeError", "no"
  return
}

// -----

func.func @f() {
  return
}
// expected-error @below {{a nested module; run ts-flatten-kernels (pipeline ts-compile-kernels) first}}
module @kernels {
}

// -----

// expected-error @below {{has @tsrt.module_init: convert-tsrt-to-llvm ran before}}
module {
  llvm.func @tsrt.module_init() {
    llvm.return
  }
}

// -----

// expected-error @below {{'func.func' op has a name of the runtime's}}
func.func @tsrt_warn() {
  return
}

// -----

func.func private @mine(%x: i64) -> i64 {
  return %x : i64
}
func.func @calls_mine(%x: i64) -> i64 {
  // expected-error @below {{'tsrt.runtime_call' op calls a function of the runtime that the program defines: @mine}}
  %0 = tsrt.runtime_call @mine(%x) : (i64) -> i64
  return %0 : i64
}

// -----

// expected-error @below {{'func.func' op would get the entry @f$boxed, which exists}}
func.func @f() {
  return
}
func.func @f$boxed() {
  return
}

// -----

func.func private @g(i64) -> i64
func.func @fork(%a: i64) -> !ts.future<i64> {
  // expected-error @+2 {{'ts.fork' op runs a function without a body}}
  // expected-error @+1 {{failed to legalize operation 'ts.fork'}}
  %f = ts.fork @g(%a) : (i64) -> !ts.future<i64>
  return %f : !ts.future<i64>
}
