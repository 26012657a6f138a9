//===- Inference.h - Sizes and dtypes of results ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule of an operator says dtype and sizes of its results. It is written
// once, on expressions: a size is a constant where it is known, and else
// arithmetic on symbols, which stand for sizes of operands and for ints of the
// program. A rule is read in three ways: constants give static types, code for
// the expressions gives dynamic sizes, and an expression as an affine map says
// what a size is made of.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_INFERENCE_H
#define TORCHSCRIPT_OPERATORS_INFERENCE_H

#include "TorchScript/Operators/Arguments.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::ts {

/// A size or another int of a shape: arithmetic (+, *, floorDiv, ceilDiv, %) on
/// constants and symbols of an Inference.
using Size = AffineExpr;

/// The constant a size is, if it is one.
std::optional<int64_t> getConstant(Size size);

/// On a `ts.var` in front of its first `ts.store`: whatever else is stored has
/// the sizes of that tensor, and so has what is loaded.
inline constexpr llvm::StringLiteral kSizesOfFirstAttr = "ts.sizes_of_first";

/// What is known of a tensor operand, object or value.
struct TensorInfo {
  Value value;
  /// The element type as in `!ts.tensor`; null when it is not known.
  Type dtype;
  SmallVector<Size> sizes;

  int64_t getRank() const { return sizes.size(); }
  bool isFloat() const { return isa_and_nonnull<FloatType>(dtype); }
  bool isInteger() const {
    return isa_and_nonnull<IntegerType>(dtype) && !dtype.isInteger(1);
  }
  bool isBool() const { return dtype && dtype.isInteger(1); }
  bool isComplex() const { return isa_and_nonnull<ComplexType>(dtype); }
};

/// A result: its element type, null for what is no tensor, and its sizes.
struct ResultInfo {
  Type dtype;
  SmallVector<Size> sizes;
};

/// What has to hold of sizes, or the operator raises.
struct Condition {
  enum Kind {
    Equal,        ///< lhs == rhs
    AtLeast,      ///< lhs >= rhs
    Broadcastable ///< lhs == rhs, or one of them is 1
  };
  Kind kind;
  Size lhs, rhs;

  /// Whether it holds; nothing when that is not known.
  std::optional<bool> isTrue() const;
};

/// The application of an operator's rule to one call.
class Inference {
public:
  explicit Inference(OperatorOp op);

  OperatorOp getOperation() const { return op; }
  MLIRContext *getContext() const { return context; }

  // What rules read.

  /// A tensor operand of known rank; nothing for other values.
  std::optional<TensorInfo> tensor(Value operand);
  /// As above, of known dtype, too.
  std::optional<TensorInfo> typedTensor(Value operand);
  Size constant(int64_t value) const;
  /// An int (i64 or index) of the program.
  Size integer(Value value);
  /// The elements of a list of ints; nothing when the list may change.
  std::optional<SmallVector<Size>> integerList(Value list);
  Size max(Size a, Size b);
  Size min(Size a, Size b);
  /// The product of sizes, 1 for none.
  Size product(ArrayRef<Size> sizes);

  // What rules say.

  /// Sizes of operands that have to be equal; the better known of the two.
  Size requireEqual(Size a, Size b);
  void requireAtLeast(Size a, Size b);
  void requireAtLeast(Size a, int64_t b) { requireAtLeast(a, constant(b)); }
  /// The sizes that shapes broadcast to, with the condition that they do.
  SmallVector<Size> broadcast(ArrayRef<ArrayRef<Size>> shapes);
  /// A result; true, so that a rule can end with it.
  bool result(Type dtype, ArrayRef<Size> sizes);

  /// A result that is no tensor with these arguments, or of which nothing is
  /// known; true, as above.
  bool noTensor() { return result(Type(), {}); }
  /// Says that with these arguments only the operator's text computes it: the
  /// rule says types, no lowering is asked. True, as above.
  bool leaveToText() { return isLeftToText = true; }

  /// A size of a result that not the operands' sizes say, but their elements:
  /// a symbol of its own.
  Size unknown(unsigned result, int64_t dim);

  // What readers ask.

  /// Applies the registered rule: false when there is none, too little is
  /// known, or a condition is known not to hold.
  bool run();
  /// Applies the rule of another operator, behind that of the last call, whose
  /// results it may use: their sizes are known, and that the conditions of both
  /// hold. A group of operators is so inferred as one. False as above; then the
  /// operator is not of the group.
  bool advance(OperatorOp next);
  /// From here on what is not known to be 1 is not stretched: of sizes that
  /// have to be equal or one of them 1, equality is asked for.
  void assumeEqual() { assumesEqual = true; }
  ArrayRef<ResultInfo> getResults() const { return results; }
  /// Whether the rule left the operator to its text.
  bool isOfText() const { return isLeftToText; }
  /// Whether a condition holds; nothing when that is not known.
  std::optional<bool> isTrue(const Condition &condition) const;
  /// Conditions of which nothing is known, of the last operator.
  SmallVector<Condition> getOpenConditions() const;
  /// Code for whether a condition holds, a bool, at the insertion point.
  Value materialize(OpBuilder &builder, Location loc,
                    const Condition &condition);
  /// The tensors and ints that an expression is made of.
  void getSources(Size size, SmallVectorImpl<Value> &sources) const;
  /// First reading: the type of a result; unknown sizes are dynamic.
  TSTensorType getStaticType(unsigned result = 0) const;
  /// Second reading: the size as an index, computed at the insertion point.
  /// A division by a size that is zero gives some number.
  OpFoldResult materialize(OpBuilder &builder, Location loc, Size size);
  /// Third reading: the sizes of a result as a map of symbols, and the symbols'
  /// values, indices that are computed at the insertion point.
  std::pair<AffineMap, SmallVector<Value>>
  getAffineSizes(OpBuilder &builder, Location loc, unsigned result = 0);

private:
  /// What a symbol stands for.
  struct Symbol {
    enum Kind { Dimension, Integer, Maximum, Minimum, Broadcast };
    Kind kind;
    Value value; ///< of Dimension, a tensor; of Integer, an int
    int64_t dim = 0;
    Size lhs, rhs; ///< of Maximum, Minimum and Broadcast
  };

  /// The least and the greatest value; nothing where there is no bound.
  struct Range {
    std::optional<int64_t> min, max;
  };
  Range getRange(Size size) const;
  Range getRange(const Symbol &symbol) const;
  /// The range of a sum, product or quotient.
  Range getRangeOf(AffineBinaryOpExpr size) const;

  Size addSymbol(const Symbol &symbol);
  /// What a ts.bind_shape says of a size of a tensor; null when there is none.
  Size boundSize(Value tensor, int64_t dim, unsigned level);
  /// The expression with what is known to be equal in one spelling.
  Size simplify(Size size) const;
  /// Adds what must hold for the sizes of results to be sizes, and for
  /// divisors not to be zero.
  void requireSizes();
  void requireDivisors(Size size);
  /// The size of a dimension of a tensor that is not static.
  Size dimension(Value tensor, int64_t dim, unsigned depth);
  Size integer(Value value, unsigned depth);
  /// The results of an operator that defines an operand; empty without a rule.
  ArrayRef<ResultInfo> inferDefinition(OperatorOp callee, unsigned level);
  Value materializeSymbol(OpBuilder &builder, Location loc,
                          const Symbol &symbol);
  bool apply(OperatorOp callee);

  OperatorOp op;
  MLIRContext *context;
  SmallVector<Symbol> symbols;
  SmallVector<Condition> conditions;
  SmallVector<ResultInfo> results;
  /// Results of operators that were asked for a size.
  llvm::DenseMap<Operation *, SmallVector<ResultInfo>> definitions;
  /// What symbols are known to be equal to, by their position.
  llvm::DenseMap<AffineExpr, AffineExpr> equals;
  /// Values of sizes that one call made at its insertion point, which other
  /// sizes are made of, too; and how many calls are within each other.
  llvm::DenseMap<AffineExpr, OpFoldResult> materialized;
  unsigned materializing = 0;
  /// The ranges that were asked for: sizes share what they are made of.
  mutable llvm::DenseMap<AffineExpr, Range> ranges;
  /// For an object the value it was read as.
  llvm::DenseMap<Value, Value> readAs;
  unsigned depth = 0;
  bool assumesEqual = false;
  bool isLeftToText = false;
};

/// The rule of an operator: says the results by Inference::result; false when
/// too little is known, or the operator is known to raise.
using Rule = bool (*)(Inference &inference, OperatorOp op);

/// The shape several static shapes broadcast to, or nothing when they do not.
std::optional<SmallVector<int64_t>>
broadcastShapes(ArrayRef<ArrayRef<int64_t>> shapes);

/// Whether the argument names no device, or the processor, the only one that
/// values have: by a constant, or as the device of a tensor.
bool isOnProcessor(const Argument &device);

/// The sizes with dimensions of size 1, as atleast_1d, atleast_2d and
/// atleast_3d put them around others: in front, but the third behind.
SmallVector<Size> getAtLeast(ArrayRef<Size> sizes, int64_t rank, Size one);

/// A dimension that may be negative, brought into [0, rank); nothing when out
/// of range. Rank 0 counts as rank 1.
std::optional<int64_t> normalizeDim(int64_t dim, int64_t rank);

/// As above for a constant argument.
template <typename ArgumentT>
std::optional<int64_t> getDim(const ArgumentT &argument, int64_t rank) {
  std::optional<int64_t> dim = argument.constant();
  return dim ? normalizeDim(*dim, rank) : std::nullopt;
}

/// The dimensions of a constant list, normalized and in their order; nothing
/// when one is out of range or named twice.
std::optional<SmallVector<int64_t>>
getDims(const std::optional<SmallVector<int64_t>> &list, int64_t rank);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_INFERENCE_H
