//===- ShapeRulesInternal.h - Between the families' files -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files of shape rules share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_ANALYSIS_SHAPERULESINTERNAL_H
#define TORCHSCRIPT_LIB_ANALYSIS_SHAPERULESINTERNAL_H

#include "TorchScript/Analysis/ShapeRules.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ts::rules {

using Results = std::optional<SmallVector<TSTensorType>>;
/// The rule of one operator, by its full name with overload.
using Rule = Results (*)(OperatorOp op);

/// The static tensor type of an operand, when it has one.
std::optional<TSTensorType> getTensor(OperatorOp op, unsigned index);
/// The type with another shape.
std::optional<TSTensorType> withShape(TSTensorType like,
                                      ArrayRef<int64_t> shape);

/// The results of an operator with one result.
Results answer(std::optional<TSTensorType> type);

/// view, transpose, slice, cat, ...: results are rearranged elements.
void addViewRules(llvm::StringMap<Rule> &table);
/// matmul, linear, convolution, pooling.
void addContractionRules(llvm::StringMap<Rule> &table);
/// sum, mean, softmax, normalizations.
void addReductionRules(llvm::StringMap<Rule> &table);

} // namespace mlir::ts::rules

#endif // TORCHSCRIPT_LIB_ANALYSIS_SHAPERULESINTERNAL_H
