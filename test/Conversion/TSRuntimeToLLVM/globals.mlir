// RUN: ts-opt --convert-tsrt-to-llvm --split-input-file %s | FileCheck %s

// Constants of the module, and what is made when it is loaded (Globals.cpp).

// A string is an object that is never freed: its count is -1; the hash (the
// fourth member) is filled in later, so it is no constant. Equal strings are
// one object.
// CHECK: llvm.mlir.global internal @[[HI:.*]]() {{.*}} : !llvm.struct<(i64, ptr, i64, i64, array<3 x i8>)>
// CHECK-NEXT: llvm.mlir.constant(-1 : i64)
// CHECK-NEXT: llvm.mlir.addressof @tsrt_type_str
// CHECK-NEXT: llvm.mlir.constant(2 : i64)
// CHECK-NEXT: llvm.mlir.constant(0 : i64)
// CHECK-NEXT: llvm.mlir.constant("hi\00")
// CHECK: llvm.func @strings(
// CHECK: llvm.mlir.addressof @[[HI]]
// CHECK: llvm.mlir.addressof @[[HI]]
func.func private @strings() -> (!ts.str, !ts.str) {
  %0 = ts.constant.str "hi"
  %1 = ts.constant.str "hi"
  return %0, %1 : !ts.str, !ts.str
}

// -----

// An operator is looked up once, when the module is loaded.
// CHECK: llvm.mlir.global internal @[[RELU:"tsrt.op.aten::relu"]]() {{.*}} : !llvm.ptr
// CHECK-LABEL: llvm.func @operators(
// CHECK: %[[PLACE:.*]] = llvm.mlir.addressof @[[RELU]]
// CHECK: llvm.load %[[PLACE]]
// CHECK: llvm.mlir.addressof @[[RELU]]
// CHECK-LABEL: llvm.func @tsrt.module_init(
// CHECK: %[[NAME:.*]] = llvm.mlir.addressof @tsrt.text
// CHECK: %[[HANDLE:.*]] = llvm.call @tsrt_op_resolve(%[[NAME]])
// CHECK: %[[INTO:.*]] = llvm.mlir.addressof @[[RELU]]
// CHECK: llvm.store %[[HANDLE]], %[[INTO]]
// CHECK-NOT: tsrt_op_resolve
// CHECK-LABEL: llvm.func @tsrt.module_fini(
func.func private @operators(%x: !ts.tensor) -> (!tsrt.error, !ts.tensor) {
  %e, %0 = tsrt.op_call "aten::relu"(%x) : (!ts.tensor) -> (!tsrt.error, !ts.tensor)
  %f, %1 = tsrt.op_call "aten::relu"(%0) : (!ts.tensor) -> (!tsrt.error, !ts.tensor)
  return %f, %1 : !tsrt.error, !ts.tensor
}

// -----

// The elements of a tensor are bytes of the module, aligned for vectors; a bool
// takes one byte. The tensor is made once and dropped at the end.
// CHECK: llvm.mlir.global internal @[[DATA:.*]]("\01\00\01") {{.*}}alignment = 64
// CHECK: llvm.mlir.global internal @[[TENSOR:tsrt.tensor.*]]() {{.*}} : !llvm.ptr
// CHECK-LABEL: llvm.func @mask(
// CHECK: llvm.mlir.addressof @[[TENSOR]]
// CHECK-LABEL: llvm.func @tsrt.module_init(
// CHECK: %[[BOOL:.*]] = llvm.mlir.constant(11 : i32)
// CHECK: %[[RANK:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[BYTES:.*]] = llvm.mlir.addressof @[[DATA]]
// CHECK: %[[MADE:.*]] = llvm.call @tsrt_tensor_from_memory(%[[BOOL]], %[[RANK]], %{{.*}}, %{{.*}}, %[[BYTES]]
// CHECK: %[[INTO:.*]] = llvm.mlir.addressof @[[TENSOR]]
// CHECK: llvm.store %[[MADE]], %[[INTO]]
// CHECK-LABEL: llvm.func @tsrt.module_fini(
// CHECK: llvm.call @tsrt_release
func.func private @mask() -> !ts.tensor<[3], i1> {
  %0 = ts.tensor.literal dense<[true, false, true]> : tensor<3xi1> -> !ts.tensor<[3],i1>
  return %0 : !ts.tensor<[3],i1>
}

// -----

// One value for all elements is spread out.
// CHECK: llvm.mlir.global internal @{{.*}}("\07\00\07\00\07\00")
func.func private @splat() -> !ts.tensor<[3],i16> {
  %0 = ts.tensor.literal dense<7> : tensor<3xi16> -> !ts.tensor<[3],i16>
  return %0 : !ts.tensor<[3],i16>
}

// -----

// Weights are asked of the host, with their strides.
// CHECK-LABEL: llvm.func @tsrt.module_init(
// CHECK: %[[OFFSET:.*]] = llvm.mlir.constant(4 : i64)
// CHECK: llvm.call @tsrt_host_load_tensor(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[OFFSET]])
func.func private @weight() -> !ts.tensor<[2], f32> {
  %0 = ts.tensor.literal #ts.tensor_ref<"0", f32, [2], strides [3], offset 4> -> !ts.tensor<[2],f32>
  return %0 : !ts.tensor<[2],f32>
}

// -----

// What library calls keep is freed at the end.
// CHECK: llvm.mlir.global internal @kernel_0$library
// CHECK: llvm.func @tsrt.module_fini(
// CHECK-DAG: %[[PLACES:.*]] = llvm.mlir.addressof @kernel_0$library
// CHECK-DAG: %[[COUNT:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: llvm.call @tsrt_library_forget(%[[PLACES]], %[[COUNT]])
llvm.mlir.global internal @kernel_0$library() {alignment = 8 : i64, ts.library_places = 2 : i64} : !llvm.array<2 x ptr> {
  %0 = llvm.mlir.zero : !llvm.array<2 x ptr>
  llvm.return %0 : !llvm.array<2 x ptr>
}
