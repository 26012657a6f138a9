// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// Errors, C functions of the runtime and tasks (CallPatterns.cpp).

#place = loc(fused<#ts.range<3, 9, "inner">>["a.py":3:5])
#outer = loc(fused<#ts.range<8, 12, "outer">>["a.py":8:3])

// CHECK-LABEL: llvm.func @error(
// CHECK: %[[CLS:.*]] = llvm.mlir.addressof @tsrt.text
// CHECK: %[[TEXT:.*]] = llvm.mlir.addressof @tsrt.text
// CHECK: llvm.call @tsrt_error_new(%[[CLS]], %[[TEXT]])
func.func private @error() -> !tsrt.error {
  %e = tsrt.error.new "RuntimeError", "list index out of range"
  return %e : !tsrt.error
}

// A message with values is formatted by a function of variable arguments.
// CHECK-LABEL: llvm.func @formatted_error(%arg0: i64)
// CHECK: llvm.call @tsrt_error_newf(%{{.*}}, %{{.*}}, %arg0) vararg(!llvm.func<ptr (ptr, ptr, ...)>)
func.func private @formatted_error(%n: i64) -> !tsrt.error {
  %e = tsrt.error.new "RuntimeError", "found %lld"(%n)
  return %e : !tsrt.error
}

// CHECK-LABEL: llvm.func @raised(
// CHECK: llvm.call @tsrt_raise(%{{.*}}, %arg0)
func.func private @raised(%s: !ts.str) -> !tsrt.error {
  %e = tsrt.error.raise "builtins.ValueError"(%s)
  return %e : !tsrt.error
}

// Success is the null pointer.
// CHECK-LABEL: llvm.func @is_error(
// CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.icmp "ne" %arg0, %[[NULL]]
func.func private @is_error(%e: !tsrt.error) -> i1 {
  %0 = tsrt.is_error %e
  return %0 : i1
}

// CHECK-LABEL: llvm.func @drop(
// CHECK: llvm.call @tsrt_error_release(%arg0)
func.func private @drop(%e: !tsrt.error) {
  tsrt.error.drop %e
  return
}

// A place that the program does not name is no frame of the traceback.
// CHECK-LABEL: llvm.func @no_frame(
// CHECK-NEXT: llvm.return %arg0
func.func private @no_frame(%e: !tsrt.error) -> !tsrt.error {
  %0 = tsrt.add_frame %e loc(unknown)
  return %0 : !tsrt.error
}

// CHECK-LABEL: llvm.func @frame(
// CHECK: %[[FRAME:.*]] = llvm.mlir.addressof @tsrt.frame
// CHECK: llvm.call @tsrt_error_add_frame(%arg0, %[[FRAME]])
func.func private @frame(%e: !tsrt.error) -> !tsrt.error {
  %0 = tsrt.add_frame %e loc(#place)
  return %0 : !tsrt.error
}

// What was inlined is a frame of its own, the innermost first.
// CHECK-LABEL: llvm.func @inlined_frames(
// CHECK: %[[INNER:.*]] = llvm.mlir.addressof @[[CALLEE:.*]] : !llvm.ptr
// CHECK: %[[FIRST:.*]] = llvm.call @tsrt_error_add_frame(%arg0, %[[INNER]])
// CHECK: %[[OUTER:.*]] = llvm.mlir.addressof @[[CALLER:.*]] : !llvm.ptr
// CHECK: llvm.call @tsrt_error_add_frame(%[[FIRST]], %[[OUTER]])
func.func private @inlined_frames(%e: !tsrt.error) -> !tsrt.error {
  %0 = tsrt.add_frame %e loc(callsite(#place at #outer))
  return %0 : !tsrt.error
}

// Pointers and scalars go by value, structs by address; a result that is a
// struct comes through a last address.
// CHECK-LABEL: llvm.func @by_address(
// CHECK: %[[OUT:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, i64, i64)>
// CHECK: %[[IN:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i64, i1)>
// CHECK: llvm.store %arg1, %[[IN]]
// CHECK: llvm.call @tsrt_two(%arg0, %[[IN]], %[[OUT]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
// CHECK: llvm.load %[[OUT]] : !llvm.ptr -> !llvm.struct<(ptr, i64, i64)>
func.func private @by_address(%s: !ts.str, %o: !ts.optional<i64>) -> !ts.any {
  %0 = tsrt.runtime_call @tsrt_two(%s, %o) : (!ts.str, !ts.optional<i64>) -> !ts.any
  return %0 : !ts.any
}

// CHECK-LABEL: llvm.func @by_value(
// CHECK: %[[R:.*]] = llvm.call @tsrt_one(%arg0, %arg1) : (i64, !llvm.ptr) -> !llvm.ptr
// CHECK: llvm.return %[[R]]
func.func private @by_value(%n: i64, %s: !ts.str) -> !ts.str {
  %0 = tsrt.runtime_call @tsrt_one(%n, %s) : (i64, !ts.str) -> !ts.str
  return %0 : !ts.str
}

// With an error as result even a scalar comes through an address.
// CHECK-LABEL: llvm.func @raising(
// CHECK: %[[OUT:.*]] = llvm.alloca %{{.*}} x i64
// CHECK: %[[E:.*]] = llvm.call @tsrt_may_fail(%arg0, %[[OUT]]) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
// CHECK: %[[V:.*]] = llvm.load %[[OUT]] : !llvm.ptr -> i64
func.func private @raising(%s: !ts.str) -> (!tsrt.error, i64) {
  %e, %0 = tsrt.runtime_call raises @tsrt_may_fail(%s) : (!ts.str) -> (!tsrt.error, i64)
  return %e, %0 : !tsrt.error, i64
}

// A task gets its entry, its arguments in boxes and a frame of its own; the
// private function has an entry because a task calls it.
// CHECK-LABEL: llvm.func @fork(
// CHECK: llvm.mlir.addressof @tsrt_type_int
// CHECK: %[[ENTRY:.*]] = llvm.mlir.addressof @task$boxed
// CHECK: %[[TYPE:.*]] = llvm.mlir.addressof @tsrt.type
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[FRAME:.*]] = llvm.mlir.addressof @tsrt.frame
// CHECK: llvm.call @tsrt_fork(%[[TYPE]], %[[ENTRY]], %{{.*}}, %[[COUNT]], %[[FRAME]])
func.func private @fork(%x: i64) -> !ts.future<i64> {
  %f = ts.fork @task(%x) : (i64) -> !ts.future<i64>
  return %f : !ts.future<i64>
}
// CHECK-LABEL: llvm.func @task(
func.func private @task(%x: i64) -> i64 {
  return %x : i64
}
// CHECK-LABEL: llvm.func @task$boxed(
