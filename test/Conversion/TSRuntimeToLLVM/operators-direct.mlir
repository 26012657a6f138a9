// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// Operators whose operands and results fit in machine words are called through
// the first word of their handle, with the kinds of the words as a number
// (OperatorPatterns.cpp; `tsrt_direct` in tsrt.h): operands in the low four
// bits, then results, then four bits for each operand.

// Two ints (kind 2) and one result: 0x2212.
// CHECK-LABEL: llvm.func @ints(
// CHECK: %[[OUT:.*]] = llvm.alloca %{{.*}} x i64
// CHECK: %[[ARGS:.*]] = llvm.alloca %{{.*}} x i64
// CHECK: %[[P0:.*]] = llvm.getelementptr %[[ARGS]][0]
// CHECK: llvm.store %arg0, %[[P0]]
// CHECK: %[[P1:.*]] = llvm.getelementptr %[[ARGS]][8]
// CHECK: llvm.store %arg1, %[[P1]]
// CHECK: %[[HANDLE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[FUNCTION:.*]] = llvm.load %[[HANDLE]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[KINDS:.*]] = llvm.mlir.constant(8722 : i64)
// CHECK: %[[E:.*]] = llvm.call %[[FUNCTION]](%[[HANDLE]], %[[KINDS]], %[[ARGS]], %[[OUT]])
// CHECK: %[[V:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
func.func private @ints(%a: i64, %b: i64) -> (!tsrt.error, i64) {
  %e, %0 = tsrt.op_call "aten::gcd.int"(%a, %b) : (i64, i64) -> (!tsrt.error, i64)
  return %e, %0 : !tsrt.error, i64
}

// A bool is widened and a float travels as its bits; a bool result is any word
// that is not zero: kinds 1 and 3, 0x3112.
// CHECK-LABEL: llvm.func @bool_and_float(
// CHECK: llvm.zext %arg0 : i1 to i64
// CHECK: llvm.bitcast %arg1 : f64 to i64
// CHECK: llvm.mlir.constant(12562 : i64)
// CHECK: %[[WORD:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: llvm.icmp "ne" %[[WORD]]
func.func private @bool_and_float(%a: i1, %b: f64) -> (!tsrt.error, i1) {
  %e, %0 = tsrt.op_call "mine::any"(%a, %b) : (i1, f64) -> (!tsrt.error, i1)
  return %e, %0 : !tsrt.error, i1
}

// A tensor (6) whose reference goes along (8): 0xe11.
// CHECK-LABEL: llvm.func @last_use(
// CHECK: llvm.ptrtoint %arg0
// CHECK: llvm.mlir.constant(3601 : i64)
// CHECK-NOT: tsrt.release
// CHECK: llvm.return
func.func private @last_use(%x: !ts.tensor) -> (!tsrt.error, !ts.tensor) {
  %e, %0 = tsrt.op_call "aten::relu"(%x) last_uses [0] : (!ts.tensor) -> (!tsrt.error, !ts.tensor)
  return %e, %0 : !tsrt.error, !ts.tensor
}

// Whether an optional is there is known at run time: its kind is added then.
// CHECK-LABEL: llvm.func @optionals(
// CHECK: %[[PRESENT:.*]] = llvm.extractvalue %arg0[1]
// CHECK: %[[V:.*]] = llvm.extractvalue %arg0[0]
// CHECK: %[[INT:.*]] = llvm.mlir.constant(512 : i64)
// CHECK: %[[FIRST:.*]] = llvm.select %[[PRESENT]], %[[INT]], %{{.*}} : i1, i64
// CHECK: llvm.store %[[V]]
// CHECK: %[[SOME:.*]] = llvm.icmp "ne" %arg1
// CHECK: %[[STR:.*]] = llvm.mlir.constant(20480 : i64)
// CHECK: %[[SECOND:.*]] = llvm.select %[[SOME]], %[[STR]], %{{.*}} : i1, i64
// CHECK: %[[STATIC:.*]] = llvm.mlir.constant(18 : i64)
// CHECK: %[[PART:.*]] = llvm.or %[[STATIC]], %[[FIRST]]
// CHECK: llvm.or %[[PART]], %[[SECOND]]
func.func private @optionals(%a: !ts.optional<i64>, %b: !ts.optional<!ts.str>) -> (!tsrt.error, i64) {
  %e, %0 = tsrt.op_call "mine::any"(%a, %b) : (!ts.optional<i64>, !ts.optional<!ts.str>) -> (!tsrt.error, i64)
  return %e, %0 : !tsrt.error, i64
}

// None is kind 0 and needs no word of the result.
// CHECK-LABEL: llvm.func @none(
// CHECK: llvm.mlir.constant(1 : i64)
// CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.call %{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}, %[[NULL]])
func.func private @none() -> !tsrt.error {
  %n = ts.constant.none
  %e = tsrt.op_call "mine::any"(%n) : (!ts.none) -> !tsrt.error
  return %e : !tsrt.error
}
