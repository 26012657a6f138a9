//===- Families.h - The tables of the families ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_OPERATORS_FAMILIES_H
#define TORCHSCRIPT_LIB_OPERATORS_FAMILIES_H

#include "TorchScript/Operators/Registry.h"

namespace mlir::ts::operators {

/// Matrix products.
ArrayRef<OperatorEntry> getContractions();
ArrayRef<OperatorEntry> getConvolutions();
/// zeros, arange, eye, ...: tensors of numbers.
ArrayRef<OperatorEntry> getCreations();
/// Softmax and normalizations by statistics.
ArrayRef<OperatorEntry> getIndexings();
/// What only functions of the runtime compute, of several kinds.
ArrayRef<OperatorEntry> getLibraryCalls();
ArrayRef<OperatorEntry> getLinearAlgebra();
ArrayRef<OperatorEntry> getNormalizations();
ArrayRef<OperatorEntry> getPoolings();
/// Layers whose weights are packed, and what packs them.
ArrayRef<OperatorEntry> getQuantizedLayers();
ArrayRef<OperatorEntry> getRandoms();
/// cat, gather, flip, ...: elements of operands at other places.
ArrayRef<OperatorEntry> getRearrangings();
ArrayRef<OperatorEntry> getRecurrents();
ArrayRef<OperatorEntry> getReductions();
/// Interpolation of grids.
ArrayRef<OperatorEntry> getResamplings();
/// cumsum and its like.
ArrayRef<OperatorEntry> getDataDependent();
ArrayRef<OperatorEntry> getScans();
ArrayRef<OperatorEntry> getSortings();
ArrayRef<OperatorEntry> getSpectral();
/// What texts compute, of which there are types alone.
ArrayRef<OperatorEntry> getTexts();
ArrayRef<OperatorEntry> getViews();

/// The entry of an elementwise operator; one serves all overloads that differ
/// only in which operands are numbers.
const OperatorEntry *findPointwise(OperatorOp op);

/// Whether the operator is one of a family's.
inline bool isAmong(ArrayRef<OperatorEntry> family, OperatorOp op) {
  return llvm::any_of(family, [&](const OperatorEntry &entry) {
    return entry.name == op.getName();
  });
}

/// Whether PyTorch rounds the sums of a product of bfloat16 matrices at each
/// step: it does for small ones, which do not go to oneDNN.
bool isProductRoundedOften(OperatorOp op);

/// How many products of two elements the operator of the family sums up.
std::optional<int64_t> countProductsOfMatrices(OperatorOp op);
std::optional<int64_t> countProductsOfConvolution(OperatorOp op);

/// The number of elements of a tensor; nothing when sizes are not known.
inline std::optional<int64_t> countElements(Value tensor) {
  TSTensorType type = getTensorType(lookThroughCasts(tensor).getType());
  return type && type.hasStaticShape()
             ? std::optional(ShapedType::getNumElements(type.getShape()))
             : std::nullopt;
}

/// Whether a tensor of the rank can have a memory format that is known: 2 is of
/// images, 3 of volumes, with their channels last.
inline bool takesFormat(const IntArgument &format, int64_t rank) {
  std::optional<int64_t> number = format ? format.constant() : 0;
  return number && (*number < 2 || *number + 2 == rank);
}
/// Whether the format keeps values in row-major order: none, 0, and 1, which
/// preserves it.
inline bool isRowMajor(const IntArgument &format) {
  std::optional<int64_t> number = format ? format.constant() : 0;
  return number && *number < 2;
}

/// The dtype of places and counts.
inline Type getInt64(Inference &i) {
  return IntegerType::get(i.getContext(), 64);
}

} // namespace mlir::ts::operators

#endif // TORCHSCRIPT_LIB_OPERATORS_FAMILIES_H
