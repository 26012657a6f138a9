//===- Lowering.h - Building tensor values ----------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lowerings of the operator families share: operands as values, and
// builders of elementwise operations, reductions, reshapes and data movement.
// Every size may be dynamic.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_LOWERING_H
#define TORCHSCRIPT_OPERATORS_LOWERING_H

#include "TorchScript/Operators/Arguments.h"
#include "TorchScript/Operators/Dtypes.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::ts {

/// Computes one element of an elementwise operation from its operands'.
using ElementFn = llvm::function_ref<Value(OpBuilder &, Location, ValueRange)>;

/// Sizes of tensors: attributes where they are known.
using Sizes = SmallVector<OpFoldResult>;

/// Builds the values of one operator's results at the insertion point.
class Lowering {
public:
  Lowering(OpBuilder &builder, OperatorOp op, Inference &inference,
           llvm::function_ref<Value(Value)> getValue)
      : builder(builder), op(op), loc(op.getLoc()), inference(inference),
        getValue(getValue) {}

  OpBuilder &builder;
  const OperatorOp op;
  const Location loc;
  Inference &inference;

  // Operands and results.

  /// The contents of a tensor operand; elements are signless.
  Value tensor(Value operand) { return getValue(lookThroughCasts(operand)); }
  /// The dtype and the element type of a result.
  Type dtype(unsigned result = 0) const {
    return inference.getResults()[result].dtype;
  }
  Type element(unsigned result = 0) const {
    return getComputeType(dtype(result));
  }
  /// The sizes of a result.
  Sizes sizes(unsigned result = 0) {
    return materialize(inference.getResults()[result].sizes);
  }
  OpFoldResult materialize(Size size) {
    return inference.materialize(builder, loc, size);
  }
  Sizes materialize(ArrayRef<Size> expressions);

  // Tensors.

  Sizes sizesOf(Value tensor);
  OpFoldResult sizeOf(Value tensor, int64_t dim);
  /// The size as a value of type index.
  Value index(OpFoldResult size);
  /// A tensor with undefined elements.
  Value empty(ArrayRef<OpFoldResult> sizes, Type element);
  /// A number of a compute type.
  Value constant(Type type, double number);
  /// A tensor with all elements equal.
  Value fill(ArrayRef<OpFoldResult> sizes, Value number);
  Value fill(ArrayRef<OpFoldResult> sizes, Type element, double number) {
    return fill(sizes, constant(element, number));
  }

  // Elementwise operations and reductions.

  /// An elementwise operation with broadcasting: operands of smaller rank align
  /// at the last dimension, dimensions that are known to be 1 stretch.
  Value elementwise(ValueRange operands, ArrayRef<OpFoldResult> sizes,
                    Type element, ElementFn body);
  /// As above with the dimensions of the result that each operand has.
  Value elementwise(ValueRange operands, ArrayRef<SmallVector<int64_t>> dims,
                    ArrayRef<OpFoldResult> sizes, Type element, ElementFn body);
  /// Each element by itself, in a tensor of the same sizes.
  Value map(Value value, Type element, ElementFn body);
  /// `full` with `part`, which has only the dimensions `dims` of it.
  Value along(Value full, Value part, ArrayRef<int64_t> dims, ElementFn body);
  /// The sizes of `value` without `dims` (ascending), starting from `init`;
  /// `combine` gets the element and the accumulator.
  Value reduce(Value value, ArrayRef<int64_t> dims, Value init,
               ElementFn combine);

  // Data movement.

  /// A tensor whose element at each index `read` computes.
  Value generate(ArrayRef<OpFoldResult> sizes, Type element, ElementFn read);
  /// A tensor whose element at each index is that of `value` at the index that
  /// `source` gives.
  Value gather(
      Value value, ArrayRef<OpFoldResult> sizes,
      llvm::function_ref<SmallVector<Value>(OpBuilder &, Location, ValueRange)>
          source);
  /// The same elements in row-major order in another shape.
  Value reshape(Value value, ArrayRef<OpFoldResult> sizes);
  Value reshape(Value value, ArrayRef<int64_t> shape);
  /// With dimensions of size 1 at these places of the result (ascending).
  Value unsqueeze(Value value, ArrayRef<int64_t> dims);
  /// Without these dimensions, which have size 1 (ascending).
  Value squeeze(Value value, ArrayRef<int64_t> dims);
  /// Dimension i of the result is dimension order[i] of the value.
  Value transpose(Value value, ArrayRef<int64_t> order);
  /// The value with `low` and `high` elements equal to `number` before and
  /// after each of its last dimensions.
  Value pad(Value value, ArrayRef<OpFoldResult> low,
            ArrayRef<OpFoldResult> high, Value number);
  Value pad(Value value, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
            double number);
  /// Every step-th element of dimension `dim` from `start` on.
  Value slice(Value value, int64_t dim, OpFoldResult start, OpFoldResult size,
              OpFoldResult step);
  /// Puts `part` there.
  Value insert(Value part, Value into, int64_t dim, OpFoldResult start,
               OpFoldResult step);
  /// Stretches to sizes whose dimensions `dims` the value has.
  Value broadcast(Value value, ArrayRef<OpFoldResult> sizes,
                  ArrayRef<int64_t> dims);
  /// Stretches to the sizes, aligned at the last dimension.
  Value broadcast(Value value, ArrayRef<OpFoldResult> sizes);

  // Conditions on elements.

  /// Says what has to hold of operands, or the operator raises: all of a tensor
  /// of truth values. What is computed where it does not hold is not used.
  void require(Value isGood);
  /// All of what has to hold, as a tensor without dimensions; null for nothing.
  Value getRequirement() const { return requirement; }
  /// The indices (i64) that integers are into `size` elements. Where one is out
  /// of range (below zero, too, unless it `wraps`) the operator raises. There is
  /// at least one element, or no index.
  Value checkIndices(Value indices, OpFoldResult size, bool wraps);

  // Dtypes.

  /// The elements of dtype `from` as elements of dtype `to`.
  Value convert(Value value, Type from, Type to);
  /// A number of the program (i1, i64, f64) as an element of the dtype.
  Value convertNumber(Value number, Type to);
  /// Says that a number of the program whose fit is checked can be an element.
  void requireFit(const NumberArgument &number, Type dtype);

private:
  llvm::function_ref<Value(Value)> getValue;
  Value requirement;
};

inline RankedTensorType getRanked(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// All dimensions but the given ones, ascending.
SmallVector<int64_t> getOtherDims(int64_t rank, ArrayRef<int64_t> dims);

/// Converts an element between dtypes of TorchScript (`ui8` is unsigned). Of a
/// complex number the real part stays, or whether it is not zero.
Value convertElement(OpBuilder &builder, Location loc, Value element,
                     Type fromDtype, Type toDtype);

/// Whether elements of the dtype are computed with and compared: floats of 32
/// and 64 bits, integers and bools.
bool isComputable(Type dtype);

/// As above, and complex numbers, which have no order.
bool isArithmetic(Type dtype);

/// Whether the dtype is float16 or bfloat16.
bool isHalf(Type dtype);

/// Whether elements of the dtype are copied: those, and halves.
bool isMovable(Type dtype);

/// Whether elements of one dtype are copied as those of another.
bool isConvertible(Type from, Type to);

/// Sum and product of two elements of any dtype but truth values. `flags` are
/// for floats.
Value addElements(OpBuilder &builder, Location loc, Value x, Value y,
                  arith::FastMathFlags flags = arith::FastMathFlags::none);
Value multiplyElements(OpBuilder &builder, Location loc, Value x, Value y,
                       arith::FastMathFlags flags = arith::FastMathFlags::none);

/// Whether a number of the program can be an element of a dtype: PyTorch
/// refuses what is out of its range, and cuts fractions off.
enum class Fit {
  Never,   ///< refused, or not known how
  Checked, ///< where Lowering::requireFit holds
  Always
};
Fit getFit(const NumberArgument &number, Type dtype);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_LOWERING_H
