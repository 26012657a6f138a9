//===- Subscripts.cpp - Subscripts and slices -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits indexing and slicing of lists, strings, dicts and tuples (section 8.1
// of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// Index of a tuple element; null after an error.
static Meaning *tupleIndex(FunctionEmitter &emitter, SourceRange range,
                           TypedValue tuple, TypedValue index) {
  const auto *type = llvm::cast<TupleType>(tuple.type);
  std::optional<int64_t> position = FunctionEmitter::asConstantInt(index.value);
  if (position) {
    int64_t size = int64_t(type->size());
    int64_t adjusted = *position < 0 ? *position + size : *position;
    if (adjusted < 0 || adjusted >= size) {
      emitter.error(range, "Tuple index out of range. Tuple is length " +
                               llvm::Twine(size) + " and index is " +
                               llvm::Twine(*position));
      return nullptr;
    }
    return emitter.makeValue(emitter.tupleElement(range, tuple, adjusted));
  }
  if (!index.type->isInt()) {
    emitter.error(range, "tuple index must be an integer");
    return nullptr;
  }
  bool homogeneous =
      type->size() > 0 && llvm::all_of(type->getElements(), [&](const Type *t) {
        return t == type->getElements()[0];
      });
  if (!homogeneous) {
    emitter.error(range, "Cannot index into a " + tuple.spelling() +
                             " with a non-integer literal because we cannot "
                             "resolve the output type");
    return nullptr;
  }
  // With one element type, the elements are looked up in a list.
  llvm::SmallVector<TypedValue> elements;
  for (size_t i = 0; i < type->size(); ++i)
    elements.push_back(emitter.tupleElement(range, tuple, i));
  TypedValue list = emitter.makeList(range, elements, type->getElements()[0]);
  TypedValue result =
      emitter.callOperator(range, "aten::__getitem__", {list, index});
  return result ? emitter.makeValue(result) : nullptr;
}

Meaning *ValueMeaning::subscript(FunctionEmitter &emitter, SourceRange range,
                                 TypedValue index, const Type *hint) {
  const Type *type = value.type;
  if (llvm::isa<TupleType>(type))
    return tupleIndex(emitter, range, value, index);
  TypedValue result;
  if (type->is(TypeKind::List) || type->isString() ||
      type->is(TypeKind::Dict)) {
    result = emitter.callOperator(range, "aten::__getitem__", {value, index});
  } else if (type->isTensor()) {
    result = emitter.callOperator(
        range, "aten::select", {value, emitter.constantInt(range, 0), index});
  } else if (type->is(TypeKind::Class)) {
    const auto *owner = llvm::cast<ClassType>(type);
    if (const auto *seenAs = llvm::dyn_cast_or_null<InterfaceType>(hint))
      if (owner->isModule() && !owner->findMethod("__getitem__"))
        return emitter.indexContainer(range, value, index, seenAs);
    Meaning *method = attribute(emitter, range, "__getitem__");
    if (!method)
      return nullptr;
    ActualArguments arguments;
    arguments.positional.push_back({"", range, index});
    return method->call(emitter, {range, range}, arguments);
  } else {
    emitter.error(range,
                  "'" + value.spelling() + "' object is not subscriptable");
  }
  return result ? emitter.makeValue(result) : nullptr;
}

/// The constant bound of a tuple slice. False after an error.
static bool sliceBound(FunctionEmitter &emitter, SourceRange range,
                       TypedValue bound, std::optional<int64_t> &result) {
  if (bound.type->isNone())
    return true;
  result = FunctionEmitter::asConstantInt(bound.value);
  if (result)
    return true;
  emitter.error(range, "tuple slice indices must be integer constants");
  return false;
}

bool FunctionEmitter::slicePositions(
    SourceRange range, int64_t size, llvm::ArrayRef<TypedValue> bounds,
    llvm::SmallVectorImpl<int64_t> &positions) {
  std::optional<int64_t> from, to, by;
  if (bounds[2].type->isNone()) {
    error(range, "Step size should always be an integer");
    return false;
  }
  if (!sliceBound(*this, range, bounds[0], from) ||
      !sliceBound(*this, range, bounds[1], to) ||
      !sliceBound(*this, range, bounds[2], by))
    return false;
  int64_t stride = by.value_or(1);
  if (stride == 0) {
    error(range, "List slice should have non-zero step");
    return false;
  }
  // Python's clipping of slice bounds.
  auto clip = [&](int64_t bound) {
    if (bound < 0)
      bound = bound < -size ? -1 - size : bound;
    if (bound < 0)
      bound += size;
    int64_t low = stride < 0 ? -1 : 0, high = stride < 0 ? size - 1 : size;
    return std::min(std::max(bound, low), high);
  };
  int64_t begin = from ? clip(*from) : (stride < 0 ? size - 1 : 0);
  int64_t end = to ? clip(*to) : (stride < 0 ? -1 : size);
  int64_t count = stride > 0 ? (end - begin + stride - 1) / stride
                             : (begin - end - stride - 1) / -stride;
  for (int64_t i = 0; i < count && i < size; ++i)
    positions.push_back(begin + i * stride);
  return true;
}

TypedValue FunctionEmitter::emitTupleSlice(SourceRange range, TypedValue tuple,
                                           TypedValue start, TypedValue stop,
                                           TypedValue step) {
  llvm::SmallVector<int64_t> positions;
  if (!slicePositions(range, int64_t(llvm::cast<TupleType>(tuple.type)->size()),
                      {start, stop, step}, positions))
    return {};
  llvm::SmallVector<TypedValue> elements;
  for (int64_t position : positions)
    elements.push_back(tupleElement(range, tuple, position));
  return makeTuple(range, elements);
}

TypedValue FunctionEmitter::emitSlice(SourceRange range, TypedValue value,
                                      TypedValue start, TypedValue stop,
                                      TypedValue step) {
  if (llvm::isa<TupleType>(value.type))
    return emitTupleSlice(range, value, start, stop, step);
  if (value.type->isTensor())
    return callOperator(range, "aten::slice",
                        {value, constantInt(range, 0), start, stop, step});
  return callOperator(range, "aten::slice", {value, start, stop, step});
}

bool FunctionEmitter::emitSliceBounds(const SliceExpr *slice,
                                      TypedValue (&bounds)[3]) {
  Expr *exprs[3] = {slice->lower, slice->upper, slice->step};
  for (int i : {0, 1, 2}) {
    if (exprs[i])
      bounds[i] = emitExpr(exprs[i]);
    else
      bounds[i] = i == 2 ? constantInt(rangeOf(slice), 1)
                         : constantNone(rangeOf(slice));
    if (!bounds[i])
      return false;
  }
  return true;
}

Meaning *FunctionEmitter::emitSubscript(const SubscriptExpr *expr,
                                        const Type *hint) {
  SourceRange range = rangeOf(expr);
  Meaning *meaning = emitMeaning(expr->value);
  if (!meaning)
    return nullptr;
  auto wrap = [&](TypedValue value) -> Meaning * {
    return value ? makeValue(value) : nullptr;
  };
  SourceRange valueRange = rangeOf(expr->value);
  if (llvm::isa<EnumClassMeaning, TypeMeaning, FunctionMeaning, ClassMeaning,
                OpaqueMeaning, NamespaceMeaning, RangeMeaning,
                IterableTreeMeaning, MagicMethodMeaning, OperatorMeaning>(
          meaning)) {
    meaning->asValue(*this, valueRange);
    return nullptr;
  }
  auto *tuple = llvm::dyn_cast<TupleExpr>(expr->index);
  if (tuple && !tuple->elements.empty()) {
    TypedValue value = meaning->asValue(*this, valueRange);
    if (!value)
      return nullptr;
    // `x[(0, 1)]` is `x[0, 1]`.
    return wrap(emitTensorSubscript(range, value, tuple->elements));
  }
  TypedValue bounds[3];
  bool isSlice = false;
  Meaning *index = nullptr;
  if (auto *slice = llvm::dyn_cast<SliceExpr>(expr->index)) {
    isSlice = true;
    if (!emitSliceBounds(slice, bounds))
      return nullptr;
    if (auto *modules = llvm::dyn_cast<StaticTupleMeaning>(meaning))
      return sliceStaticTuple(range, modules->elements, bounds);
  } else {
    index = emitMeaning(expr->index);
    if (!index)
      return nullptr;
    if (auto *slice = llvm::dyn_cast<SliceMeaning>(index)) {
      isSlice = true;
      bounds[0] = slice->start;
      bounds[1] = slice->stop;
      bounds[2] = slice->step;
    }
  }
  if (isSlice) {
    TypedValue value;
    if (meaning->getKind() == MeaningKind::Module) {
      // A slice of modules is a tuple of objects, which cannot be called.
      llvm::SmallVector<Meaning *> parts;
      if (meaning->asElements(*this, valueRange, parts, std::nullopt))
        value = make<StaticTupleMeaning>(parts)->asValue(*this, valueRange);
    } else {
      value = meaning->asValue(*this, valueRange);
    }
    return value
               ? wrap(emitSlice(range, value, bounds[0], bounds[1], bounds[2]))
               : nullptr;
  }
  TypedValue indexValue = index->asValue(*this, rangeOf(expr->index));
  if (!indexValue)
    return nullptr;
  if (auto *value = llvm::dyn_cast<ValueMeaning>(meaning))
    if (value->value.type->isTensor())
      return wrap(
          indexTensor(range, value->value, {expr->index}, {indexValue}));
  return meaning->subscript(*this, range, indexValue, hint);
}

Meaning *FunctionEmitter::sliceStaticTuple(SourceRange range,
                                           llvm::ArrayRef<Meaning *> elements,
                                           llvm::ArrayRef<TypedValue> bounds) {
  llvm::SmallVector<int64_t> positions;
  if (!slicePositions(range, int64_t(elements.size()), bounds, positions))
    return nullptr;
  llvm::SmallVector<Meaning *> kept;
  for (int64_t position : positions)
    kept.push_back(elements[position]);
  return make<StaticTupleMeaning>(kept);
}
