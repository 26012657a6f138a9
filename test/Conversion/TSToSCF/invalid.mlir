// RUN: ts-opt %s --convert-ts-to-scf --split-input-file --verify-diagnostics

// Source form comes to ssa form first.
func.func @slots(%c: i1, %a: i64) -> i64 {
  // expected-error @below {{'ts.var' belongs to the source form; run ts-promote-slots (pipeline torchscript-to-ssa) first}}
  %x = ts.var "x" : !ts.slot<i64>
  // expected-error @below {{'ts.store' belongs to the source form; run ts-promote-slots}}
  ts.store %a, %x : !ts.slot<i64>
  // Once for each kind of operation.
  ts.store %a, %x : !ts.slot<i64>
  // expected-error @below {{'ts.load' belongs to the source form; run ts-promote-slots (pipeline torchscript-to-ssa) first}}
  %r = ts.load %x : !ts.slot<i64>
  // expected-error @below {{'ts.return' belongs to the source form; run ts-lower-exits (pipeline torchscript-to-ssa) first}}
  ts.return %r : i64
}
