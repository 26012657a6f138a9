//===- Pointwise.h - The family of elementwise operators --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_OPERATORS_POINTWISE_POINTWISE_H
#define TORCHSCRIPT_LIB_OPERATORS_POINTWISE_POINTWISE_H

#include "TorchScript/Operators/Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::ts::pointwise {

/// Which dtype an operator computes in, and which its result has.
enum class DtypeRule {
  Promote,   ///< both are what all operands promote to
  Float,     ///< as Promote; integers become the default float type
  Quotient,  ///< as Float without a rounding mode, else as Promote
  Compare,   ///< computes as Promote; the result is bool
  Logical,   ///< both are bool
  Self,      ///< both are that of the first operand
  Real,      ///< as Self; the result of complex numbers is real
  RealFloat, ///< as Float; the result of complex numbers is real
  Equal,     ///< as Self; all operands have to have it
  Test,      ///< computes as Self; the result is bool
  Select,    ///< as Promote of all but the first operand, a condition
  Keep,      ///< as Self; the second operand is a condition
  Complex    ///< as Equal, of floats; the result is complex
};

/// Arithmetic on the elements of an operator's operands, in one dtype.
class Element {
public:
  Element(OpBuilder &b, Location loc, OperatorOp op, Type dtype, ValueRange x)
      : b(b), loc(loc), op(op), dtype(dtype), type(getComputeType(dtype)),
        isFloat(isa<FloatType>(dtype)), isComplex(isa<ComplexType>(dtype)),
        isBool(dtype.isInteger(1)),
        isUnsigned(isBool || dtype.isUnsignedInteger()), x(x) {}

  OpBuilder &b;
  const Location loc;
  const OperatorOp op;
  const Type dtype, type;
  const bool isFloat, isComplex, isBool, isUnsigned;
  /// The operands' elements; null for None.
  const SmallVector<Value> x;

  /// Whether one of the operands is a tensor.
  bool hasTensor(ArrayRef<unsigned> operands) const;

  Value number(double value) const;
  /// All digits of it where elements are integers; as their type wraps it.
  Value wholeNumber(int64_t value) const;
  Value add(Value x, Value y) const;
  Value sub(Value x, Value y) const;
  Value mul(Value x, Value y) const;
  Value div(Value x, Value y) const;
  Value neg(Value x) const;
  Value abs(Value x) const;
  /// NaN when either is NaN, and of equal zeros the second, as in PyTorch.
  Value max(Value x, Value y) const;
  Value min(Value x, Value y) const;
  /// `x`, but not less than `low`: NaN and a zero equal to the bound stay.
  Value raise(Value x, Value low) const;
  /// `x`, but not more than `high`.
  Value lower(Value x, Value high) const;
  /// Compares with the predicate for floats or the one for signed integers.
  Value compare(arith::CmpFPredicate f, arith::CmpIPredicate i, Value x,
                Value y) const;
  Value lessThan(Value x, Value y) const;
  Value isNan(Value x) const;
  Value select(Value condition, Value x, Value y) const;
  template <typename OpT>
  Value unary(Value x) const {
    return b.create<OpT>(loc, x);
  }
  template <typename OpT>
  Value binary(Value x, Value y) const {
    return b.create<OpT>(loc, x, y);
  }
  /// A step of what PyTorch computes in half precision, rounded to it where
  /// that is the dtype of the operands.
  Value step(Value x) const;
  Value truth(bool value) const;
  /// The parts of complex numbers.
  Value real(Value x) const;
  Value imaginary(Value x) const;
  Value complex(Value re, Value im) const;
  /// A function of the runtime, `tsrt_math_NAME` (see tsrt_kernel.h), of
  /// operands of the dtype.
  Value call(StringRef name, ValueRange operands) const;
  /// Its real part only, of complex operands.
  Value callReal(StringRef name, ValueRange operands) const;
  /// A function of integers, which are computed in 64 bits.
  Value callInteger(StringRef name, ValueRange operands) const;

private:
  Value extremum(arith::CmpFPredicate first, Value x, Value y) const;
  Value callPart(StringRef name, StringRef suffix, ValueRange operands) const;
};

/// Computes an element of the result; null when the parameters are not ones
/// that it takes.
using ElementRule = Value (*)(const Element &e);

/// One line of Operators.def.
struct Info {
  unsigned arity;
  DtypeRule rule;
  StringRef categories;
  ElementRule element;
};

/// The elementwise operator an op is, if any. In-place forms (`aten::relu_`)
/// and `out=` overloads are not.
const Info *findInfo(OperatorOp op);

/// Whether elements of the second operand, a tensor, must not be zero: integers
/// are divided by them.
bool checksDivisor(OperatorOp op, Type compute);

/// The constant a number was before it got the compute type.
std::optional<double> getNumber(Value value);

} // namespace mlir::ts::pointwise

#endif // TORCHSCRIPT_LIB_OPERATORS_POINTWISE_POINTWISE_H
