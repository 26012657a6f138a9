//===- ProgramViews.cpp - Views in exported programs ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramViews.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ts;

/// How many views are followed.
static constexpr unsigned kMaxViews = 64;

static std::optional<ArrayRef<int64_t>> getStaticSizes(Value tensor) {
  auto type = dyn_cast<TSTensorType>(lookThroughCasts(tensor).getType());
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  return type.getShape();
}

static SmallVector<int64_t> getContiguousStrides(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides(sizes.size(), 1);
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    if (llvm::MulOverflow(stride, std::max<int64_t>(sizes[i], 1), stride))
      stride = INT64_MAX;
  }
  return strides;
}

bool ts::isContiguous(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
  if (llvm::is_contained(sizes, 0))
    return true;
  int64_t expected = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 1)
      continue;
    if (strides[i] != expected)
      return false;
    if (llvm::MulOverflow(expected, sizes[i], expected))
      return false;
  }
  return true;
}

std::optional<SmallVector<int64_t>>
ts::computeViewStrides(ArrayRef<int64_t> from, ArrayRef<int64_t> strides,
                       ArrayRef<int64_t> sizes) {
  if (isContiguous(from, strides))
    return getContiguousStrides(sizes);
  SmallVector<int64_t> result(sizes.size(), 1);
  int64_t at = int64_t(sizes.size()) - 1;
  int64_t base = strides.back(), count = 1, taken = 1;
  for (int64_t i = int64_t(from.size()) - 1; i >= 0; --i) {
    count *= from[i];
    // The end of a run of dimensions that lie behind each other.
    bool isEnd = i == 0 || (from[i - 1] != 1 && strides[i - 1] != count * base);
    if (!isEnd)
      continue;
    while (at >= 0 && (taken < count || sizes[at] == 1)) {
      result[at] = taken * base;
      taken *= sizes[at--];
    }
    if (taken != count)
      return std::nullopt;
    if (i > 0) {
      base = strides[i - 1];
      count = taken = 1;
    }
  }
  return at == -1 ? std::optional(result) : std::nullopt;
}

/// Strides of a view whose operand has `strides`.
static std::optional<SmallVector<int64_t>>
getViewStrides(OperatorOp op, ArrayRef<int64_t> from, ArrayRef<int64_t> strides,
               ArrayRef<int64_t> sizes) {
  Inference inference(op);
  switch (getViewKind(op)) {
  case ViewKind::Identity:
    return SmallVector<int64_t>(strides);
  case ViewKind::Reshape:
    return computeViewStrides(from, strides, sizes);
  case ViewKind::Permute: {
    auto order = getPermutation(op, int64_t(from.size()));
    if (!order)
      return std::nullopt;
    SmallVector<int64_t> result;
    for (int64_t dim : *order)
      result.push_back(strides[dim]);
    return result;
  }
  case ViewKind::Select: {
    std::optional<SliceInfo> slice = getSelection(inference, op);
    if (!slice)
      return std::nullopt;
    SmallVector<int64_t> result(strides);
    result.erase(result.begin() + slice->dim);
    return result;
  }
  case ViewKind::Slice: {
    std::optional<SliceInfo> slice = getSlice(inference, op);
    if (!slice)
      return std::nullopt;
    SmallVector<int64_t> result(strides);
    result[slice->dim] *= slice->step;
    return result;
  }
  case ViewKind::Expand: {
    SmallVector<int64_t> result(sizes.size(), 0);
    size_t first = sizes.size() - from.size();
    for (size_t i = 0; i < from.size(); ++i)
      result[first + i] = from[i] == sizes[first + i] ? strides[i] : 0;
    return result;
  }
  default:
    return std::nullopt;
  }
}

std::optional<SmallVector<int64_t>> ts::getProgramStrides(Value tensor) {
  SmallVector<OperatorOp> views;
  for (Value next = lookThroughCasts(tensor);;) {
    auto op = next.getDefiningOp<OperatorOp>();
    if (!op || op.getNumResults() != 1 || !isProgramView(op))
      break;
    if (views.size() == kMaxViews)
      return std::nullopt;
    views.push_back(op);
    next = lookThroughCasts(op.getArgs()[0]);
  }
  Value root = views.empty() ? tensor : views.back().getArgs()[0];
  auto sizes = getStaticSizes(root);
  if (!sizes)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> strides = getContiguousStrides(*sizes);
  for (OperatorOp view : llvm::reverse(views)) {
    auto from = getStaticSizes(view.getArgs()[0]);
    auto to = getStaticSizes(view.getResult(0));
    if (!from || !to)
      return std::nullopt;
    strides = getViewStrides(view, *from, *strides, *to);
    if (!strides)
      return std::nullopt;
  }
  return strides;
}

/// Whether `reshape` and its like can look at their operand as it is.
static bool isViewable(OperatorOp op) {
  auto from = getStaticSizes(op.getArgs()[0]);
  auto to = getStaticSizes(op.getResult(0));
  auto strides = getProgramStrides(op.getArgs()[0]);
  // Without static sizes only what is surely contiguous is a view.
  if (!from || !to || !strides)
    return getViewKind(op) == ViewKind::Reshape;
  return computeViewStrides(*from, *strides, *to).has_value();
}

bool ts::isProgramView(OperatorOp op) {
  if (op.getNumResults() != 1 || op.getArgs().empty() ||
      !isa<TSTensorType>(op.getResult(0).getType()) ||
      !isa<TSTensorType>(lookThroughCasts(op.getArgs()[0]).getType()))
    return false;
  ViewKind kind = getViewKind(op);
  StringRef name = op.getName();
  if (kind == ViewKind::None)
    return false;
  if (name == "aten::contiguous") {
    auto sizes = getStaticSizes(op.getArgs()[0]);
    auto strides = getProgramStrides(op.getArgs()[0]);
    return !sizes || !strides || isContiguous(*sizes, *strides);
  }
  // In training it draws numbers.
  if (name.ends_with("dropout"))
    return getConstantInt(op.getArgs()[2]) == 0;
  if (kind == ViewKind::Identity)
    return getTensorDtype(lookThroughCasts(op.getArgs()[0]).getType()) ==
           getTensorDtype(op.getResult(0).getType());
  return !mayCopy(op) || isViewable(op);
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

static Value makeInt(OpBuilder &builder, Location loc, int64_t number) {
  return builder.create<arith::ConstantOp>(loc,
                                           builder.getI64IntegerAttr(number));
}

static Value makeIntList(OpBuilder &builder, Location loc,
                         ArrayRef<int64_t> numbers) {
  SmallVector<Value> values;
  for (int64_t number : numbers)
    values.push_back(makeInt(builder, loc, number));
  return builder.create<ListConstructOp>(
      loc, ListType::get(builder.getI64Type()), values);
}

Value ts::buildViewInverse(OpBuilder &builder, Location loc, OperatorOp view,
                           Value base, Value part) {
  Type type = view.getArgs()[0].getType();
  auto call = [&](StringRef name, ValueRange operands) {
    return builder.create<OperatorOp>(loc, type, name, operands).getResult(0);
  };
  SmallVector<Value> rest(view.getArgs().drop_front());
  SmallVector<Value> operands = {base, part};
  llvm::append_range(operands, rest);
  switch (getViewKind(view)) {
  case ViewKind::Identity:
    return part;
  case ViewKind::Reshape: {
    auto sizes = getStaticSizes(view.getArgs()[0]);
    if (view.getName() == "aten::unsqueeze")
      return call("aten::squeeze.dim", {part, rest[0]});
    return sizes ? call("aten::view",
                        {part, makeIntList(builder, loc, *sizes)})
                 : Value();
  }
  case ViewKind::Permute: {
    if (view.getName() == "aten::t")
      return call("aten::t", part);
    if (view.getName() == "aten::transpose.int")
      return call("aten::transpose.int", {part, rest[0], rest[1]});
    auto sizes = getStaticSizes(view.getArgs()[0]);
    auto order = sizes ? getPermutation(view, int64_t(sizes->size()))
                       : std::nullopt;
    if (!order)
      return {};
    SmallVector<int64_t> back(order->size());
    for (auto [to, from] : llvm::enumerate(*order))
      back[from] = int64_t(to);
    return call("aten::permute", {part, makeIntList(builder, loc, back)});
  }
  case ViewKind::Select:
    return view.getName() == "aten::select.int"
               ? call("aten::select_scatter", operands)
               : Value();
  case ViewKind::Slice:
    return view.getName() == "aten::slice.Tensor"
               ? call("aten::slice_scatter", operands)
               : Value();
  case ViewKind::Diagonal:
    return view.getName() == "aten::diagonal"
               ? call("aten::diagonal_scatter", operands)
               : Value();
  case ViewKind::Strided:
    return view.getName() == "aten::as_strided"
               ? call("aten::as_strided_scatter", operands)
               : Value();
  default:
    return {};
  }
}
