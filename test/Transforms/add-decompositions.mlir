// RUN: ts-opt %s --ts-add-decompositions=files=%S/Inputs/decompositions.py | FileCheck %s
// RUN: ts-opt %s '--pass-pipeline=builtin.module(ts-add-decompositions{files=%S/Inputs/decompositions.py},builtin.module(builtin.module(ts-compile-decompositions)))' | FileCheck %s --check-prefix=COMPILED
// RUN: not ts-opt %s --ts-add-decompositions=files=%S/Inputs/wrong-decompositions.py 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: wrong-decompositions.py:6:2: error: no operator 'torch.ops.aten.no_such_thing.default' that takes 1 arguments

// Only what the module needs: neg, and relu, of which neg consists.
// CHECK: func.func @f
// CHECK: ts.op "aten::neg"
// CHECK: module @decompositions
// CHECK: module attributes {
// CHECK-SAME: ts.decomposes = ["aten::neg"]
// CHECK: ts.return
// CHECK: module attributes {
// CHECK-SAME: ts.decomposes = ["aten::relu"]
// CHECK-NOT: module attributes
// COMPILED: ts.decomposes = ["aten::neg"]
// COMPILED-NOT: ts.return
// COMPILED: return
func.func @f(%x: !ts.tensor) -> !ts.tensor {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor) -> !ts.tensor
  func.return %0 : !ts.tensor
}
