// A weight that nothing holds is an error, not an empty tensor.
// RUN: not ts-run %s --entry=f 2>&1 | FileCheck %s
// CHECK: error: tensor 'data/7' is in no archive or state
func.func @f() -> !ts.tensor {
  %w = ts.tensor.literal #ts.tensor_ref<"data/7", f32, [2], strides [1], offset 0> -> !ts.tensor
  return %w : !ts.tensor
}
