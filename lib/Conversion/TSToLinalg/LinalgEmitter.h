//===- LinalgEmitter.h - Building tensor values -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the converters of the operator families share: the value of each tensor,
// and builders of elementwise operations, reductions and reshapes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CONVERSION_TSTOLINALG_LINALGEMITTER_H
#define TORCHSCRIPT_LIB_CONVERSION_TSTOLINALG_LINALGEMITTER_H

#include "TorchScript/Analysis/ShapeRules.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::ts::emitter {

/// Computes one element of an elementwise operation from its operands'.
using ElementFn = llvm::function_ref<Value(OpBuilder &, Location, ValueRange)>;

/// Builds tensor values at the insertion point; all shapes are static.
class LinalgEmitter {
public:
  explicit LinalgEmitter(MLIRContext *context) : builder(context) {}

  OpBuilder builder;

  /// The location of what is built from now on.
  void setLoc(Location newLoc) { loc = newLoc; }
  Location getLoc() const { return *loc; }

  /// The value with elements of linalg (`i8` for `ui8`) of a tensor in value
  /// form: a builtin tensor, or a ts.tensor.ref in a list.
  Value getValue(Value tensor);
  /// Remembers what getValue() answers for a value.
  void setValue(Value tensor, Value value) { values[tensor] = value; }

  /// A tensor of the shape with undefined elements.
  Value empty(RankedTensorType type);
  /// A tensor with all elements equal.
  Value fill(RankedTensorType type, double element);
  /// A number of the type, float or integer.
  Value constant(Type type, double number);

  /// An elementwise operation with broadcasting: operands of smaller rank
  /// align at the last dimension, dimensions of size 1 stretch.
  Value elementwise(ValueRange operands, RankedTensorType type, ElementFn body);
  /// As above with the map from result dimensions to each operand's given;
  /// operand dimensions equal the result's.
  Value elementwise(ValueRange operands, ArrayRef<SmallVector<int64_t>> dims,
                    RankedTensorType type, ElementFn body);
  /// The result has the shape of `value` without `dims` (ascending), starting
  /// from `init`; `combine` gets the element and the accumulator.
  Value reduce(Value value, ArrayRef<int64_t> dims, double init,
               ElementFn combine);

  /// The same elements in row-major order in another shape.
  Value reshape(Value value, ArrayRef<int64_t> shape);
  /// Dimension i of the result is dimension order[i] of the value.
  Value transpose(Value value, ArrayRef<int64_t> order);
  /// The value with `low` and `high` elements of `element` before and after
  /// each of its last dimensions.
  Value pad(Value value, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
            double element);
  /// Stretches to a shape whose dimensions `dims` the value has.
  Value broadcast(Value value, ArrayRef<int64_t> shape, ArrayRef<int64_t> dims);

  /// A number (i1, i64, f64) as an element of the type.
  Value convertNumber(Value number, Type type);

private:
  std::optional<Location> loc;
  llvm::DenseMap<Value, Value> values;
};

/// Converts an element between dtypes of TorchScript (`ui8` is unsigned);
/// complex dtypes are not handled.
Value convertElement(OpBuilder &builder, Location loc, Value element,
                     Type fromDtype, Type toDtype);

/// Converters: the value of the operator's result, or null when the operator
/// is not of the family or cannot be converted.
Value convertPointwise(LinalgEmitter &emitter, OperatorOp op);
Value convertContraction(LinalgEmitter &emitter, OperatorOp op);
Value convertPooling(LinalgEmitter &emitter, OperatorOp op);
Value convertReduction(LinalgEmitter &emitter, OperatorOp op);
Value convertView(LinalgEmitter &emitter, OperatorOp op);
Value convertWrite(LinalgEmitter &emitter, OperatorOp op);

} // namespace mlir::ts::emitter

#endif // TORCHSCRIPT_LIB_CONVERSION_TSTOLINALG_LINALGEMITTER_H
