//===- OperatorVerifier.cpp - Calls against schemas -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arity, types and writes of operators. Verifiers run after every pass, so the
// way from a name to its schema is one look-up without a lock.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/OperatorVerifier.h"

#include "SchemaCache.h"
#include "SchemaTypes.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/TSTypes.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ts;
using torchscript::Argument;
using torchscript::FunctionSchema;
using torchscript::SchemaRegistry;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Does the table have operators of a namespace?
static bool isKnownNamespace(StringRef space) {
  static const llvm::StringSet<> spaces = [] {
    llvm::StringSet<> found;
    SchemaRegistry::get().forEachLine(
        [&](StringRef line) { found.insert(line.substr(0, line.find("::"))); });
    return found;
  }();
  return spaces.contains(space);
}

const FunctionSchema *SchemaCache::find(StringAttr name) const {
  auto [entry, isNew] = schemas.get().try_emplace(name.getAsOpaquePointer());
  if (isNew)
    entry->second = SchemaRegistry::get().find(name.getValue());
  return entry->second;
}

/// Reports an operator that a known namespace does not have, with what was
/// perhaps meant.
static LogicalResult reportUnknown(Operation *op, StringRef name) {
  SchemaRegistry &registry = SchemaRegistry::get();
  size_t dot = name.find('.', name.find("::"));
  StringRef base = name.substr(0, dot);
  SmallVector<std::string> overloads;
  for (const FunctionSchema *schema : registry.overloads(base))
    if (registry.getBuiltinBody(schema).empty())
      overloads.push_back(schema->getFullName());
  InFlightDiagnostic diagnostic = op->emitOpError("knows no operator \"")
                                  << name << "\"";
  // What is a third of the name away is another name.
  auto suggest = [&](StringRef written, StringRef meant) {
    size_t length = written.size() - written.find("::");
    if (written.edit_distance(meant) * 3 < length)
      diagnostic << "; did you mean \"" << meant << "\"?";
  };
  if (overloads.empty()) {
    std::vector<std::string> names = registry.suggest(base);
    if (!names.empty())
      suggest(base, names.front());
    return diagnostic;
  }
  // `.default` is how others spell an overload without a name.
  StringRef meant = name;
  meant.consume_back(".default");
  auto nearest = llvm::min_element(
      overloads, [&](const std::string &a, const std::string &b) {
        return meant.edit_distance(a) < meant.edit_distance(b);
      });
  if (overloads.size() == 1 || meant == *nearest)
    diagnostic << "; did you mean \"" << *nearest << "\"?";
  else
    suggest(name, *nearest);
  diagnostic.attachNote() << "there is " << llvm::join(overloads, ", ");
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Arity and types
//===----------------------------------------------------------------------===//

/// Puts the schema under a diagnostic.
static LogicalResult withSchema(InFlightDiagnostic &diagnostic,
                                const FunctionSchema &schema) {
  diagnostic.attachNote() << "the schema is " << schema.spelling();
  return diagnostic;
}

static LogicalResult verifyArity(Operation *op, const FunctionSchema &schema,
                                 size_t operands, size_t results) {
  size_t wanted = schema.arguments.size();
  if (schema.isVararg ? operands < wanted : operands != wanted) {
    InFlightDiagnostic diagnostic =
        op->emitOpError("\"") << schema.getFullName() << "\" takes "
                              << (schema.isVararg ? "at least " : "") << wanted
                              << " operands, found " << operands;
    if (operands < wanted)
      diagnostic << ": \"" << schema.arguments[operands].name
                 << "\" is missing";
    return withSchema(diagnostic, schema);
  }
  if (!schema.isVarret && results != schema.returns.size()) {
    InFlightDiagnostic diagnostic = op->emitOpError("\"")
                                    << schema.getFullName() << "\" gives "
                                    << schema.returns.size()
                                    << " results, found " << results;
    return withSchema(diagnostic, schema);
  }
  return success();
}

static bool isValue(Type type) { return isa<RankedTensorType>(type); }

/// A call is on objects or on values.
static LogicalResult verifyTensors(Operation *op, const FunctionSchema &schema,
                                   TypeRange operands, TypeRange results) {
  if (llvm::none_of(operands, isValue) && llvm::none_of(results, isValue))
    return success();
  auto isObject = [](Type type) { return isa<TSTensorType>(type); };
  if (llvm::any_of(operands, isObject) || llvm::any_of(results, isObject)) {
    InFlightDiagnostic diagnostic = op->emitOpError(
        "mixes tensors with !ts.tensor objects; 'ts.tensor.value' and "
        "'ts.tensor.ref' go from one to the other");
    return diagnostic;
  }
  for (auto [formal, type] : llvm::zip(schema.arguments, operands))
    if (formal.isWrite() && isValue(type)) {
      InFlightDiagnostic diagnostic =
          op->emitOpError("writes \"")
          << formal.name << "\", which is a value; only a !ts.tensor object "
          << "can be written";
      return withSchema(diagnostic, schema);
    }
  return success();
}

static LogicalResult verifyTypes(Operation *op, const FunctionSchema &schema,
                                 TypeRange operands, TypeRange results,
                                 bool allowValues) {
  SchemaTypes types(allowValues);
  for (auto [i, formal] : llvm::enumerate(schema.arguments)) {
    if (types.acceptsOperand(operands[i], formal.type))
      continue;
    InFlightDiagnostic diagnostic =
        op->emitOpError("operand ")
        << i << " is \"" << formal.name << "\" of \"" << schema.getFullName()
        << "\", which has type " << formal.type->annotationSpelling()
        << "; found " << operands[i];
    return withSchema(diagnostic, schema);
  }
  for (auto [i, formal] : llvm::enumerate(schema.returns)) {
    if (types.acceptsResult(results[i], formal.type))
      continue;
    InFlightDiagnostic diagnostic =
        op->emitOpError("result ")
        << i << " of \"" << schema.getFullName() << "\" has type "
        << formal.type->annotationSpelling() << "; found " << results[i];
    return withSchema(diagnostic, schema);
  }
  return success();
}

/// Operators take and give values of the language, also those that nobody
/// knows.
static LogicalResult verifyValues(Operation *op, TypeRange operands,
                                  TypeRange results, bool allowValues) {
  auto isAllowed = [&](Type type) {
    return isValueType(type) || (allowValues && isValue(type));
  };
  for (auto [i, type] : llvm::enumerate(operands))
    if (!isAllowed(type))
      return op->emitOpError("operand ") << i << " is of type " << type
                                         << ", which is no TorchScript value";
  for (auto [i, type] : llvm::enumerate(results))
    if (!isAllowed(type))
      return op->emitOpError("result ") << i << " is of type " << type
                                        << ", which is no TorchScript value";
  return success();
}

LogicalResult ts::verifyOperatorCall(Operation *op, StringAttr name,
                                     TypeRange operands, TypeRange results,
                                     bool allowValues) {
  const FunctionSchema *schema = nullptr;
  auto *dialect = op->getContext()->getLoadedDialect<TSDialect>();
  if (auto *cache = dialect->getRegisteredInterface<SchemaCache>())
    schema = cache->find(name);
  if (!schema) {
    StringRef space = name.getValue().split("::").first;
    return isKnownNamespace(space)
               ? reportUnknown(op, name)
               : verifyValues(op, operands, results, allowValues);
  }
  return success(
      succeeded(verifyArity(op, *schema, operands.size(), results.size())) &&
      succeeded(verifyValues(op, operands, results, /*allowValues=*/true)) &&
      succeeded(verifyTensors(op, *schema, operands, results)) &&
      succeeded(verifyTypes(op, *schema, operands, results, allowValues)));
}
