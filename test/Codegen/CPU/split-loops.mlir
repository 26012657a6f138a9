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
// columns, also of rows whose number is not known, and numbers from outside stay.
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
      linalg.reduce {arith.addf} ins(%u : memref<?x512xf32>) outs(%row : memref<512xf32>) dimensions = [0]
      linalg.fill ins(%s : f32) outs(%big : memref<1024x512xf32>)
      return
    }
  }
}

// -----

// Where sizes are not known, the function reads them, the turns and how many are
// worth a thread from words.
module {
  module @kernels {
    // CHECK-LABEL: func.func @unknown_rows(
    // CHECK: %[[WORDS:.*]] = memref.alloca() : memref<4xi64>
    // CHECK: %[[TURNS:.*]] = arith.index_cast %{{.*}} : index to i64
    // CHECK: memref.store %[[TURNS]], %[[WORDS]][%c0{{.*}}]
    // CHECK: %[[GRAIN:.*]] = arith.index_cast %{{.*}} : index to i64
    // CHECK: memref.store %[[GRAIN]], %[[WORDS]][%c1{{.*}}]
    // CHECK: memref.store %{{.*}}, %[[WORDS]][%c2{{.*}}]
    // CHECK: memref.store %{{.*}}, %[[WORDS]][%c3{{.*}}]
    // CHECK: tsrt.library_call "split_0" [] ins(%[[WORDS]], %arg0, %arg1 : memref<4xi64>, memref<?x512xf32>, memref<?x512xf32>) outs(%arg1 : memref<?x512xf32>) {ts.parallel}
    // CHECK-LABEL: func.func private @split_0(%arg0: !llvm.ptr, %arg1: i64, %arg2: i64)
    // CHECK: %[[READ:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
    // CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[READ]][2] : (!llvm.ptr) -> !llvm.ptr, i64
    // CHECK: %[[WORD:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> i64
    // CHECK: %[[SIZE:.*]] = arith.index_cast %[[WORD]] : i64 to index
    // CHECK: %[[X:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[SIZE]], 512], strides: [512, 1] : memref<f32> to memref<?x512xf32>
    // CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1
    // CHECK: linalg.exp
    // CALL-LABEL: func.func @unknown_rows(
    // CALL: %[[TURNS:.*]] = memref.load %{{.*}}[%c0{{.*}}] : memref<4xi64>
    // CALL: %[[GRAIN:.*]] = memref.load %{{.*}}[%c1{{.*}}] : memref<4xi64>
    // CALL: llvm.call @tsrt_parallel_for(%[[TURNS]], %[[GRAIN]], %{{.*}}, %{{.*}}) : (i64, i64, !llvm.ptr, !llvm.ptr) -> ()
    func.func @unknown_rows(%x: memref<?x512xf32>, %y: memref<?x512xf32>) {
      linalg.exp ins(%x : memref<?x512xf32>) outs(%y : memref<?x512xf32>)
      return
    }
  }
}

// -----

// A long known dimension is better than one that is not known, but none along
// memory is; the last turn of a dimension along memory may be shorter. Strides
// follow from sizes; how much work a turn is, sizes say.
module {
  module @kernels {
    // CHECK-LABEL: func.func @unknown_dims(
    // CHECK: library_call "split_0" [] ins(%{{.*}}, %arg0, %arg1 :
    // CHECK: %[[MOST:.*]] = arith.addi %{{.*}}, %c2047
    // CHECK: %[[PARTS:.*]] = arith.divui %[[MOST]], %c2048
    // CHECK: library_call "split_1" [] ins(%{{.*}}, %arg2, %arg3 :
    // CHECK: %[[EACH:.*]] = arith.muli %{{.*}}, %{{.*}} : index
    // CHECK: arith.divui %c262144{{.*}}, %{{.*}} : index
    // CHECK: library_call "split_2" [] ins(%{{.*}}, %arg4 :
    // CHECK-LABEL: func.func private @split_0(
    // CHECK: memref.subview %{{.*}}[0, %{{.*}}, 0] [%{{.*}}, {{[0-9]+}}, 48] [1, 1, 1]
    // CHECK-LABEL: func.func private @split_1(
    // CHECK: %[[LEFT:.*]] = arith.minsi
    // CHECK: memref.subview %{{.*}}[%{{.*}}] [%[[LEFT]]] [1]
    // CHECK-LABEL: func.func private @split_2(
    // CHECK: %[[ROW:.*]] = arith.muli %c1{{.*}}, %[[SIZE:.*]] : index
    // CHECK: %[[MATRIX:.*]] = arith.muli %[[ROW]], %c3{{.*}} : index
    // CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%{{.*}}, 3, %[[SIZE]]], strides: [%[[MATRIX]], %[[ROW]], 1] : memref<f32> to memref<?x3x?xf32>
    func.func @unknown_dims(%x: memref<?x64x48xf32>, %y: memref<?x64x48xf32>, %p: memref<?xf32>, %q: memref<?xf32>, %u: memref<?x3x?xf32>) {
      linalg.exp ins(%x : memref<?x64x48xf32>) outs(%y : memref<?x64x48xf32>)
      linalg.exp ins(%p : memref<?xf32>) outs(%q : memref<?xf32>)
      linalg.exp ins(%u : memref<?x3x?xf32>) outs(%u : memref<?x3x?xf32>)
      return
    }
  }
}

// -----

// As many rows as a number says.
module {
  module @kernels {
    // CHECK-LABEL: func.func @counted_rows(
    // CHECK: tsrt.library_call "split_0" [] ins(%{{.*}}, %arg0, %arg1 : memref<4xi64>, memref<?x512xf32>, memref<?x512xf32>)
    // CHECK-LABEL: func.func private @split_0(
    // CHECK: memref.alloca() {alignment = 64 : i64} : memref<1x512xf32>
    // CHECK-NOT: ts.parallel
    func.func @counted_rows(%x: memref<?x512xf32>, %y: memref<?x512xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %from = memref.subview %x[%i, 0] [1, 512] [1, 1] : memref<?x512xf32> to memref<1x512xf32, strided<[512, 1], offset: ?>>
        %to = memref.subview %y[%i, 0] [1, 512] [1, 1] : memref<?x512xf32> to memref<1x512xf32, strided<[512, 1], offset: ?>>
        %row = memref.alloc() {alignment = 64 : i64} : memref<1x512xf32>
        linalg.exp ins(%from : memref<1x512xf32, strided<[512, 1], offset: ?>>) outs(%row : memref<1x512xf32>)
        linalg.copy ins(%row : memref<1x512xf32>) outs(%to : memref<1x512xf32, strided<[512, 1], offset: ?>>)
      } {ts.parallel}
      return
    }
  }
}

// -----

// Few turns of parallel loops are one loop with theirs; many are enough, and so
// are few where the loop inside is not known to be parallel.
module {
  module @kernels {
    // CHECK-LABEL: func.func @joined(
    // CHECK: %[[N:.*]] = memref.dim %arg0
    // CHECK: %[[TURNS:.*]] = arith.muli %[[N]], %c128
    // CHECK: %[[WORD:.*]] = arith.index_cast %[[TURNS]] : index to i64
    // CHECK: memref.store %[[WORD]]
    // CHECK: tsrt.library_call "split_0" []
    // CHECK: tsrt.library_call "split_1" [384,
    // CHECK: tsrt.library_call "split_2" [3,
    // CHECK: tsrt.library_call "split_3" [16,
    // CHECK-LABEL: func.func private @split_0(
    // CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
    // CHECK: %[[Q:.*]] = arith.divui %[[I]], %c128
    // CHECK: %[[R:.*]] = arith.remui %[[I]], %c128
    // CHECK: memref.subview %{{.*}}[%[[Q]], %[[R]], 0] [1, 1, 512]
    // CHECK-NOT: scf.for
    // CHECK: linalg.exp
    func.func @joined(%x: memref<?x128x512xf32>, %y: memref<3x128x512xf32>, %z: memref<16x128x512xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c16 = arith.constant 16 : index
      %c128 = arith.constant 128 : index
      %n = memref.dim %x, %c0 : memref<?x128x512xf32>
      scf.for %i = %c0 to %n step %c1 {
        scf.for %j = %c0 to %c128 step %c1 {
          %row = memref.subview %x[%i, %j, 0] [1, 1, 512] [1, 1, 1] : memref<?x128x512xf32> to memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>
          linalg.exp ins(%row : memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>) outs(%row : memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>)
        } {ts.parallel}
      } {ts.parallel}
      scf.for %i = %c0 to %c3 step %c1 {
        scf.for %j = %c0 to %c128 step %c1 {
          %row = memref.subview %y[%i, %j, 0] [1, 1, 512] [1, 1, 1] : memref<3x128x512xf32> to memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>
          linalg.exp ins(%row : memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>) outs(%row : memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>)
        } {ts.parallel}
      } {ts.parallel}
      scf.for %i = %c0 to %c3 step %c1 {
        scf.for %j = %c0 to %c128 step %c1 {
          %row = memref.subview %y[%i, 0, 0] [1, 1, 512] [1, 1, 1] : memref<3x128x512xf32> to memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>
          linalg.exp ins(%row : memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>) outs(%row : memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>)
        }
      } {ts.parallel}
      scf.for %i = %c0 to %c16 step %c1 {
        scf.for %j = %c0 to %c128 step %c1 {
          %row = memref.subview %z[%i, %j, 0] [1, 1, 512] [1, 1, 1] : memref<16x128x512xf32> to memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>
          linalg.exp ins(%row : memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>) outs(%row : memref<1x1x512xf32, strided<[65536, 512, 1], offset: ?>>)
        } {ts.parallel}
      } {ts.parallel}
      return
    }
  }
}

// -----

// A part of a row-major buffer has strides that its sizes do not say: they are
// words, behind its sizes.
module {
  module @kernels {
    // CHECK-LABEL: func.func @part
    // CHECK: %[[PART:.*]] = memref.subview
    // CHECK: %[[WIDTH:.*]] = memref.dim %arg1, %c2
    // CHECK: %[[STRIDE:.*]] = arith.muli %[[WIDTH]], %{{.*}}
    // CHECK: tsrt.library_call "split_0" []
    // CHECK-LABEL: func.func private @split_0(
    // CHECK: memref.reinterpret_cast %{{.*}} sizes: [64, %{{.*}}, %{{.*}}], strides: [%{{.*}}, %{{.*}}, 1]
    // CHECK: linalg.copy
    func.func @part(%x: memref<64x?x?xf32>, %y: memref<96x?x?xf32>, %n: index) {
      %slice = memref.subview %y[32, 0, 0] [64, %n, %n] [1, 1, 1] : memref<96x?x?xf32> to memref<64x?x?xf32, strided<[?, ?, 1], offset: ?>>
      linalg.copy ins(%x : memref<64x?x?xf32>) outs(%slice : memref<64x?x?xf32, strided<[?, ?, 1], offset: ?>>)
      return
    }
  }
}
