//===- Indexing.h - Elements at places that data says -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What reads and writes at indices share. Indices are checked while the kernel
// runs (Lowering::checkIndices).
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_OPERATORS_INDEXING_INDEXING_H
#define TORCHSCRIPT_LIB_OPERATORS_INDEXING_INDEXING_H

#include "TorchScript/Operators/Lowering.h"

namespace mlir::ts::indexing {
#include "TorchScript/Operators/IndexingArguments.h.inc"

// Rules and lowerings of writes.
bool inferScatter(Inference &i, OperatorOp op);
bool inferIndexWrite(Inference &i, OperatorOp op);
bool inferPut(Inference &i, OperatorOp op);
bool inferIndexPut(Inference &i, OperatorOp op);
bool inferMaskedPut(Inference &i, OperatorOp op);
SmallVector<Value> lowerScatter(Lowering &l);
SmallVector<Value> lowerIndexWrite(Lowering &l);
SmallVector<Value> lowerPut(Lowering &l);
SmallVector<Value> lowerIndexPut(Lowering &l);
SmallVector<Value> lowerMaskedPut(Lowering &l);
/// Whether elements of the dtype are written over others, or added to them.
bool canPut(bool adds, Type dtype);
/// The element `old` with `element` added: truth values by "or".
Value addTo(OpBuilder &b, Location loc, Type dtype, Value old, Value element);
/// The rule of reads by one mask.
bool inferMasked(Inference &i, OperatorOp op);
// Of classes.
bool inferNll(Inference &i, OperatorOp op);
bool inferOneHot(Inference &i, OperatorOp op);
SmallVector<Value> lowerNll(Lowering &l);
SmallVector<Value> lowerOneHot(Lowering &l);

/// `self[indices]`: which dimensions have an index, and the sizes of all
/// indices broadcast.
struct IndexPlan {
  TensorInfo self;
  SmallVector<int64_t> dims; ///< with an index, ascending
  SmallVector<TensorInfo> indices;
  SmallVector<Size> shape;
  /// Where the dimensions of the indices stand in the result: at the place of
  /// the first dimension with an index, or in front where they are apart.
  int64_t position = 0;

  /// The sizes of the result.
  SmallVector<Size> getSizes() const;
};

/// Reads the list of indices; nothing for masks and where it is not known.
std::optional<IndexPlan> getIndexPlan(Inference &i, OperatorOp op);

/// Places of self for places of the result.
class IndexedPlaces {
public:
  /// Checks the indices.
  IndexedPlaces(Lowering &l, IndexPlan plan);
  SmallVector<Value> get(OpBuilder &b, Location loc, ValueRange indices) const;

private:
  IndexPlan plan;
  SmallVector<Value> tensors;
};

/// The element of an index tensor, as an index.
Value readIndex(OpBuilder &b, Location loc, Value indices, ValueRange place);

/// Requires that there are elements to be found, unless nothing is looked for.
void requireElements(Inference &i, Size size, ArrayRef<Size> indices);

/// A number as a tensor of one dimension and one element, others as they are.
Value withDims(Lowering &l, Value value);
SmallVector<Size> withDims(Inference &i, ArrayRef<Size> sizes);

} // namespace mlir::ts::indexing

#endif // TORCHSCRIPT_LIB_OPERATORS_INDEXING_INDEXING_H
