// RUN: ts-opt --ts-form-kernels --ts-schedule-kernels --ts-bufferize-kernels %s | FileCheck %s

// A result of unknown size is computed in the buffer that is passed for it.
// CHECK-LABEL: func.func @kernel_0(
// CHECK-SAME: %[[IN:[a-z0-9]+]]: memref<f32>, %[[OUT:[a-z0-9]+]]: memref<f32>
// CHECK: %[[X:.*]] = memref.reinterpret_cast %[[IN]]
// CHECK: %[[Y:.*]] = memref.reinterpret_cast %[[OUT]]
// CHECK-NOT: memref.alloc
// CHECK: linalg.generic {{.*}} ins(%[[X]] : {{.*}}) outs(%[[Y]] :
// CHECK-NOT: linalg.copy
// CHECK: return
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @exponentials(%x: !ts.tensor<[?,?],f32>) -> !ts.tensor<[?,?],f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = ts.tensor.value %x : !ts.tensor<[?,?],f32> -> tensor<?x?xf32>
  %rows = tensor.dim %0, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %0, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = math.exp %in : f32
    linalg.yield %3 : f32
  } -> tensor<?x?xf32>
  %2 = ts.tensor.ref %1 : tensor<?x?xf32> -> !ts.tensor<[?,?],f32>
  return %2 : !ts.tensor<[?,?],f32>
}
