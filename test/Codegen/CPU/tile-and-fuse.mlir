// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(ts-tile-and-fuse))' | FileCheck %s

#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// One loop over rows; the exponentials, which two operations read, are computed
// once, and live in a row.
// CHECK-LABEL: func @softmax
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK-NEXT: tensor.extract_slice %arg0[%[[I]], 0] [1, 64] [1, 1]
// CHECK: arith.maximumf
// CHECK: tensor.empty() : tensor<1x64xf32>
// CHECK: math.exp
// CHECK-NOT: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK: tensor.insert_slice %{{.*}}[%[[I]], 0] [1, 64] [1, 1]
// CHECK-NEXT: scf.yield
// CHECK-NOT: linalg
// CHECK: return
func.func @softmax(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.fill ins(%lowest : f32) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x64xf32>) outs(%1 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %9 = arith.maximumf %a, %o : f32
    linalg.yield %9 : f32
  } -> tensor<8xf32>
  %3 = tensor.empty() : tensor<8x64xf32>
  %4 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %2 : tensor<8x64xf32>, tensor<8xf32>) outs(%3 : tensor<8x64xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %9 = arith.subf %a, %m : f32
    %10 = math.exp %9 : f32
    linalg.yield %10 : f32
  } -> tensor<8x64xf32>
  %5 = tensor.empty() : tensor<8xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<8xf32>) -> tensor<8xf32>
  %7 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%4 : tensor<8x64xf32>) outs(%6 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %9 = arith.addf %a, %o fastmath<reassoc> : f32
    linalg.yield %9 : f32
  } -> tensor<8xf32>
  %empty = tensor.empty() : tensor<8x64xf32>
  %8 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%4, %7 : tensor<8x64xf32>, tensor<8xf32>) outs(%empty : tensor<8x64xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %9 = arith.divf %a, %s : f32
    linalg.yield %9 : f32
  } -> tensor<8x64xf32>
  return %8 : tensor<8x64xf32>
}

// What others need, too, is computed for itself, and is then read by rows; sizes
// may be unknown.
// CHECK-LABEL: func @used_elsewhere
// CHECK: %[[SQUARES:.*]] = linalg.generic
// CHECK: scf.for
// CHECK: tensor.extract_slice %[[SQUARES]]
// CHECK: scf.yield
// CHECK: return %{{.*}}, %[[SQUARES]]
func.func @used_elsewhere(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>, %i: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %9 = arith.mulf %a, %a : f32
    linalg.yield %9 : f32
  } -> tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<?x?xf32>) outs(%i : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %9 = arith.addf %a, %o fastmath<reassoc> : f32
    linalg.yield %9 : f32
  } -> tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%0, %1 : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %9 = arith.divf %a, %s : f32
    linalg.yield %9 : f32
  } -> tensor<?x?xf32>
  return %2, %0 : tensor<?x?xf32>, tensor<?x?xf32>
}

// No loop is shared: columns of sums, used by rows. Rows are short.
// CHECK-LABEL: func @others_stay
// CHECK-NOT: scf.for
// CHECK: return
func.func @others_stay(%x: tensor<64x64xf32>, %y: tensor<8x4xf32>, %c: tensor<64xf32>, %d: tensor<8xf32>) -> (tensor<64x64xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%c : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %9 = arith.addf %a, %o fastmath<reassoc> : f32
    linalg.yield %9 : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#all, #row, #column, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %0, %0 : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %s: f32, %t: f32, %o: f32):
    %9 = arith.divf %a, %s : f32
    %10 = arith.addf %9, %t : f32
    linalg.yield %10 : f32
  } -> tensor<64x64xf32>
  %f = tensor.empty() : tensor<8x4xf32>
  %2 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%d : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %9 = arith.addf %a, %o fastmath<reassoc> : f32
    linalg.yield %9 : f32
  } -> tensor<8xf32>
  %3 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%y, %2 : tensor<8x4xf32>, tensor<8xf32>) outs(%f : tensor<8x4xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %9 = arith.divf %a, %s : f32
    linalg.yield %9 : f32
  } -> tensor<8x4xf32>
  return %1, %3 : tensor<64x64xf32>, tensor<8x4xf32>
}

// Rows without elements are no loop nest.
// CHECK-LABEL: func @no_rows
// CHECK-NOT: scf.for
// CHECK: return
func.func @no_rows(%x: tensor<0x40xf32>) -> tensor<40xf64> {
  %zero = arith.constant 0.0 : f64
  %0 = tensor.empty() : tensor<0x40xf64>
  %1 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<0x40xf32>) outs(%0 : tensor<0x40xf64>) {
  ^bb0(%a: f32, %o: f64):
    %9 = arith.extf %a : f32 to f64
    linalg.yield %9 : f64
  } -> tensor<0x40xf64>
  %2 = tensor.empty() : tensor<40xf64>
  %3 = linalg.fill ins(%zero : f64) outs(%2 : tensor<40xf64>) -> tensor<40xf64>
  %4 = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]} ins(%1 : tensor<0x40xf64>) outs(%3 : tensor<40xf64>) {
  ^bb0(%a: f64, %o: f64):
    %9 = arith.addf %a, %o fastmath<reassoc> : f64
    linalg.yield %9 : f64
  } -> tensor<40xf64>
  return %4 : tensor<40xf64>
}

// Of loops of more than one turn threads share the outermost, and turns of all
// are parallel.
// CHECK-LABEL: func @one_picture
// CHECK: scf.for %{{.*}} = %c0 to %c128 step %c1
// CHECK-NOT: scf.for
// CHECK: } {ts.parallel}
func.func @one_picture(%x: tensor<1x128x64xf32>, %s: tensor<1x128xf32>) -> tensor<1x128x64xf32> {
  %e = tensor.empty() : tensor<1x128x64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(n, r, c) -> (n, r, c)>, affine_map<(n, r, c) -> (n, r)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<1x128x64xf32>) outs(%s : tensor<1x128xf32>) {
  ^bb0(%a: f32, %o: f32):
    %9 = arith.addf %a, %o fastmath<reassoc> : f32
    linalg.yield %9 : f32
  } -> tensor<1x128xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, r, c) -> (n, r, c)>, affine_map<(n, r, c) -> (n, r)>, affine_map<(n, r, c) -> (n, r, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %0 : tensor<1x128x64xf32>, tensor<1x128xf32>) outs(%e : tensor<1x128x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %9 = arith.divf %a, %b : f32
    linalg.yield %9 : f32
  } -> tensor<1x128x64xf32>
  return %1 : tensor<1x128x64xf32>
}

// CHECK-LABEL: func @pictures
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK: scf.for %{{.*}} = %{{.*}} to %c128 step
// CHECK: } {ts.parallel}
// CHECK: } {ts.parallel}
func.func @pictures(%x: tensor<3x128x64xf32>, %s: tensor<3x128xf32>) -> tensor<3x128x64xf32> {
  %e = tensor.empty() : tensor<3x128x64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(n, r, c) -> (n, r, c)>, affine_map<(n, r, c) -> (n, r)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<3x128x64xf32>) outs(%s : tensor<3x128xf32>) {
  ^bb0(%a: f32, %o: f32):
    %9 = arith.addf %a, %o fastmath<reassoc> : f32
    linalg.yield %9 : f32
  } -> tensor<3x128xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, r, c) -> (n, r, c)>, affine_map<(n, r, c) -> (n, r)>, affine_map<(n, r, c) -> (n, r, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %0 : tensor<3x128x64xf32>, tensor<3x128xf32>) outs(%e : tensor<3x128x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %9 = arith.divf %a, %b : f32
    linalg.yield %9 : f32
  } -> tensor<3x128x64xf32>
  return %1 : tensor<3x128x64xf32>
}
