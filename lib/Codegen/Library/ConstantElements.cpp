//===- ConstantElements.cpp - Elements of constant tensors ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are kept in double precision and rounded after each operation on
// floats: sums, products, quotients and square roots of floats are exact then.
//
//===----------------------------------------------------------------------===//

#include "ConstantElements.h"

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::library;

/// What is computed here is as small as a vector of filters, or a matrix in
/// another order.
static constexpr int64_t kMostElements = int64_t(1) << 24,
                         kMostOperations = int64_t(1) << 26;

std::optional<ArrayRef<float>> ConstantElements::get(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.getElementType().isF32() || !type.hasStaticShape())
    return std::nullopt;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  std::optional<ArrayRef<float>> elements = compute(value);
  if (elements && int64_t(elements->size()) != type.getNumElements())
    elements = std::nullopt;
  known[value] = elements;
  return elements;
}

std::optional<ArrayRef<float>> ConstantElements::getLiteral(Attribute literal,
                                                            ShapedType type) {
  auto tensor = dyn_cast_if_present<TensorRefAttr>(literal);
  if (!tensor || !tensor.getDtype().isF32() ||
      type.getShape() != tensor.getSizes())
    return std::nullopt;
  llvm::StringRef bytes = packing.getStorage(tensor.getStorage().getValue());
  int64_t step = 1;
  for (auto [size, stride] :
       llvm::reverse(llvm::zip_equal(tensor.getSizes(), tensor.getStrides()))) {
    if (size != 1 && stride != step)
      return std::nullopt;
    step *= size;
  }
  auto offset = size_t(tensor.getOffset()) * sizeof(float);
  auto size = size_t(step) * sizeof(float);
  if (offset > bytes.size() || size > bytes.size() - offset)
    return std::nullopt;
  const char *begin = bytes.data() + offset;
  if (reinterpret_cast<uintptr_t>(begin) % alignof(float) == 0)
    return ArrayRef<float>(reinterpret_cast<const float *>(begin),
                           size_t(step));
  std::vector<float> copy((size_t(step)));
  std::memcpy(copy.data(), begin, size);
  return keep(std::move(copy));
}

std::optional<ArrayRef<float>> ConstantElements::compute(Value value) {
  if (isa<BlockArgument>(value))
    return std::nullopt;
  Operation *op = value.getDefiningOp();
  using Elements = std::optional<ArrayRef<float>>;
  return llvm::TypeSwitch<Operation *, Elements>(op)
      .Case([&](bufferization::ToTensorOp read) -> Elements {
        auto argument = dyn_cast<BlockArgument>(read.getMemref());
        auto function =
            argument
                ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                : func::FuncOp();
        if (!function)
          return std::nullopt;
        return getLiteral(
            function.getArgAttr(argument.getArgNumber(), kConstantAttr),
            read.getType());
      })
      .Case([&](arith::ConstantOp constant) -> Elements {
        auto dense = dyn_cast<DenseFPElementsAttr>(constant.getValue());
        if (!dense || dense.getNumElements() > kMostElements)
          return std::nullopt;
        std::vector<float> elements;
        for (float element : dense.getValues<float>())
          elements.push_back(element);
        return keep(std::move(elements));
      })
      .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](auto reshape) -> Elements { return get(reshape.getSrc()); })
      .Case([&](linalg::FillOp fill) -> Elements {
        FloatAttr number;
        auto type = cast<RankedTensorType>(value.getType());
        if (!matchPattern(fill.getInputs()[0], m_Constant(&number)) ||
            type.getNumElements() > kMostElements)
          return std::nullopt;
        return keep(std::vector<float>(size_t(type.getNumElements()),
                                       float(number.getValueAsDouble())));
      })
      .Case([&](linalg::GenericOp generic) -> Elements {
        return computeGeneric(generic);
      })
      .Default([](Operation *) -> Elements { return std::nullopt; });
}

namespace {
/// The body of an elementwise operation as instructions on numbered values.
class Program {
public:
  /// False when it has an operation that is not known.
  bool read(Block &body);

  size_t size() const { return steps.size(); }
  float run(ArrayRef<double> inputs);

private:
  enum class Kind { Number, Add, Sub, Mul, Div, Neg, Sqrt, RSqrt, Copy };
  struct Step {
    Kind kind;
    unsigned left, right;
    double number;
    bool isFloat;
  };
  std::vector<Step> steps;
  std::vector<double> values;
  unsigned numInputs = 0, result = 0;
};
} // namespace

bool Program::read(Block &body) {
  DenseMap<Value, unsigned> places;
  auto place = [&](Value value) -> std::optional<unsigned> {
    if (auto found = places.find(value); found != places.end())
      return found->second;
    // Numbers may stand outside.
    auto number = value.getDefiningOp<arith::ConstantOp>();
    auto literal =
        number ? dyn_cast<FloatAttr>(number.getValue()) : FloatAttr();
    if (!literal)
      return std::nullopt;
    unsigned index = numInputs + unsigned(steps.size());
    steps.push_back({Kind::Number, 0, 0, literal.getValueAsDouble(), false});
    return places[value] = index;
  };
  for (BlockArgument argument : body.getArguments())
    places[argument] = numInputs++;
  for (Operation &op : body.without_terminator()) {
    if (op.getNumResults() != 1 ||
        !isa<Float32Type, Float64Type>(op.getResult(0).getType()))
      return false;
    if (isa<arith::ConstantOp>(op))
      continue;
    std::optional<Kind> kind =
        llvm::TypeSwitch<Operation *, std::optional<Kind>>(&op)
            .Case([](arith::AddFOp) { return Kind::Add; })
            .Case([](arith::SubFOp) { return Kind::Sub; })
            .Case([](arith::MulFOp) { return Kind::Mul; })
            .Case([](arith::DivFOp) { return Kind::Div; })
            .Case([](arith::NegFOp) { return Kind::Neg; })
            .Case([](math::SqrtOp) { return Kind::Sqrt; })
            .Case([](math::RsqrtOp) { return Kind::RSqrt; })
            .Case<arith::ExtFOp, arith::TruncFOp>(
                [](auto) { return Kind::Copy; })
            .Default([](Operation *) { return std::nullopt; });
    if (!kind)
      return false;
    std::optional<unsigned> left = place(op.getOperand(0)),
                            right = place(op.getOperands().back());
    if (!left || !right)
      return false;
    places[op.getResult(0)] = numInputs + unsigned(steps.size());
    steps.push_back(
        {*kind, *left, *right, 0, op.getResult(0).getType().isF32()});
  }
  std::optional<unsigned> yielded = place(body.getTerminator()->getOperand(0));
  if (!yielded)
    return false;
  result = *yielded;
  values.resize(numInputs + steps.size());
  return true;
}

float Program::run(ArrayRef<double> inputs) {
  std::copy(inputs.begin(), inputs.end(), values.begin());
  double *next = values.data() + numInputs;
  for (const Step &step : steps) {
    double a = values[step.left], b = values[step.right], r = 0;
    switch (step.kind) {
    case Kind::Number:
      r = step.number;
      break;
    case Kind::Add:
      r = a + b;
      break;
    case Kind::Sub:
      r = a - b;
      break;
    case Kind::Mul:
      r = a * b;
      break;
    case Kind::Div:
      r = a / b;
      break;
    case Kind::Neg:
      r = -a;
      break;
    case Kind::Sqrt:
      r = std::sqrt(a);
      break;
    case Kind::RSqrt:
      r = 1 / std::sqrt(a);
      break;
    case Kind::Copy:
      r = a;
      break;
    }
    *next++ = step.isFloat ? double(float(r)) : r;
  }
  return float(values[result]);
}

/// Is each element of the result computed from one of each input, in order?
static bool isPlain(linalg::GenericOp op) {
  return op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation(/*allowZeroInResults=*/true);
         });
}

std::optional<ArrayRef<float>>
ConstantElements::computeGeneric(linalg::GenericOp op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  Program program;
  if (!isPlain(op) || !type.hasStaticShape() ||
      type.getNumElements() > kMostElements || !program.read(*op.getBody()) ||
      type.getNumElements() * int64_t(program.size() + 1) > kMostOperations)
    return std::nullopt;
  int64_t rank = type.getRank();
  struct Input {
    ArrayRef<float> elements;
    SmallVector<int64_t> strides;
  };
  SmallVector<Input> inputs;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    std::optional<ArrayRef<float>> elements = get(operand->get());
    if (!elements)
      return std::nullopt;
    Input &input = inputs.emplace_back();
    input.elements = *elements;
    input.strides.assign(rank, 0);
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(operand->get().getType()).getShape();
    AffineMap map = op.getMatchingIndexingMap(operand);
    int64_t step = 1;
    for (int64_t dim = int64_t(shape.size()) - 1; dim >= 0; --dim) {
      if (auto loop = dyn_cast<AffineDimExpr>(map.getResult(unsigned(dim))))
        input.strides[loop.getPosition()] = step;
      step *= shape[size_t(dim)];
    }
  }
  std::vector<float> result(size_t(type.getNumElements()));
  SmallVector<int64_t> index(size_t(rank), 0);
  // What the result held before is a value of the body that nobody reads.
  SmallVector<double> numbers(inputs.size() + 1, 0);
  if (!op.getBody()->getArguments().back().use_empty())
    return std::nullopt;
  for (float &element : result) {
    for (auto [number, input] : llvm::zip(numbers, inputs)) {
      int64_t at = 0;
      for (int64_t dim = 0; dim < rank; ++dim)
        at += index[size_t(dim)] * input.strides[size_t(dim)];
      number = input.elements[size_t(at)];
    }
    element = program.run(numbers);
    for (int64_t dim = rank - 1; dim >= 0; --dim) {
      if (++index[size_t(dim)] < type.getDimSize(unsigned(dim)))
        break;
      index[size_t(dim)] = 0;
    }
  }
  return keep(std::move(result));
}
