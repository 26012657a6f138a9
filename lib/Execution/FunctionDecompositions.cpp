//===- FunctionDecompositions.cpp - Functions that stand for operators ----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of decompositions has functions of the program. Their parameters need
// no annotations, as it is the operator that says what it is called with: the
// text that is compiled has the types of its schema and the function's body.
//
//===----------------------------------------------------------------------===//

#include "EvaluatedInstances.h"
#include "ScriptedObjects.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Frontend/Syntax/Parser.h"
#include "TorchScript/Frontend/Syntax/TreeVisitor.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;

/// The function whose `def` begins at an offset; null when there is none.
static const FunctionDef *findFunction(Block block, uint32_t offset) {
  for (const Stmt *statement : block) {
    SourceRange range = statement->getRange();
    auto *function = llvm::dyn_cast<FunctionDef>(statement);
    if (function && range.begin == offset)
      return function;
    if (offset < range.begin || offset >= range.end)
      continue;
    const FunctionDef *found = nullptr;
    forEachBlock(statement, [&](Block inner) {
      if (!found)
        found = findFunction(inner, offset);
    });
    return found;
  }
  return nullptr;
}

/// A type of a schema as an annotation.
static std::string spellType(const Type *type) {
  if (auto *optional = llvm::dyn_cast<OptionalType>(type))
    return "Optional[" + spellType(optional->getElement()) + "]";
  if (auto *list = llvm::dyn_cast<ListType>(type))
    return "List[" + spellType(list->getElement()) + "]";
  switch (type->getKind()) {
  case TypeKind::Number:
    return "Union[int, float, complex]";
  case TypeKind::ScalarType:
  case TypeKind::Layout:
  case TypeKind::MemoryFormat:
    return "int";
  case TypeKind::Device:
    return "torch.device";
  default:
    return type->annotationSpelling();
  }
}

std::pair<std::string, std::string>
torchscript::spellDecomposition(Interpreter &in, const Value &function,
                                StringRef op) {
  std::string name = ("aten::" + op.split('.').second).str();
  if (StringRef(name).ends_with(".default"))
    name.resize(name.size() - StringRef(".default").size());
  const FunctionSchema *schema = SchemaRegistry::get().find(name);
  if (!op.starts_with("aten.") || !schema)
    in.raiseTypeError("'" + op.str() + "' is no operator of ATen");
  EvaluatedInstances instances(in);
  const InstanceValue *value =
      instances.find(instances.add(function, "decomposition"));
  std::shared_ptr<const SourceFile> file = value->definition.file;
  DiagnosticSink sink;
  std::unique_ptr<SyntaxTree> tree =
      value->kind == InstanceValue::Kind::Function && file
          ? parseFile(file, sink)
          : nullptr;
  const FunctionDef *found =
      tree ? findFunction(tree->body, value->definition.offset) : nullptr;
  if (!found)
    in.raiseTypeError("a decomposition is a function that is defined by 'def', "
                      "not '" +
                      in.typeName(function) + "'");
  const auto &parameters = found->parameters->parameters;
  if (parameters.size() != schema->arguments.size())
    in.raiseTypeError("the decomposition '" + found->name.str() + "' takes " +
                      std::to_string(parameters.size()) + " arguments; " +
                      schema->spelling() + " has " +
                      std::to_string(schema->arguments.size()));
  std::string header = "def " + found->name.str() + "(";
  for (size_t i = 0; i < parameters.size(); ++i)
    header += (i ? ", " : "") + parameters[i].name.str() + ": " +
              spellType(schema->arguments[i].type);
  std::string results;
  for (const Argument &result : schema->returns)
    results += (results.empty() ? "" : ", ") + spellType(result.type);
  header += ") -> " +
            (schema->returns.size() == 1 ? results : "Tuple[" + results + "]") +
            ":\n";
  StringRef text = file->getText();
  uint32_t begin = found->body.front()->getRange().begin,
           end = found->body.back()->getRange().end;
  // The body with its indentation, or behind the header's colon.
  size_t line = text.rfind('\n', begin) + 1;
  bool isAlone = text.slice(line, begin).trim().empty();
  std::string body = isAlone ? text.slice(line, end).str()
                             : "    " + text.slice(begin, end).str();
  std::string made = "from typing import *; import torch; from torch import "
                     "Tensor; from torch._decomp import "
                     "register_decomposition\n";
  // Lines are those of the file.
  size_t above = text.take_front(isAlone ? line : begin).count('\n');
  for (size_t lines = 3; lines < above; ++lines)
    made += "\n";
  made += "@register_decomposition(torch.ops." + op.str() + ")\n" + header +
          body + "\n";
  return {file->getName().str(), made};
}
