//===- HostValues.cpp - What the host's values stand for -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names bound by Python code outside of compiled functions: constants, aliases,
// and functions that another function defines and returns.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;

llvm::StringRef torchscript::getPythonTypeOf(const Expr *value) {
  switch (value->getKind()) {
  case Expr::Kind::Integer:
    return "int";
  case Expr::Kind::Float:
    return "float";
  case Expr::Kind::Imaginary:
    return "complex";
  case Expr::Kind::String:
  case Expr::Kind::FString:
    return "str";
  case Expr::Kind::Bytes:
    return "bytes";
  case Expr::Kind::Boolean:
    return "bool";
  case Expr::Kind::List:
  case Expr::Kind::ListComprehension:
    return "list";
  case Expr::Kind::Tuple:
    return "tuple";
  case Expr::Kind::Dict:
  case Expr::Kind::DictComprehension:
    return "dict";
  case Expr::Kind::Set:
    return "set";
  case Expr::Kind::Ellipsis:
    return "ellipsis";
  default:
    return "";
  }
}

Meaning *torchscript::makeUnusableValue(Compilation &unit,
                                        llvm::StringRef pythonType) {
  OpaqueMeaning::Messages messages;
  std::string kind = "python value of type '" + pythonType.str() + "'";
  messages.value = kind + " cannot be used as a value. Perhaps it is a closed "
                          "over global variable? If so, please consider "
                          "passing it in as an argument or use a local varible "
                          "instead.";
  messages.attribute = "attribute lookup is not defined on " + kind;
  return unit.make<OpaqueMeaning>(kind, messages);
}

/// The nested function a function returns by its name, or null.
static const FunctionDef *findReturned(const FunctionDef *maker) {
  llvm::StringRef name;
  for (Stmt *statement : maker->body)
    if (auto *exit = llvm::dyn_cast<ReturnStmt>(statement))
      if (auto *result = llvm::dyn_cast_or_null<NameExpr>(exit->value))
        name = result->name;
  for (Stmt *statement : maker->body)
    if (auto *inner = llvm::dyn_cast<FunctionDef>(statement))
      if (!name.empty() && inner->name == name)
        return inner;
  return nullptr;
}

Meaning *torchscript::resolveClosure(Compilation &unit, Scope &scope,
                                     const CallExpr *call) {
  auto *maker = llvm::dyn_cast_or_null<FunctionMeaning>(
      resolveHostValue(unit, scope, call->callee));
  if (!maker || maker->entry->isLibrary)
    return nullptr;
  const FunctionDef *def = maker->entry->def;
  const FunctionDef *returned = findReturned(def);
  if (!returned)
    return nullptr;
  // Parameters are what the call gives them, in the scope of the call.
  llvm::StringMap<Meaning *> parameters;
  for (auto [index, parameter] : llvm::enumerate(def->parameters->parameters)) {
    Meaning *&meaning = parameters[parameter.name];
    if (parameter.defaultValue)
      meaning =
          resolveHostValue(unit, *maker->entry->scope, parameter.defaultValue);
    if (index < call->arguments.size())
      meaning = resolveHostValue(unit, scope, call->arguments[index]);
    for (const KeywordArgument &keyword : call->keywords)
      if (keyword.name == parameter.name)
        meaning = resolveHostValue(unit, scope, keyword.value);
  }
  Scope *inside = unit.addScope(std::make_unique<FileScope>(
      unit, *maker->entry->scope, def->body, std::move(parameters)));
  return inside->lookup(returned->name);
}

static Meaning *resolveCall(Compilation &unit, Scope &scope,
                            const CallExpr *call) {
  if (Meaning *tuple = resolveNamedTupleCall(unit, scope, call))
    return tuple;
  // `g = torch.jit.script(f)` is f.
  std::string callee = getDottedName(call->callee);
  if (llvm::StringRef(callee).ends_with("jit.script") &&
      call->arguments.size() == 1)
    return resolveHostValue(unit, scope, call->arguments[0]);
  if (Meaning *closure = resolveClosure(unit, scope, call))
    return closure;
  Meaning *made = evaluateStatic(unit, scope, call->callee);
  llvm::StringRef type = llvm::isa_and_nonnull<OperatorMeaning>(made)
                             ? llvm::StringRef("Tensor")
                             : llvm::StringRef(callee).rsplit('.').second;
  return makeUnusableValue(unit, type.empty() ? llvm::StringRef(callee) : type);
}

Meaning *torchscript::resolveHostValue(Compilation &unit, Scope &scope,
                                       Expr *value) {
  if (llvm::isa<NoneLiteral>(value))
    return nullptr;
  llvm::StringRef literal = getPythonTypeOf(value);
  if (!literal.empty())
    return makeUnusableValue(unit, literal);
  if (auto *call = llvm::dyn_cast<CallExpr>(value))
    return resolveCall(unit, scope, call);
  if (llvm::isa<NameExpr, AttributeExpr>(value)) {
    Meaning *meaning = evaluateStatic(unit, scope, value);
    // Constants of modules are only usable through the module (TS-SCOPE-012).
    if (auto *constant = llvm::dyn_cast_or_null<ConstantMeaning>(meaning)) {
      if (constant->value.getKind() == Constant::Kind::EnumMember)
        return meaning;
      if (constant->value.getKind() == Constant::Kind::Float)
        return makeUnusableValue(unit, "float");
      // Of the ints of PyTorch's modules most are dtypes.
      bool isTorch =
          llvm::StringRef(getDottedName(value)).starts_with("torch.");
      return makeUnusableValue(unit, isTorch ? "dtype" : "int");
    }
    return meaning;
  }
  if (llvm::isa<SubscriptExpr>(value)) {
    bool ok = true;
    const Type *type =
        resolveType(unit, scope, value,
                    [&](SourceRange, const llvm::Twine &) { ok = false; });
    if (ok && type)
      return unit.make<TypeMeaning>(type);
  }
  return makeUnusableValue(unit, "object");
}
