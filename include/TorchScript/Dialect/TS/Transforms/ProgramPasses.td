//===- ProgramPasses.td - Passes that make exported programs --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PROGRAMPASSES_TD
#define TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PROGRAMPASSES_TD

include "mlir/Pass/PassBase.td"

def TSFlattenInputs : Pass<"ts-flatten-inputs", "::mlir::ModuleOp"> {
  let summary = "make an argument of each tensor and number in the examples";
  let description = [{
    Each argument of the function has an example, `ts.example`: the type of a
    tensor, a number, string or `#ts.none`, or a tree of these. The function gets
    an argument for each leaf, named by its path; numbers and strings are
    constants for the body, and stay arguments that nothing uses. An example with
    `ts.fixed` beside it is a default of the function, and no argument.

    ```mlir
    func.func @f(%x: !ts.dict<!ts.str, !ts.tensor>
                 {ts.name = "x", ts.example = #ts.tree<dict, [!ts.tensor<[2],f32>], ["a"]>})
    ```
    becomes
    ```mlir
    func.func @f(%x_a: !ts.tensor<[2],f32> {ts.name = "x_a", ts.graph_input = #ts.graph_input<user>})
        attributes {ts.input_tree = #ts.tree<tuple, [#ts.tree<tuple, [#ts.tree<dict, [0], ["a"]>]>, #ts.tree<dict, []>]>}
    ```
  }];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"", "symbol of the function">,
    Option<"object", "object", "std::string", "\"\"",
           "symbol of the object whose method it is">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numLeaves", "leaves", "arguments made">];
}

def TSLiftProgram : Pass<"ts-lift-program", "::mlir::ModuleOp"> {
  let summary = "make an exported program of a function in a straight line";
  let description = [{
    From the function that `ts-flatten-inputs` and the inference of types leave:
    the parameters and buffers of the object, and other tensors that the function
    uses, become arguments; the result becomes a tuple of its tensors and numbers
    with a tree; inputs and operators get names. Nothing else stays in the module.

    A branch or loop, or a number that depends on the values of tensors, is an
    error at its place: an exported program has one block.
  }];
  let options = [
    Option<"entry", "entry", "std::string", "\"\"", "symbol of the function">,
    Option<"object", "object", "std::string", "\"\"",
           "symbol of the object whose method it is">];
  let statistics = [Statistic<"numLifted", "lifted", "tensors lifted">];
}

def TSProgramScopes : Pass<"ts-program-scopes", "::mlir::ModuleOp"> {
  let summary = "call the methods of context managers in programs that are exported";
  let description = [{
    What raises cannot be exported, so that `__exit__` is called once, behind the
    body and with None for what was raised.
  }];
}

def TSStraightenProgram : Pass<"ts-straighten-program", "::mlir::ModuleOp"> {
  let summary = "write out loops and containers of programs that are exported";
  let description = [{
    Of functions with `ts.input_tree`: loops whose number of turns is known, up to
    4096, elements of lists and dicts that are made in the function and only read,
    and devices of known names.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TSProgramAttributes : Pass<"ts-program-attributes", "::mlir::ModuleOp"> {
  let summary = "replace reads and assignments of attributes in programs that are exported";
  let description = [{
    Of functions with `ts.input_tree`, once no branch or loop reads or assigns
    attributes: a read gives what was assigned last, or the value of the object. What
    is assigned to a buffer is copied into it at the end; another tensor is an
    error; numbers and the like are forgotten, as torch.export does.
  }];
}

def TSTypeProgramInputs : Pass<"ts-type-program-inputs", "::mlir::ModuleOp"> {
  let summary = "give arguments of exported programs the types their attributes say";
  let description = [{
    Of arguments that are tensors: what `ts.value`, or `ts.shape` and `ts.dtype`,
    say of sizes and dtype.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TSNameProgram : Pass<"ts-name-program", "::mlir::ModuleOp"> {
  let summary = "name the nodes of exported programs anew";
  let description = [{
    As torch.export does, in their order; inputs keep their names. Operators that
    nothing uses and that have no effect are removed.
  }];
}

def TSVerifyExportedProgram
    : Pass<"ts-verify-exported-program", "::mlir::ModuleOp"> {
  let summary = "report all that is wrong with exported programs";
  let description = [{
    Arguments and results against the signature: names and targets that occur
    twice, new values of what does not exist, sizes that contradict types, state
    behind inputs. Tensors that share their elements while one gets a new value.
    Ranges that are empty. Operators without a schema, in dialects other than
    TRAINING operators that write in place, and operations that are no graph. With
    `level=core` operators that give tensors and are not in Core ATen. Each is an
    error of its own.
  }];
  let options = [Option<"level", "level", "std::string", "\"\"",
                        "the operators that are allowed: core, or all">];
}

#endif // TORCHSCRIPT_DIALECT_TS_TRANSFORMS_PROGRAMPASSES_TD
