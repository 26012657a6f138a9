//===- CodeGraph.h - A function as PyTorch's graph of values ----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PyTorch prints a compiled function from a graph without variables: each value
// is made once, `if` and loops have values as results. This is that graph of a
// function in source form: where values come from, which variable each was
// assigned to first, and in which order `if` and loops hand them on.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CODEGRAPH_H
#define TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CODEGRAPH_H

#include "TorchScript/Dialect/TS/IR/TSOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <list>
#include <memory>
#include <string>
#include <vector>

namespace torchscript {

struct CodeNode;
struct CodeBlock;

/// A value.
struct CodeValue {
  CodeNode *node = nullptr;
  /// The variable it was assigned to first; empty for none.
  std::string name;
  mlir::Type type;
  /// Who uses it, and as which operand.
  std::vector<std::pair<CodeNode *, unsigned>> uses;
};

/// An operation.
struct CodeNode {
  enum Kind {
    Operation, ///< one of the IR
    Constant,  ///< a constant of the IR, or a text
    Unpack,    ///< all elements of a tuple or list
    If,        ///< the condition
    For,       ///< the number of turns, then what is handed on
    While,     ///< what is handed on
    Condition, ///< the first condition of a while, behind what is handed on
    Raise,     ///< the message
    Exit,      ///< the results of a block
    Parameter, ///< values that a block begins with
  };
  Kind kind = Operation;
  /// What it was; null for those that have no operation of their own.
  mlir::Operation *op = nullptr;
  /// Of a constant: its text, where it is none of the IR. Of Raise: the class.
  std::string text;
  /// Of a constant: its value; null when only the operation or text says it.
  mlir::Attribute value;
  CodeBlock *block = nullptr;
  std::vector<CodeValue *> inputs;
  std::vector<CodeValue *> outputs;
  /// If: two. For: one, with the turn and what is handed on as parameters.
  /// While: one whose exit is the condition and what is handed on.
  std::vector<std::unique_ptr<CodeBlock>> blocks;
};

/// Statements in order.
struct CodeBlock {
  CodeNode *owner = nullptr;
  CodeNode parameters, exit;
  std::list<std::unique_ptr<CodeNode>> nodes;
};

/// The graph of a function.
class CodeGraph {
public:
  /// Null for functions with exits that PyTorch takes apart in another way: out
  /// of loops, and behind some paths through an `if` only.
  static std::unique_ptr<CodeGraph> build(mlir::func::FuncOp function);

  CodeBlock body;

private:
  friend class CodeGraphBuilder;
  /// Removes what nothing uses, and puts the results of `if` and loops in the
  /// order in which they are used.
  void simplify();
  std::vector<std::unique_ptr<CodeValue>> values;
};

/// Whether a function is the text that the evaluator made of a trace.
bool isTracedFunction(mlir::func::FuncOp function);

/// The number of a traced sum, product or the like as the tensor that it is in a
/// trace; null for other operands.
mlir::DenseElementsAttr getTracedNumber(mlir::ts::OperatorOp op,
                                        unsigned index);

/// The tensor that a traced operator makes of literals; null for others.
mlir::DenseElementsAttr getTracedTensor(mlir::ts::OperatorOp op);

/// The result of an operator on constant numbers or strings; null for others,
/// and for what raises. `operands` may hold null.
mlir::Attribute foldOperator(mlir::ts::OperatorOp op,
                             llvm::ArrayRef<mlir::Attribute> operands);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CODEGRAPH_H
