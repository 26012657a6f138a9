// RUN: ts-opt --ts-profile-kernels %s | FileCheck %s

// Each library call and each loop is a part with a text of its own; what
// computes nothing is none.
// CHECK: llvm.func @tsrt_profile_enter(!llvm.ptr)
// CHECK: llvm.mlir.global internal constant @kernel_0$part0("{\22bytes\22:48,\22kernel\22:\22kernel_0\22,\22kind\22:\22loop\22,\22lines\22:[{{.*}}f.py:3\22],\22operations\22:6,\22what\22:\22negf\22}\00") {{.*}}ts.part
// CHECK: llvm.mlir.global internal constant @kernel_0$part1("{{.*}}product of 2x3 and 3x2, relu
// CHECK-LABEL: func.func @kernel_0(
// CHECK-NEXT: memref.alloc
// CHECK-NEXT: %[[FIRST:.*]] = llvm.mlir.addressof @kernel_0$part0
// CHECK-NEXT: llvm.call @tsrt_profile_enter(%[[FIRST]])
// CHECK-NEXT: linalg.generic
// CHECK: %[[SECOND:.*]] = llvm.mlir.addressof @kernel_0$part1
// CHECK-NEXT: llvm.call @tsrt_profile_enter(%[[SECOND]])
// CHECK-NEXT: tsrt.library_call
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @kernel_0(%x: memref<2x3xf32>, %w: memref<3x2xf32>, %z: memref<2x2xf32>) {
  %y = memref.alloc() : memref<2x3xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<2x3xf32>) outs(%y : memref<2x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32 loc("f.py":3:5)
    linalg.yield %0 : f32 loc("f.py":3:5)
  } loc("f.py":3:5)
  tsrt.library_call "tsrt_onednn_matmul" [1, 2, 2, 3, 0, 0, 0, 1] ins(%y, %w : memref<2x3xf32>, memref<3x2xf32>) outs(%z : memref<2x2xf32>)
  return
}
