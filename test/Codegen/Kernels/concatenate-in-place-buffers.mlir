// Parts of a concatenation are computed in its buffer.

// RUN: ts-opt %s --pass-pipeline='builtin.module(builtin.module(func.func(ts-concatenate-in-place)))' | ts-opt --ts-bufferize-kernels | FileCheck %s

module {
module @kernels {
  // CHECK-LABEL: func.func @dense
  // CHECK-SAME: %[[OUT:[a-z0-9]*]]: memref<4x24xf32>)
  // The argument may be written from another place: its first part is copied.
  // CHECK: linalg.exp ins(%{{.*}}) outs(%[[X:.*]] :
  // CHECK: %[[Y:.*]] = memref.subview %[[OUT]][0, 8] [4, 8]
  // CHECK: linalg.exp ins(%[[X]] {{.*}}) outs(%[[Y]]
  // CHECK-NOT: copy
  // CHECK: %[[XY:.*]] = memref.subview %[[OUT]][0, 0] [4, 16]
  // CHECK: linalg.reduce {{.*}}ins(%[[XY]]
  // CHECK: %[[Z:.*]] = memref.subview %[[OUT]][0, 16] [4, 8]
  // CHECK: linalg.broadcast ins(%{{.*}}) outs(%[[Z]]
  // CHECK-NOT: copy
  // CHECK: return
  func.func @dense(%in: memref<4x8xf32>, %out: memref<4x24xf32>) {
    %zero = arith.constant 0.0 : f32
    %a = bufferization.to_tensor %in restrict : memref<4x8xf32>
    %e0 = tensor.empty() : tensor<4x8xf32>
    %x = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %e1 = tensor.empty() : tensor<4x8xf32>
    %y = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e1 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %e2 = tensor.empty() : tensor<4x16xf32>
    %c0 = tensor.insert_slice %x into %e2[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
    %c1 = tensor.insert_slice %y into %c0[0, 8] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x16xf32>
    %e3 = tensor.empty() : tensor<4xf32>
    %e4 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<4xf32>) -> tensor<4xf32>
    %sum = linalg.reduce { arith.addf } ins(%c1 : tensor<4x16xf32>) outs(%e4 : tensor<4xf32>) dimensions = [1]
    %e5 = tensor.empty() : tensor<4x8xf32>
    %z = linalg.broadcast ins(%sum : tensor<4xf32>) outs(%e5 : tensor<4x8xf32>) dimensions = [1]
    %e6 = tensor.empty() : tensor<4x24xf32>
    %d0 = tensor.insert_slice %x into %e6[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x24xf32>
    %d1 = tensor.insert_slice %y into %d0[0, 8] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x24xf32>
    %d2 = tensor.insert_slice %z into %d1[0, 16] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x24xf32>
    bufferization.materialize_in_destination %d2 in restrict writable %out : (tensor<4x24xf32>, memref<4x24xf32>) -> ()
    return
  }
}
}
