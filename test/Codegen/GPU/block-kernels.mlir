// Operations for which the threads of a block work together.
// RUN: ts-opt %s --ts-map-to-launches --lower-affine --canonicalize --cse --split-input-file | FileCheck %s

// 128 threads for a row: each adds up every 128th group of four, gpu.all_reduce adds
// those, and the first thread adds what was there.
// CHECK-LABEL: func.func @row_sums
// CHECK: gpu.launch blocks(%[[ROW:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %c512, %{{.*}} = %c1, %{{.*}} = %c1) threads(%[[T:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %c128,
// CHECK: %[[FIRST:.*]] = arith.muli %[[T]], %c4
// CHECK: %[[MINE:.*]]:4 = scf.for %[[I:.*]] = %[[FIRST]] to %c1000 step %c512 iter_args({{.*}}) -> (f32, f32, f32, f32)
// CHECK: memref.load %{{.*}}[%[[ROW]], %[[I]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1
// CHECK: memref.load %{{.*}}[%[[ROW]], %[[NEXT]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[MINE]]#3, %{{.*}}
// CHECK: %[[TOTAL:.*]] = gpu.all_reduce %[[SUM]] uniform {
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc>
// CHECK: gpu.yield
// CHECK: arith.cmpi eq, %[[T]], %c0
// CHECK: %[[ALL:.*]] = arith.addf %[[TOTAL]], %{{.*}}
// CHECK: memref.store %[[ALL]], %{{.*}}[%[[ROW]]] : memref<512xf32>
func.func @row_sums(%x: memref<512x1000xf32>, %y: memref<512xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x1000xf32>) outs(%y : memref<512xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Columns are added up by a thread each: neighbours read neighbours.
// CHECK-LABEL: func.func @column_sums
// CHECK-NOT: gpu.all_reduce
// CHECK: return
func.func @column_sums(%x: memref<512x1000xf32>, %y: memref<1000xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x1000xf32>) outs(%y : memref<1000xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// So are rows whose sum depends on the order.
// CHECK-LABEL: func.func @ordered
// CHECK-NOT: gpu.all_reduce
// CHECK: return
func.func @ordered(%x: memref<512x1000xf32>, %y: memref<512xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x1000xf32>) outs(%y : memref<512xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Tiles of 64x64: 4 rows of them and 2 columns; 16 sums in each thread, whose 16
// steps of a tile are written out, rounded once each. Two tiles in turns need one
// barrier. Columns are covered exactly: nothing asks whether they are inside.
// CHECK-LABEL: func.func @product
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c8, %{{.*}} = %c1, %{{.*}} = %c1) threads({{.*}}) in (%{{.*}} = %c16, %{{.*}} = %c16, %{{.*}} = %c1)
// CHECK-COUNT-2: memref.alloc() : memref<2048xf32, 3>
// CHECK: arith.cmpi ult, %{{.*}}, %c200
// CHECK-NOT: ult, %{{.*}}, %c128
// CHECK: scf.for %[[STEP:.*]] = %c0 to %c100 step %c16
// CHECK: arith.andi %[[STEP]], %c16
// CHECK: gpu.barrier
// CHECK-COUNT-256: math.fma
// CHECK-NOT: gpu.barrier
// CHECK: memref.store {{.*}} : memref<200x128xf32>
func.func @product(%a: memref<200x100xf32>, %b: memref<100x128xf32>, %c: memref<200x128xf32>) {
  linalg.matmul ins(%a, %b : memref<200x100xf32>, memref<100x128xf32>) outs(%c : memref<200x128xf32>)
  return
}

// -----

// The blocks of several products of unknown sizes are counted together.
// CHECK-LABEL: func.func @products
// CHECK-DAG: %[[N:.*]] = memref.dim %{{.*}}, %c0
// CHECK: arith.divui
// CHECK: gpu.launch
// CHECK: arith.remui
// CHECK: gpu.barrier
func.func @products(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}

// -----

// A product with one row has no tiles, but rows of the other operand.
// CHECK-LABEL: func.func @one_row_by_rows
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c128, %{{.*}} = %c1, %{{.*}} = %c1) threads({{.*}}) in (%{{.*}} = %c128, %{{.*}} = %c1, %{{.*}} = %c1)
// CHECK: scf.for %{{.*}} to %c100 step %c512 iter_args
// CHECK: gpu.all_reduce
func.func @one_row_by_rows(%a: memref<1x100xf32>, %b: memref<128x100xf32>, %c: memref<1x128xf32>) {
  linalg.matmul_transpose_b ins(%a, %b : memref<1x100xf32>, memref<128x100xf32>) outs(%c : memref<1x128xf32>)
  return
}

// -----

// A product with one row has no tiles.
// CHECK-LABEL: func.func @one_row
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @one_row(%a: memref<1x100xf32>, %b: memref<100x128xf32>, %c: memref<1x128xf32>) {
  linalg.matmul ins(%a, %b : memref<1x100xf32>, memref<100x128xf32>) outs(%c : memref<1x128xf32>)
  return
}

// -----

// A convolution is the product of filters and windows: 64 rows, 2*14*14 columns,
// sums of 8*9.
// CHECK-LABEL: func.func @convolution
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c7, %{{.*}} = %c1, %{{.*}} = %c1) threads({{.*}}) in (%{{.*}} = %c16, %{{.*}} = %c16, %{{.*}} = %c1)
// CHECK: arith.cmpi ult, %{{.*}}, %c392
// CHECK: scf.for %{{.*}} = %c0 to %c72 step %c16
// CHECK: gpu.barrier
// CHECK-COUNT-256: math.fma
// CHECK: memref.store {{.*}} : memref<2x64x14x14xf32>
func.func @convolution(%x: memref<2x8x16x16xf32>, %w: memref<64x8x3x3xf32>, %y: memref<2x64x14x14xf32>) {
  linalg.conv_2d_nchw_fchw ins(%x, %w : memref<2x8x16x16xf32>, memref<64x8x3x3xf32>) outs(%y : memref<2x64x14x14xf32>)
  return
}

// -----

// One filter for each channel is no product of matrices.
// CHECK-LABEL: func.func @depthwise
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @depthwise(%x: memref<1x64x16x16xf32>, %w: memref<64x3x3xf32>, %y: memref<1x64x14x14xf32>) {
  linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : memref<1x64x16x16xf32>, memref<64x3x3xf32>) outs(%y : memref<1x64x14x14xf32>)
  return
}

// -----

// Sums of half precision in single precision are not rounded once.
// CHECK-LABEL: func.func @half
// CHECK: gpu.barrier
// CHECK-NOT: math.fma
// CHECK-COUNT-256: arith.mulf %{{.*}}, %{{.*}} : f32
func.func @half(%a: memref<64x64xf16>, %b: memref<64x64xf16>, %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf32>)
  return
}

// -----

// The loop over the steps says how large the tiles are, for chips with units for
// products.
// CHECK-LABEL: func.func @brain
// CHECK-COUNT-2: memref.alloc() : memref<{{1024|2048}}xbf16, 3>
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: } {ts.product = array<i64: 2, 4>}
func.func @brain(%a: memref<32x64xbf16>, %b: memref<64x64xbf16>, %c: memref<32x64xf32>) {
  linalg.matmul ins(%a, %b : memref<32x64xbf16>, memref<64x64xbf16>) outs(%c : memref<32x64xf32>)
  return
}
