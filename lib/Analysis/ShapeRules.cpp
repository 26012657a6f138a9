//===- ShapeRules.cpp - Result types of tensor operators ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of the families' rules, and the elementwise family.
//
//===----------------------------------------------------------------------===//

#include "ShapeRulesInternal.h"

#include "TorchScript/Analysis/Constants.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ts;

TSTensorType ts::getTensorType(Type type) {
  if (auto value = dyn_cast<RankedTensorType>(type))
    return TSTensorType::isValidDtype(value.getElementType())
               ? TSTensorType::fromBuiltin(value)
               : TSTensorType();
  return dyn_cast<TSTensorType>(type);
}

TSTensorType ts::getTensorType(Value operand) {
  return getTensorType(lookThroughCasts(operand).getType());
}

RankedTensorType ts::getValueType(TSTensorType type) {
  return RankedTensorType::get(type.getShape(), type.getDtype());
}

StringRef ts::getBaseName(OperatorOp op) {
  return op.getName().split('.').first;
}

std::optional<PointwiseInfo> ts::getPointwise(OperatorOp op) {
  static const llvm::StringMap<PointwiseInfo> table = {
#define TS_POINTWISE(name, op, arity, rule)                                    \
  {op, {Pointwise::name, arity, DtypeRule::rule}},
#include "TorchScript/Analysis/PointwiseOps.def"
  };
  auto [base, overload] = op.getName().split('.');
  auto it = table.find(base);
  if (it == table.end())
    return std::nullopt;
  // Of these operators the overloads with these names differ only in which
  // operands are numbers.
  static const llvm::StringSet<> binary = {"Tensor", "Scalar", "Tensor_Scalar",
                                           "Tensor_Tensor"};
  static const llvm::StringSet<> ternary = {"self", "ScalarSelf", "ScalarOther",
                                            "Scalar"};
  bool known = it->second.arity == 1 ? overload.empty()
               : it->second.arity == 2
                   ? overload.empty() || binary.contains(overload)
                   : ternary.contains(overload);
  if (!known || (base == "aten::pow" && overload == "Scalar"))
    return std::nullopt;
  return it->second;
}

std::optional<int64_t> ts::normalizeDim(int64_t dim, int64_t rank) {
  int64_t range = std::max<int64_t>(rank, 1);
  if (dim < -range || dim >= range)
    return std::nullopt;
  return dim < 0 ? dim + range : dim;
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

std::optional<SmallVector<int64_t>>
ts::getSpatialParameter(Value list, unsigned rank,
                        ArrayRef<int64_t> otherwise) {
  std::optional<SmallVector<int64_t>> values = getConstantIntList(list);
  if (!values)
    return std::nullopt;
  if (values->empty())
    return SmallVector<int64_t>(otherwise);
  if (values->size() == 1)
    return SmallVector<int64_t>(rank, values->front());
  if (values->size() != rank)
    return std::nullopt;
  return values;
}

std::optional<TSTensorType> rules::getTensor(OperatorOp op, unsigned index) {
  if (index >= op.getArgs().size())
    return std::nullopt;
  TSTensorType type = ts::getTensorType(op.getArgs()[index]);
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  return type;
}

std::optional<TSTensorType> rules::withShape(TSTensorType like,
                                             ArrayRef<int64_t> shape) {
  return TSTensorType::get(like.getContext(), shape, like.getDtype());
}

rules::Results rules::answer(std::optional<TSTensorType> type) {
  if (!type)
    return std::nullopt;
  return SmallVector<TSTensorType>{*type};
}

/// Whether the operator takes bool tensors; the runtime refuses some of the
/// others, and says why.
static bool takesBool(OperatorOp op, PointwiseInfo info) {
  if (info.rule != DtypeRule::Promote && info.rule != DtypeRule::Self &&
      info.rule != DtypeRule::Bounds)
    return true;
  return llvm::StringSwitch<bool>(op.getName().split('.').first)
      .Cases("aten::add", "aten::mul", "aten::maximum", "aten::minimum",
             "aten::masked_fill", true)
      .Default(false);
}

static std::optional<TSTensorType> inferPointwise(OperatorOp op,
                                                  PointwiseInfo info) {
  SmallVector<ArrayRef<int64_t>> shapes;
  SmallVector<Type> types;
  for (Value operand : op.getArgs().take_front(info.arity)) {
    Type type = lookThroughCasts(operand).getType();
    types.push_back(type);
    if (TSTensorType tensor = ts::getTensorType(type)) {
      if (!tensor.hasStaticShape() ||
          (tensor.hasDtype() && tensor.getDtype().isInteger(1) &&
           !takesBool(op, info)))
        return std::nullopt;
      shapes.push_back(tensor.getShape());
    }
  }
  std::optional<SmallVector<int64_t>> shape = broadcastShapes(shapes);
  if (!shape || shapes.empty())
    return std::nullopt;
  Type dtype;
  MLIRContext *context = op.getContext();
  switch (info.rule) {
  case DtypeRule::Self:
    dtype = ts::getTensorType(types.front()).getDtype();
    // The absolute value of a complex number is real.
    if (auto complex = dyn_cast_if_present<ComplexType>(dtype);
        complex && info.kind == Pointwise::Abs)
      dtype = complex.getElementType();
    break;
  case DtypeRule::Bounds:
    for (Value bound : op.getArgs().drop_front(info.arity))
      if (!isNone(bound))
        types.push_back(lookThroughCasts(bound).getType());
    dtype = promoteDtypes(types);
    break;
  case DtypeRule::Bool:
    dtype = promoteDtypes(types);
    if (dtype && !isa<ComplexType>(dtype))
      dtype = IntegerType::get(context, 1);
    break;
  case DtypeRule::Promote:
    dtype = promoteDtypes(types);
    break;
  case DtypeRule::Select: {
    TSTensorType condition = ts::getTensorType(types.front());
    if (condition && condition.getDtype().isInteger(1))
      dtype = promoteDtypes(ArrayRef(types).drop_front());
    break;
  }
  case DtypeRule::Float:
    dtype = promoteDtypes(types);
    if (isa_and_nonnull<IntegerType>(dtype))
      dtype = Float32Type::get(context);
    break;
  }
  if (!dtype)
    return std::nullopt;
  return TSTensorType::get(context, ArrayRef<int64_t>(*shape), dtype);
}

/// The types by the rule of the operator's family.
static std::optional<SmallVector<TSTensorType>> applyRules(OperatorOp op) {
  if (std::optional<PointwiseInfo> info = getPointwise(op))
    return rules::answer(inferPointwise(op, *info));
  static const llvm::StringMap<rules::Rule> rules = [] {
    llvm::StringMap<rules::Rule> table;
    rules::addViewRules(table);
    rules::addContractionRules(table);
    rules::addReductionRules(table);
    return table;
  }();
  auto it = rules.find(op.getName());
  if (it == rules.end())
    return std::nullopt;
  return it->second(op);
}

/// Whether the type is that of bfloat16 tensors.
static bool isBFloat16(Type type) {
  TSTensorType tensor = ts::getTensorType(type);
  return tensor && tensor.getDtype() && tensor.getDtype().isBF16();
}

std::optional<SmallVector<TSTensorType>> ts::inferResultTypes(OperatorOp op) {
  // Machine code for bfloat16 would round by functions that libraries of
  // compilers do not all have.
  if (refusesDtypes(op) || llvm::any_of(op.getArgs().getTypes(), isBFloat16))
    return std::nullopt;
  std::optional<SmallVector<TSTensorType>> types = applyRules(op);
  if (types && llvm::any_of(*types, isBFloat16))
    return std::nullopt;
  return types;
}
