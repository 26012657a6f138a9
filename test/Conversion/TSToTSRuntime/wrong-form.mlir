// RUN: ts-opt %s --convert-ts-to-tsrt --split-input-file --verify-diagnostics

// What belongs to an earlier form names the pass that is missing.
func.func @ssa(%c: i1) {
  // expected-error @below {{'ts.if' belongs to the ssa form; run convert-ts-to-scf (pipeline torchscript-to-scf) first}}
  ts.if %c {
    ts.yield
  }
  return
}

// -----

func.func @source(%c: i1) {
  // expected-error @below {{'ts.assert' belongs to the source form; run ts-lower-exits (pipeline torchscript-to-ssa) first}}
  ts.assert %c
  return
}

// -----

// The runtime calls operators on objects only.
func.func @value(%a: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{not supported yet: aten::relu on builtin tensors}}
  %0 = ts.op "aten::relu"(%a) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
