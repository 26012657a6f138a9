//===- CodePrinter.h - Functions as PyTorch prints them ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The writer of `.code`: CodePrinter.cpp has the statements,
// CodeExpressions.cpp the expressions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CODEPRINTER_H
#define TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CODEPRINTER_H

#include "CodeGraph.h"
#include "FunctionExporter.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace torchscript {

/// Writes one function.
class CodePrinter {
public:
  CodePrinter(const ModuleNames &names, mlir::func::FuncOp function,
              const CodeGraph &graph);

  /// Nothing when there is something that has no text.
  std::optional<std::string> run();

private:
  // Which values have no name.
  bool canInline(const CodeValue &value) const;
  const CodeNode *scanValue(const CodeNode *point, const CodeValue &value);
  const CodeNode *scanNode(const CodeNode &node);
  void scanBlock(const CodeBlock &block);

  // Names.
  std::string choose(std::string wish);
  void name(const CodeValue &value);
  const std::string &use(const CodeValue *value) { return texts[value]; }
  std::string list(llvm::ArrayRef<CodeValue *> values,
                   llvm::StringRef end = "");

  // Statements.
  void line(const llvm::Twine &text);
  void signature();
  void nameLongConstants(const CodeBlock &block);
  /// A constant, or the variable that stands for a long one.
  std::string shortened(std::string constant) const;
  void print(const CodeBlock &block, bool hasMore);
  void print(const CodeNode &node);
  void printAlone(const CodeNode &node);
  void forget(const CodeNode &user);
  void printIf(const CodeNode &node);
  void printLoop(const CodeNode &node);
  void assign(llvm::ArrayRef<CodeValue *> targets,
              llvm::ArrayRef<CodeValue *> values, bool isApart);
  bool isAnnotated(const CodeValue &value);
  void define(const CodeNode &node, llvm::StringRef text);
  bool isLong(llvm::StringRef text) const;
  void splitLong(llvm::ArrayRef<CodeValue *> inputs);

  // Expressions.
  std::string spell(mlir::Type type);
  std::string constant(const CodeNode &node);
  std::string literal(mlir::Attribute value);
  std::string expression(const CodeNode &node);
  std::string display(const CodeNode &node);
  std::string call(const CodeNode &node, mlir::func::CallOp op);
  std::string operatorCall(const CodeNode &node, mlir::ts::OperatorOp op);
  std::string fail() {
    valid = false;
    return "";
  }

  const ModuleNames &names;
  mlir::func::FuncOp function;
  const CodeGraph &graph;
  llvm::DenseSet<const CodeNode *> inlined;
  /// Values without a name that no expression has in it yet, as they are
  /// computed.
  std::vector<const CodeValue *> pending;
  llvm::DenseMap<const CodeValue *, std::string> texts;
  llvm::StringMap<unsigned> nextNumber;
  /// Values whose types are written.
  llvm::DenseSet<const CodeValue *> annotated;
  /// Variables for constants that are long, by their texts.
  llvm::StringMap<std::string> longConstants;
  llvm::StringSet<> used;
  std::string text;
  unsigned level = 0;
  bool valid = true;
  bool isTraced;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CODEPRINTER_H
