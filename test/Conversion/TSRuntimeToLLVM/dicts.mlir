// RUN: ts-opt --convert-tsrt-to-llvm --split-input-file %s | FileCheck %s

// Dicts: the runtime finds the place of a key, compiled code reads and writes
// the value there (DictPatterns.cpp).

// A new dict takes addresses of keys and values; when a key is refused nothing
// is left of it.
// CHECK-LABEL: llvm.func @make(
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: %[[PLACES:.*]] = llvm.alloca %[[TWO]] x !llvm.ptr
// CHECK: %[[D:.*]] = llvm.call @tsrt_dict_new
// CHECK: llvm.getelementptr %[[PLACES]][0]
// CHECK: llvm.getelementptr %[[PLACES]][8]
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: %[[E:.*]] = llvm.call @tsrt_dict_set_all(%[[D]], %[[PLACES]], %[[ONE]])
// CHECK: %[[FAILED:.*]] = llvm.icmp "ne" %[[E]]
// CHECK: %[[GONE:.*]] = llvm.select %[[FAILED]], %[[D]], %[[NULL:.*]] : i1
// CHECK: llvm.call @tsrt_release(%[[GONE]])
// CHECK: llvm.select %[[FAILED]], %[[NULL]], %[[D]]
func.func private @make(%k: !ts.str, %v: i64) -> (!tsrt.error, !ts.dict<!ts.str, i64>) {
  %e, %d = tsrt.dict.make(%k, %v) : (!ts.str, i64) -> (!tsrt.error, !ts.dict<!ts.str, i64>)
  return %e, %d : !tsrt.error, !ts.dict<!ts.str, i64>
}

// -----

// Keys of type int and str are found by functions of their own, others by
// address.
// CHECK-LABEL: llvm.func @has(
// CHECK: %[[I:.*]] = llvm.call @tsrt_dict_find_int(%arg0, %arg3)
// CHECK: llvm.icmp "ne" %[[I]]
// CHECK: llvm.call @tsrt_dict_find_str(%arg1, %arg4)
// CHECK: llvm.store %arg5, %[[SLOT:.*]] : f64
// CHECK: llvm.call @tsrt_dict_find(%arg2, %[[SLOT]])
func.func private @has(%a: !ts.dict<i64, i64>, %b: !ts.dict<!ts.str, i64>, %c: !ts.dict<f64, i64>, %i: i64, %s: !ts.str, %f: f64) -> (i1, i1, i1) {
  %0 = tsrt.dict.has %a[%i] : !ts.dict<i64, i64>
  %1 = tsrt.dict.has %b[%s] : !ts.dict<!ts.str, i64>
  %2 = tsrt.dict.has %c[%f] : !ts.dict<f64, i64>
  return %0, %1, %2 : i1, i1, i1
}

// -----

// CHECK-LABEL: llvm.func @get(
// CHECK: llvm.call @"tsrt.dict.get.!ts.dict<i64, !ts.str>"(%arg0, %arg1)
func.func private @get(%d: !ts.dict<i64, !ts.str>, %k: i64) -> (!tsrt.error, !ts.str) {
  %e, %v = tsrt.dict.get %d[%k] : !ts.dict<i64, !ts.str> or !tsrt.error
  return %e, %v : !tsrt.error, !ts.str
}

// A missing key is the runtime's KeyError; a value that is found is owned.
// CHECK-LABEL: llvm.func internal @"tsrt.dict.get.!ts.dict<i64, !ts.str>"(
// CHECK: %[[P:.*]] = llvm.call @tsrt_dict_find_int(%arg0, %arg1)
// CHECK: %[[NONE:.*]] = llvm.icmp "eq" %[[P]]
// CHECK: llvm.cond_br %[[NONE]], ^[[MISSING:.*]], ^[[FOUND:.*]]
// CHECK: ^[[MISSING]]:
// CHECK: %[[E:.*]] = llvm.call @tsrt_dict_key_error
// CHECK: llvm.insertvalue %[[E]], %{{.*}}[0]
// CHECK: ^[[FOUND]]:
// CHECK: %[[V:.*]] = llvm.load %[[P]]
// CHECK: llvm.call @tsrt.retain(%[[V]])

// -----

// CHECK-LABEL: llvm.func @get_or(
// CHECK: llvm.call @"tsrt.dict.get_or.!ts.dict<!ts.str, !ts.str>"(%arg0, %arg1, %arg2)
func.func private @get_or(%d: !ts.dict<!ts.str, !ts.str>, %k: !ts.str, %x: !ts.str) -> !ts.str {
  %v = tsrt.dict.get_or %d[%k], %x : !ts.dict<!ts.str, !ts.str>
  return %v : !ts.str
}

// The default is given on, or released when it is not needed.
// CHECK-LABEL: llvm.func internal @"tsrt.dict.get_or.!ts.dict<!ts.str, !ts.str>"(
// CHECK: ^bb1:
// CHECK: llvm.return %arg2
// CHECK: ^bb2:
// CHECK: %[[V:.*]] = llvm.load
// CHECK: llvm.call @tsrt.retain(%[[V]])
// CHECK: llvm.call @tsrt.release(%arg2)
// CHECK: llvm.return %[[V]]

// -----

// CHECK-LABEL: llvm.func @set(
// CHECK: llvm.call @"tsrt.dict.set.!ts.dict<i64, !ts.str>"(%arg0, %arg1, %arg2)
func.func private @set(%d: !ts.dict<i64, !ts.str>, %k: i64, %v: !ts.str) -> !tsrt.error {
  %e = tsrt.dict.set %v, %d[%k] : !ts.dict<i64, !ts.str> or !tsrt.error
  return %e : !tsrt.error
}

// A new key is the runtime's work; a known one is replaced in place, the old
// value released last.
// CHECK-LABEL: llvm.func internal @"tsrt.dict.set.!ts.dict<i64, !ts.str>"(
// CHECK: ^bb1:
// CHECK: %[[E:.*]] = llvm.call @tsrt_dict_set(%arg0
// CHECK: llvm.call @tsrt.release(%arg2)
// CHECK: llvm.return %[[E]]
// CHECK: ^bb2:
// CHECK: %[[OLD:.*]] = llvm.load %[[P:.*]] {
// CHECK-NEXT: llvm.store %arg2, %[[P]]
// CHECK-NEXT: llvm.call @tsrt.release(%[[OLD]])
