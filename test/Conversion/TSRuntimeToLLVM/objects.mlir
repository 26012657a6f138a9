// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// Objects, and the variables of the module (ObjectPatterns.cpp).

// CHECK-DAG: #[[KIND:.*]] = #llvm.tbaa_type_desc<id = "field Node.next"
// CHECK-DAG: #[[TAG:.*]] = #llvm.tbaa_tag<base_type = #[[KIND]], access_type = #[[KIND]], offset = 0>

ts.class @Node {
  ts.attr "flag" : i1
  ts.attr "value" : i64
  ts.attr "next" : !ts.optional<!ts.str>
}
ts.class module @Net {
  ts.attr "training" : i1
}
ts.object @m : !ts.object<@Net> = {training = false}
ts.global mutable @count : i64 = 0
ts.global mutable @name : !ts.str = "x"

// CHECK-LABEL: llvm.func @new(
// CHECK: %[[TYPE:.*]] = llvm.mlir.addressof @tsrt.type
// CHECK: llvm.call @tsrt_object_new(%[[TYPE]])
func.func private @new() -> !ts.object<@Node> {
  %0 = ts.new : !ts.object<@Node>
  return %0 : !ts.object<@Node>
}

// Attributes lie behind the header of 16 bytes, each aligned as its type asks.
// CHECK-LABEL: llvm.func @get(
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[24]
// CHECK: %[[V:.*]] = llvm.load %[[P]] {{.*}} : !llvm.ptr -> i64
// CHECK-NEXT: llvm.return %[[V]]
func.func private @get(%o: !ts.object<@Node>) -> i64 {
  %0 = ts.getattr %o["value"] : !ts.object<@Node> -> i64
  return %0 : i64
}

// CHECK-LABEL: llvm.func @get_object(
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[32]
// CHECK: %[[V:.*]] = llvm.load %[[P]] {tbaa = [#[[TAG]]]} : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: llvm.call @tsrt.retain(%[[V]])
func.func private @get_object(%o: !ts.object<@Node>) -> !ts.optional<!ts.str> {
  %0 = ts.getattr %o["next"] : !ts.object<@Node> -> !ts.optional<!ts.str>
  return %0 : !ts.optional<!ts.str>
}

// What an attribute held is released when the new value is there.
// CHECK-LABEL: llvm.func @set_object(
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[32]
// CHECK: %[[OLD:.*]] = llvm.load %[[P]] {tbaa = [#[[TAG]]]}
// CHECK-NEXT: llvm.store %arg1, %[[P]] {tbaa = [#[[TAG]]]}
// CHECK-NEXT: llvm.call @tsrt.release(%[[OLD]])
func.func private @set_object(%o: !ts.object<@Node>, %s: !ts.optional<!ts.str>) {
  ts.setattr %o["next"] = %s : !ts.object<@Node>, !ts.optional<!ts.str>
  return
}

// The host puts the object into a variable of the module; it is lent.
// CHECK-LABEL: llvm.func @object(
// CHECK: %[[VARIABLE:.*]] = llvm.mlir.addressof @[[M:.*m]] : !llvm.ptr
// CHECK: %[[O:.*]] = llvm.load %[[VARIABLE]]
// CHECK-NEXT: llvm.return %[[O]]
func.func private @object() -> !ts.object<@Net> {
  %0 = ts.object.ref @m : !ts.object<@Net>
  return %0 : !ts.object<@Net>
}

// CHECK-LABEL: llvm.func @count_up(
// CHECK: %[[VARIABLE:.*]] = llvm.mlir.addressof @[[COUNT:.*count]] : !llvm.ptr
// CHECK: llvm.load %[[VARIABLE]] : !llvm.ptr -> i64
// CHECK: %[[AGAIN:.*]] = llvm.mlir.addressof @[[COUNT]]
// CHECK: llvm.store %{{.*}}, %[[AGAIN]]
func.func private @count_up(%n: i64) {
  %0 = ts.global.load @count : i64
  %1 = arith.addi %0, %n : i64
  ts.global.store %1, @count : i64
  return
}

// CHECK-LABEL: llvm.func @get_name(
// CHECK: %[[V:.*]] = llvm.load
// CHECK-NEXT: llvm.call @tsrt.retain(%[[V]])
func.func private @get_name() -> !ts.str {
  %0 = ts.global.load @name : !ts.str
  return %0 : !ts.str
}
