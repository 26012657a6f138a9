// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// Constants and tuples (DataPatterns.cpp).

ts.enum @Color : i64 ["RED", "GREEN"] = [10, 20]

// A device is its kind in the low byte and its index, plus one, above.
// CHECK-LABEL: llvm.func @devices(
// CHECK: llvm.mlir.constant(0 : i64)
// CHECK: llvm.mlir.constant(513 : i64)
func.func private @devices() -> (!ts.device, !ts.device) {
  %0 = ts.constant.device <"cpu">
  %1 = ts.constant.device <"cuda", 1>
  return %0, %1 : !ts.device, !ts.device
}

// A member of an enum is its position, whatever its value is.
// CHECK-LABEL: llvm.func @member(
// CHECK: %[[I:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: llvm.return %[[I]]
func.func private @member() -> !ts.enum<@Color> {
  %0 = ts.constant.enum <@Color, "GREEN"> : !ts.enum<@Color>
  return %0 : !ts.enum<@Color>
}

// CHECK-LABEL: llvm.func @none(
// CHECK: %[[N:.*]] = llvm.mlir.zero : i8
// CHECK: llvm.return %[[N]]
func.func private @none() -> !ts.none {
  %0 = ts.constant.none
  return %0 : !ts.none
}

// CHECK-LABEL: llvm.func @zero(
// CHECK: llvm.mlir.zero : !llvm.struct<(i64, ptr)>
func.func private @zero() -> !ts.tuple<i64, !ts.str> {
  %0 = tsrt.zero : !ts.tuple<i64, !ts.str>
  return %0 : !ts.tuple<i64, !ts.str>
}

// A tuple is a struct by value; it takes its members over.
// CHECK-LABEL: llvm.func @construct(
// CHECK: %[[A:.*]] = llvm.insertvalue %arg0, %{{.*}}[0] : !llvm.struct<(i64, ptr)>
// CHECK: %[[B:.*]] = llvm.insertvalue %arg1, %[[A]][1]
// CHECK-NEXT: llvm.return %[[B]]
func.func private @construct(%x: i64, %s: !ts.str) -> !ts.tuple<i64, !ts.str> {
  %0 = ts.tuple.construct %x, %s : !ts.tuple<i64, !ts.str>
  return %0 : !ts.tuple<i64, !ts.str>
}

// What is taken out of a tuple gets an owner of its own.
// CHECK-LABEL: llvm.func @index(
// CHECK: %[[S:.*]] = llvm.extractvalue %arg0[1]
// CHECK-NEXT: llvm.call @tsrt.retain(%[[S]])
func.func private @index(%t: !ts.tuple<i64, !ts.str>) -> !ts.str {
  %0 = ts.tuple.index %t[1] : !ts.tuple<i64, !ts.str>
  return %0 : !ts.str
}

// CHECK-LABEL: llvm.func @slice(
// CHECK: %[[S:.*]] = llvm.extractvalue %arg0[1]
// CHECK: %[[A:.*]] = llvm.insertvalue %[[S]], %{{.*}}[0] : !llvm.struct<(ptr, f64)>
// CHECK: %[[F:.*]] = llvm.extractvalue %arg0[2]
// CHECK: %[[B:.*]] = llvm.insertvalue %[[F]], %[[A]][1]
// CHECK: %[[OBJECT:.*]] = llvm.extractvalue %[[B]][0]
// CHECK: llvm.call @tsrt.retain(%[[OBJECT]])
func.func private @slice(%t: !ts.tuple<i64, !ts.str, f64>) -> !ts.tuple<!ts.str, f64> {
  %0 = ts.tuple.slice %t[1 to 3] : !ts.tuple<i64, !ts.str, f64>
  return %0 : !ts.tuple<!ts.str, f64>
}
