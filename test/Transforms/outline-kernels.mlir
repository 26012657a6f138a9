// RUN: ts-opt --ts-outline-kernels --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @one(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2],f32>
func.func @one(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  // CHECK-NEXT: %[[R:.*]] = tsrt.kernel_call @kernels::@kernel_0(%[[X]])
  // CHECK-NEXT: return %[[R]]
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %2 : !ts.tensor<[2],f32>
}
// CHECK: module @kernels
// CHECK: func.func @kernel_0(%[[IN:.*]]: memref<2xf32>, %[[OUT:.*]]: memref<2xf32>)
// CHECK: bufferization.to_tensor %[[IN]] restrict
// CHECK: linalg.exp
// CHECK: bufferization.materialize_in_destination {{.*}} in restrict writable %[[OUT]]

// -----

// An operation that needs the first result and whose result the second needs
// lies between two kernels.
// CHECK-LABEL: func.func @two(
func.func @two(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  // CHECK: %[[A:.*]] = tsrt.kernel_call @kernels::@kernel_0
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
  // CHECK: %[[B:.*]] = ts.op "aten::cumsum"(%[[A]]
  %dim = arith.constant 0 : i64
  %none = ts.constant.none
  %3 = ts.op "aten::cumsum"(%2, %dim, %none) : (!ts.tensor<[2],f32>, i64, !ts.none) -> !ts.tensor<[2],f32>
  // CHECK: tsrt.kernel_call @kernels::@kernel_1(%[[B]])
  %4 = ts.tensor.value %3 : !ts.tensor<[2],f32> -> tensor<2xf32>
  %f = tensor.empty() : tensor<2xf32>
  %5 = linalg.log ins(%4 : tensor<2xf32>) outs(%f : tensor<2xf32>) -> tensor<2xf32>
  %6 = ts.tensor.ref %5 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %6 : !ts.tensor<[2],f32>
}

// A value that no object holds is put into one.
// CHECK-LABEL: func.func @values(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf32>
// CHECK: %[[IN:.*]] = ts.tensor.ref %[[A]] : tensor<2x3xf32> -> !ts.tensor<[2,3],f32>
// CHECK: %[[OUT:.*]] = tsrt.kernel_call @kernels::@{{.*}}(%[[IN]])
// CHECK: ts.tensor.value %[[OUT]] : !ts.tensor<[2,3],f32> -> tensor<2x3xf32>
func.func @values(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.exp ins(%a : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Two fresh tensors of one value are two objects.
// CHECK-LABEL: func.func @two_objects(
// CHECK: %[[OUT:.*]] = tsrt.kernel_call
// CHECK: %[[V:.*]] = ts.tensor.value %[[OUT]]
// CHECK: ts.tensor.ref %[[V]]
func.func @two_objects(%t: !ts.tensor<[2,3],f32>) -> !ts.tuple<!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>> {
  %a = ts.tensor.value %t : !ts.tensor<[2,3],f32> -> tensor<2x3xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.exp ins(%a : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = ts.tensor.ref %0 : tensor<2x3xf32> -> !ts.tensor<[2,3],f32>
  %2 = ts.tensor.ref %0 : tensor<2x3xf32> -> !ts.tensor<[2,3],f32>
  %3 = ts.tuple.construct %1, %2 : !ts.tuple<!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>>
  return %3 : !ts.tuple<!ts.tensor<[2,3],f32>, !ts.tensor<[2,3],f32>>
}

// -----

// Two kernels that begin with the same filled tensor make one each.
// CHECK-LABEL: func.func @fills(
// CHECK: tsrt.kernel_call @kernels::@kernel_0(%{{.*}}) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// CHECK: tsrt.kernel_call @kernels::@kernel_1(%{{.*}}) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// CHECK: func.func @kernel_0(
// CHECK: linalg.fill
// CHECK: func.func @kernel_1(
// CHECK: linalg.fill
func.func @fills(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0 : i64
  %none = ts.constant.none
  %e = tensor.empty() : tensor<2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %1 = linalg.add ins(%0, %0 : tensor<2xf32>, tensor<2xf32>) outs(%fill : tensor<2xf32>) -> tensor<2xf32>
  %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
  %3 = ts.op "aten::cumsum"(%2, %zero64, %none) : (!ts.tensor<[2],f32>, i64, !ts.none) -> !ts.tensor<[2],f32>
  %4 = ts.tensor.value %3 : !ts.tensor<[2],f32> -> tensor<2xf32>
  %5 = linalg.add ins(%4, %4 : tensor<2xf32>, tensor<2xf32>) outs(%fill : tensor<2xf32>) -> tensor<2xf32>
  %6 = ts.tensor.ref %5 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %6 : !ts.tensor<[2],f32>
}
