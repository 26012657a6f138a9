//===- CodeTraces.cpp - What traces have otherwise ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The evaluator records a trace as a text, with numbers where PyTorch's tracer
// has tensors without dimensions.
//
//===----------------------------------------------------------------------===//

#include "CodeGraph.h"

#include "TorchScript/Base/DType.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"

#include "mlir/IR/Matchers.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// What the evaluator calls the texts that it makes of traces.
static constexpr const char *kTracedFile = "<traced ";

bool torchscript::isTracedFunction(mlir::func::FuncOp function) {
  auto place = function.getLoc()->findInstanceOf<mlir::FileLineColLoc>();
  return place && place.getFilename().getValue().starts_with(kTracedFile);
}

/// The number that a value is; null for none.
static mlir::TypedAttr getNumber(mlir::Value value) {
  mlir::Attribute attribute;
  if (!mlir::matchPattern(value, mlir::m_Constant(&attribute)))
    return {};
  auto number = llvm::dyn_cast<mlir::TypedAttr>(attribute);
  return number && number.getType().isIntOrFloat() ? number : nullptr;
}

mlir::DenseElementsAttr torchscript::getTracedNumber(ts::OperatorOp op,
                                                     unsigned index) {
  static const char *const operators[] = {
      "aten::add.Scalar",          "aten::sub.Scalar",
      "aten::mul.Scalar",          "aten::div.Scalar",
      "aten::add_.Scalar",         "aten::sub_.Scalar",
      "aten::mul_.Scalar",         "aten::div_.Scalar",
      "aten::div.Scalar_mode",     "aten::div_.Scalar_mode",
      "aten::floor_divide.Scalar", "aten::floor_divide_.Scalar"};
  if (index != 1 || !llvm::is_contained(operators, op.getName()))
    return {};
  mlir::TypedAttr number = getNumber(op.getArgs()[1]);
  return number ? mlir::DenseElementsAttr::get(
                      mlir::RankedTensorType::get({}, number.getType()), number)
                : mlir::DenseElementsAttr();
}

/// Collects the numbers of nested lists and their lengths; false when there is
/// something else, or the lengths differ.
static bool collect(mlir::Value value, unsigned depth,
                    llvm::SmallVectorImpl<int64_t> &sizes,
                    llvm::SmallVectorImpl<mlir::TypedAttr> &numbers) {
  auto list = value.getDefiningOp<ts::ListConstructOp>();
  if (!list) {
    mlir::TypedAttr number = getNumber(value);
    numbers.push_back(number);
    return number && depth == sizes.size();
  }
  bool isFirst = depth == sizes.size() && numbers.empty();
  if (isFirst)
    sizes.push_back(list->getNumOperands());
  if (depth >= sizes.size() || sizes[depth] != list->getNumOperands())
    return false;
  return llvm::all_of(list->getOperands(), [&](mlir::Value element) {
    return collect(element, depth + 1, sizes, numbers);
  });
}

/// A number as an element of another type.
static mlir::Attribute convert(mlir::TypedAttr number, mlir::Type type) {
  auto real = llvm::dyn_cast<mlir::FloatAttr>(number);
  auto whole = llvm::dyn_cast<mlir::IntegerAttr>(number);
  if (llvm::isa<mlir::FloatType>(type))
    return mlir::FloatAttr::get(type, real ? real.getValueAsDouble()
                                           : double(whole.getInt()));
  if (!whole)
    return {};
  return mlir::IntegerAttr::get(type, whole.getType().isInteger(1)
                                          ? int64_t(whole.getValue().isOne())
                                          : whole.getInt());
}

mlir::DenseElementsAttr torchscript::getTracedTensor(ts::OperatorOp op) {
  if (op.getName() != "aten::tensor" && op.getName() != "aten::tensor.int" &&
      op.getName() != "aten::tensor.float" &&
      op.getName() != "aten::tensor.bool")
    return {};
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<mlir::TypedAttr> numbers;
  mlir::IntegerAttr code;
  if (!collect(op.getArgs()[0], 0, sizes, numbers) ||
      !mlir::matchPattern(op.getArgs()[1], mlir::m_Constant(&code)))
    return {};
  std::optional<DType> dtype = getDType(code.getInt());
  mlir::Type type =
      dtype ? ts::getElementType(op.getContext(), *dtype) : mlir::Type();
  if (!type || !type.isIntOrFloat())
    return {};
  llvm::SmallVector<mlir::Attribute> elements;
  for (mlir::TypedAttr number : numbers)
    if (!elements.emplace_back(convert(number, type)))
      return {};
  return mlir::DenseElementsAttr::get(mlir::RankedTensorType::get(sizes, type),
                                      elements);
}
