// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-vectorize-loops{target=avx512},canonicalize))' --split-input-file | FileCheck %s
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-vectorize-loops{target=avx2},canonicalize))' --split-input-file | FileCheck %s --check-prefix=AVX2
// RUN: not ts-opt %s --pass-pipeline='builtin.module(func.func(ts-vectorize-loops{target=z80}))' --split-input-file 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: ts-vectorize-loops has no target 'z80'; there are avx512, avx2, baseline and host

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// A whole row of vectors, then a masked one; what a row has once is read and
// computed once.
// CHECK-LABEL: func @elements
// CHECK: scf.for %[[I:.*]] = %c0
// CHECK: %[[S:.*]] = memref.load %arg1[%[[I]]]
// CHECK: %[[ROOT:.*]] = math.sqrt %[[S]] : f32
// CHECK: vector.broadcast %[[ROOT]] : f32 to vector<16xf32>
// CHECK: scf.for %[[J:.*]] = %c0 to %c96 step %c16
// CHECK-NEXT: %[[X:.*]] = vector.load %arg0[%[[I]], %[[J]]] : memref<3x100xf32>, vector<16xf32>
// CHECK: %[[Y:.*]] = arith.divf %[[X]], %{{.*}} : vector<16xf32>
// CHECK: vector.store %[[Y]], %arg2[%[[I]], %[[J]]]
// CHECK: %[[MASK:.*]] = vector.constant_mask [4] : vector<16xi1>
// CHECK: vector.maskedload %arg0[%[[I]], %c96], %[[MASK]]
// CHECK: vector.maskedstore %arg2[%[[I]], %c96], %[[MASK]]
// Without masks shorter vectors: 100 is 12 times 8 and 4.
// AVX2-LABEL: func @elements
// AVX2: scf.for %{{.*}} = %c0 to %c96 step %c8
// AVX2: vector.load %arg0[%{{.*}}, %c96] : memref<3x100xf32>, vector<4xf32>
// AVX2-NOT: mask
func.func @elements(%x: memref<3x100xf32>, %s: memref<3xf32>, %y: memref<3x100xf32>) {
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : memref<3x100xf32>, memref<3xf32>) outs(%y : memref<3x100xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = math.sqrt %b : f32
    %1 = arith.divf %a, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// Four accumulators, one for what is left of a row of unknown length, and a
// maximum that NaN passes: a fifth vector notes it, with a comparison for two.
// CHECK-LABEL: func @maxima
// CHECK: %[[GROUPS:.*]]:5 = scf.for {{.*}} step %c64 iter_args(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[NOTED:.*]] =
// CHECK: %[[X:.*]] = vector.load
// CHECK-NEXT: %[[GT:.*]] = arith.cmpf ogt, %[[X]], %[[BEST:.*]] : vector<16xf32>
// CHECK-NEXT: %[[MAX:.*]] = arith.select %[[GT]], %[[X]], %[[BEST]]
// CHECK: %[[Y:.*]] = vector.load
// CHECK: %[[TWO:.*]] = arith.cmpf uno, %[[X]], %[[Y]]
// CHECK: %[[MORE:.*]] = arith.cmpf uno
// CHECK: %[[ANY:.*]] = arith.ori %[[TWO]], %[[MORE]]
// CHECK: %[[NEXT:.*]] = arith.select %[[ANY]], %{{.*}}, %[[NOTED]]
// CHECK: scf.yield %[[MAX]], %{{.*}}, %{{.*}}, %{{.*}}, %[[NEXT]]
// CHECK: scf.for {{.*}} step %c16 iter_args
// CHECK: arith.cmpf uno
// CHECK: vector.create_mask
// CHECK: vector.shuffle {{.*}} [8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: %[[LAST:.*]] = vector.extract %{{.*}}[0] : f32 from vector<1xf32>
// CHECK: memref.store %{{.*}}, %arg1
func.func @maxima(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %o : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Results in registers over nine elements, of which every second of a row is
// read by two vectors: the first two of a row of the window by the same ones,
// the last without what is behind it.
// CHECK-LABEL: func @pool(
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c16
// CHECK: vector.load %arg2
// CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %c16
// CHECK: vector.load %arg0[%c0, %{{.*}}, %{{.*}}, %[[AT]]]
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]
// CHECK: arith.addi %{{.*}}, %c16
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31]
// CHECK: arith.addi %{{.*}}, %c15
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31]
// CHECK-COUNT-6: vector.shuffle
// CHECK-NOT: vector.shuffle
// CHECK: vector.store
// CHECK-NOT: linalg
func.func @pool(%x: memref<1x8x66x66xf32>, %w: memref<3x3xf32>, %y: memref<1x8x32x32xf32>) {
  linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %w : memref<1x8x66x66xf32>, memref<3x3xf32>) outs(%y : memref<1x8x32x32xf32>)
  return
}

// -----

// The maximum of a window begins with what a fill in front of it writes, and
// nothing is filled; what is left of a row is one more vector, which has some
// results a second time. Windows without a vector are elements in registers.
// CHECK-LABEL: func @pool_filled
// CHECK-SAME: (%[[X:.*]]: memref<1x8x57x57xf32>, %[[Y:.*]]: memref<1x8x28x28xf32>, %[[E:.*]]: memref<1x8x28x1xf32>)
// CHECK-DAG: %[[NONE:.*]] = arith.constant dense<0xFF800000> : vector<16xf32>
// CHECK-NOT: linalg
// CHECK-NOT: vector.load %[[Y]]
// CHECK: arith.cmpf ogt, %[[NONE]], %{{.*}} : vector<16xf32>
// CHECK: vector.store %{{.*}}, %[[Y]][%c0, %{{.*}}, %{{.*}}, %c0] : memref<1x8x28x28xf32>, vector<16xf32>
// CHECK: vector.store %{{.*}}, %[[Y]][%c0, %{{.*}}, %{{.*}}, %c12] : memref<1x8x28x28xf32>, vector<16xf32>
// CHECK: scf.for %{{.*}} = %c0 to %c28
// CHECK-COUNT-6: memref.load %{{.*}} : memref<1x8x57x2xf32
// CHECK-NOT: memref.load
// CHECK: memref.store %{{.*}}, %[[E]]
// CHECK-NOT: linalg
// AVX2-LABEL: func @pool_filled
// AVX2: scf.for %{{.*}} = %c0 to %c24 step %c8
// AVX2: vector.store %{{.*}}, %{{.*}}[%c0, %{{.*}}, %{{.*}}, %c20] : memref<1x8x28x28xf32>, vector<8xf32>
func.func @pool_filled(%x: memref<1x8x57x57xf32>, %y: memref<1x8x28x28xf32>, %e: memref<1x8x28x1xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %w = memref.alloc() : memref<3x3xf32>
  %v = memref.alloc() : memref<3x2xf32>
  linalg.fill ins(%low : f32) outs(%y : memref<1x8x28x28xf32>)
  linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %w : memref<1x8x57x57xf32>, memref<3x3xf32>) outs(%y : memref<1x8x28x28xf32>)
  linalg.fill ins(%low : f32) outs(%e : memref<1x8x28x1xf32>)
  %edge = memref.subview %x[0, 0, 0, 0] [1, 8, 57, 2] [1, 1, 1, 1] : memref<1x8x57x57xf32> to memref<1x8x57x2xf32, strided<[25992, 3249, 57, 1]>>
  linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%edge, %v : memref<1x8x57x2xf32, strided<[25992, 3249, 57, 1]>>, memref<3x2xf32>) outs(%e : memref<1x8x28x1xf32>)
  return
}

// -----

// A fill of its own is a loop of vectors, and one that something reads in
// between is not left out.
// CHECK-LABEL: func @fills
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c16
// CHECK: vector.store %cst
// CHECK: vector.maskedstore
// CHECK: memref.copy
// CHECK: vector.load %{{.*}} : memref<1x8x28x28xf32>
func.func @fills(%x: memref<1x8x57x57xf32>, %y: memref<1x8x28x28xf32>, %z: memref<1x8x28x28xf32>, %one: memref<3x40xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %w = memref.alloc() : memref<3x3xf32>
  linalg.fill ins(%low : f32) outs(%one : memref<3x40xf32>)
  linalg.fill ins(%low : f32) outs(%y : memref<1x8x28x28xf32>)
  memref.copy %y, %z : memref<1x8x28x28xf32> to memref<1x8x28x28xf32>
  linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %w : memref<1x8x57x57xf32>, memref<3x3xf32>) outs(%y : memref<1x8x28x28xf32>)
  return
}

// -----

// With channels last, vectors are of channels: a small window in registers, and
// sums of a large one in rows of results.
// CHECK-LABEL: func @pool_last
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c16
// CHECK-COUNT-4: vector.load %arg0
// CHECK: vector.store
// CHECK: scf.for %{{.*}} = %c0 to %c9 step %c1
// CHECK: scf.for %{{.*}} = %c0 to %c9 step %c1
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c16
// CHECK: vector.load %arg4
// CHECK: vector.load %arg0
// CHECK: vector.store %{{.*}}, %arg4
// CHECK-NOT: linalg
func.func @pool_last(%x: memref<1x9x9x32xf32>, %w: memref<2x2xf32>, %y: memref<1x8x8x32xf32>,
                     %all: memref<9x9xf32>, %sums: memref<1x1x1x32xf32>) {
  linalg.pooling_nhwc_max {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %w : memref<1x9x9x32xf32>, memref<2x2xf32>) outs(%y : memref<1x8x8x32xf32>)
  linalg.pooling_nhwc_sum {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %all : memref<1x9x9x32xf32>, memref<9x9xf32>) outs(%sums : memref<1x1x1x32xf32>)
  return
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>

// Sums of columns add whole rows.
// CHECK-LABEL: func @columns
// CHECK: scf.for %[[I:.*]] = %c0 to %c80 step %c1
// CHECK: scf.for %[[J:.*]] = %c0 to %c64 step %c16
// CHECK: vector.load %arg1[%[[J]]]
// CHECK: vector.load %arg0[%[[I]], %[[J]]]
// CHECK: vector.store %{{.*}}, %arg1[%[[J]]]
// What has an order, moves across memory in blocks with a rest or is of truth
// values stays.
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK: linalg.generic
func.func @columns(%x: memref<80x64xf32>, %y: memref<64xf32>, %z: memref<80xf32>, %s: memref<79x64xf32>, %t: memref<64x79xf32>, %b: memref<64xi1>) {
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]} ins(%x : memref<80x64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<80x64xf32>) outs(%z : memref<80xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #turned], iterator_types = ["parallel", "parallel"]} ins(%s : memref<79x64xf32>) outs(%t : memref<64x79xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%y : memref<64xf32>) outs(%b : memref<64xi1>) {
  ^bb0(%a: f32, %o: i1):
    %zero = arith.constant 0.0 : f32
    %0 = arith.cmpf ogt, %a, %zero : f32
    linalg.yield %0 : i1
  }
  return
}

// -----

#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#turned = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#row = affine_map<(d0, d1, d2) -> (d2)>

// Blocks of 8, the most that leaves no rest: an input's rows are read and become
// columns in three steps, which the block's loop reads.
// CHECK-LABEL: func @transposed
// CHECK-SAME: (%[[X:.*]]: memref<3x24x80xf32>, %[[B:.*]]: memref<24xf32>, %[[Y:.*]]: memref<3x80x24xf32>)
// CHECK: %[[COLUMNS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<8x8xf32>
// CHECK: scf.for %[[I:.*]] = %c0 to %c3 step %c1
// CHECK: scf.for %[[J:.*]] = %c0 to %c80 step %c8
// CHECK: scf.for %[[K:.*]] = %c0 to %c24 step %c8
// CHECK: %[[BLOCK:.*]] = memref.subview %[[X]][%[[I]], %[[K]], %[[J]]] [1, 8, 8] [1, 1, 1]
// CHECK-COUNT-8: vector.load %[[BLOCK]]
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [0, 8, 1, 9, 2, 10, 3, 11]
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [4, 12, 5, 13, 6, 14, 7, 15]
// CHECK-COUNT-22: vector.shuffle
// CHECK-COUNT-8: vector.store %{{.*}}, %[[COLUMNS]]
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c8 step %c1
// CHECK: vector.load %[[COLUMNS]][%[[ROW]], %c0]
// CHECK: arith.addf
// CHECK: vector.store
// CHECK-NOT: linalg.generic
func.func @transposed(%x: memref<3x24x80xf32>, %b: memref<24xf32>, %y: memref<3x80x24xf32>) {
  linalg.generic {indexing_maps = [#turned, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %b : memref<3x24x80xf32>, memref<24xf32>) outs(%y : memref<3x80x24xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %0 = arith.addf %a, %c : f32
    linalg.yield %0 : f32
  }
  return
}

// A scan has a result for each turn: its turns are a loop, not one window.
// CHECK-LABEL: func @scan
// CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.for %[[AT:.*]] = %{{.*}} to %{{.*}} step
// CHECK: vector.store %{{.*}}, %{{.*}}[%[[ROW]], %[[AT]]] : memref<3x32xf32>
// CHECK: vector.store %{{.*}}, %{{.*}}[%[[AT]]] : memref<32xf32>
func.func @scan(%x: memref<3x32xf32>, %all: memref<3x32xf32>, %sum: memref<32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%x : memref<3x32xf32>) outs(%all, %sum : memref<3x32xf32>, memref<32xf32>) {
  ^bb0(%in: f32, %out: f32, %so_far: f32):
    %0 = arith.addf %so_far, %in : f32
    linalg.yield %0, %0 : f32, f32
  }
  return
}

// -----

// Rows whose numbers another buffer has: vectors along the rows.
// CHECK-LABEL: func.func @rows_by_number(
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1 {
// CHECK: scf.for %[[J:.*]] = %c0 to %c512 step %c16 {
// CHECK: %[[N:.*]] = memref.load %arg1[%[[I]]] : memref<8xi64>
// CHECK: %[[R:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK: %[[V:.*]] = vector.load %arg0[%[[R]], %[[J]]] : memref<100x512xf32>, vector<16xf32>
// CHECK: vector.store %[[V]], %arg2[%[[I]], %[[J]]]
func.func @rows_by_number(%x: memref<100x512xf32>, %numbers: memref<8xi64>, %y: memref<8x512xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%y : memref<8x512xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = memref.load %numbers[%i] : memref<8xi64>
    %r = arith.index_cast %n : i64 to index
    %v = memref.load %x[%r, %j] : memref<100x512xf32>
    linalg.yield %v : f32
  }
  return
}

// -----

// A part of a row, from a column that is computed, and the rest of it as a masked vector.
// CHECK-LABEL: func.func @part_of_row(
// CHECK: vector.load %arg0[%arg1] : memref<100xf32>, vector<16xf32>
// CHECK: vector.maskedload %arg0[%{{.*}}], %{{.*}}, %{{.*}} : memref<100xf32>
func.func @part_of_row(%x: memref<100xf32>, %from: index, %y: memref<20xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : memref<20xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %c = arith.addi %i, %from : index
    %v = memref.load %x[%c] : memref<100xf32>
    linalg.yield %v : f32
  }
  return
}

// -----

// Single elements by number, every second column and wider elements stay.
// CHECK-LABEL: func.func @left(
// CHECK-COUNT-3: linalg.generic
func.func @left(%x: memref<100xf32>, %numbers: memref<64xi64>, %d: memref<64xf64>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%numbers : memref<64xi64>) outs(%y : memref<64xf32>) {
  ^bb0(%n: i64, %out: f32):
    %c = arith.index_cast %n : i64 to index
    %v = memref.load %x[%c] : memref<100xf32>
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : memref<64xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %c2 = arith.constant 2 : index
    %c = arith.muli %i, %c2 : index
    %v = memref.load %x[%c] : memref<100xf32>
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : memref<64xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %v = memref.load %d[%i] : memref<64xf64>
    %f = arith.truncf %v : f64 to f32
    linalg.yield %f : f32
  }
  return
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// In a loop over rows, the first pass with results for each element asks for
// the next row of what is read and written; a row of fewer elements, and what
// stays where it is, are not asked for.
// CHECK-LABEL: func.func @next_row(
// CHECK: scf.for %[[I:.*]] = %c0 to %c64 step %c1
// CHECK-DAG: %[[X:.*]] = memref.subview %arg0[%[[I]], 0] [1, 512] [1, 1]
// CHECK-NOT: memref.prefetch
// CHECK: %[[Y:.*]] = memref.subview %arg1[%[[I]], 0] [1, 512] [1, 1]
// CHECK: scf.for %[[J:.*]] = %c0 to %c512 step %c16
// CHECK-DAG: memref.prefetch %[[X]][%c1, %[[J]]], read, locality<3>, data
// CHECK-DAG: memref.prefetch %[[Y]][%c1, %[[J]]], read, locality<3>, data
// CHECK: math.exp
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @next_row(%x: memref<64x512xf32>, %y: memref<64x512xf32>, %short: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %part = memref.alloc() : memref<1x512xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    %most = memref.alloc() : memref<1xf32>
    %from = memref.subview %x[%i, 0] [1, 512] [1, 1] : memref<64x512xf32> to memref<1x512xf32, strided<[512, 1], offset: ?>>
    %other = memref.subview %short[%i, 0] [1, 16] [1, 1] : memref<64x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
    linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%from : memref<1x512xf32, strided<[512, 1], offset: ?>>) outs(%most : memref<1xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.maximumf %a, %o : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%from, %most : memref<1x512xf32, strided<[512, 1], offset: ?>>, memref<1xf32>) outs(%part : memref<1x512xf32>) {
    ^bb0(%a: f32, %m: f32, %o: f32):
      %0 = arith.subf %a, %m : f32
      %1 = math.exp %0 : f32
      linalg.yield %1 : f32
    }
    linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%other : memref<1x16xf32, strided<[16, 1], offset: ?>>) outs(%other : memref<1x16xf32, strided<[16, 1], offset: ?>>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    }
    %to = memref.subview %y[%i, 0] [1, 512] [1, 1] : memref<64x512xf32> to memref<1x512xf32, strided<[512, 1], offset: ?>>
    linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%part : memref<1x512xf32>) outs(%to : memref<1x512xf32, strided<[512, 1], offset: ?>>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    }
  }
  return
}
