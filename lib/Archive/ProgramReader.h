//===- ProgramReader.h - Access to the JSON of programs ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_ARCHIVE_PROGRAMREADER_H
#define TORCHSCRIPT_LIB_ARCHIVE_PROGRAMREADER_H

#include "TorchScript/Archive/ExportedProgram.h"

#include <nlohmann/json.hpp>

namespace torchscript::exported {

/// How deep graphs, lists and trees may be nested.
constexpr unsigned maxDepth = 64;

/// A value of the text, and how it was reached. What is wrong or missing gives
/// the null value, and the first such place is kept.
class Cursor {
public:
  using json = nlohmann::json;

  /// The whole text.
  Cursor(const json *value, std::string &problem)
      : value(value), problem(problem) {}

  explicit operator bool() const { return value && !value->is_null(); }

  /// A member that must exist. Where the value is no object: a problem.
  Cursor operator[](const char *key) const;
  /// A member that may be absent or null.
  Cursor find(const char *key) const;
  /// An element; `index` is in range.
  Cursor operator[](size_t index) const;
  /// The number of elements of a list; 0 for null.
  size_t size() const;

  bool isString() const { return value && value->is_string(); }
  int64_t asInt() const;
  double asFloat() const;
  bool asBool() const;
  std::string asString() const;

  /// The only member of an object that is not null: its name. Empty, and a
  /// problem, when there are none or several.
  std::string getTag() const;
  /// The names of the members of an object, in their order.
  std::vector<std::string> getKeys() const;

  /// Keeps the first problem.
  void fail(const llvm::Twine &message) const;

private:
  Cursor(const json *value, const Cursor &parent, std::string step)
      : value(value), problem(parent.problem), parent(&parent),
        step(std::move(step)) {}
  std::string getPath() const;

  const json *value;
  std::string &problem;
  const Cursor *parent = nullptr;
  std::string step;
};

/// The size of a `SymInt`.
Extent readExtent(const Cursor &at);
TensorMeta readTensorMeta(const Cursor &at);
/// A tree that is spelled as JSON within a string.
Tree readTree(const std::string &text, const Cursor &at);
Graph readGraph(const Cursor &at, unsigned depth);
Argument readArgument(const Cursor &at, unsigned depth);
/// Inputs, results and their trees, of a `GraphModule`.
void readSignature(const Cursor &at, Program &program);

} // namespace torchscript::exported

#endif // TORCHSCRIPT_LIB_ARCHIVE_PROGRAMREADER_H
