// RUN: ts-opt %s --split-input-file --verify-diagnostics

func.func @number(%x: !ts.tensor, %n: i64) -> !ts.tensor {
  // expected-error @+1 {{last use 1 is not an operand that holds an object}}
  %a = tsrt.op_call "aten::add"(%x, %n) last_uses [1] : (!ts.tensor, i64) -> !ts.tensor
  return %a : !ts.tensor
}

// -----

func.func @missing(%x: !ts.tensor) -> !ts.tensor {
  // expected-error @+1 {{last use 3 is not an operand that holds an object}}
  %a = tsrt.op_call "aten::neg"(%x) last_uses [3] : (!ts.tensor) -> !ts.tensor
  return %a : !ts.tensor
}
