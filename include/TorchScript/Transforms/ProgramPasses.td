//===- ProgramPasses.td - Passes on exported programs ------*- tablegen -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TRANSFORMS_PROGRAMPASSES_TD
#define TORCHSCRIPT_TRANSFORMS_PROGRAMPASSES_TD

include "mlir/Pass/PassBase.td"

def TSFunctionalizeProgram
    : Pass<"ts-functionalize-program", "::mlir::ModuleOp"> {
  let summary = "replace writes in exported programs by new values";
  let description = [{
    An operator that writes in place becomes the one that gives the new value,
    in the dtype of the tensor. What was written through a view is put back into
    the tensor that it looks at (`select_scatter` and the like), and other views
    of it are made anew where they are used. The last value of a buffer or input
    that was written is a result of the program; a constant that is written is
    an error.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numWrites", "writes", "writes replaced">];
}

def TSUniteAttributes : Pass<"ts-unite-attributes", "::mlir::ModuleOp"> {
  let summary = "read attributes once, and assign none what it holds";
  let description = [{
    Of functions with `ts.input_tree`: attributes that are assigned nothing but
    the tensor that they are, behind writes to it, are read at the begin, and the
    assignments go.
  }];
  let statistics = [Statistic<"numUnited", "united", "attributes read once">];
}

def TSKeepControlFlow : Pass<"ts-keep-control-flow", "::mlir::ModuleOp"> {
  let summary = "branches and loops on data become operators of control flow";
  let description = [{
    Of functions with `ts.input_tree`: `ts.if` becomes `cond`, `ts.while` and
    `ts.for` become `while_loop`. Numbers that they give or carry become tensors
    without dimensions. The tensors from outside that they write become results,
    which are copied behind them. Graphs that raise, or give tensors of different
    dtypes or shapes, are errors, and so are writes that would show which tensors
    of the program are one.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numKept", "kept", "branches and loops kept">];
}

def TSDecomposeProgram : Pass<"ts-decompose-program", "::mlir::ModuleOp"> {
  let summary = "put what operators of exported programs consist of in their place";
  let description = [{
    `level=functional`: operators that may alias their operands or behave
    differently in training (`reshape`, `dropout`, `batch_norm`).
    `level=core`: all that Core ATen has not, as far as the compiler has a text
    that says what they consist of. One round: what is made is not looked at.
    Operators of `keep` stay, unless the functional level has a text for them.
    With `unclear=false` so do those of whose operands too little is known: their
    texts would be branches, which keep types from what follows.
  }];
  let options = [Option<"level", "level", "std::string", "\"core\"",
                        "functional or core">,
                 ListOption<"kept", "keep", "std::string",
                            "operators that stay (aten::conv2d)">,
                 Option<"unclear", "unclear", "bool", "true",
                        "also where dtypes and ranks are not known">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numDecomposed", "decomposed",
                              "operators replaced">];
}

def TSInferProgramTypes
    : Pass<"ts-infer-program-types", "::mlir::ModuleOp"> {
  let summary = "give operators without a rule the types their parts have";
  let description = [{
    The types of results that no rule tells are those of a copy of the operator
    that has been decomposed.
  }];
  let constructor = "::mlir::ts::createTSInferProgramTypes()";
  let options = [Option<"pipeline", "pipeline", "std::string", "\"\"",
                        "the passes that refine a function">];
  let statistics = [Statistic<"numRefined", "refined", "results refined">];
}

def TSProgramBindings : Pass<"ts-program-bindings", "::mlir::ModuleOp"> {
  let summary = "call in exported programs what functions of Python call";
  let description = [{
    Of functions with `ts.input_tree`. TorchScript has operators of its own for
    some functions of Python (`x.to("cpu")`, `abs(x)`): PyTorch's take their
    place. `torch.tensor` of known numbers is a constant that is copied, lists of
    tensors are made of their parts where their length is known, and functions
    that make tensors say the device and that the memory is not pinned.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TSDecideSizes : Pass<"ts-decide-sizes", "::mlir::ModuleOp"> {
  let summary = "take the branches of programs that are exported for dynamic sizes";
  let description = [{
    A condition that sizes answer is answered as for the example,
    `ts.symbol_hints`; what that asks of the sizes is noted in `ts.size_facts`.
    So is how often a loop runs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TSWriteSizes : Pass<"ts-write-sizes", "::mlir::ModuleOp"> {
  let summary = "say what the sizes in exported programs are made of";
  let description = [{
    Operators get `ts.sizes`, a map from symbols for each tensor they give, and
    ints that are made of sizes are computed from the sizes of inputs. What the
    operators ask of sizes is noted in `ts.size_facts`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // TORCHSCRIPT_TRANSFORMS_PROGRAMPASSES_TD
