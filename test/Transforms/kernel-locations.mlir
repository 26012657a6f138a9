// RUN: ts-opt --torchscript-to-cpu --mlir-print-debuginfo --mlir-pretty-debuginfo %s | FileCheck %s
// Compiled kernels keep places down to LLVM, with what MLIR's own passes fold
// and declare on the way.
// REQUIRES: ts-opt

// CHECK-NOT: {{[[(]}}unknown
// CHECK: llvm.bitcast {{.*}} : i32 to f32 {{.*}}"softmax"
// CHECK-NOT: {{[[(]}}unknown
func.func @f(%x: !ts.tensor<[4,8],f32>, %w: !ts.tensor<[3,8],f32>) -> !ts.tensor {
  %n = ts.constant.none loc("n")
  %0 = ts.op "aten::linear"(%x, %w, %n) : (!ts.tensor<[4,8],f32>, !ts.tensor<[3,8],f32>, !ts.none) -> !ts.tensor loc("lin")
  %1 = ts.op "aten::relu"(%0) : (!ts.tensor) -> !ts.tensor loc("relu")
  %d = arith.constant 1 : i64 loc("one")
  %2 = ts.op "aten::softmax.int"(%1, %d, %n) : (!ts.tensor, i64, !ts.none) -> !ts.tensor loc("softmax")
  %3 = ts.op "aten::mul.Tensor"(%2, %1) : (!ts.tensor, !ts.tensor) -> !ts.tensor loc("mul")
  ts.return %3 : !ts.tensor loc("ret")
} loc("f")
