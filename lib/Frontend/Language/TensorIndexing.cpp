//===- TensorIndexing.cpp - Tensor subscripts -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits tensor indexing and assignment as chains of select, slice, unsqueeze
// and index (section 8.2 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

namespace {
/// One item of a tensor subscript.
struct IndexItem {
  Expr *expr = nullptr;
  /// The dimension it applies to when its turn comes.
  int64_t dim = 0;
  /// The value of an int, None or tensor index.
  TypedValue index;
  /// The bounds of a slice.
  TypedValue bounds[3];
  bool isSlice = false;
};

/// The items between the brackets behind a tensor.
class TensorIndexer {
public:
  TensorIndexer(FunctionEmitter &emitter, SourceRange range,
                llvm::ArrayRef<Expr *> exprs,
                llvm::ArrayRef<TypedValue> evaluated)
      : e(emitter), range(range), exprs(exprs), evaluated(evaluated),
        items(exprs.size()) {}

  /// Evaluates the indices and finds the dimensions of all items.
  bool read();
  /// Applies what makes a view; the tensors among the items are left, by
  /// dimension.
  bool apply(TypedValue &view, llvm::SmallVectorImpl<TypedValue> &indexTensors);

private:
  bool isEllipsis(const Expr *expr) const;
  /// Evaluates an item: an index, but not the bounds of a slice.
  bool evaluate(size_t position);
  /// Evaluates the item of dimension `dim`, which becomes that of its neighbour
  /// behind it, or before it when the items are read in `reverse`.
  bool handle(size_t position, int64_t &dim, bool reverse);

  FunctionEmitter &e;
  SourceRange range;
  llvm::ArrayRef<Expr *> exprs;
  llvm::ArrayRef<TypedValue> evaluated;
  llvm::SmallVector<IndexItem> items;
};
} // namespace

bool TensorIndexer::isEllipsis(const Expr *expr) const {
  auto *name = llvm::dyn_cast<NameExpr>(expr);
  return llvm::isa<EllipsisLiteral>(expr) ||
         (name && name->name == "Ellipsis" &&
          !e.getEnvironment().find(name->name));
}

bool TensorIndexer::evaluate(size_t position) {
  IndexItem &item = items[position];
  Expr *expr = item.expr = exprs[position];
  if (llvm::isa<SliceExpr>(expr)) {
    item.isSlice = true;
    return true;
  }
  TypedValue index;
  if (!evaluated.empty()) {
    index = evaluated[position];
  } else {
    Meaning *meaning = e.emitMeaning(expr);
    if (!meaning)
      return false;
    if (auto *slice = llvm::dyn_cast<SliceMeaning>(meaning)) {
      item.isSlice = true;
      item.bounds[0] = slice->start;
      item.bounds[1] = slice->stop;
      item.bounds[2] = slice->step;
      return true;
    }
    index = meaning->asValue(e, rangeOf(expr));
  }
  if (!index)
    return false;
  // A list indexes like an int64 tensor of its elements.
  if (index.type->is(TypeKind::List)) {
    ActualArguments arguments;
    arguments.positional.push_back({"", range, index});
    arguments.keywords.push_back({"dtype", range, e.constantInt(range, 4)});
    index = e.callOperator({range, range}, "aten::tensor", arguments);
  }
  item.index = index;
  return bool(index);
}

bool TensorIndexer::handle(size_t position, int64_t &dim, bool reverse) {
  IndexItem &item = items[position];
  item.dim = dim;
  if (!evaluate(position))
    return false;
  int64_t next = reverse ? dim - 1 : dim + 1;
  if (item.isSlice) {
    dim = next;
    return true;
  }
  const Type *type = item.index.type;
  if (type->isNone()) {
    dim = reverse ? dim : dim + 1;
    return true;
  }
  if (type->isInt()) {
    dim = reverse ? dim - 1 : dim;
    return true;
  }
  if (!isSubtypeOf(type, e.getTypes().getOptional(TypeContext::getTensor()))) {
    e.error(range, "Unsupported operation: indexing tensor with unsupported "
                   "index type '" +
                       item.index.spelling() +
                       "'. Only ints, slices, lists and tensors are supported");
    return false;
  }
  if (reverse) {
    e.error(range, "Ellipses followed by tensor indexing is currently not "
                   "supported");
    return false;
  }
  dim = next;
  return true;
}

bool TensorIndexer::read() {
  size_t first = 0;
  int64_t dim = 0;
  for (; first < exprs.size() && !isEllipsis(exprs[first]); ++first)
    if (!handle(first, dim, /*reverse=*/false))
      return false;
  // Items behind an ellipsis count from the right.
  dim = -1;
  for (size_t i = exprs.size(); first < exprs.size() && --i > first;) {
    if (isEllipsis(exprs[i])) {
      e.error(range, "An index can only have a single ellipsis ('...')");
      return false;
    }
    if (!handle(i, dim, /*reverse=*/true))
      return false;
  }
  return true;
}

bool TensorIndexer::apply(TypedValue &view,
                          llvm::SmallVectorImpl<TypedValue> &indexTensors) {
  llvm::SmallVector<std::optional<TypedValue>> tensors;
  for (IndexItem &item : items) {
    if (!item.expr)
      continue;
    if (!item.isSlice && ((item.index.type->isTensor() && item.dim >= 0) ||
                          item.index.type->is(TypeKind::Optional))) {
      if (tensors.size() <= size_t(item.dim))
        tensors.resize(item.dim + 1);
      tensors[item.dim] = item.index;
      continue;
    }
    // Python counts from the left, and a new dimension among those to be.
    bool isNew = !item.isSlice && item.index.type->isNone();
    TypedValue at = e.constantInt(
        range, item.dim < 0 && isNew && e.getUnit().acceptsPython ? item.dim + 1
                                                                  : item.dim);
    if (item.dim < 0 && e.getUnit().acceptsPython) {
      TypedValue rank = e.callOperator(range, "aten::dim", {view});
      at = rank ? e.callOperator(range, "aten::add", {rank, at}) : rank;
      if (!at)
        return false;
    }
    // As in PyTorch the bounds come after all indices and the slices in front.
    if (auto *slice = llvm::dyn_cast<SliceExpr>(item.expr))
      if (!e.emitSliceBounds(slice, item.bounds))
        return false;
    if (item.isSlice)
      view = e.callOperator(
          range, "aten::slice",
          {view, at, item.bounds[0], item.bounds[1], item.bounds[2]});
    else if (isNew)
      view = e.callOperator(range, "aten::unsqueeze", {view, at});
    else
      view = e.callOperator(range, "aten::select", {view, at, item.index});
    if (!view)
      return false;
  }
  for (const std::optional<TypedValue> &index : tensors)
    indexTensors.push_back(index ? *index : e.constantNone(range));
  return true;
}

bool FunctionEmitter::emitTensorIndices(
    SourceRange range, TypedValue tensor, llvm::ArrayRef<Expr *> exprs,
    TypedValue &view, llvm::SmallVectorImpl<TypedValue> &indexTensors,
    llvm::ArrayRef<TypedValue> evaluated) {
  TensorIndexer indexer(*this, range, exprs, evaluated);
  view = tensor;
  return indexer.read() && indexer.apply(view, indexTensors);
}

TypedValue FunctionEmitter::indexTensor(SourceRange range, TypedValue tensor,
                                        llvm::ArrayRef<Expr *> exprs,
                                        llvm::ArrayRef<TypedValue> evaluated) {
  TypedValue view;
  llvm::SmallVector<TypedValue> indexTensors;
  if (!emitTensorIndices(range, tensor, exprs, view, indexTensors, evaluated))
    return {};
  if (indexTensors.empty())
    return view;
  TypedValue indices = makeList(
      range, indexTensors, getTypes().getOptional(TypeContext::getTensor()));
  return callOperator(range, "aten::index", {view, indices});
}

TypedValue FunctionEmitter::emitTensorSubscript(SourceRange range,
                                                TypedValue tensor,
                                                llvm::ArrayRef<Expr *> exprs) {
  if (!tensor.type->isTensor()) {
    error(range, "Unsupported operation: attempted to use multidimensional "
                 "indexing on a non-tensor type");
    return {};
  }
  return indexTensor(range, tensor, exprs, {});
}

TypedValue FunctionEmitter::convertToTensor(SourceRange range, TypedValue value,
                                            TypedValue like) {
  if (!value.type->isInt() && !value.type->isFloat() &&
      !value.type->isComplex() && !value.type->isBool())
    return value;
  TypedValue dtype = callOperator(range, "prim::dtype", {like});
  TypedValue device = callOperator(range, "prim::device", {like});
  if (!dtype || !device)
    return {};
  ActualArguments arguments;
  arguments.positional.push_back({"", range, value});
  arguments.keywords.push_back({"dtype", range, dtype});
  arguments.keywords.push_back({"device", range, device});
  return callOperator({range, range}, "aten::tensor", arguments);
}

bool FunctionEmitter::assignTensor(SourceRange range, SourceRange target,
                                   TypedValue tensor,
                                   llvm::ArrayRef<Expr *> exprs,
                                   TypedValue value, SourceRange valueRange) {
  TypedValue view;
  llvm::SmallVector<TypedValue> indexTensors;
  if (!emitTensorIndices(target, tensor, exprs, view, indexTensors))
    return false;
  value = convertToTensor(valueRange, value, view);
  if (!value)
    return false;
  if (indexTensors.empty())
    return bool(callOperator(range, "aten::copy_", {view, value}));
  TypedValue indices = makeList(
      range, indexTensors, getTypes().getOptional(TypeContext::getTensor()));
  return bool(callOperator(range, "aten::index_put_", {view, indices, value}));
}
