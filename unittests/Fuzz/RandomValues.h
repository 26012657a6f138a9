//===- RandomValues.h - Values of any type -------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random types, and values of a given type where one is needed.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_UNITTESTS_FUZZ_RANDOMVALUES_H
#define TORCHSCRIPT_UNITTESTS_FUZZ_RANDOMVALUES_H

#include "Random.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace torchscript {
class Type;
struct Argument;
} // namespace torchscript

namespace tsfuzz {

/// The operators that calls are made of.
struct OperatorNames {
  /// All overloads.
  std::vector<std::string> all;
  /// Those whose names the compiler's sources spell.
  std::vector<std::string> special;
};

/// Makes types and values at the builder's insertion point, and remembers
/// values that may be used again.
class RandomValues {
public:
  RandomValues(mlir::OpBuilder &builder, Random &random,
               const OperatorNames &names)
      : builder(builder), random(random), names(names) {}

  /// Operators on builtin tensors instead of objects.
  bool onValues = false;
  /// Names of classes that were declared.
  std::vector<std::string> classes;

  /// A number, a tensor, a container, ...; `depth` limits nesting.
  mlir::Type type(unsigned depth = 2);
  /// A tensor object, more or less known.
  mlir::Type tensorType();
  /// A builtin tensor with some static shape.
  mlir::RankedTensorType builtinType();

  /// A value of the type: one that is there, or a new one.
  mlir::Value get(mlir::Type type);
  /// A value of any type.
  mlir::Value any();
  /// Lets get() use a value.
  void add(mlir::Value value) { known.push_back(value); }
  void addAll(mlir::ValueRange values) {
    for (mlir::Value value : values)
      add(value);
  }

  /// A call of some operator.
  void call();

  /// Values are forgotten at the end of the region they belong to.
  size_t mark() const { return known.size(); }
  void forget(size_t mark) { known.resize(mark); }

  mlir::OpBuilder &builder;
  Random &random;

private:
  mlir::Value make(mlir::Type type);
  mlir::Value makeNumber(mlir::Type type);
  mlir::Value makeContainer(mlir::Type type);
  mlir::Value makeTensor(mlir::Type type);
  mlir::Type lower(const torchscript::Type *type, mlir::Type variable);
  mlir::Value argument(const torchscript::Argument &formal,
                       mlir::Type variable);

  const OperatorNames &names;
  std::vector<mlir::Value> known;
};

} // namespace tsfuzz

#endif // TORCHSCRIPT_UNITTESTS_FUZZ_RANDOMVALUES_H
