//===- Scatter.cpp - Writes at places that data says ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that write one element after the other: of several at one place the
// last one stays, or they are combined in order.
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSwitch.h"

#include <functional>
#include <limits>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::indexing;

namespace {
/// What becomes of the element that is there and the one that is written.
enum class Mode { Assign, Sum, Product, Mean, Max, Min };

/// A place of the target and the element for it.
struct Write {
  SmallVector<Value> place;
  Value element;
};
using WriteFn = llvm::function_ref<Write(OpBuilder &, Location, ValueRange)>;
using CombineFn = llvm::function_ref<Value(OpBuilder &, Location, Value, Value)>;
} // namespace

/// Loops over `sizes` that write to `target`; `combine` gets the element there
/// and the new one.
static Value writeEach(Lowering &l, Value target, ArrayRef<OpFoldResult> sizes,
                       WriteFn write, CombineFn combine) {
  Value zero = l.index(l.builder.getIndexAttr(0));
  Value one = l.index(l.builder.getIndexAttr(1));
  SmallVector<Value> bounds;
  for (OpFoldResult size : sizes)
    bounds.push_back(l.index(size));
  SmallVector<Value> indices;
  std::function<Value(OpBuilder &, Location, Value)> build =
      [&](OpBuilder &b, Location loc, Value carried) -> Value {
    if (indices.size() == bounds.size()) {
      Write made = write(b, loc, indices);
      Value old = b.create<tensor::ExtractOp>(loc, carried, made.place);
      return b.create<tensor::InsertOp>(
          loc, combine(b, loc, old, made.element), carried, made.place);
    }
    auto loop = b.create<scf::ForOp>(
        loc, zero, bounds[indices.size()], one, carried,
        [&](OpBuilder &inner, Location at, Value index, ValueRange args) {
          indices.push_back(index);
          Value next = build(inner, at, args.front());
          indices.pop_back();
          inner.create<scf::YieldOp>(at, next);
        });
    return loop.getResult(0);
  };
  return build(l.builder, l.loc, target);
}

static std::optional<Mode> getMode(StringRef reduce) {
  return llvm::StringSwitch<std::optional<Mode>>(reduce)
      .Cases("add", "sum", Mode::Sum)
      .Cases("multiply", "prod", Mode::Product)
      .Case("mean", Mode::Mean)
      .Case("amax", Mode::Max)
      .Case("amin", Mode::Min)
      .Default(std::nullopt);
}

/// What the operator does with several elements for one place; nothing when it
/// is not known.
static std::optional<Mode> getMode(OperatorOp op) {
  ScatterArguments args(op);
  if (args.reduce().getValue()) {
    std::optional<StringRef> reduce = args.reduce().constant();
    return reduce ? getMode(*reduce) : std::nullopt;
  }
  StringRef base = getBaseName(op);
  return base.ends_with("_add") ? Mode::Sum : Mode::Assign;
}

Value indexing::addTo(OpBuilder &b, Location loc, Type dtype, Value old,
                      Value element) {
  if (dtype.isInteger(1))
    return b.create<arith::OrIOp>(loc, old, element);
  return addElements(b, loc, old, element);
}

static Value combine(Mode mode, Type dtype, OpBuilder &b, Location loc,
                     Value old, Value element) {
  bool isUnsigned = dtype.isInteger(1) || dtype.isUnsignedInteger();
  switch (mode) {
  case Mode::Assign:
    return element;
  case Mode::Sum:
  case Mode::Mean:
    return addTo(b, loc, dtype, old, element);
  case Mode::Product:
    return multiplyElements(b, loc, old, element);
  case Mode::Max:
    if (isa<FloatType>(dtype))
      return b.create<arith::MaximumFOp>(loc, old, element);
    if (isUnsigned)
      return b.create<arith::MaxUIOp>(loc, old, element);
    return b.create<arith::MaxSIOp>(loc, old, element);
  case Mode::Min:
    if (isa<FloatType>(dtype))
      return b.create<arith::MinimumFOp>(loc, old, element);
    if (isUnsigned)
      return b.create<arith::MinUIOp>(loc, old, element);
    return b.create<arith::MinSIOp>(loc, old, element);
  }
  llvm_unreachable("all modes are listed");
}

/// What a reduction begins with that does not count what was there.
static Value getNeutral(Lowering &l, Mode mode, Type dtype) {
  Type type = getComputeType(dtype);
  if (mode == Mode::Product)
    return l.constant(type, 1);
  if (mode != Mode::Max && mode != Mode::Min)
    return l.constant(type, 0);
  double infinity = std::numeric_limits<double>::infinity();
  if (isa<FloatType>(type))
    return l.constant(type, mode == Mode::Max ? -infinity : infinity);
  unsigned width = type.getIntOrFloatBitWidth();
  bool isUnsigned = dtype.isInteger(1) || dtype.isUnsignedInteger();
  APInt number = mode == Mode::Max
                     ? (isUnsigned ? APInt::getZero(width)
                                   : APInt::getSignedMinValue(width))
                     : (isUnsigned ? APInt::getAllOnes(width)
                                   : APInt::getSignedMaxValue(width));
  return l.builder.create<arith::ConstantOp>(
      l.loc, l.builder.getIntegerAttr(type, number));
}

/// Sums divided by how many they consist of; integers towards negative
/// infinity.
static Value divide(Lowering &l, Value sums, Value counts, Type dtype) {
  return l.elementwise(
      {sums, counts}, l.sizesOf(sums), getComputeType(dtype),
      [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
        Value one = b.create<arith::ConstantIntOp>(loc, 1, 64);
        Value count = b.create<arith::MaxSIOp>(loc, args[1], one);
        if (auto complex = dyn_cast<ComplexType>(dtype))
          return b.create<complex::DivOp>(
              loc, args[0],
              convertElement(b, loc, count, b.getI64Type(), complex));
        Value divisor = convertElement(b, loc, count, b.getI64Type(), dtype);
        if (isa<FloatType>(dtype))
          return b.create<arith::DivFOp>(loc, args[0], divisor);
        if (dtype.isUnsignedInteger() || dtype.isInteger(1))
          return b.create<arith::DivUIOp>(loc, args[0], divisor);
        Value zero = b.create<arith::ConstantOp>(
            loc, b.getZeroAttr(divisor.getType()));
        Value quotient = b.create<arith::DivSIOp>(loc, args[0], divisor);
        Value rest = b.create<arith::RemSIOp>(loc, args[0], divisor);
        Value isBelow = b.create<arith::CmpIOp>(
            loc, arith::CmpIPredicate::slt, rest, zero);
        Value less = convertElement(b, loc, isBelow, b.getI1Type(), dtype);
        return b.create<arith::SubIOp>(loc, quotient, less);
      });
}

/// All writes of an operator in its mode.
static Value writeAll(Lowering &l, Value target, ArrayRef<OpFoldResult> sizes,
                      Mode mode, bool includesSelf, WriteFn write) {
  Type dtype = l.dtype();
  auto inMode = [&](OpBuilder &b, Location loc, Value old, Value element) {
    return combine(mode, dtype, b, loc, old, element);
  };
  if (!includesSelf) {
    Value neutral = getNeutral(l, mode, dtype);
    auto reset = [&](OpBuilder &, Location, Value, Value) { return neutral; };
    target = writeEach(l, target, sizes, write, reset);
  }
  Value result = writeEach(l, target, sizes, write, inMode);
  if (mode != Mode::Mean)
    return result;
  Value counts =
      l.fill(l.sizesOf(target), l.builder.getI64Type(), includesSelf ? 1 : 0);
  auto count = [](OpBuilder &b, Location loc, Value old, Value) -> Value {
    Value one = b.create<arith::ConstantIntOp>(loc, 1, 64);
    return b.create<arith::AddIOp>(loc, old, one);
  };
  return divide(l, result, writeEach(l, counts, sizes, write, count), dtype);
}

/// Whether elements of the dtype are combined so.
static bool canCombine(Mode mode, Type dtype) {
  if (mode == Mode::Assign)
    return isMovable(dtype);
  if (isa<ComplexType>(dtype))
    return mode != Mode::Max && mode != Mode::Min && mode != Mode::Mean &&
           isArithmetic(dtype);
  return isComputable(dtype) && !(mode == Mode::Mean && dtype.isInteger(1));
}

bool indexing::canPut(bool adds, Type dtype) {
  return canCombine(adds ? Mode::Sum : Mode::Assign, dtype);
}

static std::optional<bool> includesSelf(OperatorOp op) {
  BoolArgument flag = ScatterArguments(op).include_self();
  return flag.getValue() ? flag.constant() : true;
}

/// Whether a number of the program, or a tensor without dimensions, can be
/// written.
static bool canWrite(Inference &i, const Argument &value, Type dtype) {
  if (std::optional<TensorInfo> tensor = i.typedTensor(value.getValue()))
    return tensor->sizes.empty() && isConvertible(tensor->dtype, dtype) &&
           (isa<ComplexType>(dtype) || !tensor->isComplex());
  return getFit(NumberArgument(value.getValue()), dtype) != Fit::Never;
}

/// That number as an element.
static Value getNumber(Lowering &l, const Argument &value) {
  if (std::optional<TensorInfo> tensor =
          l.inference.typedTensor(value.getValue())) {
    Value element = l.builder.create<tensor::ExtractOp>(
        l.loc, l.tensor(value.getValue()), ValueRange());
    return convertElement(l.builder, l.loc, element, tensor->dtype, l.dtype());
  }
  l.requireFit(NumberArgument(value.getValue()), l.dtype());
  return l.convertNumber(value.getValue(), l.dtype());
}

//===----------------------------------------------------------------------===//
// An index for each element
//===----------------------------------------------------------------------===//

bool indexing::inferScatter(Inference &i, OperatorOp op) {
  ScatterArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<TensorInfo> index = i.typedTensor(args.index());
  std::optional<Mode> mode = getMode(op);
  if (!self || !index || !mode || !includesSelf(op) ||
      !index->dtype.isInteger(64))
    return false;
  SmallVector<Size> has = withDims(i, self->sizes);
  SmallVector<Size> wants = withDims(i, index->sizes);
  std::optional<int64_t> dim = getDim(args.dim(), self->getRank());
  if (!dim || has.size() != wants.size() || !canCombine(*mode, self->dtype))
    return false;
  for (auto [d, size] : llvm::enumerate(wants))
    if (int64_t(d) != *dim)
      i.requireAtLeast(has[d], size);
  requireElements(i, has[*dim], wants);
  if (args.src().getValue()) {
    std::optional<TensorInfo> src = i.typedTensor(args.src());
    if (!src || src->dtype != self->dtype)
      return false;
    SmallVector<Size> given = withDims(i, src->sizes);
    if (given.size() != wants.size())
      return false;
    for (auto [a, b] : llvm::zip_equal(given, wants))
      i.requireAtLeast(a, b);
  } else if (!canWrite(i, args.value(), self->dtype)) {
    return false;
  }
  return i.result(self->dtype, self->sizes);
}

SmallVector<Value> indexing::lowerScatter(Lowering &l) {
  ScatterArguments args(l.op);
  Value self = withDims(l, l.tensor(args.self()));
  Value index = withDims(l, l.tensor(args.index()));
  int64_t dim = *getDim(args.dim(), getRanked(self).getRank());
  Value src, number;
  if (args.src().getValue())
    src = withDims(l, l.tensor(args.src()));
  else
    number = getNumber(l, args.value());
  index = l.checkIndices(index, l.sizeOf(self, dim), /*wraps=*/false);
  auto write = [&](OpBuilder &b, Location loc, ValueRange indices) -> Write {
    SmallVector<Value> place(indices);
    place[dim] = readIndex(b, loc, index, indices);
    Value element = number;
    if (src)
      element = b.create<tensor::ExtractOp>(loc, src, indices);
    return {place, element};
  };
  Value result = writeAll(l, self, l.sizesOf(index), *getMode(l.op),
                          *includesSelf(l.op), write);
  return {l.sizes().empty() ? l.squeeze(result, 0) : result};
}

//===----------------------------------------------------------------------===//
// An index for each part along a dimension
//===----------------------------------------------------------------------===//

bool indexing::inferIndexWrite(Inference &i, OperatorOp op) {
  ScatterArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<TensorInfo> index = i.typedTensor(args.index());
  std::optional<Mode> mode = getMode(op);
  if (!self || !index || !mode || !includesSelf(op) || index->getRank() > 1 ||
      !index->dtype.isInteger(64) ||
      !canCombine(*mode, self->dtype))
    return false;
  std::optional<int64_t> dim = getDim(args.dim(), self->getRank());
  // Other factors than one are texts' matter.
  if (!dim || (args.alpha() && args.alpha().constant() != 1))
    return false;
  Size count = withDims(i, index->sizes).front();
  SmallVector<Size> has = withDims(i, self->sizes);
  requireElements(i, has[*dim], count);
  if (args.source().getValue()) {
    std::optional<TensorInfo> source = i.typedTensor(args.source());
    if (!source || source->dtype != self->dtype)
      return false;
    SmallVector<Size> given = withDims(i, source->sizes);
    if (given.size() != has.size())
      return false;
    for (auto [d, size] : llvm::enumerate(given))
      i.requireEqual(size, int64_t(d) == *dim ? count : has[d]);
  } else if (!canWrite(i, args.value(), self->dtype)) {
    return false;
  }
  return i.result(self->dtype, self->sizes);
}

SmallVector<Value> indexing::lowerIndexWrite(Lowering &l) {
  ScatterArguments args(l.op);
  Value self = withDims(l, l.tensor(args.self()));
  Value index = withDims(l, l.tensor(args.index()));
  int64_t dim = *getDim(args.dim(), getRanked(self).getRank());
  Sizes sizes = l.sizesOf(self);
  sizes[dim] = l.sizeOf(index, 0);
  Value source, number;
  if (args.source().getValue())
    source = withDims(l, l.tensor(args.source()));
  else
    number = getNumber(l, args.value());
  // A number is written at places that count from the end, too.
  index = l.checkIndices(index, l.sizeOf(self, dim), /*wraps=*/!source);
  auto write = [&](OpBuilder &b, Location loc, ValueRange indices) -> Write {
    SmallVector<Value> place(indices);
    place[dim] = readIndex(b, loc, index, indices[dim]);
    Value element = number;
    if (source)
      element = b.create<tensor::ExtractOp>(loc, source, indices);
    return {place, element};
  };
  Value result =
      writeAll(l, self, sizes, *getMode(l.op), *includesSelf(l.op), write);
  return {l.sizes().empty() ? l.squeeze(result, 0) : result};
}

/// Elements by their places in row-major order.
bool indexing::inferPut(Inference &i, OperatorOp op) {
  ScatterArguments args(op);
  std::optional<TensorInfo> self = i.typedTensor(args.self());
  std::optional<TensorInfo> index = i.typedTensor(args.index());
  std::optional<TensorInfo> source = i.typedTensor(args.source());
  std::optional<bool> adds = args.accumulate().constant();
  if (!self || !index || !source || !adds || source->dtype != self->dtype ||
      !index->dtype.isInteger(64) || !canPut(*adds, self->dtype))
    return false;
  i.requireEqual(i.product(index->sizes), i.product(source->sizes));
  requireElements(i, i.product(self->sizes), index->sizes);
  return i.result(self->dtype, self->sizes);
}

SmallVector<Value> indexing::lowerPut(Lowering &l) {
  ScatterArguments args(l.op);
  auto flatten = [&](Value operand) {
    TensorInfo info = *l.inference.typedTensor(operand);
    return l.reshape(l.tensor(operand),
                     Sizes{l.materialize(l.inference.product(info.sizes))});
  };
  Value self = flatten(args.self()), source = flatten(args.source());
  Value index = l.checkIndices(flatten(args.index()), l.sizeOf(self, 0),
                               /*wraps=*/true);
  Mode mode = *args.accumulate().constant() ? Mode::Sum : Mode::Assign;
  auto write = [&](OpBuilder &b, Location loc, ValueRange indices) -> Write {
    return {{readIndex(b, loc, index, indices)},
            b.create<tensor::ExtractOp>(loc, source, indices)};
  };
  return {l.reshape(writeAll(l, self, l.sizesOf(index), mode, true, write),
                    l.sizes())};
}

//===----------------------------------------------------------------------===//
// Several indices
//===----------------------------------------------------------------------===//

bool indexing::inferIndexPut(Inference &i, OperatorOp op) {
  IndexArguments args(op);
  std::optional<IndexPlan> plan = getIndexPlan(i, op);
  if (!plan)
    return inferMaskedPut(i, op);
  std::optional<TensorInfo> values = i.typedTensor(args.values());
  std::optional<bool> adds = args.accumulate().constant();
  if (!values || !adds || values->dtype != plan->self.dtype ||
      !canPut(*adds, plan->self.dtype))
    return false;
  SmallVector<Size> sizes = plan->getSizes();
  if (values->sizes.size() > sizes.size())
    return false;
  for (auto [has, wants] :
       llvm::zip(llvm::reverse(values->sizes), llvm::reverse(sizes)))
    if (getConstant(has) != 1)
      i.requireEqual(has, wants);
  return i.result(plan->self.dtype, plan->self.sizes);
}

SmallVector<Value> indexing::lowerIndexPut(Lowering &l) {
  IndexArguments args(l.op);
  std::optional<IndexPlan> plan = getIndexPlan(l.inference, l.op);
  if (!plan)
    return lowerMaskedPut(l);
  TensorInfo known = *l.inference.typedTensor(args.values());
  IndexedPlaces places(l, *plan);
  Value values = l.tensor(args.values());
  Mode mode = *args.accumulate().constant() ? Mode::Sum : Mode::Assign;
  auto write = [&](OpBuilder &b, Location loc, ValueRange indices) -> Write {
    SmallVector<Value> from(indices.take_back(known.sizes.size()));
    for (auto [d, size] : llvm::enumerate(known.sizes))
      if (getConstant(size) == 1)
        from[d] = b.create<arith::ConstantIndexOp>(loc, 0);
    return {places.get(b, loc, indices),
            b.create<tensor::ExtractOp>(loc, values, from)};
  };
  return {writeAll(l, l.tensor(args.self()), l.materialize(plan->getSizes()),
                   mode, true, write)};
}
