//===- SpecialForms.cpp - Functions with rules of their own ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits print, isinstance, range, zip, annotate and the other functions whose
// arguments are not simply evaluated.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/ContainerHints.h"
#include "TorchScript/Frontend/Language/DictKeys.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// Checks the number of positional arguments; false after an error.
static bool checkCount(FunctionEmitter &emitter, const CallExpr *call,
                       llvm::StringRef name, size_t low, size_t high) {
  size_t count = call->arguments.size();
  if (count >= low && count <= high)
    return true;
  std::string expected =
      low == high ? "exactly " + std::to_string(low) + " arguments"
                  : "to have number of arguments between " +
                        std::to_string(low) + " and " + std::to_string(high);
  emitter.error(rangeOf(call), name + " expected " + expected + " but found " +
                                   llvm::Twine(count));
  return false;
}

Meaning *FunctionEmitter::emitPrint(const CallExpr *call) {
  ActualArguments arguments;
  if (!call->keywords.empty()) {
    error(rangeOf(call->callee), "print doesn't accept any keyword arguments");
    return nullptr;
  }
  if (!emitArguments(call, arguments))
    return nullptr;
  llvm::SmallVector<mlir::Value> values;
  for (const ActualArgument &argument : arguments.positional)
    values.push_back(argument.value.value);
  builder.create<ts::PrintOp>(loc(rangeOf(call)), values);
  return make<OpaqueMeaning>("None", OpaqueMeaning::Messages{});
}

Meaning *FunctionEmitter::emitRange(const CallExpr *call) {
  SourceRange range = rangeOf(call);
  ActualArguments arguments;
  if (!emitArguments(call, arguments))
    return nullptr;
  size_t count = arguments.positional.size();
  if (count == 0 || count > 3) {
    error(range, llvm::Twine("range expected at ") +
                     (count ? "most 3" : "least 1") + " arguments, got " +
                     llvm::Twine(count));
    return nullptr;
  }
  for (auto [i, argument] : llvm::enumerate(arguments.positional))
    if (!argument.value.type->isInt()) {
      error(range, "all inputs of range must be ints, found " +
                       argument.value.spelling() + " in argument " +
                       llvm::Twine(i));
      return nullptr;
    }
  TypedValue first = arguments.positional[0].value;
  if (count == 1)
    return make<RangeMeaning>(constantInt(range, 0), first,
                              constantInt(range, 1), /*onlyEnd=*/true,
                              std::nullopt);
  return make<RangeMeaning>(first, arguments.positional[1].value,
                            count == 3 ? arguments.positional[2].value
                                       : constantInt(range, 1),
                            /*onlyEnd=*/false, std::nullopt);
}

/// Makes a tree of iterables; their lengths must be all static or all dynamic.
Meaning *FunctionEmitter::makeIterableTree(SourceRange range,
                                           llvm::ArrayRef<Meaning *> children) {
  bool anyStatic = false, anyDynamic = false;
  for (Meaning *child : children) {
    auto *counter = llvm::dyn_cast<RangeMeaning>(child);
    if (counter && !counter->end)
      continue;
    (child->staticLength(*this) ? anyStatic : anyDynamic) = true;
  }
  if (anyStatic && anyDynamic) {
    error(range, "Can not iterate over a module list or tuple with a value "
                 "that does not have a statically determinable length\n");
    return nullptr;
  }
  return make<IterableTreeMeaning>(children);
}

Meaning *FunctionEmitter::emitZip(const CallExpr *call) {
  if (call->arguments.empty()) {
    error(rangeOf(call->callee), "zip expected at least 1 arguments, got 0");
    return nullptr;
  }
  llvm::SmallVector<Meaning *> children;
  for (Expr *argument : call->arguments) {
    Meaning *meaning = emitMeaning(argument);
    Meaning *iterable =
        meaning ? meaning->iterable(*this, rangeOf(call)) : nullptr;
    if (!iterable)
      return nullptr;
    children.push_back(iterable);
  }
  return makeIterableTree(rangeOf(call), children);
}

Meaning *FunctionEmitter::emitEnumerate(const CallExpr *call) {
  SourceRange range = rangeOf(call);
  size_t count = call->arguments.size();
  if (count == 0 || count > 2) {
    error(range, llvm::Twine("enumerate expected at ") +
                     (count ? "most 2" : "least 1") + " arguments, got " +
                     llvm::Twine(count));
    return nullptr;
  }
  Meaning *meaning = emitMeaning(call->arguments[0]);
  Meaning *iterable = meaning ? meaning->iterable(*this, range) : nullptr;
  if (!iterable)
    return nullptr;
  Expr *startExpr = count == 2 ? call->arguments[1] : nullptr;
  for (const KeywordArgument &keyword : call->keywords)
    if (keyword.name == "start")
      startExpr = keyword.value;
  TypedValue start = startExpr ? emitExpr(startExpr) : constantInt(range, 0);
  if (!start)
    return nullptr;
  if (!start.type->isInt()) {
    error(range, "all inputs of range must be ints, found " + start.spelling() +
                     " in argument 0");
    return nullptr;
  }
  Meaning *counter =
      make<RangeMeaning>(start, TypedValue(), constantInt(range, 1),
                         /*onlyEnd=*/false, std::nullopt);
  return makeIterableTree(range, {counter, iterable});
}

Meaning *FunctionEmitter::emitListCall(const CallExpr *call, const Type *hint) {
  SourceRange range = rangeOf(call);
  if (call->arguments.empty()) {
    if (hint && !hint->isAny() && !hint->is(TypeKind::List)) {
      error(range, "Expected list type annotation for list(), found " +
                       hint->spelling());
      return nullptr;
    }
    return wrapped(listOf(range, {}, hint));
  }
  if (!checkCount(*this, call, "list", 1, 1))
    return nullptr;
  Meaning *meaning = emitMeaning(call->arguments[0]);
  if (!meaning)
    return nullptr;
  if (auto *value = llvm::dyn_cast<ValueMeaning>(meaning))
    if (value->value.type->is(TypeKind::List) || value->value.type->isString())
      return wrapped(callOperator(range, "aten::list", {value->value}));
  Meaning *iterable = meaning->iterable(*this, range);
  if (!iterable)
    return nullptr;
  const Type *elementType = nullptr;
  TypedValue list = makeList(range, {}, TypeContext::getTensor());
  env.push();
  bool ok = emitForOver(range, iterable, [&](Meaning *element) {
    TypedValue value = element->asValue(*this, range);
    if (!value)
      return false;
    if (!elementType) {
      elementType = value.type;
      list.type = getTypes().getList(elementType);
      list.value.setType(lower(list.type));
    }
    if (!isSubtypeOf(value.type, elementType)) {
      const Type *unified = unify(getTypes(), elementType, value.type,
                                  /*defaultToUnion=*/true);
      error(range, "List type annotation `" + list.type->spelling() +
                       "` did not match the types of the given list elements, "
                       "which were unified to " +
                       unified->spelling());
      return false;
    }
    value = derefined(range, value, elementType);
    return bool(emitOp(range, "aten::append.t", {list, value}, list.type));
  });
  env.pop();
  return ok ? makeValue(list) : nullptr;
}

/// Whether this is `[]` or `()`.
static bool isEmptyDisplay(const Expr *expr) {
  if (auto *list = llvm::dyn_cast<ListExpr>(expr))
    return list->elements.empty();
  auto *tuple = llvm::dyn_cast<TupleExpr>(expr);
  return tuple && tuple->elements.empty();
}

/// The dict type that is expected of a call of `dict`; nothing with `problem`
/// set.
static const Type *expectedDict(const Type *expected, std::string &problem) {
  ContainerHint hint(expected, TypeKind::Dict);
  if (hint.isOpen())
    problem = "There are multiple candidate Dict types in the Union type "
              "annotation `" +
              expected->spelling() +
              "`, and full type inference is not yet supported for the "
              "`dict()` constructor.";
  else if (!hint.isEmpty() && !hint.getType())
    problem = llvm::isa<UnionType>(expected)
                  ? hint.describeMismatch()
                  : "Expected a type annotation of Dict for dict constructor "
                    "dict(), got " +
                        expected->spelling();
  return hint.getType();
}

Meaning *FunctionEmitter::emitDictCall(const CallExpr *call,
                                       const Type *expected) {
  SourceRange range = rangeOf(call);
  std::string problem;
  const Type *hint = expectedDict(expected, problem);
  if (!problem.empty()) {
    error(range, problem);
    return nullptr;
  }
  TypedValue dict;
  bool hasSource =
      !call->arguments.empty() && !isEmptyDisplay(call->arguments[0]);
  if (hasSource) {
    // The hint is for a dict; pairs keep their own types.
    Expr *source = call->arguments[0];
    bool isDict = llvm::isa<DictExpr>(source) ||
                  source->getKind() == Expr::Kind::DictComprehension;
    Meaning *meaning = emitMeaning(source, isDict ? hint : nullptr);
    if (!meaning)
      return nullptr;
    auto *value = llvm::dyn_cast<ValueMeaning>(meaning);
    const auto *list =
        value ? llvm::dyn_cast<ListType>(value->value.type) : nullptr;
    if ((value && value->value.type->is(TypeKind::Dict)) ||
        (list && llvm::isa<TupleType>(list->getElement()))) {
      dict = callOperator(range, "aten::dict", {value->value});
    } else {
      dict = dictFromPairs(range, meaning, hint);
    }
    if (!dict)
      return nullptr;
  } else if (call->keywords.empty()) {
    return wrapped(dictOf(range, {}, {}, hint));
  }
  llvm::SmallVector<TypedValue> keys, values;
  for (const KeywordArgument &keyword : call->keywords) {
    keys.push_back(constantString(keyword.range, keyword.name));
    values.push_back(emitExpr(keyword.value));
    if (!values.back())
      return nullptr;
  }
  if (!dict) {
    const auto *hinted = llvm::dyn_cast_or_null<DictType>(hint);
    llvm::SmallVector<const Type *> types;
    for (const TypedValue &value : values)
      types.push_back(value.type);
    const Type *actual = unifyAll(getTypes(), types, nullptr,
                                  /*defaultToUnion=*/true,
                                  hinted ? hinted->getValue() : nullptr);
    if (hinted && !isSubtypeOf(actual, hinted->getValue())) {
      error(range, "Dict type annotation `" + hinted->spelling() +
                       "` did not match the type of an actual value type `" +
                       actual->spelling() + "`\n");
      return nullptr;
    }
    return wrapped(dictOf(range, keys, values, hint));
  }
  for (auto [key, value] : llvm::zip(keys, values))
    if (!callOperator(range, "aten::_set_item", {dict, key, value}))
      return nullptr;
  return makeValue(dict);
}

TypedValue FunctionEmitter::dictFromPairs(SourceRange range, Meaning *meaning,
                                          const Type *hint) {
  Meaning *iterable = meaning->iterable(*this, range);
  if (!iterable)
    return {};
  const DictType *type = llvm::dyn_cast_or_null<DictType>(hint);
  TypedValue dict = dictOf(range, {}, {}, type);
  env.push();
  bool ok =
      dict && emitForOver(range, iterable, [&](Meaning *element) {
        llvm::SmallVector<Meaning *> pair;
        if (!element->asElements(*this, range, pair, 2) || pair.size() != 2)
          return false;
        TypedValue key = pair[0]->asValue(*this, range);
        TypedValue value = key ? pair[1]->asValue(*this, range) : TypedValue();
        if (!value)
          return false;
        if (!type) {
          if (!isValidDictKey(key.type)) {
            error(range, describeInvalidDictKey(key.type));
            return false;
          }
          type = getTypes().getDict(key.type, value.type);
          dict.type = type;
          dict.value.setType(lower(type));
        }
        return bool(callOperator(range, "aten::_set_item", {dict, key, value}));
      });
  env.pop();
  if (!ok && !failed)
    error(range, "dict expects pairs of a key and a value");
  return ok ? dict : TypedValue();
}

Meaning *FunctionEmitter::emitGetAttr(const CallExpr *call) {
  SourceRange range = rangeOf(call);
  if (!checkCount(*this, call, "getattr", 2, 3))
    return nullptr;
  auto *name = llvm::dyn_cast<StringLiteral>(call->arguments[1]);
  Meaning *object = emitMeaning(call->arguments[0]);
  if (!object)
    return nullptr;
  if (!name) {
    error(rangeOf(call), "getattr's second argument must be a string literal");
    return nullptr;
  }
  if (call->arguments.size() == 3) {
    std::optional<bool> has = object->hasAttribute(*this, range, name->value);
    if (!has)
      return nullptr;
    if (!*has)
      return emitMeaning(call->arguments[2]);
  }
  return object->attribute(*this, range, name->value);
}

Meaning *FunctionEmitter::emitAnnotate(const CallExpr *call) {
  SourceRange range = rangeOf(call);
  if (!checkCount(*this, call, "annotate", 2, 2))
    return nullptr;
  const Type *type = parseType(call->arguments[0]);
  if (!type)
    return nullptr;
  TypedValue value = emitExpr(call->arguments[1], type);
  if (!value)
    return nullptr;
  value = convert(range, value, type, /*allowConversions=*/true);
  std::string why;
  if (!isSubtypeOf(value.type, type, &why)) {
    error(rangeOf(call->arguments[0]).merge(rangeOf(call->arguments[1])),
          "expected an expression of type " + type->spelling() + " but found " +
              value.spelling() + "\n" + why);
    return nullptr;
  }
  // The value keeps its own type, but a None remembers what it may become.
  if (value.type->isNone() && llvm::isa<OptionalType>(type))
    value = derefined(range, value, type);
  return makeValue(value);
}

/// The element type at the bottom of nested lists, and how deep it is.
static std::pair<const Type *, int64_t> innermost(const Type *type) {
  int64_t depth = 0;
  while (const auto *list = llvm::dyn_cast<ListType>(type)) {
    type = list->getElement();
    ++depth;
  }
  return {type, depth};
}

Meaning *FunctionEmitter::emitToList(const SpecialFormMeaning *form,
                                     const CallExpr *call, const Type *hint) {
  SourceRange range = rangeOf(call);
  if (!hint) {
    error(range, "Expected type hint for result of tolist()");
    return nullptr;
  }
  auto [element, depth] = innermost(hint);
  int64_t code = element->isInt()       ? 0
                 : element->isFloat()   ? 1
                 : element->isBool()    ? 2
                 : element->isComplex() ? 3
                                        : -1;
  if (code < 0) {
    error(range, element->spelling() + " is not one of the supported element "
                                       "types for tolist: int, float, complex, "
                                       "bool");
    return nullptr;
  }
  TypedValue dim = constantInt(range, depth);
  TypedValue type = constantInt(range, code);
  return makeValue(
      emitOp(range, "prim::tolist", {form->self, dim, type}, hint));
}

/// `torch._assert` and `warnings.warn` with evaluated arguments.
Meaning *FunctionEmitter::emitAssertCall(const CallExpr *call) {
  SourceRange range = rangeOf(call);
  if (!checkCount(*this, call, "_assert", 2, 2))
    return nullptr;
  Condition condition = emitCondition(call->arguments[0]);
  TypedValue message = condition ? emitExpr(call->arguments[1]) : TypedValue();
  if (!message)
    return nullptr;
  auto op = builder.create<ts::AssertOp>(loc(range), condition.value);
  mlir::OpBuilder::InsertionGuard guard(builder);
  op->getRegion(0).push_back(new mlir::Block());
  builder.setInsertionPointToStart(&op->getRegion(0).front());
  builder.create<ts::YieldOp>(loc(range), message.value);
  return make<OpaqueMeaning>("None", OpaqueMeaning::Messages{});
}

Meaning *FunctionEmitter::emitWarn(const CallExpr *call) {
  ActualArguments arguments;
  if (!emitArguments(call, arguments))
    return nullptr;
  if (arguments.positional.empty() ||
      !arguments.positional[0].value.type->isString())
    return OperatorMeaning("aten::warn")
        .call(*this, {rangeOf(call->callee), rangeOf(call)}, arguments);
  builder.create<ts::WarnOp>(loc(rangeOf(call)),
                             arguments.positional[0].value.value);
  return makeValue(constantNone(rangeOf(call)));
}

/// `tuple(x)`: what x consists of.
static Meaning *emitTupleCall(FunctionEmitter &e, const CallExpr *call) {
  SourceRange range = rangeOf(call);
  if (!checkCount(e, call, "tuple", 1, 1))
    return nullptr;
  Meaning *source = e.emitMeaning(call->arguments[0]);
  llvm::SmallVector<Meaning *> elements;
  if (!source || !source->asElements(e, range, elements))
    return nullptr;
  llvm::SmallVector<TypedValue> values;
  for (Meaning *element : elements) {
    values.push_back(element->asValue(e, range));
    if (!values.back())
      return nullptr;
  }
  return e.makeValue(e.makeTuple(range, values));
}

static Meaning *emitOrderedDictCall(FunctionEmitter &e, const CallExpr *call) {
  if (call->keywords.empty())
    return e.emitDictCall(call, nullptr);
  // An ordinary call, which no operator takes (TS-PY-013).
  ActualArguments arguments;
  return e.emitArguments(call, arguments)
             ? e.wrapped(e.callOperator({rangeOf(call->callee), rangeOf(call)},
                                        "aten::dict", arguments))
             : nullptr;
}

static Meaning *emitUnwrapOptional(FunctionEmitter &e, const CallExpr *call) {
  if (!checkCount(e, call, "_unwrap_optional", 1, 1))
    return nullptr;
  TypedValue value = e.emitExpr(call->arguments[0]);
  if (!value)
    return nullptr;
  if (value.type->isNone()) {
    e.error(
        rangeOf(call->callee),
        "aten::_unwrap_optional(t(a)? optional) -> t(a):\nType variables in "
        "type Optional[t] could not be inferred from actual type NoneType");
    return nullptr;
  }
  const auto *optional = llvm::dyn_cast<OptionalType>(value.type);
  if (!optional)
    return e.makeValue(value);
  return e.makeValue({e.getBuilder().create<ts::UnwrapOp>(
                          e.loc(rangeOf(call->callee)),
                          e.lower(optional->getElement()), value.value),
                      optional->getElement()});
}

static Meaning *emitUncheckedCast(FunctionEmitter &e, const CallExpr *call) {
  if (!checkCount(e, call, "unchecked_cast", 2, 2))
    return nullptr;
  const Type *type = e.parseType(call->arguments[0]);
  TypedValue value = type ? e.emitExpr(call->arguments[1]) : TypedValue();
  if (!value)
    return nullptr;
  // Into a union that has the type.
  if (isSubtypeOf(value.type, type))
    return e.makeValue({e.derefine(rangeOf(call), value, type), type});
  return e.makeValue(e.uncheckedCast(rangeOf(call), value, type));
}

static Meaning *emitUninitialized(FunctionEmitter &e, const CallExpr *call) {
  if (!checkCount(e, call, "uninitialized", 1, 1))
    return nullptr;
  const Type *type = e.parseType(call->arguments[0]);
  return type ? e.makeValue({e.getBuilder().create<ts::UninitializedOp>(
                                 e.loc(rangeOf(call)), e.lower(type)),
                             type})
              : nullptr;
}

/// `slice(stop)`, `slice(start, stop)` and `slice(start, stop, step)`.
static Meaning *emitSliceCall(FunctionEmitter &e, const CallExpr *call) {
  SourceRange range = rangeOf(call);
  if (!call->keywords.empty()) {
    e.error(rangeOf(call->callee),
            "Slice does not accept any keyword arguments");
    return nullptr;
  }
  if (call->arguments.empty() || call->arguments.size() > 3) {
    e.error(rangeOf(call->callee),
            "slice accepts exactly 1, 2 or 3 arguments, got: " +
                llvm::Twine(call->arguments.size()));
    return nullptr;
  }
  TypedValue bounds[3];
  for (size_t i = 0; i < 3; ++i) {
    bounds[i] = i < call->arguments.size() ? e.emitExpr(call->arguments[i])
                                           : e.constantNone(range);
    if (!bounds[i])
      return nullptr;
  }
  if (bounds[2].type->isNone())
    bounds[2] = e.constantInt(range, 1);
  if (call->arguments.size() == 1)
    return e.make<SliceMeaning>(e.constantNone(range), bounds[0], bounds[2]);
  return e.make<SliceMeaning>(bounds[0], bounds[1], bounds[2]);
}

/// `wait(future)`, and `future.wait()` with the future as `self`.
static Meaning *emitWaitCall(FunctionEmitter &e, const CallExpr *call,
                             TypedValue self) {
  if (!self) {
    if (!checkCount(e, call, "wait", 1, 1))
      return nullptr;
    self = e.emitExpr(call->arguments[0]);
  }
  return self ? e.emitWait(rangeOf(call->callee), self) : nullptr;
}

Meaning *FunctionEmitter::emitSpecialForm(const SpecialFormMeaning *form,
                                          const CallExpr *call,
                                          const Type *hint) {
  switch (form->form) {
  case SpecialForm::Print:
    return emitPrint(call);
  case SpecialForm::Tuple:
    return emitTupleCall(*this, call);
  case SpecialForm::List:
    return emitListCall(call, hint);
  case SpecialForm::Dict:
    return emitDictCall(call, hint);
  case SpecialForm::OrderedDict:
    return emitOrderedDictCall(*this, call);
  case SpecialForm::GetAttr:
    return emitGetAttr(call);
  case SpecialForm::HasAttr:
  case SpecialForm::IsInstance:
  case SpecialForm::IsScripting:
  case SpecialForm::HasTorchFunction: {
    Condition condition = emitCondition(const_cast<CallExpr *>(call));
    return condition ? makeValue({condition.value, TypeContext::getBool()})
                     : nullptr;
  }
  case SpecialForm::Range:
    return emitRange(call);
  case SpecialForm::Zip:
    return emitZip(call);
  case SpecialForm::Enumerate:
    return emitEnumerate(call);
  case SpecialForm::Annotate:
    return emitAnnotate(call);
  case SpecialForm::UnwrapOptional:
    return emitUnwrapOptional(*this, call);
  case SpecialForm::UncheckedCast:
    return emitUncheckedCast(*this, call);
  case SpecialForm::Uninitialized:
    return emitUninitialized(*this, call);
  case SpecialForm::Slice:
    return emitSliceCall(*this, call);
  case SpecialForm::ToList:
    return emitToList(form, call, hint);
  case SpecialForm::Fork:
    return emitFork(call);
  case SpecialForm::Wait:
    return emitWaitCall(*this, call, form->self);
  case SpecialForm::Warn:
    return emitWarn(call);
  case SpecialForm::Assert:
    return emitAssertCall(call);
  case SpecialForm::RpcAsync:
  case SpecialForm::RpcSync:
  case SpecialForm::RpcRemote:
    return emitRemoteCall(form->form, call);
  }
  return nullptr;
}
