//===- ConstantEvaluation.cpp - Numbers that constants decide -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the operators behind a number in the runtime, from constants on.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Operators/ConstantEvaluation.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Operators/Registry.h"
#include "tsrt.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;

/// Larger tensors are computed when the program runs.
static constexpr int64_t kMostElements = 64;
/// And so is what is further away from constants.
static constexpr unsigned kMaxDepth = 64;

namespace {
/// Values of the runtime, released at the end.
class Evaluation {
public:
  explicit Evaluation(llvm::function_ref<bool(Value)> isFixed)
      : isFixed(isFixed) {}
  ~Evaluation() {
    for (const tsrt_value &value : owned)
      tsrt_value_release(&value);
  }
  Evaluation(const Evaluation &) = delete;

  /// Runs the operator; nothing when it is not to be run, or fails.
  std::optional<tsrt_value> run(OperatorOp op, unsigned depth);

private:
  std::optional<tsrt_value> get(Value value, unsigned depth);
  std::optional<tsrt_value> getList(ListConstructOp list);
  tsrt_value own(const tsrt_type *type, void *object) {
    tsrt_value value{};
    value.type = type;
    value.u.p = object;
    owned.push_back(value);
    return value;
  }

  llvm::function_ref<bool(Value)> isFixed;
  llvm::DenseMap<Value, tsrt_value> known;
  SmallVector<tsrt_value> owned;
};
} // namespace

/// A constant number, truth value or None.
static std::optional<tsrt_value> getConstantValue(Value value) {
  tsrt_value result{};
  result.type = &tsrt_type_none;
  if (isNone(value))
    return result;
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  if (auto number = dyn_cast<IntegerAttr>(constant);
      number && number.getType().isInteger(64)) {
    result.type = &tsrt_type_int;
    result.u.i = number.getInt();
    return result;
  }
  if (auto truth = dyn_cast<IntegerAttr>(constant);
      truth && truth.getType().isInteger(1)) {
    result.type = &tsrt_type_bool;
    result.u.i = truth.getValue().getBoolValue();
    return result;
  }
  if (auto number = dyn_cast<FloatAttr>(constant);
      number && number.getType().isF64()) {
    result.type = &tsrt_type_float;
    result.u.f = number.getValueAsDouble();
    return result;
  }
  return std::nullopt;
}

/// A list of constants of one kind.
std::optional<tsrt_value> Evaluation::getList(ListConstructOp list) {
  if (!isListOnlyRead(list.getResult()) || list.getElements().empty() ||
      int64_t(list.getElements().size()) > kMostElements)
    return std::nullopt;
  SmallVector<tsrt_value> elements;
  for (Value element : list.getElements()) {
    std::optional<tsrt_value> value = getConstantValue(element);
    if (!value || value->type == &tsrt_type_none ||
        (!elements.empty() && elements.front().type != value->type))
      return std::nullopt;
    elements.push_back(*value);
  }
  const tsrt_type *type = tsrt_type_list(elements.front().type);
  tsrt_list *made = tsrt_list_new(type, int64_t(elements.size()));
  tsrt_value result = own(type, made);
  for (const tsrt_value &element : elements) {
    if (tsrt_error *error = tsrt_unbox_value(&element, type->elements[0],
                                             tsrt_list_grow(made))) {
      tsrt_error_release(error);
      return std::nullopt;
    }
    ++made->size;
  }
  return result;
}

std::optional<tsrt_value> Evaluation::get(Value value, unsigned depth) {
  value = lookThroughCasts(value);
  if (auto it = known.find(value); it != known.end())
    return it->second;
  std::optional<tsrt_value> result = getConstantValue(value);
  if (auto list = value.getDefiningOp<ListConstructOp>())
    result = getList(list);
  else if (auto op = value.getDefiningOp<OperatorOp>(); op && depth < kMaxDepth)
    result = run(op, depth + 1);
  if (result)
    known[value] = *result;
  return result;
}

/// Whether the operator does nothing but compute one result, of few elements.
static bool isSmallFunction(OperatorOp op) {
  OperatorInfo info = lookupOperator(op.getName());
  if (op.getNumResults() != 1 || !info.known || info.mutatedArgs ||
      info.sideEffects || dependsOnOrder(op))
    return false;
  Type type = op.getResult(0).getType();
  if (type.isInteger(64) || type.isInteger(1) || type.isF64() ||
      isa<ScalarType>(type))
    return true;
  TSTensorType tensor = getTensorType(type);
  if (!tensor || !tensor.hasDtype() || !tensor.hasStaticShape())
    return false;
  int64_t count = 1;
  for (int64_t size : tensor.getShape())
    if (size > kMostElements || (count *= size) > kMostElements)
      return false;
  return true;
}

std::optional<tsrt_value> Evaluation::run(OperatorOp op, unsigned depth) {
  if (!isSmallFunction(op) ||
      (getTensorType(op.getResult(0).getType()) && !isFixed(op.getResult(0))))
    return std::nullopt;
  SmallVector<tsrt_value> arguments;
  for (Value operand : op.getArgs()) {
    std::optional<tsrt_value> value = get(operand, depth);
    if (!value)
      return std::nullopt;
    arguments.push_back(*value);
  }
  const tsrt_op *function = tsrt_op_find(op.getName().str().c_str());
  if (!function)
    return std::nullopt;
  tsrt_value result{};
  if (tsrt_error *error = tsrt_op_call(function, arguments.data(),
                                       int32_t(arguments.size()), &result, 1)) {
    tsrt_error_release(error);
    return std::nullopt;
  }
  owned.push_back(result);
  return result;
}

Attribute ts::evaluateNumber(OperatorOp op,
                             llvm::function_ref<bool(Value)> isFixed) {
  // Numbers of numbers are folded elsewhere.
  if (op.getArgs().empty() || !getTensorType(op.getArgs()[0]) ||
      op.getNumResults() != 1 || getTensorType(op.getResult(0).getType()))
    return {};
  Evaluation evaluation(isFixed);
  std::optional<tsrt_value> number = evaluation.run(op, 0);
  if (!number || !number->type)
    return {};
  Builder builder(op.getContext());
  switch (number->type->kind) {
  case TSRT_INT:
    return builder.getI64IntegerAttr(number->u.i);
  case TSRT_BOOL:
    return builder.getBoolAttr(number->u.i);
  case TSRT_FLOAT:
    return builder.getF64FloatAttr(number->u.f);
  default:
    return {};
  }
}
