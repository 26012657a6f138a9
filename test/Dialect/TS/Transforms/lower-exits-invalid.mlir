// RUN: ts-opt %s --ts-lower-exits --split-input-file --verify-diagnostics

// Exits stand in statements of source form.

func.func @results(%c: i1, %a: i64) -> i64 {
  // expected-note @below {{ts-lower-exits expects source form}}
  %0 = ts.if %c -> (i64) {
    // expected-error @below {{'ts.return' in a 'ts.if' that has results}}
    ts.return %a : i64
  } else {
    ts.yield %a : i64
  }
  ts.return %0 : i64
}

// -----

func.func @condition(%c: i1) {
  // expected-note @below {{ts-lower-exits expects source form}}
  ts.while {
    ts.if %c {
      // expected-error @below {{'ts.return' in a 'ts.while' is in its condition}}
      ts.return
    }
    ts.condition(%c)
  } do {
    ts.yield
  }
  ts.return
}

// -----

func.func @forms(%c: i1) {
  ts.if %c {
    // expected-error @below {{'ts.return' in a function that ends in 'func.return', which belongs to the ssa form}}
    ts.return
  }
  func.return
}

// -----

// expected-note @below {{ts-lower-exits expects source form, where tensors are objects}}
func.func @arrays(%x: tensor<2xf32>, %c: i1) -> tensor<2xf32> {
  ts.if %c {
    // expected-error @below {{'ts.return' of 'tensor<2xf32>', which no slot holds, beside other exits}}
    ts.return %x : tensor<2xf32>
  }
  ts.return %x : tensor<2xf32>
}
