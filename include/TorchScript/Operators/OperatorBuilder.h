//===- OperatorBuilder.h - Operators that passes build ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators that others consist of: those who build them know neither their
// overloads nor the arguments that have a default.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_OPERATORBUILDER_H
#define TORCHSCRIPT_OPERATORS_OPERATORBUILDER_H

#include "TorchScript/Base/DType.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Builds operators on tensors, objects or values, and their operands. A result
/// whose type is not given has the type that the operator's rule tells.
class OperatorBuilder {
public:
  /// What becomes of an operator whose type is not given when no rule tells it.
  enum class Untold {
    Any, ///< its result is any tensor, an object
    None ///< it is not built, nor when nothing computes it: the result is null
  };
  OperatorBuilder(OpBuilder &builder, Location loc, Untold untold = Untold::Any)
      : builder(builder), loc(loc), untold(untold) {}

  Value integer(int64_t value);
  Value real(double value);
  Value truth(bool value);
  Value none();
  Value integers(ArrayRef<int64_t> values);
  Value integers(ArrayRef<Value> values);

  /// An operator with one result, by its full name.
  Value call(StringRef name, ValueRange operands, Type type = {});

  /// A tensor without dimensions.
  Value scalarTensor(Value number, torchscript::DType dtype, Type type = {});
  /// A tensor of its own with the elements, which `cloneContiguous` puts in
  /// row-major order.
  Value clone(Value tensor);
  Value cloneContiguous(Value tensor);
  /// The elements in a dtype: the tensor itself where it has the dtype;
  /// `copyOfDtype` makes a tensor in any case.
  Value toDtype(Value tensor, torchscript::DType dtype, Type type = {});
  Value copyOfDtype(Value tensor, torchscript::DType dtype, Type type = {});

  /// The elements with other sizes, a list of integers; `reshape` copies them
  /// where strides allow no view.
  Value view(Value tensor, Value sizes, Type type = {});
  Value reshape(Value tensor, Value sizes, Type type = {});
  Value expand(Value tensor, Value sizes, Type type = {});
  Value permute(Value tensor, ArrayRef<int64_t> order, Type type = {});
  /// The elements [start, end) of a dimension.
  Value slice(Value tensor, int64_t dim, int64_t start, int64_t end,
              Type type = {});

  /// The size of a dimension, as an integer.
  Value size(Value tensor, int64_t dim);

  /// Writes elements, or one number, into an object: the object.
  Value copyInto(Value tensor, Value elements);
  Value fillWith(Value tensor, Value number);

private:
  OpBuilder &builder;
  Location loc;
  Untold untold;
};

/// The operation in front of the insertion point; null at the beginning of the
/// block.
Operation *getLastBuilt(OpBuilder &builder);

/// Takes back what was built in front of the insertion point, behind `last`
/// (null: the beginning of the block).
void eraseBuilt(OpBuilder &builder, Operation *last);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_OPERATORBUILDER_H
