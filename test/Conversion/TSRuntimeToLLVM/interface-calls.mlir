// RUN: ts-opt --convert-tsrt-to-llvm --split-input-file %s | FileCheck %s

// Calls of methods by name (InterfaceCalls.cpp).

ts.interface @I {
  ts.signature "run" : (i64) -> i64
}
ts.class @A {
  ts.method "run" = @"A.run"
}
ts.class @B {
  ts.method "run" = @"B.run"
}
ts.class @Other {
  ts.method "run" = @"Other.run"
}
func.func private @"A.run"(%self: !ts.object<@A>, %x: i64) -> i64 {
  return %x : i64
}
func.func private @"B.run"(%self: !ts.object<@B>, %x: i64) -> (!tsrt.error, i64) {
  %e = tsrt.zero : !tsrt.error
  return %e, %x : !tsrt.error, i64
}
func.func private @"Other.run"(%self: !ts.object<@Other>, %x: f64) -> i64 {
  %0 = arith.constant 1 : i64
  return %0 : i64
}

// All calls with the same types share one function.
// CHECK-LABEL: llvm.func @twice(
// CHECK: llvm.call @"[[DISPATCH:tsrt.method.run.*]]"(%arg0, %arg1)
// CHECK: llvm.call @"[[DISPATCH]]"(%arg0, %{{.*}})
func.func private @twice(%o: !ts.interface<@I>, %x: i64) -> (!tsrt.error, i64) {
  %e, %0 = tsrt.method_call "run"(%o, %x) : (!ts.interface<@I>, i64) -> (!tsrt.error, i64)
  %f, %1 = tsrt.method_call "run"(%o, %0) : (!ts.interface<@I>, i64) -> (!tsrt.error, i64)
  return %f, %1 : !tsrt.error, i64
}

// Looks how much of the stack is left, compares the object's class with those
// that have the method with these types, and calls it directly; others are
// asked for it by name. A method that cannot fail gives no error.
// CHECK: llvm.func internal @"[[DISPATCH]]"(%arg0: !llvm.ptr, %arg1: i64)
// CHECK: %[[LOW:.*]] = llvm.call @tsrt_check_stack()
// CHECK: llvm.icmp "ne" %[[LOW]]
// CHECK: llvm.getelementptr %arg0[8]
// CHECK: %[[TYPE:.*]] = llvm.load
// CHECK: llvm.icmp "eq" %[[TYPE]], %{{.*}}
// CHECK: %[[R:.*]] = llvm.call @A.run(%arg0, %arg1) : (!llvm.ptr, i64) -> i64
// CHECK: %[[SUCCESS:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.insertvalue %[[SUCCESS]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[R]], %{{.*}}[1]
// CHECK: llvm.icmp "eq" %[[TYPE]], %{{.*}}
// CHECK: %[[BOTH:.*]] = llvm.call @B.run(%arg0, %arg1) : (!llvm.ptr, i64) -> !llvm.struct<(ptr, i64)>
// CHECK-NEXT: llvm.return %[[BOTH]]
// CHECK-NOT: @Other.run(
// CHECK: llvm.call @tsrt_object_call(%[[SITE:.*]], %{{.*}}, %{{.*}})

// -----

// Without a class that fits every call goes by name, arguments in boxes.
ts.interface @I {
  ts.signature "show" : () -> ()
}
// CHECK: llvm.mlir.global internal @[[SITE:tsrt.site.*]]() {{.*}} : !llvm.struct<(ptr, ptr)>
// CHECK: llvm.func internal @"tsrt.method.show
// CHECK-NOT: llvm.icmp "eq"
// CHECK: %[[PLACE:.*]] = llvm.mlir.addressof @[[SITE]]
// CHECK: %[[E:.*]] = llvm.call @tsrt_object_call(%[[PLACE]]
// CHECK: llvm.return %[[E]]
func.func private @unknown(%o: !ts.interface<@I>) -> !tsrt.error {
  %e = tsrt.method_call "show"(%o) : (!ts.interface<@I>) -> !tsrt.error
  return %e : !tsrt.error
}
