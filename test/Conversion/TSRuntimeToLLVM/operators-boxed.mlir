// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// Operators with operands that are no machine word get all of them in boxes
// (OperatorPatterns.cpp).

// CHECK-LABEL: llvm.func @any(
// CHECK: %[[OUT:.*]] = llvm.alloca %{{.*}} x i64
// CHECK: %[[ARGS:.*]] = llvm.alloca %{{.*}} x i64
// CHECK: llvm.store %arg0, %{{.*}} : !llvm.struct<(ptr, i64, i64)>
// CHECK: llvm.getelementptr %[[ARGS]][24]
// CHECK: %[[HANDLE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[E:.*]] = llvm.call @tsrt_op_call(%[[HANDLE]], %[[ARGS]], %[[TWO]], %[[OUT]], %[[ONE]])
// CHECK: %[[BOX:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.struct<(ptr, i64, i64)>
// CHECK: %[[WORD:.*]] = llvm.extractvalue %[[BOX]][1]
// CHECK: llvm.inttoptr %[[WORD]]
func.func private @any(%a: !ts.any, %n: i64) -> (!tsrt.error, !ts.str) {
  %e, %0 = tsrt.op_call "mine::any"(%a, %n) : (!ts.any, i64) -> (!tsrt.error, !ts.str)
  return %e, %0 : !tsrt.error, !ts.str
}

// Results that are no word make a call boxed, too; each has a box.
// CHECK-LABEL: llvm.func @results(
// CHECK: %[[SIX:.*]] = llvm.mlir.constant(6 : i64)
// CHECK: %[[OUT:.*]] = llvm.alloca %[[SIX]] x i64
// CHECK: llvm.call @tsrt_op_call
// CHECK: llvm.getelementptr %[[OUT]][0]
// CHECK: llvm.getelementptr %[[OUT]][24]
func.func private @results(%x: !ts.tensor) -> (!tsrt.error, !ts.any, !ts.tensor) {
  %e, %0, %1 = tsrt.op_call "mine::any"(%x) : (!ts.tensor) -> (!tsrt.error, !ts.any, !ts.tensor)
  return %e, %0, %1 : !tsrt.error, !ts.any, !ts.tensor
}

// Boxes of the heap that the operands needed are released behind the call, and
// so is an operand that is used there for the last time.
// CHECK-LABEL: llvm.func @tuple(
// CHECK: llvm.call @tsrt_box_value(%{{.*}}, %{{.*}}, %[[BOX:.*]]) :
// CHECK: llvm.call @tsrt_op_call
// CHECK: llvm.call @tsrt_value_release(%[[BOX]])
// CHECK: llvm.call @tsrt.release(%arg1)
func.func private @tuple(%t: !ts.tuple<!ts.str, i64>, %s: !ts.str) -> !tsrt.error {
  %e = tsrt.op_call "mine::any"(%t, %s) last_uses [1] : (!ts.tuple<!ts.str, i64>, !ts.str) -> !tsrt.error
  return %e : !tsrt.error
}

// CHECK-LABEL: llvm.func @element_load(
// CHECK: %[[INDICES:.*]] = llvm.alloca %{{.*}} x i64
// CHECK: %[[SLOT:.*]] = llvm.alloca %{{.*}} x f64
// CHECK: %[[RANK:.*]] = llvm.mlir.constant(2 : i32)
// CHECK: %[[DONE:.*]] = llvm.call @tsrt_element_load_float(%arg0, %[[RANK]], %[[INDICES]], %[[SLOT]])
// CHECK: llvm.icmp "ne" %[[DONE]]
// CHECK: llvm.load %[[SLOT]] : !llvm.ptr -> f64
func.func private @element_load(%t: !ts.tensor, %i: i64, %j: i64) -> (i1, f64) {
  %found, %x = tsrt.element.load %t[%i, %j] : !ts.tensor, f64
  return %found, %x : i1, f64
}

// A bool is a byte in memory.
// CHECK-LABEL: llvm.func @element_of_bools(
// CHECK: %[[SLOT:.*]] = llvm.alloca %{{.*}} x i8
// CHECK: llvm.call @tsrt_element_load_bool
// CHECK: %[[BYTE:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> i8
// CHECK: llvm.trunc %[[BYTE]] : i8 to i1
func.func private @element_of_bools(%t: !ts.tensor, %i: i64) -> (i1, i1) {
  %found, %x = tsrt.element.load %t[%i] : !ts.tensor, i1
  return %found, %x : i1, i1
}

// CHECK-LABEL: llvm.func @element_store(
// CHECK: %[[BYTE:.*]] = llvm.zext %arg0 : i1 to i8
// CHECK: llvm.store %[[BYTE]], %[[SLOT:.*]] : i8
// CHECK: llvm.call @tsrt_element_store_bool(%arg1, %{{.*}}, %{{.*}}, %[[SLOT]])
func.func private @element_store(%x: i1, %t: !ts.tensor, %i: i64) -> i1 {
  %stored = tsrt.element.store %x, %t[%i] : i1, !ts.tensor
  return %stored : i1
}
