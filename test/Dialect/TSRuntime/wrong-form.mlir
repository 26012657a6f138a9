// RUN: ts-opt %s --ts-lower-raise --split-input-file --verify-diagnostics
// RUN: ts-opt %s --pass-pipeline='builtin.module(func.func(tsrt-insert-refcounts))' --split-input-file --verify-diagnostics

// Both expect control flow graphs of runtime operations.

func.func @source(%a: i64) {
  // expected-error @below {{'ts.return' belongs to the source form; run ts-lower-exits (pipeline torchscript-to-ssa) first}}
  ts.return
}

// -----

func.func @ssa(%n: i64) {
  // expected-error @below {{'ts.for' belongs to the ssa form; run convert-ts-to-scf (pipeline torchscript-to-scf) first}}
  ts.for %i to %n {
    ts.yield
  }
  return
}

// -----

func.func @operators(%a: !ts.tensor) -> !ts.tensor {
  // expected-error @below {{'ts.op' belongs to the scf form; run convert-ts-to-tsrt (pipeline torchscript-to-tsrt) first}}
  %0 = ts.op "aten::relu"(%a) : (!ts.tensor) -> !ts.tensor
  return %0 : !ts.tensor
}
