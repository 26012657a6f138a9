// RUN: ts-opt %s --split-input-file --verify-diagnostics

func.func @negative() {
  // expected-error @below {{of a size that may be negative: min is -1}}
  %n = ts.symbol "n" {min = -1 : i64}
  return
}

// -----

func.func @empty() {
  // expected-error @below {{has no values: min is 3, max is 2}}
  %n = ts.symbol "n" {min = 3 : i64, max = 2 : i64}
  return
}

// -----

func.func @dimensions(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{sizes are expressions of symbols, found a map of 1 dimension(s)}}
  ts.bind_shape %x, affine_map<(d0) -> (d0)>[%n] : tensor<?xf32>
  return
}

// -----

func.func @operands(%x: tensor<?xf32>) {
  // expected-error @below {{the map has 1 symbol(s), there are 0 operand(s)}}
  ts.bind_shape %x, affine_map<()[s0] -> (s0)>[] : tensor<?xf32>
  return
}

// -----

func.func @rank(%x: tensor<?xf32>, %n: index) {
  // expected-error @below {{the map has 2 result(s), the value 1 dimension(s)}}
  ts.bind_shape %x, affine_map<()[s0] -> (s0, 3)>[%n] : tensor<?xf32>
  return
}

// -----

func.func @contradiction(%x: tensor<2xf32>) {
  // expected-error @below {{size 0 is 3, the type has 2}}
  ts.bind_shape %x, affine_map<() -> (3)>[] : tensor<2xf32>
  return
}
