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
    For,       ///< the number of turns, then what is handed on; its exit has
               ///< whether to go on in front until exits are lowered
    While,     ///< what is handed on
    Raise,     ///< the message
    Return,    ///< the results of the function; gone when exits are lowered
    GoOn,      ///< whether the loop goes on, and what is handed on; likewise
    Missing,   ///< a value that nobody reads
    List,      ///< a list that is none of the IR
    Call,      ///< an operator that is none of the IR; its name is the text
    Exit,      ///< the results of a block
    Parameter, ///< values that a block begins with
  };
  Kind kind = Operation;
  /// What it was; null for those that have no operation of their own.
  mlir::Operation *op = nullptr;
  /// Of a constant: its text, where it is none of the IR. Of Raise: the class.
  /// Of Call: the operator, "prim::" in front of its name or nothing.
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
  /// Null for functions with statements that have no form here.
  static std::unique_ptr<CodeGraph> build(mlir::func::FuncOp function);

  CodeBlock body;

  /// A node in front of another of the same block, or at the end for null.
  CodeNode *insert(CodeBlock &block, CodeNode *before, CodeNode::Kind kind,
                   mlir::Operation *op = nullptr);
  /// One more result; of a block's parameters, one more of those.
  CodeValue *addOutput(CodeNode *node, mlir::Type type, std::string name = "");

  /// Takes returns, breaks and continues apart as PyTorch does: a flag says
  /// whether one was met, and what follows is done where it was not. `result`
  /// is the type of the function's result, null for none. Loops whose exits
  /// depend on more than the number of turns are `while`s afterwards.
  void lowerExits(mlir::MLIRContext *context, mlir::Type result);

  /// Takes branches that constants decide, results that both branches agree in
  /// and what loops hand on without a change.
  void propagateConstants();

private:
  friend class CodeGraphBuilder;
  /// Removes what nothing uses, and puts the results of `if` and loops in the
  /// order in which they are used.
  void simplify();
  std::vector<std::unique_ptr<CodeValue>> values;
};

// Changes of graphs, which keep the lists of uses true.
void addInput(CodeNode *node, CodeValue *value);
/// Takes one operand out of a node.
void removeInput(CodeNode &node, size_t index);
void replaceInput(CodeNode &node, size_t index, CodeValue *value);
void replaceUses(CodeValue *value, CodeValue *other);
/// What a node and the nodes in it use, they use no more.
void dropUses(CodeNode &node);
/// Makes blocks of an `if` or a loop.
CodeBlock &addBlock(CodeNode &node);
/// Moves nodes, from `first` up to `last`, to the end of another block.
void moveToEnd(CodeBlock &from,
               std::list<std::unique_ptr<CodeNode>>::iterator first,
               std::list<std::unique_ptr<CodeNode>>::iterator last,
               CodeBlock &to);
/// Sets up the parameters and the exit of a new block.
void setUp(CodeBlock &block, CodeNode *owner);

/// The type of what is one thing or the other; `wide` where nothing narrower is
/// known.
mlir::Type unifyTypes(mlir::Type left, mlir::Type right, mlir::Type wide);

/// Whether a function is the text that the evaluator made of a trace.
bool isTracedFunction(mlir::func::FuncOp function);

/// The number of a traced sum, product or the like as the tensor that it is in
/// a trace; null for other operands.
mlir::DenseElementsAttr getTracedNumber(mlir::ts::OperatorOp op,
                                        unsigned index);

/// The tensor that a traced operator makes of literals; null for others.
mlir::DenseElementsAttr getTracedTensor(mlir::ts::OperatorOp op);

/// The result of an operator on constant numbers or strings; null for others,
/// and for what raises. `operands` may hold null.
mlir::Attribute foldOperator(mlir::ts::OperatorOp op,
                             llvm::ArrayRef<mlir::Attribute> operands);

/// The same for an operator by name, without namespace and overload, with a
/// result of a type.
mlir::Attribute foldOperator(llvm::StringRef name, mlir::Type type,
                             llvm::ArrayRef<mlir::Attribute> operands);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CODEGRAPH_H
