//===- FunctionSchema.cpp - Signatures of operators and functions ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries on signatures, their spelling and subtyping.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/FunctionSchema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace torchscript;

Constant Argument::getDefault() const {
  auto kind = defaultValue.getKind();
  bool isNumber = kind == Constant::Kind::Int ||
                  kind == Constant::Kind::Float || kind == Constant::Kind::Bool;
  if (!listSize || !isNumber || !unwrapOptional(type)->is(TypeKind::List))
    return defaultValue;
  return Constant::list(std::vector<Constant>(size_t(*listSize), defaultValue));
}

std::string FunctionSchema::getFullName() const {
  return overload.empty() ? name : name + "." + overload;
}

int FunctionSchema::getArgumentIndex(llvm::StringRef argument) const {
  auto it = llvm::find_if(
      arguments, [&](const Argument &a) { return a.name == argument; });
  return it == arguments.end() ? -1 : int(it - arguments.begin());
}

/// Whether the value or an element of it is written to.
static bool hasWrite(const AliasInfo &alias) {
  return alias.isWrite || llvm::any_of(alias.elements, hasWrite);
}

bool FunctionSchema::isMutable() const {
  return llvm::any_of(arguments,
                      [](const Argument &a) { return hasWrite(a.alias); });
}

/// Collects the alias set names of a value and its elements.
static void collectSets(const AliasInfo &alias, bool after,
                        llvm::SmallVectorImpl<llvm::StringRef> &sets) {
  for (const std::string &name : after ? alias.after : alias.before)
    sets.push_back(name);
  for (const AliasInfo &element : alias.elements)
    collectSets(element, after, sets);
}

bool FunctionSchema::resultMayAlias(size_t index) const {
  llvm::SmallVector<llvm::StringRef> sets;
  collectSets(returns[index].alias, /*after=*/false, sets);
  return !sets.empty();
}

llvm::SmallVector<unsigned, 2>
FunctionSchema::getAliasedArguments(size_t index) const {
  llvm::SmallVector<llvm::StringRef> sets;
  collectSets(returns[index].alias, /*after=*/false, sets);
  llvm::SmallVector<unsigned, 2> result;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    llvm::SmallVector<llvm::StringRef> formal;
    collectSets(arguments[i].alias, /*after=*/true, formal);
    if (llvm::any_of(formal, [&](llvm::StringRef name) {
          return name == "*" ? llvm::is_contained(sets, "*")
                             : llvm::is_contained(sets, name);
        }))
      result.push_back(i);
  }
  return result;
}

const Type *FunctionSchema::getResultType(TypeContext &context) const {
  if (returns.empty())
    return TypeContext::getNone();
  if (returns.size() == 1)
    return returns[0].type;
  llvm::SmallVector<const Type *> types;
  std::vector<std::string> names;
  for (const Argument &result : returns) {
    types.push_back(result.type);
    if (!result.name.empty())
      names.push_back(result.name);
  }
  if (names.size() == types.size())
    return context.getNamedTuple("", names, types);
  return context.getTuple(types);
}

/// `(a!)`, `(a -> *)`, or nothing.
static std::string spellAlias(const AliasInfo &alias) {
  if (alias.before.empty())
    return "";
  std::string text = "(" + llvm::join(alias.before, "|");
  if (alias.isWrite)
    text += "!";
  if (alias.before != alias.after)
    text += " -> " + llvm::join(alias.after, "|");
  return text + ")";
}

/// A type with alias annotations and list size where schemas put them:
/// `Tensor(a!)[]?`, `int[2]?`.
static std::string spellArgumentType(const Type *type, const AliasInfo &alias,
                                     std::optional<int64_t> listSize) {
  if (auto *optional = llvm::dyn_cast<OptionalType>(type))
    return spellArgumentType(optional->getElement(), alias, listSize) + "?";
  if (auto *list = llvm::dyn_cast<ListType>(type)) {
    AliasInfo element;
    if (!alias.elements.empty())
      element = alias.elements[0];
    std::string size = listSize ? std::to_string(*listSize) : "";
    return spellArgumentType(list->getElement(), element, std::nullopt) + "[" +
           size + "]" + spellAlias(alias);
  }
  return type->schemaSpelling() + spellAlias(alias);
}

/// A default value as `print` writes it, but a string for a string parameter
/// in quotes.
static std::string spellDefault(const Constant &value, const Type *type) {
  // What the host makes of None for a tensor.
  if (value.isNone() && type->isTensor())
    return "[ Tensor (undefined) ]";
  switch (value.getKind()) {
  case Constant::Kind::String:
  case Constant::Kind::Device:
    return unwrapOptional(type)->is(TypeKind::String) ? value.spelling()
                                                      : value.getString().str();
  case Constant::Kind::EnumMember: {
    const auto *enumType = llvm::cast<EnumType>(value.getType());
    return ("Enum<" + enumType->getShortName() + "." +
            enumType->getMembers()[value.getInt()].name + ">")
        .str();
  }
  case Constant::Kind::Tuple: {
    std::vector<std::string> parts;
    for (const Constant &element : value.getElements())
      parts.push_back(spellDefault(element, TypeContext::getAny()));
    return "(" + llvm::join(parts, ", ") + (parts.size() == 1 ? ",)" : ")");
  }
  default:
    return value.spelling();
  }
}

static std::string spellArgument(const Argument &argument) {
  std::string text = spellArgumentType(argument.getWrittenType(),
                                       argument.alias, argument.listSize);
  if (!argument.name.empty())
    text += " " + argument.name;
  if (argument.hasDefault())
    text += "=" + spellDefault(argument.defaultValue, argument.type);
  return text;
}

std::string FunctionSchema::spelling() const {
  std::string text = getFullName() + "(";
  llvm::ListSeparator comma;
  bool sawKwOnly = false;
  for (const Argument &argument : arguments) {
    text += llvm::StringRef(comma);
    if (argument.kwOnly && !sawKwOnly) {
      sawKwOnly = true;
      text += "*, ";
    }
    text += spellArgument(argument);
  }
  if (isVararg)
    text += (llvm::StringRef(comma) + "...").str();
  text += ") -> ";

  // One result stands alone, unless it could be read as several.
  bool parentheses =
      returns.size() > 1 || (returns.empty() && !isVarret) ||
      (returns.size() == 1 &&
       llvm::StringRef(spellArgument(returns[0])).starts_with("("));
  llvm::ListSeparator separator;
  if (parentheses)
    text += "(";
  for (const Argument &result : returns)
    text += (llvm::StringRef(separator) + spellArgument(result)).str();
  if (isVarret)
    text += (llvm::StringRef(separator) + "...").str();
  if (parentheses)
    text += ")";
  return text;
}

/// Whether formal `sub` accepts whatever formal `super` accepts.
static bool acceptsArgument(const Argument &sub, const Argument &super,
                            std::string *why) {
  return sub.name == super.name && isSubtypeOf(super.type, sub.type, why);
}

bool torchscript::isSubtypeOf(const FunctionSchema &sub,
                              const FunctionSchema &super, bool isMethod,
                              std::string *why) {
  size_t start = isMethod ? 1 : 0;
  // Parameters with defaults are no exception: the lists must agree.
  if (sub.returns.size() != super.returns.size() ||
      sub.arguments.size() != super.arguments.size())
    return false;
  for (auto [a, b] : llvm::zip(sub.returns, super.returns))
    if (!isSubtypeOf(a.type, b.type, why))
      return false;
  for (size_t i = start; i < super.arguments.size(); ++i)
    if (!acceptsArgument(sub.arguments[i], super.arguments[i], why))
      return false;
  return true;
}
