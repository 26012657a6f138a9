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

/// How far definitions are followed to see what a size is made of.
static constexpr unsigned kMaxDepth = 8;

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

Size Inference::addSymbol(const Symbol &symbol) {
  for (auto [index, known] : llvm::enumerate(symbols))
    if (known.kind == symbol.kind && known.value == symbol.value &&
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
  auto result = dyn_cast<OpResult>(tensor);
  if (!result || level >= kMaxDepth)
    return addSymbol({Symbol::Dimension, tensor, dim, {}, {}});
  Operation *definition = result.getOwner();
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(definition))
    return dimension(destination.getTiedOpOperand(result)->get(), dim,
                     level + 1);
  if (auto empty = dyn_cast<tensor::EmptyOp>(definition))
    return integer(empty.getDynamicSize(dim), level + 1);
  if (isa<tensor::CastOp, tensor::BitcastOp>(definition))
    return dimension(definition->getOperand(0), dim, level + 1);
  if (auto callee = dyn_cast<OperatorOp>(definition)) {
    ArrayRef<ResultInfo> known = inferDefinition(callee, level + 1);
    if (known.size() == callee.getNumResults()) {
      Size size = known[result.getResultNumber()].sizes[dim];
      auto symbol = dyn_cast<AffineSymbolExpr>(size);
      if (!symbol || symbols[symbol.getPosition()].kind != Symbol::Unknown)
        return size;
    }
  }
  return addSymbol({Symbol::Dimension, tensor, dim, {}, {}});
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
  bool good = apply(callee);
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
      if (isa<RankedTensorType>(dim.getSource().getType()))
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

Size Inference::unknown() {
  return addSymbol({Symbol::Unknown, {}, int64_t(symbols.size()), {}, {}});
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
  return entry && entry->rule && entry->rule(*this, callee) &&
         llvm::none_of(conditions, [](const Condition &condition) {
           return condition.isTrue() == false;
         });
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
    if (!condition.isTrue())
      open.push_back(condition);
  return open;
}

TSTensorType Inference::getStaticType(unsigned result) const {
  SmallVector<int64_t> shape;
  for (Size size : results[result].sizes)
    shape.push_back(getConstant(size).value_or(ShapedType::kDynamic));
  return TSTensorType::get(context, ArrayRef<int64_t>(shape),
                           results[result].dtype);
}

//===----------------------------------------------------------------------===//
// Code for sizes
//===----------------------------------------------------------------------===//

namespace {
/// Builds arithmetic on indices for an expression.
class Materializer : public AffineExprVisitor<Materializer, Value> {
public:
  Materializer(OpBuilder &builder, Location loc,
               llvm::function_ref<Value(unsigned)> getSymbol)
      : builder(builder), loc(loc), getSymbol(getSymbol) {}

  Value visitConstantExpr(AffineConstantExpr expr) {
    return builder.create<arith::ConstantIndexOp>(loc, expr.getValue());
  }
  Value visitSymbolExpr(AffineSymbolExpr expr) {
    return getSymbol(expr.getPosition());
  }
  Value visitDimExpr(AffineDimExpr) {
    llvm_unreachable("sizes have no dimensions");
  }
  Value visitAddExpr(AffineBinaryOpExpr expr) {
    return binary<arith::AddIOp>(expr);
  }
  Value visitMulExpr(AffineBinaryOpExpr expr) {
    return binary<arith::MulIOp>(expr);
  }
  Value visitFloorDivExpr(AffineBinaryOpExpr expr) {
    return divideFloor(visit(expr.getLHS()), visit(expr.getRHS()));
  }
  Value visitCeilDivExpr(AffineBinaryOpExpr expr) {
    Value quotient =
        divideFloor(negate(visit(expr.getLHS())), visit(expr.getRHS()));
    return negate(quotient);
  }
  Value visitModExpr(AffineBinaryOpExpr expr) {
    // Of the divisor's sign, as in Python.
    Value lhs = visit(expr.getLHS()), rhs = visit(expr.getRHS());
    Value whole =
        builder.createOrFold<arith::MulIOp>(loc, divideFloor(lhs, rhs), rhs);
    return builder.createOrFold<arith::SubIOp>(loc, lhs, whole);
  }

private:
  Value number(int64_t n) {
    return builder.create<arith::ConstantIndexOp>(loc, n);
  }
  Value negate(Value x) {
    return builder.createOrFold<arith::SubIOp>(loc, number(0), x);
  }
  /// By a divisor that is positive, in operations that every target has.
  Value divideFloor(Value x, Value y) {
    Value quotient = builder.createOrFold<arith::DivSIOp>(loc, x, y);
    Value rest = builder.createOrFold<arith::RemSIOp>(loc, x, y);
    Value isBelow = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::slt, rest, number(0));
    Value less = builder.createOrFold<arith::SubIOp>(loc, quotient, number(1));
    return builder.createOrFold<arith::SelectOp>(loc, isBelow, less, quotient);
  }
  template <typename OpT>
  Value binary(AffineBinaryOpExpr expr) {
    Value lhs = visit(expr.getLHS()), rhs = visit(expr.getRHS());
    return builder.createOrFold<OpT>(loc, lhs, rhs);
  }

  OpBuilder &builder;
  Location loc;
  llvm::function_ref<Value(unsigned)> getSymbol;
};
} // namespace

Value Inference::materializeSymbol(OpBuilder &builder, Location loc,
                                   const Symbol &symbol) {
  auto asValue = [&](Size size) {
    return getValueOrCreateConstantIndexOp(builder, loc,
                                           materialize(builder, loc, size));
  };
  switch (symbol.kind) {
  case Symbol::Unknown:
    llvm_unreachable("operators with such sizes are not lowered");
  case Symbol::Dimension: {
    Value tensor = symbol.value;
    if (isa<RankedTensorType>(tensor.getType()))
      return builder.createOrFold<tensor::DimOp>(loc, tensor, symbol.dim);
    RankedTensorType type = cast<TSTensorType>(tensor.getType()).toBuiltin();
    Value value = builder.create<TensorValueOp>(loc, type, tensor);
    return builder.create<tensor::DimOp>(loc, value, symbol.dim);
  }
  case Symbol::Integer:
    if (symbol.value.getType().isIndex())
      return symbol.value;
    return builder.create<arith::IndexCastOp>(loc, builder.getIndexType(),
                                              symbol.value);
  case Symbol::Maximum:
    return builder.createOrFold<arith::MaxSIOp>(loc, asValue(symbol.lhs),
                                                asValue(symbol.rhs));
  case Symbol::Minimum:
    return builder.createOrFold<arith::MinSIOp>(loc, asValue(symbol.lhs),
                                                asValue(symbol.rhs));
  case Symbol::Broadcast: {
    Value lhs = asValue(symbol.lhs), rhs = asValue(symbol.rhs);
    Value one = builder.create<arith::ConstantIndexOp>(loc, 1);
    Value stretches = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::eq, lhs, one);
    return builder.createOrFold<arith::SelectOp>(loc, stretches, rhs, lhs);
  }
  }
  llvm_unreachable("all kinds are listed");
}

OpFoldResult Inference::materialize(OpBuilder &builder, Location loc,
                                    Size size) {
  if (std::optional<int64_t> known = getConstant(size))
    return builder.getIndexAttr(*known);
  auto getSymbol = [&](unsigned position) {
    return materializeSymbol(builder, loc, symbols[position]);
  };
  Materializer materializer(builder, loc, getSymbol);
  return getAsOpFoldResult(materializer.visit(size));
}

std::pair<AffineMap, SmallVector<Value>>
Inference::getAffineSizes(OpBuilder &builder, Location loc, unsigned result) {
  SmallVector<Value> values;
  ArrayRef<Size> sizes = results[result].sizes;
  SmallVector<AffineExpr> replacements;
  for (auto [position, symbol] : llvm::enumerate(symbols)) {
    AffineExpr used = getAffineSymbolExpr(values.size(), context);
    replacements.push_back(used);
    unsigned index = position;
    if (llvm::any_of(sizes,
                     [&](Size size) { return size.isFunctionOfSymbol(index); }))
      values.push_back(materializeSymbol(builder, loc, symbol));
  }
  SmallVector<AffineExpr> exprs;
  for (Size size : sizes)
    exprs.push_back(size.replaceSymbols(replacements));
  return {AffineMap::get(0, values.size(), exprs, context), values};
}

//===----------------------------------------------------------------------===//
// Dimensions and devices
//===----------------------------------------------------------------------===//

bool ts::isOnProcessor(const Argument &device) {
  if (device.isNone())
    return true;
  Operation *definition = device.getValue().getDefiningOp();
  if (auto constant = dyn_cast_if_present<ConstantDeviceOp>(definition))
    return constant.getValue().getKind() == "cpu";
  auto made = dyn_cast_if_present<OperatorOp>(definition);
  return made && (made.getName() == "prim::device" ||
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
