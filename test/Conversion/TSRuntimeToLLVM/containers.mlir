// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// Lists and strings are read and written in place: the size at byte 16, the
// capacity at 24, the elements at 32 (ContainerPatterns.cpp). Each kind of
// memory has a tag, so that LLVM keeps sizes in registers across stores.

// CHECK-DAG: #[[SIZE:.*]] = #llvm.tbaa_type_desc<id = "list size"
// CHECK-DAG: #[[DATA:.*]] = #llvm.tbaa_type_desc<id = "list data"
// CHECK-DAG: #[[INT:.*]] = #llvm.tbaa_type_desc<id = "element int"
// CHECK-DAG: #[[POINTER:.*]] = #llvm.tbaa_type_desc<id = "element pointer"
// CHECK-DAG: #[[STR:.*]] = #llvm.tbaa_type_desc<id = "str size"
// CHECK-DAG: #[[SIZE_TAG:.*]] = #llvm.tbaa_tag<base_type = #[[SIZE]], access_type = #[[SIZE]], offset = 0>
// CHECK-DAG: #[[DATA_TAG:.*]] = #llvm.tbaa_tag<base_type = #[[DATA]], access_type = #[[DATA]], offset = 0>
// CHECK-DAG: #[[INT_TAG:.*]] = #llvm.tbaa_tag<base_type = #[[INT]], access_type = #[[INT]], offset = 0>
// CHECK-DAG: #[[POINTER_TAG:.*]] = #llvm.tbaa_tag<base_type = #[[POINTER]], access_type = #[[POINTER]], offset = 0>
// CHECK-DAG: #[[STR_TAG:.*]] = #llvm.tbaa_tag<base_type = #[[STR]], access_type = #[[STR]], offset = 0>

// A new list is made with room for its elements, which are stored, and counted
// at the end.
// CHECK-LABEL: llvm.func @make(
// CHECK: %[[N:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: %[[TYPE:.*]] = llvm.mlir.addressof @tsrt.type
// CHECK: %[[L:.*]] = llvm.call @tsrt_list_new(%[[TYPE]], %[[N]])
// CHECK: llvm.getelementptr %[[L]][32]
// CHECK: %[[D:.*]] = llvm.load %{{.*}} {tbaa = [#[[DATA_TAG]]]}
// CHECK: %[[P0:.*]] = llvm.getelementptr %[[D]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK: llvm.store %arg0, %[[P0]] {tbaa = [#[[INT_TAG]]]}
// CHECK: %[[P1:.*]] = llvm.getelementptr %[[D]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK: llvm.store %arg1, %[[P1]] {tbaa = [#[[INT_TAG]]]}
// CHECK: %[[S:.*]] = llvm.getelementptr %[[L]][16]
// CHECK: llvm.store %[[N]], %[[S]] {tbaa = [#[[SIZE_TAG]]]}
func.func private @make(%a: i64, %b: i64) -> !ts.list<i64> {
  %l = tsrt.list.make(%a, %b) : (i64, i64) -> !ts.list<i64>
  return %l : !ts.list<i64>
}

// CHECK-LABEL: llvm.func @make_empty(
// CHECK: llvm.call @tsrt_list_new
// CHECK-NEXT: llvm.return
func.func private @make_empty() -> !ts.list<i64> {
  %l = tsrt.list.make() : () -> !ts.list<i64>
  return %l : !ts.list<i64>
}

// CHECK-LABEL: llvm.func @size(
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[16]
// CHECK: llvm.load %[[P]] {tbaa = [#[[SIZE_TAG]]]} : !llvm.ptr -> i64
func.func private @size(%l: !ts.list<i64>) -> i64 {
  %n = tsrt.list.size %l : !ts.list<i64>
  return %n : i64
}

// CHECK-LABEL: llvm.func @load_int(
// CHECK: %[[V:.*]] = llvm.load %{{.*}} {tbaa = [#[[INT_TAG]]]} : !llvm.ptr -> i64
// CHECK-NEXT: llvm.return %[[V]]
func.func private @load_int(%l: !ts.list<i64>, %i: i64) -> i64 {
  %x = tsrt.list.load %l[%i] : !ts.list<i64>
  return %x : i64
}

// An object that is loaded gets one more owner, unless it is borrowed.
// CHECK-LABEL: llvm.func @load_object(
// CHECK: %[[V:.*]] = llvm.load %{{.*}} {tbaa = [#[[POINTER_TAG]]]} : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: llvm.call @tsrt.retain(%[[V]])
func.func private @load_object(%l: !ts.list<!ts.str>, %i: i64) -> !ts.str {
  %x = tsrt.list.load %l[%i] : !ts.list<!ts.str>
  return %x : !ts.str
}

// CHECK-LABEL: llvm.func @borrow_object(
// CHECK-NOT: tsrt.retain
// CHECK: llvm.return
func.func private @borrow_object(%l: !ts.list<!ts.str>, %i: i64) -> !ts.str {
  %x = tsrt.list.load borrowed %l[%i] : !ts.list<!ts.str>
  return %x : !ts.str
}

// The element that is replaced is released after the store: what its
// destruction runs sees the new one.
// CHECK-LABEL: llvm.func @store_object(
// CHECK: %[[OLD:.*]] = llvm.load %[[P:.*]] {tbaa = [#[[POINTER_TAG]]]}
// CHECK-NEXT: llvm.store %arg2, %[[P]] {tbaa = [#[[POINTER_TAG]]]}
// CHECK-NEXT: llvm.call @tsrt.release(%[[OLD]])
func.func private @store_object(%l: !ts.list<!ts.str>, %i: i64, %x: !ts.str) {
  tsrt.list.store %x, %l[%i] : !ts.list<!ts.str>
  return
}

// CHECK-LABEL: llvm.func @store_int(
// CHECK: llvm.store %arg2, %{{.*}} {tbaa = [#[[INT_TAG]]]}
// CHECK-NOT: tsrt.release
// CHECK: llvm.return
func.func private @store_int(%l: !ts.list<i64>, %i: i64, %x: i64) {
  tsrt.list.store %x, %l[%i] : !ts.list<i64>
  return
}

// An append where there is room does not look whether there is.
// CHECK-LABEL: llvm.func @append_reserved(
// CHECK: %[[N:.*]] = llvm.load %{{.*}} {tbaa = [#[[SIZE_TAG]]]}
// CHECK: %[[P:.*]] = llvm.getelementptr %{{.*}}[%[[N]]]
// CHECK: llvm.store %arg1, %[[P]]
// CHECK: %[[NEXT:.*]] = llvm.add %[[N]], %{{.*}}
// CHECK: llvm.store %[[NEXT]], %{{.*}} {tbaa = [#[[SIZE_TAG]]]}
// CHECK-NOT: llvm.call
// CHECK: llvm.return
func.func private @append_reserved(%l: !ts.list<i64>, %x: i64) {
  tsrt.list.append reserved %x, %l : !ts.list<i64>
  return
}

// Even where an error is looked at.
// CHECK-LABEL: llvm.func @append_reserved_error(
// CHECK-NOT: llvm.call
// CHECK: %[[NONE:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.return %[[NONE]]
func.func private @append_reserved_error(%l: !ts.list<i64>, %x: i64) -> !tsrt.error {
  %e = tsrt.list.append reserved %x, %l : !ts.list<i64> or !tsrt.error
  return %e : !tsrt.error
}

// CHECK-LABEL: llvm.func @append(
// CHECK: llvm.store %arg1, %[[SLOT:.*]] : i64
// CHECK: %[[E:.*]] = llvm.call @tsrt.append.i64(%arg0, %[[SLOT]])
// CHECK: llvm.return %[[E]]
func.func private @append(%l: !ts.list<i64>, %x: i64) -> !tsrt.error {
  %e = tsrt.list.append %x, %l : !ts.list<i64> or !tsrt.error
  return %e : !tsrt.error
}

// CHECK-LABEL: llvm.func @reserve(
// CHECK: llvm.call @tsrt_list_reserve(%arg0, %arg1)
func.func private @reserve(%l: !ts.list<i64>, %n: i64) {
  tsrt.list.reserve %l, %n : !ts.list<i64>
  return
}

// CHECK-LABEL: llvm.func @str_size(
// CHECK: %[[P:.*]] = llvm.getelementptr %arg0[16]
// CHECK: llvm.load %[[P]] {tbaa = [#[[STR_TAG]]]}
func.func private @str_size(%s: !ts.str) -> i64 {
  %n = tsrt.str.size %s
  return %n : i64
}

// The general append compares size and capacity, and lets the runtime grow the
// list when they are equal, which may fail.
// CHECK-LABEL: llvm.func internal @tsrt.append.i64(
// CHECK-SAME: always_inline
// CHECK: %[[N:.*]] = llvm.load
// CHECK: llvm.getelementptr %arg0[24]
// CHECK: %[[CAPACITY:.*]] = llvm.load
// CHECK: %[[FULL:.*]] = llvm.icmp "eq" %[[N]], %[[CAPACITY]]
// CHECK: llvm.cond_br %[[FULL]], ^[[GROW:.*]], ^[[ROOM:.*]]
// CHECK: ^[[GROW]]:
// CHECK: %[[E:.*]] = llvm.call @tsrt_try_grow(%arg0, %arg1)
// CHECK: llvm.cond_br %{{.*}}, ^[[FAILED:.*]], ^[[ROOM]]
// CHECK: ^[[FAILED]]:
// CHECK: llvm.return %[[E]]
// CHECK: ^[[ROOM]]:
// CHECK: llvm.store
// CHECK: %[[NONE:.*]] = llvm.mlir.zero
// CHECK: llvm.return %[[NONE]]
