// RUN: ts-opt %s --ts-apply-decompositions="files=%S/Inputs/decompositions.py" | FileCheck %s --check-prefix=USER
// RUN: ts-opt %s --ts-decompose | FileCheck %s
// RUN: not ts-opt %s --ts-apply-decompositions=files=%S/Inputs/endless.py 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not ts-opt %s --ts-apply-decompositions=files=%S/Inputs/wrong-decompositions.py 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not ts-opt %s --ts-apply-decompositions=files=%S/Inputs/unfit-decomposition.py 2>&1 | FileCheck %s --check-prefix=UNFIT
// RUN: not ts-opt %s --ts-apply-decompositions=files=%S/Inputs/missing.py 2>&1 | FileCheck %s --check-prefix=MISSING

// ENDLESS: endless.py:{{[0-9]+}}:2: error: the decomposition of aten::{{neg|abs}} never ends
// WRONG: wrong-decompositions.py:6:2: error: no operator 'torch.ops.aten.no_such_thing.default' that takes 1 arguments
// WRONG: wrong-decompositions.py:11:2: error: no operator 'torch.ops.aten.relu.Tensor'
// WRONG: wrong-decompositions.py:16:2: error: expected the operator that is decomposed
// UNFIT: unfit-decomposition.py:5:2: error: 'relu' does not fit aten::relu: argument 1 is 'Tensor', not 'int'
// MISSING: missing.py: No such file or directory

// A user's decomposition replaces its operator whatever is known of the tensor.
// USER-LABEL: func.func @relu(
// USER: ts.op "aten::gt.Scalar"
// USER: ts.op "aten::where.ScalarOther"
// USER-NOT: aten::relu
// The library has none for what is compiled as it is.
// CHECK-LABEL: func.func @relu(
// CHECK: ts.op "aten::relu"
func.func @relu(%x: !ts.tensor) -> !ts.tensor {
  %0 = ts.op "aten::relu"(%x) : (!ts.tensor) -> !ts.tensor
  return %0 : !ts.tensor
}

// USER-LABEL: func.func @sin(
// USER: %[[S:.*]] = ts.op "aten::sin"(%{{.*}}) {ts.kernel}
// USER: ts.op "aten::add.Tensor"(%[[S]], %[[S]]
func.func @sin(%x: !ts.tensor) -> !ts.tensor {
  %0 = ts.op "aten::sin"(%x) : (!ts.tensor) -> !ts.tensor
  return %0 : !ts.tensor
}

// USER-LABEL: func.func @max(
// USER-DAG: ts.op "aten::amax"
// USER-DAG: ts.op "aten::argmax"
// USER-NOT: aten::max.dim
func.func @max(%x: !ts.tensor) -> (!ts.tensor, !ts.tensor) {
  %dim = arith.constant 1 : i64
  %keep = arith.constant false
  %0:2 = ts.op "aten::max.dim"(%x, %dim, %keep) : (!ts.tensor, i64, i1) -> (!ts.tensor, !ts.tensor)
  return %0#0, %0#1 : !ts.tensor, !ts.tensor
}

// USER-LABEL: func.func @neg(
// USER: ts.op "aten::where.ScalarOther"
// USER: ts.op "aten::mul.Scalar"
func.func @neg(%x: !ts.tensor) -> !ts.tensor {
  %0 = ts.op "aten::neg"(%x) : (!ts.tensor) -> !ts.tensor
  return %0 : !ts.tensor
}

// The library's wait for shapes.
// CHECK-LABEL: func.func @unknown_shape(
// CHECK: ts.op "aten::mish"
func.func @unknown_shape(%x: !ts.tensor) -> !ts.tensor {
  %0 = ts.op "aten::mish"(%x) : (!ts.tensor) -> !ts.tensor
  return %0 : !ts.tensor
}

// CHECK-LABEL: func.func @known_shape(
// CHECK: ts.op "aten::exp"
// CHECK: ts.op "aten::log1p"
// CHECK: ts.op "aten::tanh"
// CHECK: ts.op "aten::mul.Tensor"
func.func @known_shape(%x: !ts.tensor<[2],f32>) -> !ts.tensor {
  %0 = ts.op "aten::mish"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
  return %0 : !ts.tensor
}

// Half precision is rounded by the kernel alone.
// CHECK-LABEL: func.func @half(
// CHECK: ts.op "aten::mish"
func.func @half(%x: !ts.tensor<[2],f16>) -> !ts.tensor {
  %0 = ts.op "aten::mish"(%x) : (!ts.tensor<[2],f16>) -> !ts.tensor
  return %0 : !ts.tensor
}

// Lists of views.
// CHECK-LABEL: func.func @chunk(
// CHECK: %[[A:.*]] = ts.op "aten::slice.Tensor"
// CHECK: %[[B:.*]] = ts.op "aten::slice.Tensor"
// CHECK: ts.list.construct %[[A]], %[[B]]
func.func @chunk(%x: !ts.tensor<[5],f32>) -> !ts.list<!ts.tensor> {
  %n = arith.constant 2 : i64
  %dim = arith.constant 0 : i64
  %0 = ts.op "aten::chunk"(%x, %n, %dim) : (!ts.tensor<[5],f32>, i64, i64) -> !ts.list<!ts.tensor>
  return %0 : !ts.list<!ts.tensor>
}

// CHECK-LABEL: func.func @unbind(
// CHECK-COUNT-3: ts.op "aten::select.int"
func.func @unbind(%x: !ts.tensor<[3,2],f32>) -> !ts.list<!ts.tensor> {
  %dim = arith.constant -2 : i64
  %0 = ts.op "aten::unbind.int"(%x, %dim) : (!ts.tensor<[3,2],f32>, i64) -> !ts.list<!ts.tensor>
  return %0 : !ts.list<!ts.tensor>
}

// Sizes that do not add up are left to raise.
// CHECK-LABEL: func.func @split(
// CHECK: ts.op "aten::split_with_sizes"
func.func @split(%x: !ts.tensor<[5],f32>) -> !ts.list<!ts.tensor> {
  %n = arith.constant 2 : i64
  %dim = arith.constant 0 : i64
  %sizes = ts.list.construct %n, %n : !ts.list<i64>
  %0 = ts.op "aten::split_with_sizes"(%x, %sizes, %dim) : (!ts.tensor<[5],f32>, !ts.list<i64>, i64) -> !ts.list<!ts.tensor>
  return %0 : !ts.list<!ts.tensor>
}

// An operator that has no kernel is what the library spells, in every case.
// CHECK-LABEL: func.func @composite(
// CHECK-NOT: aten::corrcoef
// CHECK: ts.op "aten::cov"
// USER-LABEL: func.func @composite(
// USER-NOT: aten::corrcoef
// USER: ts.throw "RuntimeError"
// USER: ts.op "aten::cov"
func.func @composite(%x: !ts.tensor) -> !ts.tensor {
  %0 = ts.op "aten::corrcoef"(%x) : (!ts.tensor) -> !ts.tensor
  return %0 : !ts.tensor
}
