//===- Arguments.h - Arguments of operators by name -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the generated classes of arguments are made of. A class, such as
// SliceArguments, has one method for each name of an argument that the schemas
// of its operators have; its type says how the argument can be read.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_ARGUMENTS_H
#define TORCHSCRIPT_OPERATORS_ARGUMENTS_H

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// An argument of any type. An argument that the overload at hand does not have
/// reads as None.
class Argument {
public:
  explicit Argument(Value value)
      : value(value ? lookThroughCasts(value) : value) {}

  /// The operand, behind casts; null when the overload has no such argument.
  Value getValue() const { return value; }
  bool isNone() const { return !value || ts::isNone(value); }
  /// Whether it is there, and not None.
  explicit operator bool() const { return !isNone(); }

protected:
  Value value;
};

/// `Tensor` and `Tensor?`.
class TensorArgument : public Argument {
public:
  using Argument::Argument;
  operator Value() const { return value; }
};

/// `int`, `SymInt` and what stands for an int: dtypes, layouts.
class IntArgument : public Argument {
public:
  using Argument::Argument;
  /// The constant; nothing when it is None or not known.
  std::optional<int64_t> constant() const {
    return value ? getConstantInt(value) : std::nullopt;
  }
};

class BoolArgument : public Argument {
public:
  using Argument::Argument;
  /// The constant; nothing when it is None or not known.
  std::optional<bool> constant() const {
    return value ? getConstantBool(value) : std::nullopt;
  }
};

/// `float` and `Scalar`.
class NumberArgument : public Argument {
public:
  using Argument::Argument;
  /// The constant as a double; nothing when it is None or not known.
  std::optional<double> constant() const {
    return value ? getConstantNumber(value) : std::nullopt;
  }
};

class StrArgument : public Argument {
public:
  using Argument::Argument;
  /// The constant; nothing when it is None or not known.
  std::optional<StringRef> constant() const {
    return value ? getConstantStr(value) : std::nullopt;
  }
};

/// `int[]`, `SymInt[]`, `bool[]`, and tensors in a list.
class ListArgument : public Argument {
public:
  using Argument::Argument;
  /// The elements of a list that is never changed.
  std::optional<SmallVector<Value>> elements() const {
    return value ? getListElements(value) : std::nullopt;
  }
  /// Their constants, when all are known.
  std::optional<SmallVector<int64_t>> constants() const {
    return value ? getConstantIntList(value) : std::nullopt;
  }
};

/// What the overloads of a class have: positions of the arguments in the order
/// of the class's methods, -1 for none.
struct ArgumentPositions {
  llvm::StringLiteral name;
  ArrayRef<int8_t> positions;
};

/// The base of the generated classes: arguments of one call.
class OperatorArguments {
public:
  OperatorOp getOperation() const { return op; }

protected:
  OperatorArguments(OperatorOp op, ArrayRef<ArgumentPositions> overloads)
      : op(op) {
    for (const ArgumentPositions &overload : overloads)
      if (op.getName() == overload.name)
        positions = overload.positions;
  }
  /// The argument of a method; null when the overload has none.
  Value get(unsigned method) const {
    int position = method < positions.size() ? positions[method] : -1;
    OperandRange args = const_cast<OperatorOp &>(op).getArgs();
    return position >= 0 && size_t(position) < args.size() ? args[position]
                                                           : Value();
  }

private:
  OperatorOp op;
  ArrayRef<int8_t> positions;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_ARGUMENTS_H
