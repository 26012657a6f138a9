// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// Counting references (Counting.cpp).

// CHECK-LABEL: llvm.func @object(
// CHECK-NEXT: llvm.call @tsrt.retain(%arg0)
// CHECK-NEXT: llvm.call @tsrt.release(%arg0)
// CHECK-NEXT: llvm.return
func.func private @object(%x: !ts.list<i64>) {
  tsrt.retain %x : !ts.list<i64>
  tsrt.release %x : !ts.list<i64>
  return
}

// Numbers hold no object.
// CHECK-LABEL: llvm.func @number(
// CHECK-NEXT: llvm.return
func.func private @number(%x: i64, %o: !ts.optional<f64>, %s: !ts.scalar, %t: !ts.tuple<i64, f64>) {
  tsrt.retain %x : i64
  tsrt.release %o : !ts.optional<f64>
  tsrt.release %s : !ts.scalar
  tsrt.release %t : !ts.tuple<i64, f64>
  return
}

// Only the runtime knows what is in a box.
// CHECK-LABEL: llvm.func @box(
// CHECK: llvm.store %arg0, %[[A:.*]] : !llvm.struct<(ptr, i64, i64)>
// CHECK: llvm.call @tsrt_value_retain(%[[A]])
// CHECK: llvm.store %arg0, %[[B:.*]] : !llvm.struct<(ptr, i64, i64)>
// CHECK: llvm.call @tsrt_value_release(%[[B]])
func.func private @box(%x: !ts.any) {
  tsrt.retain %x : !ts.any
  tsrt.release %x : !ts.any
  return
}

// Of a tuple the members that are objects are counted, nested ones too.
// CHECK-LABEL: llvm.func @tuple(
// CHECK-NEXT: %[[A:.*]] = llvm.extractvalue %arg0[1]
// CHECK-NEXT: llvm.call @tsrt.retain(%[[A]])
// CHECK-NEXT: %[[INNER:.*]] = llvm.extractvalue %arg0[2]
// CHECK-NEXT: %[[B:.*]] = llvm.extractvalue %[[INNER]][0]
// CHECK-NEXT: llvm.call @tsrt.retain(%[[B]])
// CHECK-NEXT: llvm.return
func.func private @tuple(%t: !ts.tuple<i64, !ts.str, !ts.tuple<!ts.tensor, i1>>) {
  tsrt.retain %t : !ts.tuple<i64, !ts.str, !ts.tuple<!ts.tensor, i1>>
  return
}

// The payload of an absent optional is zero, which counting ignores: no branch.
// CHECK-LABEL: llvm.func @optional_tuple(
// CHECK-NOT: llvm.cond_br
// CHECK: %[[T:.*]] = llvm.extractvalue %arg0[0]
// CHECK: %[[S:.*]] = llvm.extractvalue %[[T]][0]
// CHECK: llvm.call @tsrt.release(%[[S]])
// CHECK-NEXT: llvm.return
func.func private @optional_tuple(%o: !ts.optional<!ts.tuple<!ts.str>>) {
  tsrt.release %o : !ts.optional<!ts.tuple<!ts.str>>
  return
}

// Counts up without a call where the object is neither null nor immortal
// (negative) and the process has one thread.
// CHECK-LABEL: llvm.func internal @tsrt.retain(%arg0: !llvm.ptr)
// CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: %[[SOME:.*]] = llvm.icmp "ne" %arg0, %[[NULL]]
// CHECK: llvm.cond_br %[[SOME]], ^{{.*}}, ^[[DONE:.*]]
// CHECK: %[[COUNT:.*]] = llvm.load %arg0 atomic monotonic
// CHECK: %[[MORTAL:.*]] = llvm.icmp "sge" %[[COUNT]]
// CHECK: llvm.cond_br %[[MORTAL]], ^{{.*}}, ^[[DONE]]
// CHECK: llvm.mlir.addressof @__libc_single_threaded
// CHECK: llvm.cond_br %{{.*}}, ^{{.*}}, ^[[SLOW:bb[0-9]+]]
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: %[[MORE:.*]] = llvm.add %[[COUNT]], %[[ONE]]
// CHECK: llvm.store %[[MORE]], %arg0 atomic monotonic
// CHECK: llvm.br ^[[DONE]]
// CHECK: ^[[SLOW]]:
// CHECK: llvm.call @tsrt_retain(%arg0)

// The last owner's release is the runtime's.
// CHECK-LABEL: llvm.func internal @tsrt.release(%arg0: !llvm.ptr)
// CHECK: %[[COUNT:.*]] = llvm.load %arg0 atomic monotonic
// CHECK: %[[TWO:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: %[[SHARED:.*]] = llvm.icmp "sge" %[[COUNT]], %[[TWO]]
// CHECK: llvm.cond_br %[[SHARED]], ^{{.*}}, ^[[SLOW:bb[0-9]+]]
// CHECK: %[[LESS:.*]] = llvm.mlir.constant(-1 : i64)
// CHECK: llvm.add %[[COUNT]], %[[LESS]]
// CHECK: ^[[SLOW]]:
// CHECK: llvm.call @tsrt_release(%arg0)
