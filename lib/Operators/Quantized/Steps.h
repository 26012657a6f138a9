//===- Steps.h - Numbers and the integers that stand for them ---*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers q stand for the numbers (q - zero point) * scale, in single
// precision. A number becomes the integer nearest to it divided by the scale,
// the even one of two, plus the zero point, within the bounds of the dtype: the
// operations and their order are those of the runtime's kernels, as results are
// the same to the last bit.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_OPERATORS_QUANTIZED_STEPS_H
#define TORCHSCRIPT_LIB_OPERATORS_QUANTIZED_STEPS_H

#include "TorchScript/Base/DType.h"
#include "TorchScript/Operators/OperatorBuilder.h"

namespace mlir::ts::quantized {

/// A dtype of integers that stand for numbers.
struct Quanta {
  torchscript::DType quantized, integer;
  int64_t low, high;

  bool isWide() const { return integer == torchscript::DType::Int32; }
  bool isBetween(int64_t zero) const { return zero >= low && zero <= high; }
};

/// The type of a tensor behind its casts, where dtype and rank are known.
TSTensorType getKnownType(Value tensor);
/// The quanta whose integers the tensor has; null for others.
const Quanta *findQuanta(Value integers);
/// The quanta of a dtype by its number; null for others.
const Quanta *findQuanta(int64_t dtype);

/// Builds operators on integers and numbers. Scales and zero points are numbers
/// of the program, unless it is said otherwise.
class StepBuilder {
public:
  explicit StepBuilder(Operation *before)
      : builder(before), build(builder, before->getLoc()) {}

  Value create(StringRef name, ValueRange args) {
    return build.call(name, args);
  }
  Value convert(Value tensor, torchscript::DType dtype) {
    return build.toDtype(tensor, dtype);
  }
  /// A number of the program in single precision, as a tensor.
  Value makeSingle(Value number) {
    return build.scalarTensor(number, torchscript::DType::Float32);
  }
  Value subtract(Value a, Value b) {
    return create("aten::sub.Tensor", {a, b, build.integer(1)});
  }
  /// Whole numbers plus the zero point, a tensor, within the bounds, in single
  /// precision.
  Value clampToBounds(Value steps, Value zero, const Quanta &quanta);
  /// The steps of numbers, as above.
  Value roundToSteps(Value numbers, Value scale, Value zero,
                     const Quanta &quanta);
  /// Steps as integers of the dtype.
  Value toIntegers(Value steps, const Quanta &quanta);
  Value quantize(Value numbers, Value scale, Value zero, const Quanta &quanta) {
    return toIntegers(roundToSteps(numbers, scale, zero, quanta), quanta);
  }
  Value dequantize(Value integers, Value scale, Value zero,
                   const Quanta &quanta);
  /// Raises what quantization does where the zero point is not known to be one
  /// of the integers, and is none.
  void checkZeroPoint(Value scale, Value zero, const Quanta &quanta);

  OpBuilder builder;
  OperatorBuilder build;
};

/// Whether a zero point may be one of the integers.
bool mayBeZeroPoint(Value zero, const Quanta &quanta);

/// Whether the operator is a layer with packed weights that gives a quantized
/// tensor. Its last operands are the scale and the zero point.
bool isLayer(Operation *op);

/// A tensor with one scale that an operator of the function makes.
struct Made {
  OperatorOp maker;
  const Quanta *quanta = nullptr;
  Value scale, zero;
  /// Of what a layer makes.
  int64_t rank = 0;

  /// Whether its elements may lie in another order than that of their indices:
  /// convolutions have channels last.
  bool isReordered() const;
  /// Its integers, and the numbers they stand for, built before the maker, as
  /// its operands may change behind it; those of a layer behind it.
  Value getIntegers() const;
  Value getNumbers() const;
};

/// How the tensor is made; nothing when that is not known, or where it may be
/// written, or kept.
std::optional<Made> findMade(Value quantized);

/// Replaces arithmetic on quantized tensors, and views of them, by operators on
/// their integers and numbers, and a tensor that is made of the result. False,
/// and nothing was done, for other operators.
bool expandArithmetic(OperatorOp op);

} // namespace mlir::ts::quantized

#endif // TORCHSCRIPT_LIB_OPERATORS_QUANTIZED_STEPS_H
