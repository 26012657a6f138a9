// RUN: ts-opt %s --pass-pipeline='builtin.module(builtin.module(ts-split-loops))' --split-input-file | FileCheck %s
// RUN: ts-opt %s --pass-pipeline='builtin.module(builtin.module(ts-split-loops,ts-share-loops,ts-plan-buffers,func.func(convert-linalg-to-loops),ts-lower-library-calls))' --split-input-file | FileCheck %s --check-prefix=CALL

// Two equal operations are one function of a range of rows.
module {
  module @kernels {
    // CHECK-LABEL: func.func @elements(
    // CHECK: tsrt.library_call "split_0" [512, 57] ins(%arg0, %arg1 : memref<512x512xf32>, memref<512x512xf32>) outs(%arg1 : memref<512x512xf32>) {ts.parallel}
    // CHECK: tsrt.library_call "split_0" [512, 57] ins(%arg1, %arg2
    // CHECK-NOT: linalg
    // CHECK-LABEL: func.func private @split_0(%arg0: !llvm.ptr, %arg1: i64, %arg2: i64)
    // CHECK: %[[B:.*]] = arith.index_cast %arg1
    // CHECK: %[[E:.*]] = arith.index_cast %arg2
    // CHECK: scf.for %[[I:.*]] = %[[B]] to %[[E]] step %c1
    // CHECK: memref.subview %{{.*}}[%[[I]], 0] [1, 512] [1, 1]
    // CHECK: linalg.generic
    // CHECK-NOT: func.func
    // CALL-LABEL: func.func @elements(
    // CALL: %[[F:.*]] = constant @split_0
    // CALL: %[[P:.*]] = builtin.unrealized_conversion_cast %[[F]] : (!llvm.ptr, i64, i64) -> () to !llvm.ptr
    // CALL: llvm.call @tsrt_parallel_for(%{{.*}}, %{{.*}}, %[[P]], %{{.*}}) : (i64, i64, !llvm.ptr, !llvm.ptr) -> ()
    func.func @elements(%x: memref<512x512xf32>, %y: memref<512x512xf32>, %z: memref<512x512xf32>) {
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<512x512xf32>) outs(%y : memref<512x512xf32>) {
      ^bb0(%a: f32, %b: f32):
        %0 = arith.negf %a : f32
        linalg.yield %0 : f32
      }
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%y : memref<512x512xf32>) outs(%z : memref<512x512xf32>) {
      ^bb0(%a: f32, %b: f32):
        %0 = arith.negf %a : f32
        linalg.yield %0 : f32
      }
      return
    }
  }
}

// -----

// Rows of a softmax, with a buffer of the thread's own.
module {
  module @kernels {
    // CHECK-LABEL: func.func @rows(
    // CHECK: tsrt.library_call "split_0" [1024,
    // CHECK-LABEL: func.func private @split_0(
    // CHECK: memref.alloca() {alignment = 64 : i64} : memref<1x512xf32>
    // CHECK: scf.for
    // CHECK-NOT: ts.parallel
    func.func @rows(%x: memref<1024x512xf32>, %y: memref<1024x512xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c1024 = arith.constant 1024 : index
      scf.for %i = %c0 to %c1024 step %c1 {
        %from = memref.subview %x[%i, 0] [1, 512] [1, 1] : memref<1024x512xf32> to memref<1x512xf32, strided<[512, 1], offset: ?>>
        %to = memref.subview %y[%i, 0] [1, 512] [1, 1] : memref<1024x512xf32> to memref<1x512xf32, strided<[512, 1], offset: ?>>
        %row = memref.alloc() {alignment = 64 : i64} : memref<1x512xf32>
        linalg.exp ins(%from : memref<1x512xf32, strided<[512, 1], offset: ?>>) outs(%row : memref<1x512xf32>)
        linalg.copy ins(%row : memref<1x512xf32>) outs(%to : memref<1x512xf32, strided<[512, 1], offset: ?>>)
      } {ts.parallel}
      return
    }
  }
}

// -----

// A transposition keeps blocks of 16, a row of elements has turns of many.
module {
  module @kernels {
    // CHECK-LABEL: func.func @blocks(
    // CHECK: tsrt.library_call "split_0" [64, {{[0-9]+}}] ins(%arg0, %arg1
    // CHECK: tsrt.library_call "split_1" [512, {{[0-9]+}}] ins(%arg2, %arg3
    // CHECK-LABEL: func.func private @split_0(
    // CHECK: linalg.transpose ins(%{{.*}} : memref<512x16xf32, {{.*}}>) outs(%{{.*}} : memref<16x512xf32,
    // CHECK-LABEL: func.func private @split_1(
    // CHECK: linalg.copy ins(%{{.*}} : memref<2048xf32, {{.*}}>) outs(%{{.*}} : memref<2048xf32,
    func.func @blocks(%x: memref<512x1024xf32>, %y: memref<1024x512xf32>, %p: memref<1048576xf32>, %q: memref<1048576xf32>) {
      linalg.transpose ins(%x : memref<512x1024xf32>) outs(%y : memref<1024x512xf32>) permutation = [1, 0]
      linalg.copy ins(%p : memref<1048576xf32>) outs(%q : memref<1048576xf32>)
      return
    }
  }
}

// -----

// Three turns are no equal shares; the second half of a row is handed on by
// where it begins.
module {
  module @kernels {
    // CHECK-LABEL: func.func @heads(
    // CHECK: %[[HALF:.*]] = memref.subview %arg0[0, 0, 0, 64]
    // CHECK: tsrt.library_call "split_0" [12, {{[0-9]+}}] ins(%[[HALF]], %arg1
    // CHECK-LABEL: func.func private @split_0(
    // CHECK: %[[FIRST:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
    // CHECK: %[[BYTES:.*]] = llvm.mlir.constant(-256 : i64) : i64
    // CHECK: llvm.getelementptr %[[FIRST]][%[[BYTES]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    // CALL-LABEL: func.func @heads(
    // CALL: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index
    // CALL: arith.addi %[[BASE]], %c256
    func.func @heads(%x: memref<3x12x128x128xf32>, %y: memref<3x12x128x64xf32>) {
      %half = memref.subview %x[0, 0, 0, 64] [3, 12, 128, 64] [1, 1, 1, 1] : memref<3x12x128x128xf32> to memref<3x12x128x64xf32, strided<[196608, 16384, 128, 1], offset: 64>>
      linalg.copy ins(%half : memref<3x12x128x64xf32, strided<[196608, 16384, 128, 1], offset: 64>>) outs(%y : memref<3x12x128x64xf32>)
      return
    }
  }
}

// -----

// Little work, loops whose turns depend on one another, sums of all and of
// columns, sizes that are not known, and numbers from outside stay.
module {
  module @kernels {
    // CHECK-LABEL: func.func @left(
    // CHECK-NOT: library_call
    // CHECK-NOT: func.func
    func.func @left(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %big: memref<1024x512xf32>, %row: memref<512xf32>, %one: memref<f32>, %u: memref<?x512xf32>, %s: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c1024 = arith.constant 1024 : index
      linalg.exp ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
      scf.for %i = %c0 to %c1024 step %c1 {
        linalg.exp ins(%big : memref<1024x512xf32>) outs(%big : memref<1024x512xf32>)
      }
      linalg.reduce {arith.addf} ins(%big : memref<1024x512xf32>) outs(%one : memref<f32>) dimensions = [0, 1]
      linalg.reduce {arith.addf} ins(%big : memref<1024x512xf32>) outs(%row : memref<512xf32>) dimensions = [0]
      linalg.exp ins(%u : memref<?x512xf32>) outs(%u : memref<?x512xf32>)
      linalg.fill ins(%s : f32) outs(%big : memref<1024x512xf32>)
      return
    }
  }
}
