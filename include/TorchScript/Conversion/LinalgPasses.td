//===- LinalgPasses.td - Conversions of the compiled tensor tier -*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CONVERSION_LINALGPASSES_TD
#define TORCHSCRIPT_CONVERSION_LINALGPASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTSToLinalg : Pass<"convert-ts-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "Tensor operators of known shapes to linalg on tensors";
  let description = [{
    Pre-condition: ssa form, types inferred (`ts-infer-types`); a function that
    writes to tensors is left alone (`ts-functionalize` removes such writes
    where it can).

    Each operator whose operands and results have static shapes and that cannot
    fail becomes `linalg` and `tensor` operations on builtin tensors, named ones
    for products, convolutions and poolings. Its operands are read by
    `ts.tensor.value`, its result becomes an object again by `ts.tensor.ref`,
    unless only values use it. Views keep their operator for users that need
    the object, so that aliasing does not change. All other operators stay; the
    attribute `ts.residue` of tensor operators among them says why.

    Before:

    ```mlir
    func.func @f(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
      %0 = ts.op "aten::relu"(%x) : (!ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32>
      return %0 : !ts.tensor<[2,3],f32>
    }
    ```

    After, in short:

    ```mlir
    func.func @f(%x: !ts.tensor<[2,3],f32>) -> !ts.tensor<[2,3],f32> {
      %0 = ts.tensor.value %x : !ts.tensor<[2,3],f32> -> tensor<2x3xf32>
      %1 = linalg.generic … ins(%0 : tensor<2x3xf32>) … -> tensor<2x3xf32>
      %2 = ts.tensor.ref %1 : tensor<2x3xf32> -> !ts.tensor<[2,3],f32>
      return %2 : !ts.tensor<[2,3],f32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
  let statistics = [
    Statistic<"numConverted", "num-converted", "Operators converted">,
    Statistic<"numKept", "num-kept", "Tensor operators that stay on objects">
  ];
}

def ConvertLinalgToOneDNN
    : Pass<"convert-linalg-to-onednn", "::mlir::func::FuncOp"> {
  let summary = "Convolutions and matrix products to oneDNN calls";
  let description = [{
    Pre-condition: linalg on tensors of static shapes. A named operation on
    `f32` that oneDNN does well becomes a `tsrt.library_call` with its
    parameters; zero padding in front of a convolution and a relu behind it are
    taken in.
  }];
  let dependentDialects = ["::mlir::tsrt::TSRTDialect"];
  let statistics = [
    Statistic<"numCalls", "num-calls", "Library calls made">
  ];
}

#endif // TORCHSCRIPT_CONVERSION_LINALGPASSES_TD
