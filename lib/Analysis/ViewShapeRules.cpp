//===- ViewShapeRules.cpp - Shapes of rearrangements ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of operators whose result holds elements of their operands: identities,
// reshapes, transposes, selections and concatenation.
//
//===----------------------------------------------------------------------===//

#include "ShapeRulesInternal.h"
#include "TorchScript/Analysis/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"

#include <numeric>

using namespace mlir;
using namespace mlir::ts;
using rules::answer;
using rules::getTensor;
using rules::Results;
using rules::withShape;

static int64_t numElements(ArrayRef<int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                         std::multiplies<>());
}

/// contiguous, clone, detach, dropout in eval mode.
static Results inferIdentity(OperatorOp op) { return answer(getTensor(op, 0)); }

static Results inferDropout(OperatorOp op) {
  std::optional<bool> training = getConstantBool(op.getArgs()[2]);
  if (!training || *training)
    return std::nullopt;
  return inferIdentity(op);
}

/// view, reshape: sizes with at most one -1.
static Results inferReshape(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<SmallVector<int64_t>> sizes =
      getConstantIntList(op.getArgs()[1]);
  if (!input || !sizes)
    return std::nullopt;
  int64_t known = 1, open = -1;
  for (auto [index, size] : llvm::enumerate(*sizes)) {
    if (size == -1 && open < 0)
      open = index;
    else if (size < 0)
      return std::nullopt;
    else
      known *= size;
  }
  int64_t total = numElements(input->getShape());
  if (open >= 0) {
    if (known == 0 || total % known != 0)
      return std::nullopt;
    (*sizes)[open] = total / known;
  } else if (known != total) {
    return std::nullopt;
  }
  return answer(withShape(*input, *sizes));
}

static Results inferFlatten(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<int64_t> start = getConstantInt(op.getArgs()[1]);
  std::optional<int64_t> end = getConstantInt(op.getArgs()[2]);
  if (!input || !start || !end)
    return std::nullopt;
  ArrayRef<int64_t> shape = input->getShape();
  start = normalizeDim(*start, shape.size());
  end = normalizeDim(*end, shape.size());
  if (!start || !end || *start > *end)
    return std::nullopt;
  if (shape.empty())
    return answer(withShape(*input, {1}));
  SmallVector<int64_t> result(shape.take_front(*start));
  result.push_back(numElements(shape.slice(*start, *end - *start + 1)));
  llvm::append_range(result, shape.drop_front(*end + 1));
  return answer(withShape(*input, result));
}

static Results inferPermuted(std::optional<TSTensorType> input,
                             ArrayRef<int64_t> order) {
  SmallVector<int64_t> shape;
  for (int64_t dim : order)
    shape.push_back(input->getShape()[dim]);
  return answer(withShape(*input, shape));
}

static Results inferTranspose(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<int64_t> a = getConstantInt(op.getArgs()[1]);
  std::optional<int64_t> b = getConstantInt(op.getArgs()[2]);
  if (!input || !a || !b || input->getShape().empty())
    return std::nullopt;
  int64_t rank = input->getShape().size();
  a = normalizeDim(*a, rank);
  b = normalizeDim(*b, rank);
  if (!a || !b)
    return std::nullopt;
  SmallVector<int64_t> order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[*a], order[*b]);
  return inferPermuted(input, order);
}

static Results inferT(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  if (!input || input->getShape().size() != 2)
    return std::nullopt;
  return inferPermuted(input, {1, 0});
}

static Results inferPermute(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<SmallVector<int64_t>> order =
      getConstantIntList(op.getArgs()[1]);
  if (!input || !order || order->size() != input->getShape().size())
    return std::nullopt;
  SmallVector<bool> seen(order->size());
  for (int64_t &dim : *order) {
    std::optional<int64_t> normal = normalizeDim(dim, order->size());
    if (!normal || seen[*normal])
      return std::nullopt;
    seen[*normal] = true;
    dim = *normal;
  }
  return inferPermuted(input, *order);
}

static Results inferUnsqueeze(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<int64_t> dim = getConstantInt(op.getArgs()[1]);
  if (!input || !dim)
    return std::nullopt;
  dim = normalizeDim(*dim, input->getShape().size() + 1);
  if (!dim)
    return std::nullopt;
  SmallVector<int64_t> shape(input->getShape());
  shape.insert(shape.begin() + *dim, 1);
  return answer(withShape(*input, shape));
}

static Results inferSqueeze(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<int64_t> dim = getConstantInt(op.getArgs()[1]);
  if (!input || !dim || input->getShape().empty())
    return std::nullopt;
  SmallVector<int64_t> shape(input->getShape());
  dim = normalizeDim(*dim, shape.size());
  if (!dim)
    return std::nullopt;
  if (shape[*dim] == 1)
    shape.erase(shape.begin() + *dim);
  return answer(withShape(*input, shape));
}

static Results inferSelect(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<int64_t> dim = getConstantInt(op.getArgs()[1]);
  std::optional<int64_t> index = getConstantInt(op.getArgs()[2]);
  if (!input || !dim || !index || input->getShape().empty())
    return std::nullopt;
  SmallVector<int64_t> shape(input->getShape());
  dim = normalizeDim(*dim, shape.size());
  if (!dim || *index < -shape[*dim] || *index >= shape[*dim])
    return std::nullopt;
  shape.erase(shape.begin() + *dim);
  return answer(withShape(*input, shape));
}

std::optional<StaticSlice> ts::getSlice(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  bool isNarrow = op.getName() == "aten::narrow";
  if (!input || input->getShape().empty() ||
      !(isNarrow || op.getName() == "aten::slice.Tensor"))
    return std::nullopt;
  std::optional<int64_t> dim = getConstantInt(op.getArgs()[1]);
  dim = dim ? normalizeDim(*dim, input->getShape().size()) : std::nullopt;
  if (!dim)
    return std::nullopt;
  int64_t extent = input->getShape()[*dim];
  std::optional<int64_t> first = getConstantInt(op.getArgs()[2]);
  std::optional<int64_t> last = getConstantInt(op.getArgs()[3]);
  StaticSlice slice;
  slice.dim = *dim;
  if (isNarrow) {
    if (!first || !last)
      return std::nullopt;
    slice.start = *first < 0 ? *first + extent : *first;
    slice.size = *last;
    if (slice.start < 0 || slice.start > extent || slice.size < 0 ||
        slice.size > extent - slice.start)
      return std::nullopt;
    return slice;
  }
  if ((!first && !isNone(op.getArgs()[2])) ||
      (!last && !isNone(op.getArgs()[3])))
    return std::nullopt;
  std::optional<int64_t> step = getConstantInt(op.getArgs()[4]);
  if (!step || *step <= 0)
    return std::nullopt;
  // Bounds count from the end when negative, and are clamped.
  auto clamp = [&](int64_t bound) {
    return std::clamp<int64_t>(bound < 0 ? bound + extent : bound, 0, extent);
  };
  slice.start = clamp(first.value_or(0));
  slice.step = *step;
  int64_t length = clamp(last.value_or(extent)) - slice.start;
  slice.size = length <= 0 ? 0 : (length - 1) / *step + 1;
  return slice;
}

static Results inferSlice(OperatorOp op) {
  std::optional<StaticSlice> slice = getSlice(op);
  if (!slice)
    return std::nullopt;
  TSTensorType input = *getTensor(op, 0);
  SmallVector<int64_t> shape(input.getShape());
  shape[slice->dim] = slice->size;
  return answer(withShape(input, shape));
}

/// select_scatter and slice_scatter: the first operand with the second in place
/// of a part, which has its sizes.
static Results inferScatter(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0), part = getTensor(op, 1);
  std::optional<StaticSlice> slice = getScatteredSlice(op);
  if (!input || !part || !slice || input->getDtype() != part->getDtype())
    return std::nullopt;
  SmallVector<int64_t> shape(input->getShape());
  if (op.getName() == "aten::select_scatter")
    shape.erase(shape.begin() + slice->dim);
  else
    shape[slice->dim] = slice->size;
  return ArrayRef<int64_t>(shape) == part->getShape() ? answer(input)
                                                      : std::nullopt;
}

std::optional<StaticSlice> ts::getScatteredSlice(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  bool isSelect = op.getName() == "aten::select_scatter";
  if (!input || !(isSelect || op.getName() == "aten::slice_scatter"))
    return std::nullopt;
  std::optional<int64_t> dim = getConstantInt(op.getArgs()[2]);
  dim = dim ? normalizeDim(*dim, input->getShape().size()) : std::nullopt;
  if (!dim || input->getShape().empty())
    return std::nullopt;
  int64_t extent = input->getShape()[*dim];
  std::optional<int64_t> first = getConstantInt(op.getArgs()[3]);
  auto wrap = [&](int64_t bound) { return bound < 0 ? bound + extent : bound; };
  if (isSelect) {
    if (!first || wrap(*first) < 0 || wrap(*first) >= extent)
      return std::nullopt;
    return StaticSlice{*dim, wrap(*first), 1, 1};
  }
  std::optional<int64_t> last = getConstantInt(op.getArgs()[4]),
                         step = getConstantInt(op.getArgs()[5]);
  if ((!first && !isNone(op.getArgs()[3])) ||
      (!last && !isNone(op.getArgs()[4])) || !step || *step <= 0)
    return std::nullopt;
  StaticSlice slice{*dim, 0, 0, *step};
  slice.start = std::clamp<int64_t>(wrap(first.value_or(0)), 0, extent);
  int64_t end = std::clamp<int64_t>(wrap(last.value_or(extent)), 0, extent);
  slice.size = std::max<int64_t>(0, (end - slice.start + *step - 1) / *step);
  return slice;
}

/// fill and zero keep the type of their tensor; `to` gives it another dtype.
static Results inferFill(OperatorOp op) { return answer(getTensor(op, 0)); }

static Results inferConversion(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<int64_t> number = getConstantInt(op.getArgs()[1]);
  std::optional<torchscript::DType> dtype =
      number ? torchscript::getDType(*number) : std::nullopt;
  Type element = dtype ? getElementType(op.getContext(), *dtype) : Type();
  if (!input || !element)
    return std::nullopt;
  return answer(TSTensorType::get(op.getContext(), input->getShape(), element));
}

/// expand: sizes of -1 stay, dimensions of size 1 stretch.
static Results inferExpand(OperatorOp op) {
  std::optional<TSTensorType> input = getTensor(op, 0);
  std::optional<SmallVector<int64_t>> sizes =
      getConstantIntList(op.getArgs()[1]);
  if (!input || !sizes || sizes->size() < input->getShape().size())
    return std::nullopt;
  size_t added = sizes->size() - input->getShape().size();
  for (auto [index, size] : llvm::enumerate(*sizes)) {
    if (index < added) {
      if (size < 0)
        return std::nullopt;
      continue;
    }
    int64_t has = input->getShape()[index - added];
    if (size == -1)
      size = has;
    if (size < 0 || (has != 1 && size != has))
      return std::nullopt;
  }
  return answer(withShape(*input, *sizes));
}

/// stack: cat along a new dimension.
static Results inferStack(OperatorOp op) {
  std::optional<SmallVector<Value>> parts = getListElements(op.getArgs()[0]);
  std::optional<int64_t> dim = getConstantInt(op.getArgs()[1]);
  if (!parts || parts->empty() || !dim)
    return std::nullopt;
  std::optional<TSTensorType> first;
  for (Value part : *parts) {
    TSTensorType type = ts::getTensorType(part);
    if (!type || !type.hasStaticShape() || (first && type != *first))
      return std::nullopt;
    first = type;
  }
  SmallVector<int64_t> shape(first->getShape());
  dim = normalizeDim(*dim, shape.size() + 1);
  if (!dim)
    return std::nullopt;
  shape.insert(shape.begin() + *dim, parts->size());
  return answer(withShape(*first, shape));
}

static Results inferCat(OperatorOp op) {
  std::optional<SmallVector<Value>> parts = getListElements(op.getArgs()[0]);
  std::optional<int64_t> dim = getConstantInt(op.getArgs()[1]);
  if (!parts || parts->empty() || !dim)
    return std::nullopt;
  std::optional<TSTensorType> result;
  for (Value part : *parts) {
    TSTensorType type = ts::getTensorType(part);
    if (!type || !type.hasStaticShape() || type.getShape().empty())
      return std::nullopt;
    if (!result) {
      dim = normalizeDim(*dim, type.getShape().size());
      result = type;
      if (!dim)
        return std::nullopt;
      continue;
    }
    SmallVector<int64_t> shape(result->getShape());
    if (type.getDtype() != result->getDtype() ||
        type.getShape().size() != shape.size())
      return std::nullopt;
    for (size_t i = 0; i < shape.size(); ++i)
      if (int64_t(i) != *dim && shape[i] != type.getShape()[i])
        return std::nullopt;
    shape[*dim] += type.getShape()[*dim];
    result = withShape(*result, shape);
  }
  return answer(result);
}

void rules::addViewRules(llvm::StringMap<Rule> &table) {
  for (StringRef name :
       {"aten::contiguous", "aten::clone", "aten::detach", "aten::alias"})
    table[name] = inferIdentity;
  for (StringRef name : {"aten::dropout", "aten::feature_dropout"})
    table[name] = inferDropout;
  table["aten::view"] = inferReshape;
  table["aten::reshape"] = inferReshape;
  table["aten::flatten.using_ints"] = inferFlatten;
  table["aten::transpose.int"] = inferTranspose;
  table["aten::t"] = inferT;
  table["aten::permute"] = inferPermute;
  table["aten::unsqueeze"] = inferUnsqueeze;
  table["aten::squeeze.dim"] = inferSqueeze;
  table["aten::select.int"] = inferSelect;
  table["aten::slice.Tensor"] = inferSlice;
  table["aten::narrow"] = inferSlice;
  table["aten::expand"] = inferExpand;
  table["aten::stack"] = inferStack;
  table["aten::cat"] = inferCat;
  table["aten::select_scatter"] = inferScatter;
  table["aten::slice_scatter"] = inferScatter;
  table["aten::fill.Scalar"] = inferFill;
  table["aten::zero"] = inferFill;
  table["aten::to.dtype"] = inferConversion;
}
