// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// How native values become `tsrt_value`s, { descriptor, payload, payload }, and
// back (Boxing.cpp).

// An argument list is an array of boxes of 24 bytes each; a bool is widened, a
// float travels as its bits.
// CHECK-LABEL: llvm.func @scalars(
// CHECK-SAME: %[[I:.*]]: i64, %[[B:.*]]: i1, %[[F:.*]]: f64)
// CHECK: %[[N:.*]] = llvm.mlir.constant(9 : i64)
// CHECK: %[[ARRAY:.*]] = llvm.alloca %[[N]] x i64
// CHECK: %[[INT:.*]] = llvm.mlir.addressof @tsrt_type_int
// CHECK: llvm.insertvalue %[[INT]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[I]], %{{.*}}[1]
// CHECK: llvm.getelementptr %[[ARRAY]][0]
// CHECK: %[[WIDE:.*]] = llvm.zext %[[B]] : i1 to i64
// CHECK: %[[BOOL:.*]] = llvm.mlir.addressof @tsrt_type_bool
// CHECK: llvm.insertvalue %[[BOOL]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[WIDE]], %{{.*}}[1]
// CHECK: llvm.getelementptr %[[ARRAY]][24]
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[F]] : f64 to i64
// CHECK: %[[FLOAT:.*]] = llvm.mlir.addressof @tsrt_type_float
// CHECK: llvm.insertvalue %[[FLOAT]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[BITS]], %{{.*}}[1]
// CHECK: llvm.getelementptr %[[ARRAY]][48]
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(3 : i32)
// CHECK: llvm.call @tsrt_print(%[[ARRAY]], %[[COUNT]])
func.func private @scalars(%i: i64, %b: i1, %f: f64) {
  tsrt.print %i, %b, %f : i64, i1, f64
  return
}

// Both halves of a complex number are payload.
// CHECK-LABEL: llvm.func @complex(
// CHECK: %[[RE:.*]] = llvm.bitcast %{{.*}} : f64 to i64
// CHECK: %[[IM:.*]] = llvm.bitcast %{{.*}} : f64 to i64
// CHECK: %[[TYPE:.*]] = llvm.mlir.addressof @tsrt_type_complex
// CHECK: llvm.insertvalue %[[TYPE]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[RE]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[IM]], %{{.*}}[2]
func.func private @complex(%z: complex<f64>) {
  tsrt.print %z : complex<f64>
  return
}

// None has a descriptor and no payload.
// CHECK-LABEL: llvm.func @none(
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64)
// CHECK: %[[TYPE:.*]] = llvm.mlir.addressof @tsrt_type_none
// CHECK: llvm.insertvalue %[[TYPE]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[ZERO]], %{{.*}}[1]
// CHECK: llvm.insertvalue %[[ZERO]], %{{.*}}[2]
func.func private @none() {
  %n = ts.constant.none
  tsrt.print %n : !ts.none
  return
}

// A box has the type of the value at hand, not Optional: the payload's or None.
// CHECK-LABEL: llvm.func @optional_int(
// CHECK: %[[PAYLOAD:.*]] = llvm.extractvalue %arg0[0]
// CHECK: %[[PRESENT:.*]] = llvm.extractvalue %arg0[1]
// CHECK: llvm.mlir.addressof @tsrt_type_int
// CHECK: llvm.insertvalue %[[PAYLOAD]], %{{.*}}[1]
// CHECK: %[[SOME:.*]] = llvm.insertvalue %{{.*}}, %{{.*}}[2]
// CHECK: llvm.mlir.addressof @tsrt_type_none
// CHECK: %[[NONE:.*]] = llvm.insertvalue %{{.*}}, %{{.*}}[2]
// CHECK: %[[BOX:.*]] = llvm.select %[[PRESENT]], %[[SOME]], %[[NONE]]
// CHECK: llvm.return %[[BOX]]
func.func private @optional_int(%o: !ts.optional<i64>) -> !ts.any {
  %a = ts.derefine %o : !ts.optional<i64> to !ts.any
  return %a : !ts.any
}

// An optional pointer is null or not.
// CHECK-LABEL: llvm.func @optional_str(%arg0: !llvm.ptr)
// CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: %[[PRESENT:.*]] = llvm.icmp "ne" %arg0, %[[NULL]]
// CHECK: llvm.ptrtoint %arg0
// CHECK: llvm.mlir.addressof @tsrt_type_str
// CHECK: llvm.mlir.addressof @tsrt_type_none
// CHECK: llvm.select %[[PRESENT]]
func.func private @optional_str(%o: !ts.optional<!ts.str>) -> !ts.any {
  %a = ts.derefine %o : !ts.optional<!ts.str> to !ts.any
  return %a : !ts.any
}

// An object that is known by its interface is boxed with its own descriptor,
// which stands behind the count in its header.
// CHECK-LABEL: llvm.func @interface(
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %arg0[8]
// CHECK: %[[TYPE:.*]] = llvm.load %[[PLACE]]
// CHECK: llvm.insertvalue %[[TYPE]], %{{.*}}[0]
ts.interface @I {
  ts.signature "run" : (i64) -> i64
}
func.func private @interface(%o: !ts.interface<@I>) -> !ts.any {
  %a = ts.derefine %o : !ts.interface<@I> to !ts.any
  return %a : !ts.any
}

// The runtime copies a tuple into a box of the heap with references of its own;
// those of the native tuple are dropped then.
// CHECK-LABEL: llvm.func @tuple(
// CHECK: %[[SLOT:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i64, ptr)>
// CHECK: %[[OUT:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, i64, i64)>
// CHECK: %[[TYPE:.*]] = llvm.mlir.addressof @tsrt.type
// CHECK: llvm.store %arg0, %[[SLOT]]
// CHECK: llvm.call @tsrt_box_value(%[[TYPE]], %[[SLOT]], %[[OUT]])
// CHECK: %[[BOX:.*]] = llvm.load %[[OUT]]
// CHECK: %[[STR:.*]] = llvm.extractvalue %arg0[1]
// CHECK: llvm.call @tsrt.release(%[[STR]])
// CHECK: llvm.return %[[BOX]]
func.func private @tuple(%t: !ts.tuple<i64, !ts.str>) -> !ts.any {
  %a = ts.derefine %t : !ts.tuple<i64, !ts.str> to !ts.any
  return %a : !ts.any
}

// A box that is only lent to a call is released behind it; the tuple stays.
// CHECK-LABEL: llvm.func @lent_tuple(
// CHECK: llvm.call @tsrt_box_value(%{{.*}}, %{{.*}}, %[[BOX:.*]]) :
// CHECK: llvm.call @tsrt_print
// CHECK-NEXT: llvm.call @tsrt_value_release(%[[BOX]])
// CHECK-NEXT: llvm.return
func.func private @lent_tuple(%t: !ts.tuple<i64, !ts.str>) {
  tsrt.print %t : !ts.tuple<i64, !ts.str>
  return
}

// What is a `tsrt_value` already is passed as it is.
// CHECK-LABEL: llvm.func @any(
// CHECK-NOT: llvm.insertvalue
// CHECK: llvm.store %arg0
// CHECK-NOT: llvm.insertvalue
// CHECK: llvm.call @tsrt_print
func.func private @any(%a: !ts.any) {
  tsrt.print %a : !ts.any
  return
}

// CHECK-LABEL: llvm.func @unbox_float(
// CHECK: %[[BITS:.*]] = llvm.extractvalue %arg0[1]
// CHECK: llvm.bitcast %[[BITS]] : i64 to f64
func.func private @unbox_float(%a: !ts.any) -> f64 {
  %x = ts.unchecked_cast %a : !ts.any to f64
  return %x : f64
}

// CHECK-LABEL: llvm.func @unbox_bool(
// CHECK: %[[WORD:.*]] = llvm.extractvalue %arg0[1]
// CHECK: llvm.icmp "ne" %[[WORD]], %{{.*}} : i64
func.func private @unbox_bool(%a: !ts.any) -> i1 {
  %x = ts.unchecked_cast %a : !ts.any to i1
  return %x : i1
}

// CHECK-LABEL: llvm.func @unbox_str(
// CHECK: %[[WORD:.*]] = llvm.extractvalue %arg0[1]
// CHECK: llvm.inttoptr %[[WORD]]
func.func private @unbox_str(%a: !ts.any) -> !ts.str {
  %x = ts.unchecked_cast %a : !ts.any to !ts.str
  return %x : !ts.str
}

// The box's own kind decides whether an optional is there: 0 is None, and so is
// a box without a descriptor.
// CHECK-LABEL: llvm.func @unbox_optional(
// CHECK: %[[TYPE:.*]] = llvm.extractvalue %arg0[0]
// CHECK: %[[NONE:.*]] = llvm.mlir.addressof @tsrt_type_none
// CHECK: %[[NULL:.*]] = llvm.icmp "eq" %[[TYPE]]
// CHECK: %[[KNOWN:.*]] = llvm.select %[[NULL]], %[[NONE]], %[[TYPE]]
// CHECK: %[[KIND:.*]] = llvm.load %[[KNOWN]] : !llvm.ptr -> i32
// CHECK: %[[ABSENT:.*]] = llvm.icmp "eq" %[[KIND]]
// CHECK: %[[EMPTY:.*]] = llvm.mlir.zero : !llvm.struct<(i64, i1)>
// CHECK: llvm.select %[[ABSENT]], %[[EMPTY]], %{{.*}}
func.func private @unbox_optional(%a: !ts.any) -> !ts.optional<i64> {
  %x = ts.unchecked_cast %a : !ts.any to !ts.optional<i64>
  return %x : !ts.optional<i64>
}

// CHECK-LABEL: llvm.func @unbox_tuple(
// CHECK: %[[OUT:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i64, ptr)>
// CHECK: llvm.call @tsrt_take_native(%{{.*}}, %{{.*}}, %[[OUT]])
// CHECK: llvm.load %[[OUT]]
func.func private @unbox_tuple(%a: !ts.any) -> !ts.tuple<i64, !ts.str> {
  %x = ts.unchecked_cast %a : !ts.any to !ts.tuple<i64, !ts.str>
  return %x : !ts.tuple<i64, !ts.str>
}
