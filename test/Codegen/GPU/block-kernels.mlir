// Operations for which the threads of a block work together.
// RUN: ts-opt %s --ts-map-to-launches --lower-affine --canonicalize --cse --split-input-file | FileCheck %s

// 128 threads for a row: each adds up every 128th element, a tree in shared
// memory adds those, and the first thread adds what was there.
// CHECK-LABEL: func.func @row_sums
// CHECK: gpu.launch blocks(%[[ROW:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %c512, %{{.*}} = %c1, %{{.*}} = %c1) threads(%[[T:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %c128,
// CHECK: %[[SHARED:.*]] = memref.alloc() : memref<128xf32, 3>
// CHECK: %[[MINE:.*]] = scf.for %[[I:.*]] = %[[T]] to %c1000 step %c128 iter_args(%{{.*}} = %{{.*}}) -> (f32)
// CHECK: memref.load %{{.*}}[%[[ROW]], %[[I]]]
// CHECK: memref.store %[[MINE]], %[[SHARED]][%[[T]]]
// CHECK-COUNT-7: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: arith.cmpi eq, %[[T]], %c0
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[ROW]]] : memref<512xf32>
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
// CHECK-NOT: gpu.barrier
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
// CHECK-NOT: gpu.barrier
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

// Tiles of 64x64: 4 rows of them and 2 columns; 16 sums in each thread.
// CHECK-LABEL: func.func @product
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c8, %{{.*}} = %c1, %{{.*}} = %c1) threads({{.*}}) in (%{{.*}} = %c16, %{{.*}} = %c16, %{{.*}} = %c1)
// CHECK-COUNT-2: memref.alloc() : memref<1024xf32, 3>
// CHECK: scf.for %{{.*}} = %c0 to %c100 step %c16
// CHECK: gpu.barrier
// CHECK: scf.for %{{.*}} = %c0 to %c16 step %c1
// CHECK-COUNT-16: arith.mulf
// CHECK: gpu.barrier
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

// A product with one row has no tiles.
// CHECK-LABEL: func.func @one_row
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @one_row(%a: memref<1x100xf32>, %b: memref<100x128xf32>, %c: memref<1x128xf32>) {
  linalg.matmul ins(%a, %b : memref<1x100xf32>, memref<100x128xf32>) outs(%c : memref<1x128xf32>)
  return
}
