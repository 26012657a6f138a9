//===- ExportArguments.cpp - Values as arguments of nodes -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphWriter.h"

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace torchscript;
using namespace mlir;
using GraphValue = exported::Argument;
using Kind = exported::Argument::Kind;

mlir::Value torchscript::stripDerefines(mlir::Value value) {
  while (auto derefine = value.getDefiningOp<ts::DerefineOp>())
    value = derefine.getOperand();
  return value;
}

std::optional<exported::TensorMeta>
torchscript::getTensorMeta(mlir::Type type) {
  auto tensor = dyn_cast<ts::TSTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  std::optional<DType> dtype = ts::getDType(tensor.getDtype());
  if (!dtype)
    return std::nullopt;
  exported::TensorMeta meta;
  meta.dtype = *dtype;
  int64_t stride = 1;
  for (int64_t size : llvm::reverse(tensor.getShape())) {
    meta.sizes.insert(meta.sizes.begin(), {size, "", std::nullopt});
    meta.strides.insert(meta.strides.begin(), {stride, "", std::nullopt});
    // PyTorch's strides of empty tensors count a size of 0 as 1.
    if (llvm::MulOverflow(stride, std::max<int64_t>(size, 1), stride))
      return std::nullopt;
  }
  meta.offset.value = 0;
  return meta;
}

static GraphValue makeInteger(Kind kind, int64_t number) {
  GraphValue value;
  value.kind = kind;
  value.integer = number;
  return value;
}

std::optional<exported::Argument>
torchscript::getLiteral(Attribute attribute) {
  GraphValue value;
  if (auto text = dyn_cast<StringAttr>(attribute)) {
    value.kind = Kind::Str;
    value.text = text.str();
    return value;
  }
  if (auto flag = dyn_cast<BoolAttr>(attribute))
    return makeInteger(Kind::Bool, flag.getValue());
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return makeInteger(Kind::Int, number.getInt());
  if (auto number = dyn_cast<FloatAttr>(attribute)) {
    value.kind = Kind::Float;
    value.number = number.getValueAsDouble();
    return value;
  }
  if (isa<ts::NoneAttr>(attribute))
    return value;
  return std::nullopt;
}

/// An integer that a formal takes for a dtype, layout or memory format.
static Kind getIntegerKind(const Argument *formal) {
  const torchscript::Type *type = formal ? formal->getWrittenType() : nullptr;
  while (const auto *optional = llvm::dyn_cast_or_null<OptionalType>(type))
    type = optional->getElement();
  if (type && type->is(TypeKind::ScalarType))
    return Kind::DType;
  if (type && type->is(TypeKind::Layout))
    return Kind::Layout;
  if (type && type->is(TypeKind::MemoryFormat))
    return Kind::MemoryFormat;
  return Kind::Int;
}

static std::optional<GraphValue> getConstant(mlir::Value value,
                                         const Argument *formal) {
  if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
    std::optional<GraphValue> literal = getLiteral(constant.getValue());
    if (literal && literal->kind == Kind::Int)
      literal->kind = getIntegerKind(formal);
    return literal;
  }
  if (value.getDefiningOp<ts::ConstantNoneOp>())
    return GraphValue();
  GraphValue result;
  if (auto text = value.getDefiningOp<ts::ConstantStrOp>()) {
    result.kind = Kind::Str;
    result.text = text.getValue().str();
    return result;
  }
  if (auto device = value.getDefiningOp<ts::ConstantDeviceOp>()) {
    result.kind = Kind::Device;
    result.text = device.getValue().getKind().str();
    if (device.getValue().getIndex() >= 0)
      result.text += ":" + std::to_string(device.getValue().getIndex());
    return result;
  }
  if (auto number = value.getDefiningOp<complex::ConstantOp>()) {
    result.kind = Kind::Complex;
    result.number =
        cast<FloatAttr>(number.getValue()[0]).getValueAsDouble();
    result.imaginary =
        cast<FloatAttr>(number.getValue()[1]).getValueAsDouble();
    return result;
  }
  return std::nullopt;
}

bool GraphWriter::followsRefused(mlir::Value value) const {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<mlir::Value> values = {value};
  while (!values.empty()) {
    Operation *made = values.pop_back_val().getDefiningOp();
    if (refused.contains(made))
      return true;
    if (made && seen.insert(made).second)
      llvm::append_range(values, made->getOperands());
  }
  return false;
}

std::optional<exported::Argument>
GraphWriter::getArgument(mlir::Value value, Operation *user,
                         const Argument *formal) {
  value = stripDerefines(value);
  if (auto it = names.find(value); it != names.end()) {
    GraphValue named;
    named.kind = isa<ts::TSTensorType>(value.getType()) ? Kind::Tensor
                                                        : Kind::Symbol;
    named.text = it->second;
    if (named.kind == Kind::Symbol)
      if (auto number = graph.numbers.find(named.text);
          number != graph.numbers.end())
        named.integer = int64_t(number->second.kind);
    return named;
  }
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == &function.getBody().front())
    if (Attribute literal =
            function.getArgAttr(argument.getArgNumber(), "ts.literal"))
      return getLiteral(literal);
  if (std::optional<GraphValue> constant = getConstant(value, formal))
    return constant;
  if (mlir::Value number = ts::getNumberOperand(value.getDefiningOp()))
    return getArgument(number, user, nullptr);
  if (auto list = value.getDefiningOp<ts::ListConstructOp>()) {
    GraphValue result;
    result.kind = Kind::List;
    for (mlir::Value element : list.getElements()) {
      auto part = getArgument(element, user, nullptr);
      if (!part)
        return std::nullopt;
      result.elements.push_back(std::move(*part));
    }
    return result;
  }
  if (followsRefused(value))
    return std::nullopt;
  InFlightDiagnostic diagnostic = user->emitError(
      "an argument is no value of the graph and no constant: it depends on "
      "the values of tensors, or cannot be exported");
  if (Operation *made = value.getDefiningOp())
    diagnostic.attachNote(made->getLoc()) << "it is made here";
  return std::nullopt;
}
