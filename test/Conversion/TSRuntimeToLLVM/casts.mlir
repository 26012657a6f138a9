// RUN: ts-opt --convert-tsrt-to-llvm %s | FileCheck %s

// A native value seen as another native type, without a box (convert() in
// Boxing.cpp).

// CHECK-LABEL: llvm.func @int_to_optional(
// CHECK: %[[V:.*]] = llvm.insertvalue %arg0, %{{.*}}[0] : !llvm.struct<(i64, i1)>
// CHECK: %[[TRUE:.*]] = llvm.mlir.constant(true)
// CHECK: llvm.insertvalue %[[TRUE]], %[[V]][1]
func.func private @int_to_optional(%x: i64) -> !ts.optional<i64> {
  %o = ts.derefine %x : i64 to !ts.optional<i64>
  return %o : !ts.optional<i64>
}

// CHECK-LABEL: llvm.func @none_to_optional(
// CHECK: %[[EMPTY:.*]] = llvm.mlir.zero : !llvm.struct<(f64, i1)>
// CHECK: llvm.return %[[EMPTY]]
func.func private @none_to_optional() -> !ts.optional<f64> {
  %n = ts.constant.none
  %o = ts.derefine %n : !ts.none to !ts.optional<f64>
  return %o : !ts.optional<f64>
}

// CHECK-LABEL: llvm.func @optional_to_int(
// CHECK: %[[V:.*]] = llvm.extractvalue %arg0[0]
// CHECK-NEXT: llvm.return %[[V]]
func.func private @optional_to_int(%o: !ts.optional<i64>) -> i64 {
  %x = ts.unchecked_cast %o : !ts.optional<i64> to i64
  return %x : i64
}

// Pointers stay what they are.
// CHECK-LABEL: llvm.func @str_to_optional(
// CHECK-NEXT: llvm.return %arg0
func.func private @str_to_optional(%s: !ts.str) -> !ts.optional<!ts.str> {
  %o = ts.derefine %s : !ts.str to !ts.optional<!ts.str>
  return %o : !ts.optional<!ts.str>
}

// The parts of a tuple are converted one by one.
// CHECK-LABEL: llvm.func @tuple(%arg0: !llvm.struct<(i64, i8)>)
// CHECK: %[[A:.*]] = llvm.extractvalue %arg0[0]
// CHECK: %[[SOME:.*]] = llvm.insertvalue %{{.*}}, %{{.*}}[1] : !llvm.struct<(i64, i1)>
// CHECK: llvm.insertvalue %[[SOME]], %{{.*}}[0] : !llvm.struct<(struct<(i64, i1)>, ptr)>
// CHECK: llvm.extractvalue %arg0[1]
// CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.insertvalue %[[NULL]], %{{.*}}[1]
func.func private @tuple(%t: !ts.tuple<i64, !ts.none>) -> !ts.tuple<!ts.optional<i64>, !ts.optional<!ts.str>> {
  %u = ts.derefine %t : !ts.tuple<i64, !ts.none> to !ts.tuple<!ts.optional<i64>, !ts.optional<!ts.str>>
  return %u : !ts.tuple<!ts.optional<i64>, !ts.optional<!ts.str>>
}

// Is it None? The flag of a struct, the null of a pointer, the kind of a box,
// or what the type says.
// CHECK-LABEL: llvm.func @is_none(
// CHECK: %[[PRESENT:.*]] = llvm.extractvalue %arg0[1]
// CHECK: %[[TRUE:.*]] = llvm.mlir.constant(true)
// CHECK: llvm.xor %[[PRESENT]], %[[TRUE]]
// CHECK: llvm.icmp "eq" %arg1, %{{.*}} : !llvm.ptr
// CHECK: %[[TYPE:.*]] = llvm.extractvalue %arg2[0]
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK: llvm.mlir.constant(false)
func.func private @is_none(%a: !ts.optional<i64>, %b: !ts.optional<!ts.str>, %c: !ts.any, %d: i64) -> (i1, i1, i1, i1) {
  %0 = ts.is_none %a : !ts.optional<i64>
  %1 = ts.is_none %b : !ts.optional<!ts.str>
  %2 = ts.is_none %c : !ts.any
  %3 = ts.is_none %d : i64
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// `isinstance` asks the runtime, except for bare lists (kind 7) and tuples (9).
// CHECK-LABEL: llvm.func @isinstance(
// CHECK: %[[PLACE:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, i64, i64)>
// CHECK: llvm.store %arg0, %[[PLACE]]
// CHECK: %[[INT:.*]] = llvm.mlir.addressof @tsrt_type_int
// CHECK: %[[SAYS:.*]] = llvm.call @tsrt_value_isinstance(%[[PLACE]], %[[INT]])
// CHECK: %[[IS:.*]] = llvm.icmp "ne" %[[SAYS]]
// CHECK: llvm.or %{{.*}}, %[[IS]]
// CHECK: %[[KIND:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK: %[[LIST:.*]] = llvm.mlir.constant(7 : i32)
// CHECK: llvm.icmp "eq" %[[KIND]], %[[LIST]]
func.func private @isinstance(%a: !ts.any) -> i1 {
  %0 = ts.isinstance %a is [i64, !ts.any_list] : !ts.any
  return %0 : i1
}
