//===- Signatures.cpp - Parameters, defaults and annotated results --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves the signature of a function from annotations, type comments and
// default values (sections 4.1 and 9 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/ModuleInterface.h"
#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "TorchScript/Base/Schema/Match.h"
#include "TorchScript/Frontend/Syntax/Parser.h"

#include <cmath>

using namespace torchscript;

namespace {
/// Resolves one signature; errors go to the entry.
class SignatureResolver {
public:
  SignatureResolver(Compilation &unit, FunctionEntry &entry)
      : unit(unit), entry(entry),
        def(entry.signature ? *entry.signature : *entry.def) {}
  bool run();

private:
  bool fail(SourceRange range, const llvm::Twine &message) {
    if (!failed) {
      failed = true;
      Diagnostic failure;
      failure.message = message.str();
      failure.range = range;
      failure.context = def.getRange();
      entry.addFailure(std::move(failure));
    }
    return false;
  }
  bool unsupported(SourceRange range, const llvm::Twine &construct) {
    fail(range, "not supported yet: " + construct);
    entry.failure.isUnsupported = true;
    return false;
  }
  const Type *typeOf(Expr *expr) {
    return resolveType(unit, *entry.scope, expr,
                       [&](SourceRange range, const llvm::Twine &message) {
                         fail(range, message);
                       });
  }
  const Type *typeOf(SourceRange comment);
  bool readComments();
  /// Takes the types of a comment for the parameters and the result.
  bool useSignatureComment(const SignatureComment &signature);
  bool checkDefault(const Parameter &parameter, Argument &argument,
                    bool inferred);
  bool checkOverload(const Argument &argument);
  /// Whether it is the state that `__setstate__` takes without saying its type.
  bool isUntypedState(const Parameter &parameter) const;
  /// What `__getstate__` returns; null after an error.
  const Type *stateType();
  bool addUndeclared();

  Compilation &unit;
  FunctionEntry &entry;
  const FunctionDef &def;
  bool failed = false;
  /// Types from comments, one for each parameter without `self`.
  llvm::SmallVector<const Type *> commentTypes;
  const Type *commentResult = nullptr;
  bool hasComment = false;
};
} // namespace

const Type *SignatureResolver::typeOf(SourceRange comment) {
  DiagnosticSink sink;
  Expr *expr = parseExpression(entry.scope->getTree(), comment, sink);
  if (!expr) {
    fail(comment, sink.getDiagnostics().empty()
                      ? "expected a type"
                      : sink.getDiagnostics().front().message);
    return nullptr;
  }
  return typeOf(expr);
}

bool SignatureResolver::useSignatureComment(const SignatureComment &signature) {
  hasComment = true;
  size_t expected =
      def.parameters->parameters.size() - (entry.selfType ? 1 : 0);
  if (signature.arguments.size() != expected) {
    SourceRange header = def.headerRange;
    if (!def.parameters->parameters.empty() && !def.returns)
      header.end = def.parameters->parameters.back().range.end;
    return fail(header, "Number of type annotations (" +
                            llvm::Twine(signature.arguments.size()) +
                            ") did not match the number of " +
                            (entry.selfType ? "method" : "function") +
                            " parameters (" + llvm::Twine(expected) + ")");
  }
  if (signature.result && !(commentResult = typeOf(signature.result)))
    return false;
  for (SourceRange range : signature.arguments) {
    commentTypes.push_back(typeOf(range));
    if (!commentTypes.back())
      return false;
  }
  return true;
}

/// Where to read what a type comment must look like.
static constexpr llvm::StringLiteral kSeePEP484 =
    "(https://www.python.org/dev/peps/pep-0484/"
    "#suggested-syntax-for-python-2-7-and-straddling-code)";

bool SignatureResolver::readComments() {
  llvm::SmallVector<const TypeComment *> comments;
  const TypeComment *irregular = nullptr;
  for (const TypeComment &comment : def.allTypeComments) {
    if (comment.regularPrefix)
      comments.push_back(&comment);
    else if (!irregular)
      irregular = &comment;
  }
  if (comments.empty() && irregular)
    return fail(def.getRange(),
                "The annotation prefix in line " +
                    llvm::Twine(irregular->range.getBegin().line -
                                def.getRange().getBegin().line) +
                    " is probably invalid.\nIt must be '# "
                    "type:'\nSee PEP 484 " +
                    kSeePEP484 + "\nfor examples");
  if (comments.empty())
    return true;
  SignatureComment signature;
  auto split = [&](bool succeeded) {
    return succeeded || fail(signature.problemRange, signature.problem);
  };
  if (comments.size() == 1) {
    if (!comments[0]->ownLine)
      return fail(comments[0]->range, "expected type comment but found '" +
                                          getLineStartKind(*comments[0]) +
                                          "' here");
    return split(splitSignatureComment(*comments[0], signature)) &&
           useSignatureComment(signature);
  }
  // One comment for each parameter, and the line that gives the result.
  auto *last = llvm::find_if(comments, [](const TypeComment *comment) {
    return comment->range.getText().starts_with("# type: (...) -> ");
  });
  if (last == comments.end()) {
    // Whole lines, as far left as the function.
    std::string lines;
    uint32_t indent = def.getRange().getBegin().column - 1;
    for (const TypeComment *comment : comments) {
      llvm::StringRef text = comment->range.file->getText();
      size_t begin =
          text.take_front(comment->range.begin).find_last_of("\r\n") + 1;
      lines +=
          "\n" + text.slice(begin, comment->range.end).drop_front(indent).str();
    }
    return fail(def.getRange(),
                "Return type line '# type: (...) -> ...' not found on "
                "multiline type annotation\nfor type lines:" +
                    lines + "\n(See PEP 484 " + kSeePEP484.drop_front());
  }
  if (!split(splitSignatureComment(**last, signature)))
    return false;
  signature.arguments.clear();
  for (const TypeComment *comment :
       llvm::ArrayRef<const TypeComment *>(comments.begin(), last))
    if (!split(splitParameterComment(*comment, signature)))
      return false;
  return useSignatureComment(signature);
}

/// Python spelling of the type of a mutable default.
static bool isMutableDefault(const Constant &value) {
  return value.getKind() == Constant::Kind::List;
}

/// Whether a constant is one of the type, converting numbers as the host does.
static bool fitConstant(Constant &value, const Type *type, TypeContext &types) {
  for (const Type *alternative : getAlternatives(type)) {
    if (alternative->isFloat() && value.getKind() == Constant::Kind::Int) {
      value = Constant::floating(double(value.getInt()));
      return true;
    }
    if (alternative->isComplex() && value.getKind() == Constant::Kind::Float) {
      value = Constant::complex(value.getFloat(), 0);
      return true;
    }
    const auto *tuple = llvm::dyn_cast<TupleType>(alternative);
    if (tuple && value.getKind() == Constant::Kind::Tuple &&
        tuple->size() == value.getElements().size()) {
      std::vector<Constant> elements(value.getElements());
      bool ok = true;
      for (size_t i = 0; i < elements.size(); ++i)
        ok &= fitConstant(elements[i], tuple->getElements()[i], types);
      if (ok) {
        value = Constant::tuple(std::move(elements));
        return true;
      }
    }
    if (alternative->isDevice() && value.getKind() == Constant::Kind::String) {
      value = Constant::device(value.getString());
      return true;
    }
  }
  const Type *own = typeOfConstant(value, types);
  return own && isSubtypeOf(own, type);
}

bool SignatureResolver::checkDefault(const Parameter &parameter,
                                     Argument &argument, bool inferred) {
  std::optional<Constant> value =
      evaluateConstant(unit, *entry.scope, parameter.defaultValue);
  SourceRange range = def.getRange();
  bool isArchive = entry.scope->isArchive();
  if (!value)
    if (Constant literal = entry.scope->evaluateLiteral(parameter.defaultValue))
      value = literal;
  if (!value && argument.type && unwrapOptional(argument.type)->isTensor())
    if (FunctionEntry *maker = makeHostFunction(
            unit, *entry.scope, entry.def->name.str() + "_" + argument.name,
            parameter.defaultValue)) {
      value = Constant::external(maker->schema.returns[0].type,
                                 int64_t(unit.hostFunctions.size()));
      unit.hostFunctions.push_back(maker);
    }
  if (!value)
    return unsupported(parameter.defaultValue->getRange(),
                       "this default value");
  bool broadcast =
      argument.listSize && (value->getKind() == Constant::Kind::Int ||
                            value->getKind() == Constant::Kind::Float);
  if (!broadcast && !isArchive && isMutableDefault(*value))
    return fail(range,
                "Mutable default parameters are not supported because "
                "Python binds them to the function and they persist "
                "across function calls.\n As a workaround, make the "
                "default None and instantiate the default parameter "
                "within the body of the function. Found " +
                    llvm::Twine(llvm::isa<DictExpr>(parameter.defaultValue)
                                    ? "<class 'dict'>"
                                    : "<class 'list'>") +
                    " on parameter " + argument.name);
  // The host converts numbers and None to a bool.
  if (argument.type->is(TypeKind::Bool)) {
    if (value->getKind() == Constant::Kind::Int)
      value = Constant::boolean(value->getInt() != 0);
    else if (value->getKind() == Constant::Kind::Float)
      value = Constant::boolean(value->getFloat() != 0);
    else if (value->getKind() == Constant::Kind::None)
      value = Constant::boolean(false);
  }
  // The host makes a tensor without anything of None.
  bool isNoTensor = value->isNone() && argument.type->isTensor() && !isArchive;
  if (!broadcast && !isNoTensor &&
      !fitConstant(*value, argument.type, unit.getTypes())) {
    std::string text = "Expected a default value of type " +
                       TypedValue({}, argument.type, inferred).spelling() +
                       " on parameter \"" + argument.name + "\".";
    if (inferred)
      text += "Because \"" + argument.name +
              "\" was not annotated with an explicit type it is assumed to be "
              "type 'Tensor'.";
    return fail(range, text);
  }
  argument.defaultValue = *value;
  return true;
}

/// The default of an overload's declaration must be that of the function
/// itself (TS-META-008).
bool SignatureResolver::checkOverload(const Argument &argument) {
  if (!entry.signature)
    return true;
  for (const Parameter &parameter : entry.def->parameters->parameters) {
    if (parameter.name != argument.name || !parameter.defaultValue)
      continue;
    std::optional<Constant> value =
        evaluateConstant(unit, *entry.scope, parameter.defaultValue);
    if (value && (*value == argument.defaultValue ||
                  (fitConstant(*value, argument.type, unit.getTypes()) &&
                   *value == argument.defaultValue)))
      return true;
  }
  return fail(def.headerRange,
              "Default parameters on overloads do not affect the runtime so "
              "they must equal to the default parameter on the implementation "
              "function. Found on parameter " +
                  argument.name);
}

/// What an overload's declaration leaves out has the function's own type and
/// default (TS-META-008).
bool SignatureResolver::addUndeclared() {
  if (!entry.signature)
    return true;
  for (const Parameter &parameter : entry.def->parameters->parameters) {
    if (isVariadic(parameter) ||
        llvm::any_of(def.parameters->parameters, [&](const Parameter &known) {
          return known.name == parameter.name;
        }))
      continue;
    Argument argument;
    argument.name = parameter.name.str();
    if (!parameter.annotation)
      return fail(entry.def->headerRange,
                  "Parameters not specified on the overloaded declaration must "
                  "have a type annotation in the implementation function. Did "
                  "not find type for param " +
                      argument.name);
    argument.type = typeOf(parameter.annotation);
    if (!argument.type)
      return false;
    argument.kwOnly = parameter.kind == ParameterKind::KeywordOnly;
    if (parameter.defaultValue &&
        !checkDefault(parameter, argument, /*inferred=*/false))
      return false;
    entry.inferred.push_back(false);
    entry.schema.arguments.push_back(std::move(argument));
  }
  return true;
}

/// N of `_size_N_t`.
static std::optional<int64_t> sizeOfAlias(llvm::StringRef name) {
  int64_t size;
  if (name.size() == 9 && name.consume_front("_size_") &&
      name.consume_back("_t") && !name.getAsInteger(10, size))
    return size;
  return std::nullopt;
}

/// The list that the alias `_size_N_t` stands for as the type of a parameter;
/// elsewhere it is the union it is defined as. Null for other annotations.
static const Type *sizeList(Expr *annotation, TypeContext &types) {
  if (auto *name = llvm::dyn_cast<NameExpr>(annotation))
    return sizeOfAlias(name->name) ? types.getList(TypeContext::getInt())
                                   : nullptr;
  auto *subscript = llvm::dyn_cast<SubscriptExpr>(annotation);
  if (!subscript || getDottedName(subscript->value) != "Optional")
    return nullptr;
  const Type *inner = sizeList(subscript->index, types);
  return inner ? types.getOptional(inner) : nullptr;
}

/// N of `BroadcastingListN[T]` and of `_size_N_t`: a single number stands for
/// such a list.
static std::optional<int64_t> broadcastSize(Expr *annotation) {
  if (auto *alias = llvm::dyn_cast_or_null<NameExpr>(annotation))
    return sizeOfAlias(alias->name);
  auto *subscript = llvm::dyn_cast_or_null<SubscriptExpr>(annotation);
  if (!subscript)
    return std::nullopt;
  auto *name = llvm::dyn_cast<NameExpr>(subscript->value);
  if (!name)
    return std::nullopt;
  llvm::StringRef rest = name->name;
  if (name->name == "Optional")
    return broadcastSize(subscript->index);
  int64_t size;
  if (rest.consume_front("BroadcastingList") && !rest.getAsInteger(10, size))
    return size;
  return std::nullopt;
}

bool torchscript::isVariadic(const Parameter &parameter) {
  return parameter.kind == ParameterKind::VarPositional ||
         parameter.kind == ParameterKind::VarKeyword;
}

bool SignatureResolver::isUntypedState(const Parameter &parameter) const {
  return entry.name == "__setstate__" && entry.owner && entry.selfType &&
         !hasComment && def.parameters->parameters.size() == 2 &&
         !parameter.annotation;
}

const Type *SignatureResolver::stateType() {
  FunctionEntry *getter = nullptr;
  if (entry.owner->module) {
    getter = entry.owner->module->findExported("__getstate__");
  } else {
    auto it = entry.owner->methods.find("__getstate__");
    getter = it == entry.owner->methods.end() ? nullptr : it->second;
  }
  if (!getter) {
    SourceRange range = def.getRange();
    range.begin = def.parameters->parameters.front().range.begin;
    fail(range,
         "`__setstate__` defined but not `__getstate__`. You must have both "
         "defined on a ScriptModule to customize serialization.\nDid you "
         "forget to use `@torch.jit.export`?");
    return nullptr;
  }
  if (unit.compile(*getter))
    return getter->schema.returns[0].type;
  failed = true;
  entry.addFailure(getter->failure);
  return nullptr;
}

bool SignatureResolver::run() {
  entry.schema.name = entry.name;
  if (!readComments())
    return false;
  bool isIgnored =
      !entry.unusedMessage.empty() && (!entry.owner || entry.owner->module);
  size_t position = 0;
  for (const Parameter &parameter : def.parameters->parameters) {
    // What is never run may take anything (TS-META-009).
    if (!entry.unusedMessage.empty() && isVariadic(parameter))
      continue;
    Argument argument;
    argument.name = parameter.name.str();
    bool isSelf =
        entry.selfType && &parameter == &def.parameters->parameters[0];
    bool inferred = false;
    if (isSelf) {
      argument.type = entry.selfType;
    } else if (position < commentTypes.size()) {
      argument.type = commentTypes[position];
    } else if (parameter.annotation && !hasComment) {
      argument.type = sizeList(parameter.annotation, unit.getTypes());
      if (!argument.type)
        argument.type = typeOf(parameter.annotation);
      argument.listSize = broadcastSize(parameter.annotation);
    } else if (isUntypedState(parameter)) {
      argument.type = stateType();
    } else if (unit.acceptsPython && entry.owner && !entry.owner->module &&
               llvm::StringRef(entry.name).ends_with("__exit__")) {
      // What is raised, which is nothing.
      argument.type = TypeContext::getAny();
    } else {
      argument.type = TypeContext::getTensor();
      inferred = true;
    }
    if (!argument.type)
      return false;
    argument.kwOnly = parameter.kind == ParameterKind::KeywordOnly;
    // A function left to Python is known by the types of its annotations.
    if (isIgnored)
      inferred = false;
    else if (parameter.defaultValue &&
             (!checkDefault(parameter, argument, inferred) ||
              !checkOverload(argument)))
      return false;
    argument.isInferred = inferred;
    entry.inferred.push_back(inferred);
    entry.schema.arguments.push_back(std::move(argument));
    if (!isSelf)
      ++position;
  }
  if (!addUndeclared())
    return false;
  Argument result;
  if (commentResult) {
    result.type = commentResult;
  } else if (def.returns && !hasComment) {
    result.type = typeOf(def.returns);
    if (!result.type)
      return false;
  } else if (!entry.unusedMessage.empty()) {
    result.type = TypeContext::getTensor();
  }
  if (isIgnored)
    result.name = "0";
  entry.resultAnnotated = result.type != nullptr;
  if (!result.type)
    result.type = TypeContext::getNone();
  entry.schema.returns.push_back(result);
  return true;
}

bool Compilation::resolveSignature(FunctionEntry &entry) {
  if (entry.signatureKnown)
    return true;
  if (entry.state == FunctionEntry::State::Failed)
    return false;
  entry.schema = FunctionSchema();
  entry.inferred.clear();
  entry.signatureKnown = SignatureResolver(*this, entry).run();
  return entry.signatureKnown;
}

Meaning *torchscript::evaluateStatic(Compilation &unit, Scope &scope,
                                     Expr *expr) {
  if (auto *name = llvm::dyn_cast<NameExpr>(expr)) {
    if (Meaning *meaning = scope.lookup(name->name))
      return meaning;
    if (Meaning *builtin = unit.lookupBuiltin(name->name))
      return builtin;
    return unit.lookupPythonBuiltin(name->name);
  }
  auto *attribute = llvm::dyn_cast<AttributeExpr>(expr);
  if (!attribute)
    return nullptr;
  Meaning *base = evaluateStatic(unit, scope, attribute->value);
  if (auto *space = llvm::dyn_cast_or_null<NamespaceMeaning>(base))
    return lookupMember(*space, attribute->name);
  if (auto *owner = llvm::dyn_cast_or_null<ClassMeaning>(base)) {
    auto it = owner->entry->methods.find(attribute->name.str());
    if (it != owner->entry->methods.end() && !it->second->selfType)
      return unit.make<FunctionMeaning>(it->second);
  }
  if (auto *enumClass = llvm::dyn_cast_or_null<EnumClassMeaning>(base)) {
    int index = enumClass->type->getMemberIndex(attribute->name);
    if (index >= 0)
      return unit.make<ConstantMeaning>(
          Constant::enumMember(enumClass->type, index));
  }
  return nullptr;
}
