//===- ts-gen-arguments.cpp - Accessors of operators' arguments -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ts-gen-arguments OUTPUT Operators.def
//
// Runs when the compiler is built: reads a family's table of operators and
// writes the classes of arguments that it names, from the operators' schemas.
// A line that begins with a macro of two arguments or more is an operator:
//
//   TS_OPERATOR(Slice, "aten::slice.Tensor", ...)   one overload
//   TS_POINTWISE(Add, "aten::add", ...)             all functional overloads
//
// The class None is not written.
//
// Operators with one class share its methods: one for each name of an argument.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Schema/Schema.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using torchscript::Argument;
using torchscript::FunctionSchema;
using torchscript::SchemaRegistry;
using torchscript::TypeKind;

namespace {
/// A class of arguments.
struct Group {
  SmallVector<const FunctionSchema *> overloads;
  /// Names of arguments in order of appearance, with the class that reads them.
  MapVector<StringRef, StringRef> methods;
};
} // namespace

/// The class that reads an argument of the type.
static StringRef getReader(const torchscript::Type *type) {
  switch (type->getKind()) {
  case TypeKind::Tensor:
    return "TensorArgument";
  case TypeKind::Int:
    return "IntArgument";
  case TypeKind::Bool:
    return "BoolArgument";
  case TypeKind::Float:
  case TypeKind::Number:
    return "NumberArgument";
  case TypeKind::String:
    return "StrArgument";
  case TypeKind::List:
    return "ListArgument";
  case TypeKind::Optional:
    return getReader(type->getContained().front());
  default:
    return "Argument";
  }
}

/// Numbers of both kinds read as numbers; else types that differ are read by
/// the class of the value.
static StringRef mergeReaders(StringRef a, StringRef b) {
  if (a == b)
    return a;
  auto isNumber = [](StringRef reader) {
    return reader == "NumberArgument" || reader == "IntArgument";
  };
  return isNumber(a) && isNumber(b) ? "NumberArgument" : "Argument";
}

/// Whether the overload computes results from tensors and writes nothing.
static bool isFunctional(const FunctionSchema &schema) {
  auto isTensor = [](const Argument &argument) {
    return getReader(argument.type) == "TensorArgument";
  };
  return !schema.isMutable() && any_of(schema.arguments, isTensor);
}

static void add(Group &group, const FunctionSchema *schema) {
  if (is_contained(group.overloads, schema))
    return;
  group.overloads.push_back(schema);
  for (const Argument &argument : schema->arguments) {
    StringRef reader = getReader(argument.type);
    auto [it, isNew] = group.methods.insert({argument.name, reader});
    if (!isNew)
      it->second = mergeReaders(it->second, reader);
  }
}

/// Reads a line; an error message for operators without a schema.
static std::string readLine(StringRef line,
                            MapVector<StringRef, Group> &groups) {
  line = line.trim();
  bool isBase = line.starts_with("TS_POINTWISE(");
  if (!isBase && !line.starts_with("TS_OPERATOR("))
    return "";
  auto [name, rest] = line.split('(').second.split(',');
  if (name.trim() == "None")
    return "";
  StringRef op = rest.split('"').second.split('"').first;
  Group &group = groups[name.trim()];
  if (!isBase) {
    const FunctionSchema *schema = SchemaRegistry::get().find(op);
    if (!schema)
      return ("no schema has the name " + op).str();
    add(group, schema);
    return "";
  }
  for (const FunctionSchema *schema : SchemaRegistry::get().overloads(op))
    if (SchemaRegistry::get().getBuiltinBody(schema).empty() &&
        isFunctional(*schema))
      add(group, schema);
  return group.overloads.empty() ? ("no schema has the name " + op).str() : "";
}

/// A name of an argument as the name of a method.
static std::string getMethod(StringRef name) {
  static const StringRef keywords[] = {"int", "float", "bool", "default",
                                       "new", "this",  "long", "double"};
  return is_contained(keywords, name) ? (name + "_").str() : name.str();
}

static void write(raw_ostream &os, StringRef name, const Group &group) {
  os << "/// Arguments of";
  for (const FunctionSchema *schema : group.overloads)
    os << (schema == group.overloads.front() ? " " : ", ")
       << schema->getFullName();
  os << ".\nclass " << name << "Arguments : public OperatorArguments {\n";
  for (auto [index, schema] : enumerate(group.overloads)) {
    os << "  static constexpr int8_t positions" << index << "[] = {";
    for (const auto &method : group.methods)
      os << schema->getArgumentIndex(method.first) << ", ";
    os << "};\n";
  }
  os << "  static ArrayRef<ArgumentPositions> getOverloads() {\n"
     << "    static const ArgumentPositions overloads[] = {\n";
  for (auto [index, schema] : enumerate(group.overloads))
    os << "        {\"" << schema->getFullName() << "\", positions" << index
       << "},\n";
  os << "    };\n    return overloads;\n  }\n\npublic:\n"
     << formatv("  explicit {0}Arguments(OperatorOp op)\n"
                "      : OperatorArguments(op, getOverloads()) {{}\n",
                name);
  for (auto [index, method] : enumerate(group.methods))
    os << formatv("  {0} {1}() const {{ return {0}(get({2})); }\n",
                  method.second, getMethod(method.first), index);
  os << "};\n\n";
}

int main(int argc, char **argv) {
  if (argc != 3) {
    errs() << "usage: ts-gen-arguments OUTPUT Operators.def\n";
    return 2;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> table = MemoryBuffer::getFile(argv[2]);
  if (!table) {
    errs() << argv[2] << ": " << table.getError().message() << "\n";
    return 1;
  }
  MapVector<StringRef, Group> groups;
  SmallVector<StringRef> lines;
  (*table)->getBuffer().split(lines, '\n');
  bool good = true;
  for (auto [index, line] : enumerate(lines))
    if (std::string error = readLine(line, groups); !error.empty()) {
      errs() << argv[2] << ":" << index + 1 << ": error: " << error << "\n";
      good = false;
    }
  if (!good)
    return 1;
  // A stopped build leaves no half of a file.
  if (Error error = writeToOutput(argv[1], [&](raw_ostream &os) {
        os << "// Made by ts-gen-arguments; do not edit.\n\n";
        for (const auto &[name, group] : groups)
          write(os, name, group);
        return Error::success();
      })) {
    errs() << argv[1] << ": " << toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
