// RUN: ts-opt %s | ts-opt | FileCheck %s
// RUN: not ts-opt %s --ts-resolve-sizes --split-input-file 2>&1 | FileCheck %s --check-prefix=UNBOUND

// CHECK: #map = affine_map<()[s0, s1] -> (s0, s1 * 2, 3)>
// CHECK-LABEL: func.func @bound(
// CHECK: %[[N:.*]] = ts.symbol "n" {max = 64 : i64, min = 2 : i64}
// CHECK: %[[M:.*]] = ts.symbol "m"
// CHECK: ts.bind_shape %{{.*}}, #map[%[[N]], %[[M]]] : tensor<?x?x3xf32>
func.func @bound(%x: tensor<?x?x3xf32>) {
  %n = ts.symbol "n" {min = 2 : i64, max = 64 : i64}
  %m = ts.symbol "m"
  ts.bind_shape %x, affine_map<()[s0, s1] -> (s0, s1 * 2, 3)>[%n, %m] : tensor<?x?x3xf32>
  return
}

// UNBOUND: error: 'arith.addi' op uses the symbol 'm', which no ts.bind_shape before says to be a size
func.func @unbound() -> index {
  %m = ts.symbol "m"
  %0 = arith.addi %m, %m : index
  return %0 : index
}
