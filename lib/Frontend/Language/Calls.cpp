//===- Calls.cpp - Calls of operators and functions -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates arguments, resolves overloads and emits calls (section 9 of the
// language).
//
//===----------------------------------------------------------------------===//

#include "ControlFlowOperators.h"

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "TorchScript/Base/Schema/Match.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Frontend/Syntax/Parser.h"

#include "llvm/ADT/StringSet.h"

using namespace torchscript;
namespace ts = mlir::ts;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The expression that gives an argument: of the function that makes a message,
/// what it gives.
static Expr *getSource(const CallExpr *call, Expr *argument) {
  auto *lambda = llvm::dyn_cast<LambdaExpr>(argument);
  return lambda && isCheck(call->callee) ? lambda->body : argument;
}

bool FunctionEmitter::emitArguments(const CallExpr *expr,
                                    ActualArguments &arguments) {
  for (Expr *argument : expr->arguments) {
    argument = getSource(expr, argument);
    SourceRange range = rangeOf(argument);
    auto *starred = llvm::dyn_cast<StarredExpr>(argument);
    if (!starred) {
      TypedValue value = emitExpr(argument);
      if (!value)
        return false;
      arguments.positional.push_back({"", range, value});
      continue;
    }
    llvm::SmallVector<TypedValue> spliced;
    if (!emitElements(argument, spliced))
      return false;
    for (TypedValue value : spliced)
      arguments.positional.push_back({"", range, value});
  }
  for (const KeywordArgument &keyword : expr->keywords) {
    if (keyword.name.empty()) {
      error(keyword.range, "keyword-arg expansion is not supported");
      return false;
    }
    TypedValue value = emitExpr(getSource(expr, keyword.value));
    if (!value)
      return false;
    arguments.keywords.push_back({keyword.name.str(), keyword.range, value});
  }
  return true;
}

CallArgument FunctionEmitter::describeArgument(const ActualArgument &argument,
                                               bool isKeyword) const {
  CallArgument described;
  described.type = argument.value.type;
  if (isKeyword)
    described.keyword = argument.name;
  described.isEmptyListLiteral = isEmptyListLiteral(argument.value);
  described.isInferredTensor = argument.value.inferred;
  return described;
}

namespace {
/// Arguments in the form the matcher takes.
struct DescribedArguments {
  llvm::SmallVector<CallArgument> positional, keywords;
};
} // namespace

/// Converts the bound arguments of a match, one operand for each formal.
void FunctionEmitter::bindOperands(
    const CallSite &site, const SchemaMatch &match,
    const ActualArguments &arguments, const ActualArgument *self,
    llvm::SmallVectorImpl<TypedValue> &operands) {
  // Conversions that fail are marked like the call.
  SourceRange range = site.callee;
  auto fetch = [&](const ArgumentSource &source,
                   const Argument &formal) -> TypedValue {
    switch (source.kind) {
    case ArgumentSource::Self:
      return self->value;
    case ArgumentSource::Positional:
      return arguments.positional[source.index].value;
    case ArgumentSource::Keyword:
      return arguments.keywords[source.index].value;
    case ArgumentSource::Default:
      break;
    }
    Constant value = formal.getDefault();
    if (value.isNone() && formal.type->isTensor()) {
      error(range, "Unsupported value kind: Tensor");
      return {};
    }
    // A single number stands for a whole list of fixed size.
    bool isBroadcast = value != formal.defaultValue;
    return constant(range, value,
                    isBroadcast ? unwrapOptional(formal.type) : formal.type);
  };
  for (auto [index, bound] : llvm::enumerate(match.arguments)) {
    const Argument &formal = match.schema->arguments[index];
    llvm::SmallVector<TypedValue> values;
    for (auto [i, source] : llvm::enumerate(bound.sources)) {
      TypedValue value = fetch(source, formal);
      if (!value)
        return;
      if (i < bound.conversions.size())
        value = applyConversion(range, value, bound.conversions[i]);
      values.push_back(value);
    }
    if (!bound.isGathered) {
      operands.push_back(values[0]);
      continue;
    }
    const Type *list = unwrapOptional(bound.type);
    operands.push_back(
        makeList(range, values, llvm::cast<ListType>(list)->getElement()));
  }
  for (unsigned position : match.varargs)
    operands.push_back(arguments.positional[position].value);
}

static DescribedArguments describe(const FunctionEmitter &emitter,
                                   const ActualArguments &arguments) {
  DescribedArguments described;
  for (const ActualArgument &argument : arguments.positional)
    described.positional.push_back(emitter.describeArgument(argument, false));
  for (const ActualArgument &argument : arguments.keywords)
    described.keywords.push_back(emitter.describeArgument(argument, true));
  return described;
}

std::optional<size_t>
FunctionEmitter::chooseOverload(const CallSite &site,
                                llvm::ArrayRef<const FunctionSchema *> schemas,
                                const ActualArguments &arguments) {
  DescribedArguments described = describe(*this, arguments);
  MatchResult result = matchSchemas(getTypes(), schemas, described.positional,
                                    described.keywords);
  if (result)
    return result.match->candidate;
  error(site.callee, result.message);
  return std::nullopt;
}

bool FunctionEmitter::bindArguments(const CallSite &site,
                                    const FunctionSchema &schema,
                                    const ActualArguments &arguments,
                                    llvm::SmallVectorImpl<TypedValue> &operands,
                                    const FunctionDef *callee) {
  DescribedArguments described = describe(*this, arguments);
  MatchResult result = matchSchemas(getTypes(), &schema, described.positional,
                                    described.keywords);
  if (!result) {
    Diagnostic &diagnostic = error(site.callee, result.message);
    llvm::SmallVector<std::string> known;
    for (const Argument &formal : schema.arguments)
      known.push_back(formal.name);
    for (const ActualArgument &keyword : arguments.keywords)
      if (!llvm::is_contained(known, keyword.name))
        suggest(diagnostic, keyword.name, known);
    if (callee)
      diagnostic
          .note(callee->nameRange, "'" + callee->name + "' is defined here")
          .notes.back()
          .within(callee->headerRange);
    return false;
  }
  bindOperands(site, *result.match, arguments, nullptr, operands);
  if (failed)
    return false;
  for (auto [operand, bound] : llvm::zip(operands, result.match->arguments))
    operand = derefined(site.call, operand, bound.type);
  return true;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

TypedValue FunctionEmitter::callOperator(const CallSite &site,
                                         llvm::StringRef name,
                                         const ActualArguments &arguments,
                                         const ActualArgument *self) {
  DescribedArguments described = describe(*this, arguments);
  CallArgument describedSelf;
  if (self)
    describedSelf = describeArgument(*self, false);
  MatchResult result =
      matchOperator(getTypes(), name, described.positional, described.keywords,
                    self ? &describedSelf : nullptr);
  if (!result) {
    error(site.callee, result.message);
    return {};
  }
  const SchemaMatch &match = *result.match;
  llvm::SmallVector<TypedValue> operands;
  bindOperands(site, match, arguments, self, operands);
  if (failed)
    return {};
  llvm::StringRef body = SchemaRegistry::get().getBuiltinBody(match.schema);
  if (!body.empty())
    return inlineBuiltin(site.callee, *match.schema, body, operands);

  llvm::SmallVector<mlir::Value> values;
  for (const TypedValue &operand : operands)
    values.push_back(operand.value);
  llvm::SmallVector<mlir::Type> types;
  for (const Type *type : match.resultTypes)
    types.push_back(lower(type));
  auto op = builder.create<ts::OperatorOp>(
      loc(site.callee), types,
      builder.getStringAttr(match.schema->getFullName()), values);
  // An operator without results has the value `()`, as in TorchScript.
  if (types.empty())
    return makeTuple(site.call, {});
  if (types.size() == 1)
    return {op->getResult(0), match.resultTypes[0]};
  llvm::SmallVector<TypedValue> results;
  for (auto [index, type] : llvm::enumerate(match.resultTypes))
    results.emplace_back(op->getResult(index), type);
  return makeTuple(site.call, results, llvm::cast<TupleType>(match.resultType));
}

TypedValue FunctionEmitter::callOperator(SourceRange range,
                                         llvm::StringRef name,
                                         llvm::ArrayRef<TypedValue> values) {
  ActualArguments arguments;
  for (const TypedValue &value : values)
    arguments.positional.push_back({"", range, value});
  return callOperator(CallSite{range, range}, name, arguments);
}

/// Emits the body of a builtin function, an expression over its parameters.
TypedValue FunctionEmitter::inlineBuiltin(SourceRange range,
                                          const FunctionSchema &schema,
                                          llvm::StringRef body,
                                          llvm::ArrayRef<TypedValue> operands) {
  auto file = std::make_shared<SourceFile>(schema.getFullName(), body.str());
  DiagnosticSink sink;
  std::unique_ptr<SyntaxTree> tree = parseFile(file, sink);
  const ExprStmt *statement = !sink.hasErrors() && tree->body.size() == 1
                                  ? llvm::dyn_cast<ExprStmt>(tree->body[0])
                                  : nullptr;
  if (!statement) {
    notSupported(range, schema.getFullName());
    return {};
  }
  SourceRange outerPlace = inlinedAt;
  inlinedAt = inlinedAt ? inlinedAt : range;
  env.push();
  env.current().hidesOuter = true;
  for (auto [formal, operand] : llvm::zip(schema.arguments, operands)) {
    Binding binding;
    binding.meaning = makeValue(operand);
    env.bind(formal.name, std::move(binding));
  }
  TypedValue result = emitExpr(statement->value);
  env.pop();
  inlinedAt = outerPlace;
  return result;
}

Meaning *OperatorMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                               const ActualArguments &arguments) {
  TypedValue result =
      emitter.callOperator(site, name, arguments, self ? &*self : nullptr);
  return result ? emitter.makeValue(result) : nullptr;
}

Meaning *MagicMethodMeaning::call(FunctionEmitter &emitter,
                                  const CallSite &site,
                                  const ActualArguments &arguments) {
  if (!arguments.positional.empty()) {
    const ActualArgument &first = arguments.positional[0];
    if (first.value.type->is(TypeKind::Class)) {
      Meaning *method = emitter.makeValue(first.value)
                            ->attribute(emitter, site.callee, magic);
      if (!method)
        return nullptr;
      ActualArguments rest = arguments;
      rest.positional.erase(rest.positional.begin());
      return method->call(emitter, site, rest);
    }
  }
  TypedValue result = emitter.callOperator(site, op, arguments);
  return result ? emitter.makeValue(result) : nullptr;
}

Meaning *CastMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                           const ActualArguments &arguments) {
  if (arguments.positional.size() == 1 && arguments.keywords.empty()) {
    TypedValue value = arguments.positional[0].value;
    if (isSubtypeOf(value.type, target))
      return emitter.makeValue(value);
    bool sized = value.type->isString() || value.type->is(TypeKind::List) ||
                 value.type->is(TypeKind::Dict);
    if (target->isBool() && sized)
      return emitter.makeValue(
          {emitter.toBool(site.call, value), TypeContext::getBool()});
  }
  MagicMethodMeaning asMagic(magic, op);
  return asMagic.call(emitter, site, arguments);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TypedValue FunctionEmitter::callFunction(const CallSite &site,
                                         FunctionEntry &callee,
                                         const ActualArguments &arguments) {
  if (callee.state == FunctionEntry::State::InProgress) {
    error(site.callee, llvm::Twine(" ") +
                           (callee.owner ? "method" : "function") + " '" +
                           callee.name +
                           "' is called recursively. Recursive calls are not "
                           "supported");
    return {};
  }
  if (!unit.compile(callee)) {
    calleeError(site.callee, callee);
    return {};
  }
  llvm::SmallVector<TypedValue> operands;
  if (!bindArguments(site, callee.getCallSchema(), arguments, operands,
                     callee.def))
    return {};
  llvm::SmallVector<mlir::Value> values;
  for (const TypedValue &operand : operands)
    values.push_back(operand.value);
  auto op =
      builder.create<mlir::func::CallOp>(loc(site.callee), callee.op, values);
  const Type *result = callee.schema.returns[0].type;
  if (op->getNumResults() == 0)
    return constantNone(site.call);
  return {op->getResult(0), result};
}

/// The function a flag argument selects (TS-PY-014); null after an error.
static FunctionEntry *dispatch(FunctionEmitter &emitter, const CallSite &site,
                               FunctionEntry *entry,
                               const ActualArguments &arguments) {
  if (entry->dispatchFlag.empty())
    return entry;
  if (!emitter.getUnit().resolveSignature(*entry))
    return entry;
  const ActualArgument *flag = nullptr;
  for (const ActualArgument &keyword : arguments.keywords)
    if (keyword.name == entry->dispatchFlag)
      flag = &keyword;
  int position = entry->schema.getArgumentIndex(entry->dispatchFlag);
  if (!flag && position >= 0 && size_t(position) < arguments.positional.size())
    flag = &arguments.positional[position];
  std::optional<bool> value = false;
  if (flag)
    value = FunctionEmitter::asConstantBool(flag->value.value);
  if (!value) {
    emitter.error(site.callee,
                  flag->name.empty()
                      ? "Argument for boolean dispatch at position " +
                            llvm::Twine(position) + " was not constant"
                      : "Keyword argument '" + entry->dispatchFlag +
                            "' for boolean dispatch at position " +
                            "was not constant");
    return nullptr;
  }
  llvm::StringRef target = *value ? entry->dispatchTarget : entry->dispatchElse;
  auto *other = target.empty() ? nullptr
                               : llvm::dyn_cast_or_null<FunctionMeaning>(
                                     entry->scope->lookup(target));
  // What is chosen may choose in its turn.
  return other && other->entry != entry
             ? dispatch(emitter, site, other->entry, arguments)
             : entry;
}

/// The arguments of a function that is never run, without those that only
/// `*args` and `**kwargs` take.
static ActualArguments dropVariadic(const FunctionEntry &callee,
                                    const ActualArguments &arguments) {
  ActualArguments kept;
  size_t room = 0;
  llvm::StringSet<> names;
  for (const Parameter &parameter : callee.def->parameters->parameters) {
    if (isVariadic(parameter))
      continue;
    room += parameter.kind != ParameterKind::KeywordOnly;
    names.insert(parameter.name);
  }
  for (const ActualArgument &argument : arguments.positional)
    if (kept.positional.size() < room)
      kept.positional.push_back(argument);
  for (const ActualArgument &argument : arguments.keywords)
    if (names.contains(argument.name))
      kept.keywords.push_back(argument);
  return kept;
}

Meaning *FunctionMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                               const ActualArguments &arguments) {
  FunctionEntry *chosen = dispatch(emitter, site, entry, arguments);
  if (!chosen)
    return nullptr;
  if (!chosen->unusedMessage.empty() &&
      llvm::any_of(chosen->def->parameters->parameters, isVariadic))
    return emitter.wrapped(
        emitter.callFunction(site, *chosen, dropVariadic(*chosen, arguments)));
  TypedValue result = emitter.callFunction(site, *chosen, arguments);
  return result ? emitter.makeValue(result) : nullptr;
}

Meaning *OverloadedFunctionMeaning::call(FunctionEmitter &emitter,
                                         const CallSite &site,
                                         const ActualArguments &given) {
  ActualArguments arguments = given;
  if (self)
    arguments.positional.insert(arguments.positional.begin(),
                                {"", site.callee, self});
  std::vector<FunctionSchema> seen;
  for (FunctionEntry *variant : variants) {
    if (variant->state == FunctionEntry::State::InProgress)
      return emitter.wrapped(emitter.callFunction(site, *variant, arguments));
    if (!emitter.getUnit().compile(*variant)) {
      emitter.calleeError(site.callee, *variant);
      return nullptr;
    }
    seen.push_back(variant->getCallSchema());
  }
  llvm::SmallVector<const FunctionSchema *> schemas;
  for (const FunctionSchema &schema : seen)
    schemas.push_back(&schema);
  std::optional<size_t> chosen =
      emitter.chooseOverload(site, schemas, arguments);
  return chosen ? emitter.wrapped(
                      emitter.callFunction(site, *variants[*chosen], arguments))
                : nullptr;
}

Meaning *MethodMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                             const ActualArguments &arguments) {
  ActualArguments all = arguments;
  all.positional.insert(all.positional.begin(), {"", site.callee, self});
  TypedValue result = emitter.callFunction(site, *entry, all);
  return result ? emitter.makeValue(result) : nullptr;
}

Meaning *FunctionEmitter::emitCall(const CallExpr *expr, const Type *hint) {
  Meaning *callee = emitMeaning(expr->callee);
  if (!callee)
    return nullptr;
  if (auto *form = llvm::dyn_cast<SpecialFormMeaning>(callee))
    return emitSpecialForm(form, expr, hint);
  ActualArguments arguments;
  // What cannot be called is refused before its arguments are looked at.
  auto *opaque = llvm::dyn_cast<OpaqueMeaning>(callee);
  if (ControlFlowEmitter emit = opaque ? findControlFlow(*opaque) : nullptr)
    return emit(*this, expr);
  if (callee->getKind() == MeaningKind::NewObject ||
      (opaque && !opaque->messages.call.empty()))
    return callee->call(*this, {rangeOf(expr->callee), rangeOf(expr)},
                        arguments);
  if (!emitArguments(expr, arguments))
    return nullptr;
  return callee->call(*this, {rangeOf(expr->callee), rangeOf(expr)}, arguments);
}
