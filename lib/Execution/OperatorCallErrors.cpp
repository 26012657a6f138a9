//===- OperatorCallErrors.cpp - Texts of calls that fit nothing -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where one signature takes as many arguments as there are, the first argument
// that is wrong for it is named, else all signatures are listed.
//
//===----------------------------------------------------------------------===//

#include "OperatorCallErrors.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Base/Types/FunctionSchema.h"
#include "TorchScript/Base/Types/Type.h"
#include "TorchScript/Frontend/Evaluate/TensorOperators.h"

#include "llvm/ADT/StringExtras.h"

using namespace torchscript;
using namespace torchscript::evaluate;

using SchemaType = torchscript::Type;

/// Whether an overload belongs to another one, as the one that writes to `out`.
static bool isOut(const FunctionSchema &schema) {
  return llvm::any_of(schema.arguments, [](const Argument &formal) {
    return formal.kwOnly && formal.isWrite();
  });
}

static llvm::StringRef getName(const Argument &formal) {
  return formal.name == "self" ? llvm::StringRef("input") : formal.name;
}

/// A type as messages name it.
static std::string spellType(const SchemaType *type) {
  switch (type->getKind()) {
  case TypeKind::Optional:
    return spellType(type->getContained()[0]);
  case TypeKind::Number:
    return "Number";
  case TypeKind::List:
    return "tuple of " + spellType(type->getContained()[0]) + "s";
  default: {
    std::string text = type->spelling();
    return text == "ScalarType" ? "torch.dtype"
           : text == "Layout"   ? "torch.layout"
           : text == "Device"   ? "torch.device"
                                : text;
  }
  }
}

/// Whether a value may be an argument of a type; true where this is not known.
static bool accepts(Interpreter &in, const SchemaType *type,
                    const Value &value) {
  TensorObject *tensor = asTensor(value);
  switch (type->getKind()) {
  case TypeKind::Optional:
    return value.isNone() || accepts(in, type->getContained()[0], value);
  case TypeKind::Tensor:
    return tensor;
  case TypeKind::Number:
  case TypeKind::Float:
    return tensor || in.isInt(value) || value.is(Kind::Float) ||
           value.is(Kind::Complex);
  case TypeKind::Int:
    return tensor || in.isInt(value) || value.is(Kind::Host) ||
           value.is(Kind::Instance);
  case TypeKind::Bool:
    return tensor || value.is(Kind::Bool);
  case TypeKind::String:
    return value.is(Kind::Str);
  case TypeKind::List: {
    if (tensor)
      return false;
    bool isOfNumbers = type->getContained()[0]->getKind() == TypeKind::Int;
    if (isOfNumbers && in.isInt(value))
      return true;
    return !(value.is(Kind::Str) || value.is(Kind::Float) || in.isInt(value) ||
             value.isNone());
  }
  default:
    return true;
  }
}

/// What is wrong with the arguments for one signature; empty when nothing is
/// found.
static std::string explain(Interpreter &in, const FunctionSchema &schema,
                           const std::string &function,
                           const Arguments &arguments) {
  size_t numPositional = 0;
  std::vector<std::string> missing;
  for (const Argument &formal : schema.arguments)
    numPositional += !formal.kwOnly;
  if (arguments.positional.size() > numPositional)
    return function + "() takes " + std::to_string(numPositional) +
           " positional argument" + (numPositional == 1 ? "" : "s") + " but " +
           std::to_string(arguments.positional.size()) +
           (arguments.positional.size() == 1 ? " was" : " were") + " given";
  for (size_t i = 0; i < schema.arguments.size(); ++i) {
    const Argument &formal = schema.arguments[i];
    const Value *given = nullptr;
    std::string place;
    if (i < arguments.positional.size()) {
      given = &arguments.positional[i];
      place = " (position " + std::to_string(i + 1) + ")";
    }
    for (size_t k = 0; k < arguments.names.size(); ++k) {
      llvm::StringRef name = in.toStr(arguments.names[k], "keyword");
      if (name == formal.name || name == getName(formal))
        given = &arguments.named[k];
    }
    if (!given) {
      if (!formal.hasDefault())
        missing.push_back("\"" + getName(formal).str() + "\"");
    } else if (!accepts(in, formal.type, *given)) {
      return function + "(): argument '" + getName(formal).str() + "'" + place +
             " must be " + spellType(formal.getWrittenType()) + ", not " +
             in.typeName(*given);
    }
  }
  if (!missing.empty())
    return function + "() missing " + std::to_string(missing.size()) +
           " required positional arguments: " + llvm::join(missing, ", ");
  for (const Value &keyword : arguments.names) {
    llvm::StringRef name = in.toStr(keyword, "keyword");
    if (llvm::none_of(schema.arguments, [&](const Argument &formal) {
          return name == formal.name || name == getName(formal);
        }))
      return function + "() got an unexpected keyword argument '" + name.str() +
             "'";
  }
  return "";
}

static std::string spellSignature(const FunctionSchema &schema) {
  std::string text = "(";
  bool isByName = false;
  for (const Argument &formal : schema.arguments) {
    if (text.size() > 1)
      text += ", ";
    if (formal.kwOnly && !isByName)
      text += "*, ";
    isByName |= formal.kwOnly;
    text += spellType(formal.getWrittenType()) + " " + getName(formal).str();
  }
  return text + ")";
}

std::string torchscript::explainOperatorCall(Interpreter &in,
                                             llvm::StringRef name,
                                             const Arguments &arguments) {
  std::string function = name.split("::").second.str();
  std::vector<const FunctionSchema *> all, plausible;
  size_t count = arguments.positional.size() + arguments.names.size();
  for (const FunctionSchema *schema : SchemaRegistry::get().overloads(name)) {
    if (isOut(*schema))
      continue;
    all.push_back(schema);
    size_t least =
        llvm::count_if(schema->arguments, [](const Argument &formal) {
          return !formal.hasDefault();
        });
    if (count >= least && count <= schema->arguments.size())
      plausible.push_back(schema);
  }
  if (all.empty())
    return "";
  if (all.size() == 1 || plausible.size() == 1)
    return explain(in, plausible.size() == 1 ? *plausible[0] : *all[0],
                   function, arguments);
  std::string text =
      function + "() received an invalid combination of arguments - got (";
  llvm::ListSeparator separator;
  for (const Value &value : arguments.positional)
    text += (llvm::Twine(separator) + in.typeName(value)).str();
  for (size_t i = 0; i < arguments.names.size(); ++i)
    text += (llvm::Twine(separator) + in.toStr(arguments.names[i], "keyword") +
             "=" + in.typeName(arguments.named[i]))
                .str();
  text += "), but expected one of:\n";
  for (const FunctionSchema *schema : all)
    text += " * " + spellSignature(*schema) + "\n";
  return text;
}
