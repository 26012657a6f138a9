//===- SchemaRegistry.cpp - The table of operator schemas -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds operators in the embedded text by bisection and parses them on first
// use.
//
//===----------------------------------------------------------------------===//

#include "SchemaData.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Base/Types/TypeParser.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include <deque>
#include <mutex>

using namespace torchscript;

namespace {
/// The parsed overloads of one name.
struct Entry {
  std::vector<const FunctionSchema *> overloads;
  /// Those that only their full names find.
  std::vector<const FunctionSchema *> aside;
};
} // namespace

struct SchemaRegistry::Impl {
  std::mutex mutex;
  TypeContext context;
  llvm::StringMap<Entry> entries;
  std::deque<FunctionSchema> schemas;
  llvm::DenseMap<const FunctionSchema *, llvm::StringRef> bodies;

  /// Parses a schema of the data files, which the tests keep well-formed.
  const FunctionSchema *parse(llvm::StringRef line) {
    std::string error;
    std::optional<FunctionSchema> schema = parseSchema(context, line, &error);
    if (!schema)
      llvm::report_fatal_error(llvm::Twine("invalid schema data: ") + error);
    schemas.push_back(std::move(*schema));
    return &schemas.back();
  }
};

SchemaRegistry::SchemaRegistry() : impl(std::make_unique<Impl>()) {}
SchemaRegistry::~SchemaRegistry() = default;

SchemaRegistry &SchemaRegistry::get() {
  static SchemaRegistry registry;
  return registry;
}

/// The operator name at the start of a line: up to the overload or the formals.
static llvm::StringRef nameOfLine(llvm::StringRef line) {
  return line.substr(0, line.find_first_of(".("));
}

llvm::ArrayRef<const FunctionSchema *>
SchemaRegistry::overloads(llvm::StringRef name) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  auto [it, inserted] = impl->entries.try_emplace(name);
  std::vector<const FunctionSchema *> &found = it->second.overloads;
  if (!inserted)
    return found;

  llvm::StringRef lines =
      lowerBoundLine(skipComment(getSchemaText()), name, nameOfLine);
  while (!lines.empty()) {
    auto [line, next] = lines.split('\n');
    if (nameOfLine(line) != name)
      break;
    found.push_back(impl->parse(line));
    lines = next;
  }
  // So are operators of later releases: those of a name that is in use stand
  // aside, for resolution is that of PyTorch 1.13.
  bool isNew = found.empty();
  lines = skipComment(getNewerSchemaText());
  while (!lines.empty()) {
    auto [line, next] = lines.split('\n');
    lines = next;
    if (nameOfLine(line) == name)
      (isNew ? found : it->second.aside).push_back(impl->parse(line));
  }
  // Builtin functions are few: one pass over their lines.
  lines = getBuiltinText();
  std::string prefix = (name + ": ").str();
  while (!lines.empty()) {
    auto [line, next] = lines.split('\n');
    lines = next;
    if (!line.consume_front(prefix))
      continue;
    auto [signature, body] = line.split(" := ");
    const FunctionSchema *schema = impl->parse(signature);
    found.push_back(schema);
    impl->bodies[schema] = body;
  }
  return found;
}

const FunctionSchema *SchemaRegistry::find(llvm::StringRef fullName) {
  // The namespace may hold dots: the overload follows the first one behind it.
  size_t colons = fullName.find("::");
  size_t dot =
      colons == llvm::StringRef::npos ? colons : fullName.find('.', colons);
  llvm::StringRef name = fullName.substr(0, dot), overload;
  if (dot != llvm::StringRef::npos)
    overload = fullName.substr(dot + 1);
  for (const FunctionSchema *schema : overloads(name))
    if (schema->overload == overload && schema->name == name)
      return schema;
  std::lock_guard<std::mutex> lock(impl->mutex);
  for (const FunctionSchema *schema : impl->entries[name].aside)
    if (schema->overload == overload && schema->name == name)
      return schema;
  return nullptr;
}

llvm::StringRef SchemaRegistry::getBuiltinBody(const FunctionSchema *schema) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  return impl->bodies.lookup(schema);
}

void SchemaRegistry::forEachLine(
    llvm::function_ref<void(llvm::StringRef)> visit) {
  llvm::StringRef lines = skipComment(getSchemaText());
  while (!lines.empty()) {
    auto [line, next] = lines.split('\n');
    visit(line);
    lines = next;
  }
}

std::vector<std::string> SchemaRegistry::suggest(llvm::StringRef name) {
  constexpr unsigned limit = 2;
  std::vector<std::pair<unsigned, llvm::StringRef>> ranked;
  llvm::StringRef previous;
  forEachLine([&](llvm::StringRef line) {
    llvm::StringRef candidate = nameOfLine(line);
    if (candidate == previous)
      return;
    previous = candidate;
    unsigned distance = name.edit_distance(candidate, true, limit);
    if (distance <= limit)
      ranked.emplace_back(distance, candidate);
  });
  llvm::sort(ranked);
  std::vector<std::string> names;
  for (const auto &[distance, candidate] : ranked)
    names.push_back(candidate.str());
  return names;
}
