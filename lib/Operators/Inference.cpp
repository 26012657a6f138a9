//===- Inference.cpp - Sizes and dtypes of results ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbols behind sizes, and the three readings of a rule.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/Inference.h"

#include "TorchScript/Dialect/TS/IR/Placement.h"
#include "TorchScript/Operators/Dtypes.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::ts;

/// How far definitions are followed to see what a size is made of. Sizes of two
/// tensors that are followed to different depths are not seen to be equal: a
/// network's are followed to its input.
static constexpr unsigned kMaxDepth = 256;

std::optional<int64_t> ts::getConstant(Size size) {
  if (auto constant = dyn_cast_if_present<AffineConstantExpr>(size))
    return constant.getValue();
  return std::nullopt;
}

std::optional<bool> Condition::isTrue() const {
  if (kind != AtLeast && lhs == rhs)
    return true;
  std::optional<int64_t> a = getConstant(lhs), b = getConstant(rhs);
  if (kind == Broadcastable && (a == 1 || b == 1))
    return true;
  if (kind == AtLeast)
    if (std::optional<int64_t> difference = getConstant(lhs - rhs))
      return *difference >= 0;
  if (!a || !b)
    return std::nullopt;
  return kind == AtLeast ? *a >= *b : *a == *b;
}

Inference::Inference(OperatorOp op) : op(op), context(op.getContext()) {}

Size Inference::constant(int64_t value) const {
  return getAffineConstantExpr(value, context);
}

/// Whether two ints are one: symbols of one name are.
static bool isSame(Value a, Value b) {
  if (a == b)
    return true;
  auto first = a ? a.getDefiningOp<SymbolOp>() : SymbolOp();
  auto second = b ? b.getDefiningOp<SymbolOp>() : SymbolOp();
  return first && second && first.getName() == second.getName();
}

Size Inference::addSymbol(const Symbol &symbol) {
  for (auto [index, known] : llvm::enumerate(symbols))
    if (known.kind == symbol.kind && isSame(known.value, symbol.value) &&
        known.dim == symbol.dim && known.lhs == symbol.lhs &&
        known.rhs == symbol.rhs)
      return getAffineSymbolExpr(index, context);
  symbols.push_back(symbol);
  return getAffineSymbolExpr(symbols.size() - 1, context);
}

/// The sizes a type says; nothing when it has no rank.
static std::optional<ArrayRef<int64_t>> getShape(Type type) {
  if (auto object = dyn_cast<TSTensorType>(type))
    return object.hasRank() ? std::optional(object.getShape()) : std::nullopt;
  if (auto value = dyn_cast<RankedTensorType>(type))
    return value.getShape();
  return std::nullopt;
}

Size Inference::dimension(Value tensor, int64_t dim, unsigned level) {
  if (std::optional<ArrayRef<int64_t>> shape = getShape(tensor.getType()))
    if (!ShapedType::isDynamic((*shape)[dim]))
      return constant((*shape)[dim]);
  if (Size bound = boundSize(tensor, dim, level))
    return bound;
  // The sizes of an object are those of its contents, at any time.
  if (auto read = tensor.getDefiningOp<TensorValueOp>()) {
    Value object = lookThroughCasts(read.getTensor());
    std::optional<ArrayRef<int64_t>> shape = getShape(object.getType());
    if (shape && int64_t(shape->size()) > dim) {
      readAs.try_emplace(object, tensor);
      return dimension(object, dim, level);
    }
  }
  auto result = dyn_cast<OpResult>(tensor);
  if (!result || level >= kMaxDepth)
    return addSymbol({Symbol::Dimension, tensor, dim, {}, {}});
  Operation *definition = result.getOwner();
  if (auto ref = dyn_cast<TensorRefOp>(definition))
    return dimension(ref.getValue(), dim, level + 1);
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(definition))
    return dimension(destination.getTiedOpOperand(result)->get(), dim,
                     level + 1);
  if (auto empty = dyn_cast<tensor::EmptyOp>(definition))
    return integer(empty.getDynamicSize(dim), level + 1);
  if (isa<tensor::CastOp, tensor::BitcastOp>(definition))
    return dimension(definition->getOperand(0), dim, level + 1);
  if (auto load = dyn_cast<LoadOp>(definition))
    if (Operation *variable = load.getSlot().getDefiningOp();
        variable && variable->hasAttr(kSizesOfFirstAttr))
      return dimension(cast<StoreOp>(variable->getNextNode()).getValue(), dim,
                       level + 1);
  if (auto callee = dyn_cast<OperatorOp>(definition)) {
    ArrayRef<ResultInfo> known = inferDefinition(callee, level + 1);
    if (known.size() == callee.getNumResults())
      return known[result.getResultNumber()].sizes[dim];
  }
  return addSymbol({Symbol::Dimension, tensor, dim, {}, {}});
}

Size Inference::boundSize(Value tensor, int64_t dim, unsigned level) {
  for (Operation *user : tensor.getUsers()) {
    if (auto read = dyn_cast<TensorValueOp>(user);
        read && isa<TSTensorType>(tensor.getType()))
      for (Operation *reader : read.getValue().getUsers())
        if (isa<BindShapeOp>(reader)) {
          readAs.try_emplace(tensor, read.getValue());
          user = reader;
        }
    auto bound = dyn_cast<BindShapeOp>(user);
    if (!bound || int64_t(bound.getSizes().getNumResults()) <= dim)
      continue;
    SmallVector<AffineExpr> values;
    for (Value symbol : bound.getSymbols())
      values.push_back(integer(symbol, level + 1));
    return bound.getSizes().getResult(dim).replaceSymbols(values);
  }
  return {};
}

Size Inference::unknown(unsigned result, int64_t dim) {
  return addSymbol({Symbol::Dimension, op.getResult(result), dim, {}, {}});
}

ArrayRef<ResultInfo> Inference::inferDefinition(OperatorOp callee,
                                                unsigned level) {
  auto [it, isNew] = definitions.try_emplace(callee);
  if (!isNew)
    return it->second;
  // Its rule speaks in the symbols of this one.
  SmallVector<ResultInfo> outer = std::exchange(results, {});
  SmallVector<Condition> outerConditions = std::exchange(conditions, {});
  unsigned outerDepth = std::exchange(depth, level);
  OperatorOp outerOp = std::exchange(op, callee);
  bool outerLeft = isLeftToText;
  bool good = apply(callee);
  op = outerOp;
  isLeftToText = outerLeft;
  for (auto [result, info] : llvm::zip(callee.getResults(), results)) {
    std::optional<ArrayRef<int64_t>> shape = getShape(result.getType());
    good &= !shape || shape->size() == info.sizes.size();
  }
  SmallVector<ResultInfo> &slot = definitions[callee];
  if (good)
    slot = std::move(results);
  results = std::move(outer);
  conditions = std::move(outerConditions);
  depth = outerDepth;
  return slot;
}

Size Inference::integer(Value value) { return integer(value, depth); }

Size Inference::integer(Value value, unsigned level) {
  value = lookThroughCasts(value);
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return constant(known.getSExtValue());
  Operation *definition = value.getDefiningOp();
  if (!definition || level >= kMaxDepth)
    return addSymbol({Symbol::Integer, value, 0, {}, {}});
  if (isa<arith::IndexCastOp>(definition))
    return integer(definition->getOperand(0), level + 1);
  if (auto dim = dyn_cast<tensor::DimOp>(definition))
    if (std::optional<int64_t> index = dim.getConstantIndex())
      if (auto source = dyn_cast<RankedTensorType>(dim.getSource().getType());
          source && *index >= 0 && *index < source.getRank())
        return dimension(dim.getSource(), *index, level + 1);
  auto binary = [&](auto combine) {
    return combine(integer(definition->getOperand(0), level + 1),
                   integer(definition->getOperand(1), level + 1));
  };
  if (isa<arith::AddIOp>(definition))
    return binary([](Size a, Size b) { return a + b; });
  if (isa<arith::SubIOp>(definition))
    return binary([](Size a, Size b) { return a - b; });
  if (isa<arith::MulIOp>(definition))
    return binary([](Size a, Size b) { return a * b; });
  if (auto question = dyn_cast<OperatorOp>(definition))
    if (std::optional<SizeQuestion> asked = getSizeQuestion(question))
      return dimension(asked->tensor, asked->dim, level + 1);
  return addSymbol({Symbol::Integer, value, 0, {}, {}});
}

std::optional<SmallVector<Size>> Inference::integerList(Value list) {
  std::optional<SmallVector<Value>> elements = getListElements(list);
  if (!elements)
    return std::nullopt;
  SmallVector<Size> sizes;
  for (Value element : *elements)
    sizes.push_back(integer(element));
  return sizes;
}

std::optional<TensorInfo> Inference::tensor(Value operand) {
  if (!operand)
    return std::nullopt;
  operand = lookThroughCasts(operand);
  std::optional<ArrayRef<int64_t>> shape = getShape(operand.getType());
  if (!shape)
    return std::nullopt;
  TensorInfo info{operand, getTensorDtype(operand.getType()), {}};
  for (int64_t dim = 0, rank = shape->size(); dim < rank; ++dim)
    info.sizes.push_back(dimension(operand, dim, depth));
  return info;
}

std::optional<TensorInfo> Inference::typedTensor(Value operand) {
  std::optional<TensorInfo> info = tensor(operand);
  return info && info->dtype ? info : std::nullopt;
}

Size Inference::max(Size a, Size b) {
  if (std::optional<int64_t> difference = getConstant(a - b))
    return *difference >= 0 ? a : b;
  return addSymbol({Symbol::Maximum, {}, 0, a, b});
}

Size Inference::min(Size a, Size b) {
  if (std::optional<int64_t> difference = getConstant(a - b))
    return *difference <= 0 ? a : b;
  return addSymbol({Symbol::Minimum, {}, 0, a, b});
}

Size Inference::product(ArrayRef<Size> sizes) {
  // In one order, so that equal products are one expression.
  SmallVector<Size> factors(sizes);
  llvm::sort(factors, [](Size a, Size b) {
    auto getPlace = [](Size size) -> int64_t {
      if (auto symbol = dyn_cast<AffineSymbolExpr>(size))
        return symbol.getPosition();
      return isa<AffineConstantExpr>(size) ? INT64_MAX : INT64_MAX - 1;
    };
    return getPlace(a) < getPlace(b);
  });
  Size result = constant(1);
  for (Size size : factors)
    result = result * size;
  return result;
}

void Inference::requireAtLeast(Size a, Size b) {
  // Sizes of tensors are never negative.
  if (auto symbol = dyn_cast<AffineSymbolExpr>(a))
    if (symbols[symbol.getPosition()].kind == Symbol::Dimension &&
        getConstant(b).value_or(1) <= 0)
      return;
  conditions.push_back({Condition::AtLeast, a, b});
}

Size Inference::requireEqual(Size a, Size b) {
  conditions.push_back({Condition::Equal, a, b});
  return getConstant(b) ? b : a;
}

SmallVector<Size> Inference::broadcast(ArrayRef<ArrayRef<Size>> shapes) {
  size_t rank = 0;
  for (ArrayRef<Size> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<Size> sizes(rank, constant(1));
  for (ArrayRef<Size> shape : shapes)
    for (auto [index, size] : llvm::enumerate(llvm::reverse(shape))) {
      Size &current = sizes[rank - 1 - index];
      std::optional<int64_t> a = getConstant(current), b = getConstant(size);
      if (size == current || b == 1)
        continue;
      if (assumesEqual && a != 1) {
        current = requireEqual(current, size);
        continue;
      }
      if (a != 1)
        conditions.push_back({Condition::Broadcastable, current, size});
      if (a && a != 1)
        continue;
      if (a == 1 || b)
        current = size;
      else
        current = addSymbol({Symbol::Broadcast, {}, 0, current, size});
    }
  return sizes;
}

bool Inference::result(Type dtype, ArrayRef<Size> sizes) {
  results.push_back({dtype, SmallVector<Size>(sizes)});
  return true;
}

bool Inference::apply(OperatorOp callee) {
  const OperatorEntry *entry = findOperator(callee);
  if (!entry || !entry->rule || !entry->rule(*this, callee))
    return false;
  requireSizes();
  return llvm::none_of(conditions, [&](const Condition &condition) {
    return isTrue(condition) == false;
  });
}

void Inference::requireDivisors(Size size) {
  size.walk([&](AffineExpr part) {
    AffineExprKind kind = part.getKind();
    if (kind != AffineExprKind::FloorDiv && kind != AffineExprKind::CeilDiv &&
        kind != AffineExprKind::Mod)
      return;
    Size divisor = cast<AffineBinaryOpExpr>(part).getRHS();
    if (!isa<AffineConstantExpr>(divisor))
      conditions.push_back({Condition::AtLeast, divisor, constant(1)});
  });
}

void Inference::requireSizes() {
  SmallVector<Condition> given(conditions);
  for (const Condition &condition : given) {
    requireDivisors(condition.lhs);
    requireDivisors(condition.rhs);
  }
  for (const ResultInfo &info : results)
    for (Size size : info.sizes) {
      requireDivisors(size);
      if (!getConstant(size) && getRange(size).min.value_or(-1) < 0)
        conditions.push_back({Condition::AtLeast, size, constant(0)});
    }
}

bool Inference::advance(OperatorOp next) {
  // What held before, holds.
  for (const Condition &condition : getOpenConditions()) {
    if (condition.kind != Condition::Equal)
      continue;
    Size lhs = simplify(condition.lhs), rhs = simplify(condition.rhs);
    if (!isa<AffineSymbolExpr>(lhs))
      std::swap(lhs, rhs);
    if (isa<AffineSymbolExpr>(lhs) &&
        !rhs.isFunctionOfSymbol(cast<AffineSymbolExpr>(lhs).getPosition())) {
      for (auto &[symbol, known] : equals)
        known = known.replace(lhs, rhs);
      equals[lhs] = rhs;
    }
  }
  results.clear();
  conditions.clear();
  op = next;
  bool good = run();
  for (Condition &condition : conditions) {
    condition.lhs = simplify(condition.lhs);
    condition.rhs = simplify(condition.rhs);
  }
  for (ResultInfo &info : results)
    for (Size &size : info.sizes)
      size = simplify(size);
  good &= llvm::none_of(conditions, [&](const Condition &condition) {
    return isTrue(condition) == false;
  });
  if (good)
    definitions[next] = results;
  else
    conditions.clear();
  return good;
}

Size Inference::simplify(Size size) const {
  return equals.empty() ? size : size.replace(equals);
}

bool Inference::run() {
  if (!apply(op) || results.size() != op.getNumResults())
    return false;
  // A size that is negative: the rule saw no reason to say so.
  for (const ResultInfo &info : results)
    for (Size size : info.sizes)
      if (getConstant(size).value_or(0) < 0)
        return false;
  return true;
}

SmallVector<Condition> Inference::getOpenConditions() const {
  SmallVector<Condition> open;
  for (const Condition &condition : conditions)
    if (!isTrue(condition))
      open.push_back(condition);
  return open;
}

void Inference::getSources(Size size, SmallVectorImpl<Value> &sources) const {
  size.walk([&](AffineExpr part) {
    auto symbol = dyn_cast<AffineSymbolExpr>(part);
    if (!symbol)
      return;
    const Symbol &known = symbols[symbol.getPosition()];
    if (known.value)
      sources.push_back(known.value);
    for (Size operand : {known.lhs, known.rhs})
      if (operand)
        getSources(operand, sources);
  });
}

TSTensorType Inference::getStaticType(unsigned result) const {
  if (!results[result].dtype)
    return TSTensorType::get(context);
  SmallVector<int64_t> shape;
  for (Size size : results[result].sizes)
    shape.push_back(getConstant(size).value_or(ShapedType::kDynamic));
  return TSTensorType::get(context, ArrayRef<int64_t>(shape),
                           results[result].dtype);
}

//===----------------------------------------------------------------------===//
// Dimensions and devices
//===----------------------------------------------------------------------===//

bool ts::isOnProcessor(const Argument &device) {
  if (device.isNone())
    return true;
  Operation *definition = device.getValue().getDefiningOp();
  Placement placement =
      definition ? getPlacement(definition) : Placement::Processor;
  // There is one place for all that the program makes.
  if (placement == Placement::Target)
    return true;
  if (auto constant = dyn_cast_if_present<ConstantDeviceOp>(definition))
    return constant.getValue().getKind() == "cpu";
  auto made = dyn_cast_if_present<OperatorOp>(definition);
  return made && ((made.getName() == "prim::device" &&
                   placement == Placement::Processor) ||
                  (made.getName() == "aten::device" &&
                   getConstantStr(made.getArgs()[0]) == StringRef("cpu")));
}

SmallVector<Size> ts::getAtLeast(ArrayRef<Size> sizes, int64_t rank, Size one) {
  SmallVector<Size> result(sizes);
  if (rank == 3 && result.size() == 2)
    result.push_back(one);
  while (int64_t(result.size()) < rank)
    if (rank == 3 && result.size() == 2)
      result.push_back(one);
    else
      result.insert(result.begin(), one);
  return result;
}

std::optional<SmallVector<int64_t>>
ts::broadcastShapes(ArrayRef<ArrayRef<int64_t>> shapes) {
  size_t rank = 0;
  for (ArrayRef<int64_t> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<int64_t> result(rank, 1);
  for (ArrayRef<int64_t> shape : shapes)
    for (auto [index, size] : llvm::enumerate(llvm::reverse(shape))) {
      int64_t &current = result[rank - 1 - index];
      if (size == 1 || size == current)
        continue;
      if (current != 1)
        return std::nullopt;
      current = size;
    }
  return result;
}

std::optional<int64_t> ts::normalizeDim(int64_t dim, int64_t rank) {
  int64_t range = std::max<int64_t>(rank, 1);
  if (dim < -range || dim >= range)
    return std::nullopt;
  return dim < 0 ? dim + range : dim;
}

std::optional<SmallVector<int64_t>>
ts::getDims(const std::optional<SmallVector<int64_t>> &list, int64_t rank) {
  if (!list)
    return std::nullopt;
  SmallVector<int64_t> dims;
  for (int64_t dim : *list) {
    std::optional<int64_t> normal = normalizeDim(dim, rank);
    if (!normal || llvm::is_contained(dims, *normal))
      return std::nullopt;
    dims.push_back(*normal);
  }
  return dims;
}
