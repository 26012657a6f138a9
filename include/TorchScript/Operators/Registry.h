//===- Registry.h - What the compiler knows of operators --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One entry for each operator the compiler knows: its family, rule, lowering
// and how its result looks at its operand. Entries are in the tables
// lib/Operators/FAMILY/Operators.def.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_REGISTRY_H
#define TORCHSCRIPT_OPERATORS_REGISTRY_H

#include "TorchScript/Operators/Dtypes.h"
#include "TorchScript/Operators/Inference.h"

namespace mlir::ts {

class Lowering;

/// How the result of a view looks at its first operand, its base.
enum class ViewKind {
  None,     ///< no view: the result is a tensor of its own
  Identity, ///< the same elements at the same places
  Reshape,  ///< the same elements in row-major order in another shape
  Permute,  ///< the same elements with dimensions in another order
  Select,   ///< the elements at one index of a dimension, which vanishes
  Slice,    ///< every n-th index of a part of a dimension
  Expand,   ///< dimensions of size one, or new ones, repeated
  Diagonal, ///< a diagonal of two dimensions, as a last dimension
  Strided,  ///< any strides: as_strided, unfold
  // getViewKind says Identity of these, and sharesStorage when they are copies.
  Contiguous, ///< of elements that lie in row-major order
  Convert,    ///< of what is as it is asked for
  Drop,       ///< outside of training
  // What getViewKind says of these depends on the dtype.
  Conjugate, ///< Identity of real numbers, no view of complex ones
  Adjoint,   ///< Permute of real numbers, no view of complex ones
  Part       ///< Identity of real numbers, Strided of complex ones
};

/// Builds the results of the operator as builtin tensors of signless elements,
/// with the sizes that the rule gave; an empty result when this call cannot be
/// lowered, and nothing was built.
using LowerFn = SmallVector<Value> (*)(Lowering &lowering);

/// One operator. The results of `rule` have been checked when `lower` is
/// called. An operator without it that is neither a library's nor a view is
/// computed by its text.
struct OperatorEntry {
  StringRef name;
  Rule rule = nullptr;
  LowerFn lower = nullptr;
  ViewKind view = ViewKind::None;
  /// A function of the runtime computes it as a whole: sorting, factorizations,
  /// Fourier transforms, random numbers, recurrent layers. Kernels end there.
  bool isLibrary = false;
};

/// What is known of the operator, by its full name; null when nothing is.
const OperatorEntry *findOperator(OperatorOp op);

/// Whether a function of the runtime computes the operator on tensors of these
/// types, and the types of its results are known.
bool isLibraryCall(OperatorOp op);

/// The name of an operator without its overload: `aten::add`.
StringRef getBaseName(OperatorOp op);

/// How a result looks at an operand.
ViewKind getViewKind(OperatorOp op);

/// Whether the operator's result may share its operand's storage.
inline bool isView(OperatorOp op) { return getViewKind(op) != ViewKind::None; }

/// Whether the result may be the argument where that is known better than the
/// schema says it.
std::optional<bool> returnsArgument(OperatorOp op);

/// Whether the operator, whose schema says that it writes, leaves its tensor as
/// it is: dropout outside of training.
bool changesNothing(OperatorOp op);

/// Whether the operator, which writes its first operand in place, fails where
/// another operand has any of the elements: writes at indices do.
bool readsOthersOnly(OperatorOp op);

/// Whether the order in which the elements of the first operand lie in memory
/// shows: random numbers are drawn in that order, and a tensor like another
/// takes it over.
bool dependsOnOrder(OperatorOp op);

/// In which order the elements of an operator's results lie in memory.
enum class ElementOrder {
  RowMajor, ///< that of their indices, whatever the operands are
  Kept,     ///< that of the elements of an operand, as far as they agree
  Other     ///< another one: views, and formats such as channels last
};
ElementOrder getOrder(OperatorOp op);

/// Whether the operator tells in which order elements lie in memory.
bool asksForOrder(OperatorOp op);

/// Whether the operator gives its first operand in another shape, and raises
/// where the elements would have to be copied for it.
bool asksForStrides(OperatorOp op);

/// Whether each element of the result is computed of the elements at its place,
/// or of broadcast ones.
bool isElementwise(OperatorOp op);

/// Whether the operator gives numbers one after the other: a tensor that they
/// are written into keeps its sizes when it has as many elements.
bool fillsInOrder(OperatorOp op);

/// Whether the operator gives its first operand other sizes, strides or another
/// storage in place.
bool changesSizes(OperatorOp op);

/// How many products of two elements a matrix product or a convolution sums up;
/// nothing for other operators, and where sizes of operands are not known.
std::optional<int64_t> countProducts(OperatorOp op);

/// Whether the operator gives its first operand, or a view of it, where strides
/// allow that, and a copy elsewhere.
bool mayCopy(OperatorOp op);

/// Whether the result is a view of the first operand where strides allow that,
/// of which the schema says nothing: the operator is used where nobody sees it.
bool mayShareStorage(OperatorOp op);

/// Attribute of an operator in value form: what has to hold of sizes holds, as
/// a guard has looked.
inline constexpr llvm::StringLiteral kGuardedAttr = "ts.guarded";

/// A question about the size of a tensor: `aten::size.int` of a constant
/// dimension, in [0, rank).
struct SizeQuestion {
  Value tensor;
  int64_t dim;
};
std::optional<SizeQuestion> getSizeQuestion(OperatorOp op);

/// The dimension, in [0, rank), whose size the operator asks for; nothing for
/// other operators, and where it is not constant or out of range.
std::optional<int64_t> getAskedDim(OperatorOp op, int64_t rank);

/// The tensors whose elements, broadcast, bound a size that the data decide: an
/// operator gives at most as many. None for operators without such a bound.
SmallVector<Value> getCountedTensors(OperatorOp op);

/// The running mean and variance that a batch normalization writes in training,
/// of which its schema says nothing.
struct BatchStatistics {
  Value mean, variance;
};
/// Nothing for other operators, outside of training and without statistics.
std::optional<BatchStatistics> getWrittenStatistics(OperatorOp op);
/// Such an operator as one that writes nothing: its first results are those of
/// `op`, which reads the statistics given, and its results 3 and 4 the mean and
/// the variance to be written.
OperatorOp buildPureBatchNorm(OpBuilder &builder, OperatorOp op,
                              const BatchStatistics &statistics);

/// The tensor whose elements the operator writes into its first operand,
/// repeated to its sizes and converted to its dtype: `x.copy_(y)`. Null for
/// other operators.
Value getCopiedElements(OperatorOp op);

/// The number that a tensor was made of, `tensor(1, dtype=...)`, where it has
/// the dtype and holds that number exactly; null for other tensors.
Value getNumberOfElements(Value tensor, Type dtype);

/// The tensor type of every result; sizes that are not known are dynamic.
/// Nothing when the operator or its operands are not known well enough, or it
/// raises. `isCertain` says whether the operator cannot raise, `isComputed`
/// what the function below says.
std::optional<SmallVector<TSTensorType>>
inferResultTypes(OperatorOp op, bool *isCertain = nullptr,
                 bool *isComputed = nullptr);

/// Whether the operator has a rule that fits and besides it what computes it: a
/// lowering, a function of the runtime, or strides, as a view. Of others a rule
/// says types alone, and texts compute them.
bool isComputed(OperatorOp op);

/// The values of the results as builtin tensors of signless elements. Empty
/// when there is no lowering, the operator may raise, or a result's type says
/// otherwise. `getValue` gives the contents of a tensor operand.
SmallVector<Value>
lowerOperator(OpBuilder &builder, OperatorOp op,
              llvm::function_ref<Value(Value operand)> getValue);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_REGISTRY_H
