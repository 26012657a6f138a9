// RUN: ts-opt --convert-tsrt-to-llvm --split-input-file %s | FileCheck %s

// A constant `tsrt_type` for each type with parameters: kind, size, alignment,
// name, counts, elements, offsets, names, methods, values (Descriptors.cpp).

// Types without parameters are the runtime's own.
// CHECK-NOT: @tsrt.type
// CHECK-LABEL: llvm.func @own(
// CHECK: llvm.mlir.addressof @tsrt_type_str
// CHECK: llvm.mlir.addressof @tsrt_type_tensor
func.func private @own() -> (!tsrt.descriptor, !tsrt.descriptor) {
  %0 = tsrt.descriptor !ts.str
  %1 = tsrt.descriptor !ts.tensor<[2], f32>
  return %0, %1 : !tsrt.descriptor, !tsrt.descriptor
}

// -----

// A list of a dict: kind 7, a pointer of 8 bytes, one element, the dict's
// descriptor (kind 8), which has two.
// CHECK: llvm.mlir.global internal constant @[[VALUES:.*]]() {{.*}} : !llvm.array<2 x ptr>
// CHECK: llvm.mlir.addressof @tsrt_type_str
// CHECK: llvm.mlir.addressof @tsrt_type_int
// CHECK: llvm.mlir.global internal constant @[[DICT_TEXT:.*]]("Dict[str, int]\00")
// CHECK: llvm.mlir.global internal constant @[[DICT:.*]]() {{.*}} : !llvm.struct
// CHECK: llvm.mlir.constant(8 : i32)
// CHECK: llvm.mlir.addressof @[[DICT_TEXT]]
// CHECK: llvm.mlir.addressof @[[VALUES]]
// CHECK: llvm.mlir.global internal constant @[[ELEMENT:.*]]() {{.*}} : !llvm.array<1 x ptr>
// CHECK: llvm.mlir.addressof @[[DICT]]
// CHECK: llvm.mlir.global internal constant @[[TEXT:.*]]("List[Dict[str, int]]\00")
// CHECK: llvm.mlir.global internal constant @[[TYPE:.*]]() {{.*}} : !llvm.struct
// CHECK-NEXT: llvm.mlir.constant(7 : i32)
// CHECK-NEXT: llvm.mlir.constant(8 : i32)
// CHECK-NEXT: llvm.mlir.constant(8 : i32)
// CHECK-NEXT: llvm.mlir.addressof @[[TEXT]]
// CHECK-NEXT: llvm.mlir.constant(1 : i32)
// CHECK-NEXT: llvm.mlir.constant(0 : i32)
// CHECK-NEXT: llvm.mlir.addressof @[[ELEMENT]]
// CHECK: llvm.func @list(
// CHECK: llvm.mlir.addressof @[[TYPE]]
// The second question about a type gets the same answer.
// CHECK: llvm.mlir.addressof @[[TYPE]]
func.func private @list() -> (!tsrt.descriptor, !tsrt.descriptor) {
  %0 = tsrt.descriptor !ts.list<!ts.dict<!ts.str, i64>>
  %1 = tsrt.descriptor !ts.list<!ts.dict<!ts.str, i64>>
  return %0, %1 : !tsrt.descriptor, !tsrt.descriptor
}

// -----

// A named tuple: kind 9, its own name, fields at their offsets in the struct.
// CHECK: llvm.mlir.global internal constant @[[Y:.*]]("y\00")
// CHECK: llvm.mlir.global internal constant @[[X:.*]]("x\00")
// CHECK: llvm.mlir.global internal constant @[[NAMES:.*]]() {{.*}} : !llvm.array<2 x ptr>
// CHECK: llvm.mlir.addressof @[[X]]
// CHECK: llvm.mlir.addressof @[[Y]]
// CHECK: llvm.mlir.global internal constant @[[OFFSETS:.*]]() {{.*}} : !llvm.array<2 x i32>
// CHECK: llvm.mlir.constant(0 : i32)
// CHECK: llvm.mlir.constant(8 : i32)
// CHECK: llvm.mlir.global internal constant @[[TEXT:.*]]("Point\00")
// CHECK: llvm.mlir.global internal constant @{{.*}}() {{.*}} : !llvm.struct
// CHECK-NEXT: llvm.mlir.constant(9 : i32)
// CHECK-NEXT: llvm.mlir.constant(16 : i32)
// CHECK-NEXT: llvm.mlir.constant(8 : i32)
// CHECK-NEXT: llvm.mlir.addressof @[[TEXT]]
// CHECK-NEXT: llvm.mlir.constant(2 : i32)
// CHECK: llvm.mlir.addressof @[[OFFSETS]]
// CHECK-NEXT: llvm.mlir.addressof @[[NAMES]]
func.func private @named_tuple() -> !tsrt.descriptor {
  %0 = tsrt.descriptor !ts.tuple<"Point" x: i1, y: i64>
  return %0 : !tsrt.descriptor
}

// -----

// An enum: kind 16, the names of its members and their values, which for
// strings are immortal objects.
// CHECK: llvm.mlir.global internal @[[SLOW:.*]]() {{.*}} : !llvm.struct<(i64, ptr, i64, i64, array<5 x i8>)>
// CHECK: llvm.mlir.constant("slow\00")
// CHECK: llvm.mlir.global internal @[[FAST:.*]]() {{.*}} : !llvm.struct<(i64, ptr, i64, i64, array<5 x i8>)>
// CHECK: llvm.mlir.constant("fast\00")
// CHECK: llvm.mlir.global internal constant @{{.*}}() {{.*}} : !llvm.array<2 x struct<(ptr, i64, i64)>>
// CHECK: llvm.mlir.addressof @[[FAST]]
// CHECK: llvm.mlir.addressof @tsrt_type_str
// CHECK: llvm.mlir.addressof @[[SLOW]]
// CHECK: llvm.mlir.global internal constant @{{.*}}("Mode\00")
// CHECK: llvm.mlir.global internal constant @{{.*}}() {{.*}} : !llvm.struct
// CHECK-NEXT: llvm.mlir.constant(16 : i32)
ts.enum @Mode : !ts.str ["FAST", "SLOW"] = ["fast", "slow"]
func.func private @enum() -> !tsrt.descriptor {
  %0 = tsrt.descriptor !ts.enum<@Mode>
  return %0 : !tsrt.descriptor
}

// -----

// A class: kind 14, its attributes behind the header of 16 bytes, and the
// methods that the runtime may call by name. A class that mentions itself is
// described once.
// CHECK: llvm.mlir.global internal constant @[[METHODS:.*]]() {{.*}} : !llvm.array<1 x struct<(ptr, ptr)>>
// CHECK: llvm.mlir.addressof @Node.__lt__$boxed
// CHECK: llvm.mlir.global internal constant @[[OFFSETS:.*]]() {{.*}} : !llvm.array<2 x i32>
// CHECK: llvm.mlir.constant(16 : i32)
// CHECK: llvm.mlir.constant(24 : i32)
// The optional's descriptor (kind 10) names the class's as its element.
// CHECK: llvm.mlir.global internal constant @{{.*}}() {{.*}} : !llvm.array<1 x ptr>
// CHECK: llvm.mlir.addressof @[[TYPE:.*]] : !llvm.ptr
// CHECK: llvm.mlir.constant(10 : i32)
// CHECK: llvm.mlir.global internal constant @{{.*}}("Node\00")
// CHECK-NEXT: llvm.mlir.global internal constant @[[TYPE]]() {{.*}} : !llvm.struct
// CHECK-NEXT: llvm.mlir.constant(14 : i32)
// CHECK: llvm.mlir.addressof @[[OFFSETS]]
// CHECK: llvm.mlir.addressof @[[METHODS]]
ts.class @Node {
  ts.attr "value" : i64
  ts.attr "next" : !ts.optional<!ts.object<@Node>>
  ts.method "__lt__" = @"Node.__lt__"
  ts.method "get" = @"Node.get"
}
func.func private @"Node.__lt__"(%a: !ts.object<@Node>, %b: !ts.object<@Node>) -> i1 {
  %0 = arith.constant true
  return %0 : i1
}
func.func private @"Node.get"(%a: !ts.object<@Node>) -> i64 {
  %0 = arith.constant 1 : i64
  return %0 : i64
}
func.func private @class() -> !tsrt.descriptor {
  %0 = tsrt.descriptor !ts.object<@Node>
  return %0 : !tsrt.descriptor
}

// -----

// Names of methods are any text.
// CHECK: llvm.mlir.global internal constant @{{.*}}("a\0Ab\00")
// CHECK: llvm.mlir.addressof @Lines.m$boxed
ts.class @Lines {
  ts.method "a\0Ab" = @Lines.m
}
func.func @Lines.m(%a: !ts.object<@Lines>) -> i64 {
  %0 = arith.constant 1 : i64
  return %0 : i64
}
func.func private @lines() -> !tsrt.descriptor {
  %0 = tsrt.descriptor !ts.object<@Lines>
  return %0 : !tsrt.descriptor
}
