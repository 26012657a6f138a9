// RUN: ts-opt %s --ts-resolve-reshapes --ts-map-to-launches --lower-affine --canonicalize --cse --split-input-file | FileCheck %s

// A thread for each row; the fill is where the sum begins.
// CHECK-LABEL: func.func @row_sums
// CHECK-NOT: linalg.
// CHECK: memref.alloc
// CHECK: gpu.launch
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (f32)
// CHECK-NEXT: memref.load %{{.*}}[%[[ROW:.*]], %{{.*}}]
// CHECK-NEXT: arith.addf
// CHECK: memref.store %[[SUM]], %{{.*}}[%[[ROW]]]
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @row_sums(%x: memref<512x100xf32>, %y: memref<512xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<512xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<512xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<512x100xf32>) outs(%sum : memref<512xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  }
  func.call @use(%sum) : (memref<512xf32>) -> ()
  return
}
func.func private @use(memref<512xf32>)

// -----

// The shape of a reshape is numbers of the host, no memory of the device.
// CHECK-LABEL: func.func @reshaped
// CHECK-NOT: memref.reshape
// CHECK-NOT: memref.alloc() {{.*}}index
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%{{.*}}, 4], strides: [4, 1] : memref<?xf32> to memref<?x4xf32>
// CHECK: gpu.launch
func.func @reshaped(%x: memref<?xf32>, %rows: index, %y: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %shape = memref.alloc() : memref<2xindex>
  memref.store %rows, %shape[%c0] : memref<2xindex>
  memref.store %c4, %shape[%c1] : memref<2xindex>
  %r = memref.reshape %x(%shape) : (memref<?xf32>, memref<2xindex>) -> memref<?x4xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%r : memref<?x4xf32>) outs(%y : memref<?x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// A scan: its elements are written in the loop, the sum so far goes from round to round.
// CHECK-LABEL: func.func @running_sums
// CHECK: gpu.launch
// CHECK: scf.for %[[J:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (f32)
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: memref.store %[[SUM]], %{{.*}}[%{{.*}}, %[[J]]]
// CHECK-NEXT: scf.yield %[[SUM]] : f32
func.func @running_sums(%x: memref<8x100xf32>, %y: memref<8x100xf32>, %sum: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x100xf32>) outs(%y, %sum : memref<8x100xf32>, memref<8xf32>) {
  ^bb0(%a: f32, %o: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0, %0 : f32, f32
  }
  return
}

// -----

// Sizes are known when the launch is made: 256 threads along x, rows in y and z.
// CHECK-LABEL: func.func @dynamic
// CHECK-DAG: %[[ROWS:.*]] = memref.dim %{{.*}}, %c0
// CHECK-DAG: %[[SIZE:.*]] = memref.dim %{{.*}}, %c1
// CHECK-DAG: %[[UP:.*]] = arith.addi %[[SIZE]], %c255
// CHECK-DAG: %[[X:.*]] = arith.divui %[[UP]], %c256
// CHECK-DAG: %[[Y:.*]] = arith.minui %[[ROWS]], %c32768
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %[[X]], %{{.*}} = %[[Y]],
// CHECK-NOT: linalg.index
func.func @dynamic(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.addf %2, %a : f32
    linalg.yield %3 : f32
  }
  return
}

// -----

// A loop of the host around launches: it asks for the number that ends it.
// CHECK-LABEL: func.func @host_loop
// CHECK: scf.while
// CHECK-NEXT: memref.load
// CHECK: scf.condition
// CHECK: gpu.launch
// CHECK: scf.yield
func.func @host_loop(%x: memref<4xf32>, %go: memref<i1>) {
  scf.while : () -> () {
    %again = memref.load %go[] : memref<i1>
    scf.condition(%again)
  } do {
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : memref<4xf32>) {
    ^bb0(%a: f32):
      %0 = arith.addf %a, %a : f32
      linalg.yield %0 : f32
    }
    scf.yield
  }
  return
}

// -----

// Writes to computed places run in one thread, in order.
// CHECK-LABEL: func.func @scatter
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c1, %{{.*}} = %c1, %{{.*}} = %c1) threads({{.*}}) in (%{{.*}} = %c1, %{{.*}} = %c1, %{{.*}} = %c1)
// CHECK-NEXT: scf.for
func.func @scatter(%places: memref<10xi64>, %x: memref<10xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %p = memref.load %places[%i] : memref<10xi64>
    %q = arith.index_cast %p : i64 to index
    %a = memref.load %x[%i] : memref<10xf32>
    memref.store %a, %y[%q] : memref<4xf32>
  }
  return
}
