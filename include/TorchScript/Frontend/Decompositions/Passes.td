//===- Passes.td - Passes that read texts ------------------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_DECOMPOSITIONS_PASSES_TD
#define TORCHSCRIPT_FRONTEND_DECOMPOSITIONS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TSAddDecompositions : Pass<"ts-add-decompositions", "::mlir::ModuleOp"> {
  let summary = "add functions that users' texts say operators consist of";
  let description = [{
    Reads TorchScript texts in which a function says by its decorator what it
    stands for, as in PyTorch's own tables:

    ```python
    @register_decomposition(torch.ops.aten.mv.default)
    def mv(self: Tensor, vec: Tensor) -> Tensor:
        return torch.sum(self * vec, 1)
    ```

    Those that stand for operators of the module, or for operators of these, are
    added to the nested module `@decompositions`, in source form, each within a
    module of its own. Later texts win. `ts-decompose` puts them in place of the
    operators when they are in ssa form (pipeline `ts-compile-decompositions`).

    ```mlir
    func.func @f(%m: !ts.tensor, %v: !ts.tensor) -> !ts.tensor {
      %0 = ts.op "aten::mv"(%m, %v) : (!ts.tensor, !ts.tensor) -> !ts.tensor
      func.return %0 : !ts.tensor
    }
    ```
    stays, and beside it there is
    ```mlir
    module @decompositions {
      module attributes {ts.decomposes = ["aten::mv"], ts.decomposition = @mv, …} {
        func.func @mv(%self: !ts.tensor, %vec: !ts.tensor) -> !ts.tensor {
          …
        }
      }
    }
    ```
  }];
  let options = [
    ListOption<"files", "files", "std::string",
               "TorchScript texts with decompositions">,
    ListOption<"names", "names", "std::string", "names of texts in memory">,
    ListOption<"texts", "texts", "std::string", "the texts themselves">,
    Option<"all", "all", "bool", "false",
           "add all functions, whether their operators occur or not">
  ];
  let statistics = [Statistic<"numAdded", "added", "functions added">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::func::FuncDialect"
  ];
}

#endif // TORCHSCRIPT_FRONTEND_DECOMPOSITIONS_PASSES_TD
