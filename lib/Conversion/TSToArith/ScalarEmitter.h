//===- ScalarEmitter.h - Emission of one scalar operator -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files of this directory share: an operator's operands, already
// scalars, and the builder that computes its result.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CONVERSION_TSTOARITH_SCALAREMITTER_H
#define TORCHSCRIPT_LIB_CONVERSION_TSTOARITH_SCALAREMITTER_H

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ts {

/// Emits scalar code at one location.
class ScalarEmitter {
public:
  ScalarEmitter(OpBuilder &builder, Location loc, ValueRange operands,
                Type result)
      : builder(builder), loc(loc), operands(operands), resultType(result) {}

  /// Creates an operation here.
  template <typename OpTy, typename... Args>
  auto create(Args &&...args) {
    return builder.create<OpTy>(loc, std::forward<Args>(args)...);
  }

  /// Operand `i`, and whether it is an int, a float, a bool or complex.
  Value arg(unsigned i) const { return operands[i]; }
  bool isInt(unsigned i) const { return arg(i).getType().isInteger(64); }
  bool isBool(unsigned i) const { return arg(i).getType().isInteger(1); }
  bool isFloat(unsigned i) const { return arg(i).getType().isF64(); }
  bool isComplex(unsigned i) const {
    return isa<ComplexType>(arg(i).getType());
  }
  unsigned numArgs() const { return operands.size(); }

  /// True when all operands are ints, or all ints or floats.
  bool allInt() const;
  bool allReal() const;
  bool allBool() const;

  /// Constants.
  Value intConstant(int64_t value);
  Value floatConstant(double value);

  /// Operand `i` (int, float or bool) as a float; as a complex number.
  Value asFloat(unsigned i);
  Value asComplex(unsigned i);

  /// float → int towards zero; out of range and NaN give the most negative
  /// int, as the oracle's machine does.
  Value truncate(Value value);

  /// Raises RuntimeError when `condition` holds.
  void raiseIf(Value condition, StringRef message);

  /// The value of an operand that is a constant int.
  std::optional<int64_t> getConstant(unsigned i) const;

  OpBuilder &builder;
  Location loc;
  ValueRange operands;
  Type resultType;
};

/// Computes the result, or null when the rule does not fit the operands.
using ScalarRule = Value (*)(ScalarEmitter &);

/// Rules by operator name without namespace and overload.
using ScalarRules = llvm::StringMap<ScalarRule>;

/// Adds the rules of each file.
void addArithmeticRules(ScalarRules &rules);
void addComparisonRules(ScalarRules &rules);
void addConversionRules(ScalarRules &rules);
void addMathRules(ScalarRules &rules);
/// Answers to questions of library functions: where tensors lie, whether they
/// require gradients, what constant strings hold.
void addQuestionPatterns(RewritePatternSet &patterns);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_CONVERSION_TSTOARITH_SCALAREMITTER_H
