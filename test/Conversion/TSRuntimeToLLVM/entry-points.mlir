// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// `f$boxed`, the entry for the host: addresses of the arguments and of the
// result; the error is returned (EntryPoints.cpp).

// The private ones have none, unless the runtime calls them by name.
// CHECK-NOT: @hidden$boxed
// CHECK-NOT: @C.plain$boxed
// CHECK: llvm.func @hidden(
func.func private @hidden(%x: i64) -> i64 {
  return %x : i64
}
ts.class @C {
  ts.method "__lt__" = @"C.__lt__"
  ts.method "plain" = @"C.plain"
}
func.func private @"C.__lt__"(%a: !ts.object<@C>, %b: !ts.object<@C>) -> i1 {
  %0 = arith.constant true
  return %0 : i1
}
func.func private @"C.plain"(%a: !ts.object<@C>) -> i1 {
  %0 = arith.constant true
  return %0 : i1
}

func.func @scalar(%x: i64, %f: f64) -> i64 {
  return %x : i64
}

func.func @raises(%s: !ts.str) -> (!tsrt.error, !ts.str) {
  %e = tsrt.zero : !tsrt.error
  return %e, %s : !tsrt.error, !ts.str
}

func.func @nothing(%x: i1) {
  return
}

func.func @tuple(%t: !ts.tuple<i64, !ts.str>) -> i64 {
  %0 = ts.tuple.index %t[0] : !ts.tuple<i64, !ts.str>
  return %0 : i64
}

// CHECK-LABEL: llvm.func @C.__lt__$boxed(
// CHECK: llvm.call @C.__lt__

// The second argument stands 24 bytes behind the first.
// CHECK-LABEL: llvm.func @scalar$boxed(
// CHECK-SAME: %[[ARGS:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) -> !llvm.ptr
// CHECK: llvm.getelementptr %[[ARGS]][0]
// CHECK: %[[I:.*]] = llvm.extractvalue %{{.*}}[1]
// CHECK: llvm.getelementptr %[[ARGS]][24]
// CHECK: %[[F:.*]] = llvm.bitcast %{{.*}} : i64 to f64
// CHECK: %[[R:.*]] = llvm.call @scalar(%[[I]], %[[F]])
// CHECK: llvm.insertvalue %[[R]], %{{.*}}[1]
// CHECK: %[[BOX:.*]] = llvm.insertvalue %{{.*}}, %{{.*}}[2]
// CHECK: llvm.store %[[BOX]], %[[OUT]]
// CHECK: %[[SUCCESS:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.return %[[SUCCESS]]

// After an error the result is None; the zeros that came with it are dropped.
// CHECK-LABEL: llvm.func @raises$boxed(
// CHECK: %[[BOTH:.*]] = llvm.call @raises
// CHECK: %[[E:.*]] = llvm.extractvalue %[[BOTH]][0]
// CHECK: %[[FAILED:.*]] = llvm.icmp "ne" %[[E]]
// CHECK: %[[DROPPED:.*]] = llvm.select %[[FAILED]]
// CHECK: llvm.call @tsrt_value_release(%[[DROPPED]])
// CHECK: %[[RESULT:.*]] = llvm.select %[[FAILED]]
// CHECK: llvm.store %[[RESULT]], %arg1
// CHECK: llvm.return %[[E]]

// No result is None.
// CHECK-LABEL: llvm.func @nothing$boxed(
// CHECK: llvm.call @nothing
// CHECK: llvm.mlir.addressof @tsrt_type_none

// A tuple is copied out of its box, and the copy released after the call.
// CHECK-LABEL: llvm.func @tuple$boxed(
// CHECK: llvm.call @tsrt_unbox_value(%{{.*}}, %{{.*}}, %[[SLOT:.*]]) :
// CHECK: %[[T:.*]] = llvm.load %[[SLOT]]
// CHECK: llvm.call @tuple(%[[T]])
// CHECK: %[[S:.*]] = llvm.extractvalue %[[T]][1]
// CHECK: llvm.call @tsrt.release(%[[S]])
