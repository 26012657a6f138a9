//===- ProgramStatements.h - Nodes as statements of Python ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_ARCHIVE_PROGRAMSTATEMENTS_H
#define TORCHSCRIPT_LIB_ARCHIVE_PROGRAMSTATEMENTS_H

#include "TorchScript/Archive/ExportedProgram.h"
#include "TorchScript/Base/Types/FunctionSchema.h"

#include "llvm/ADT/StringSet.h"

namespace torchscript::exported {

/// `NAME: "TYPE" = EXPRESSION`
struct Statement {
  std::string name;
  /// `f32[2, 3]`; empty for what has several results.
  std::string type;
  std::string expression;
  /// The values of the graph in the expression, each once.
  std::vector<std::string> uses;
  /// Of the node, as Python reports it.
  std::string trace;
};

/// A parameter of the forward method.
struct Parameter {
  std::string name, type;
};

/// The nodes in order. One with several results is followed by a statement for
/// each that has a name.
std::vector<Statement> makeStatements(const Graph &graph);
/// `(a, b)`; `names` gets the values of the graph in it.
std::string spellResults(const Graph &graph, std::vector<std::string> &names);
std::vector<Parameter> getParameters(const Program &program);
std::vector<Parameter> getParameters(const Graph &graph);
/// The graphs that nodes run, with their names.
std::vector<std::pair<std::string, const Graph *>>
getSubgraphs(const Graph &graph);

/// The schema of the operator of that target, or null.
const FunctionSchema *findSchema(llvm::StringRef target);
/// A value as Python's `repr` spells it; names of the graph as they are.
std::string spellValue(const Argument &argument);
/// A string in quotes.
std::string spellString(llvm::StringRef text);
/// The expression as people write it.
std::string spellExpression(llvm::StringRef expression);

} // namespace torchscript::exported

#endif // TORCHSCRIPT_LIB_ARCHIVE_PROGRAMSTATEMENTS_H
