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
    Pre-condition: `ts-to-value`.

    Each operator on builtin tensors that cannot fail and that has a lowering in
    `lib/Operators` becomes `linalg` and `tensor` operations, named ones for
    products, convolutions and poolings. All other operators stay for
    `ts-value-to-objects`. Unsigned bytes are `i8` here; `tensor.bitcast` leads
    to operators that stay.

    Before:

    ```mlir
    %1 = ts.op "aten::relu"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```

    After, in short:

    ```mlir
    %1 = linalg.generic … ins(%0 : tensor<2x3xf32>) … -> tensor<2x3xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::tsrt::TSRTDialect"
  ];
  let statistics = [
    Statistic<"numConverted", "num-converted", "Operators converted">
  ];
}

#endif // TORCHSCRIPT_CONVERSION_LINALGPASSES_TD
