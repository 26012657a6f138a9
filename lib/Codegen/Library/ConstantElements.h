//===- ConstantElements.h - Elements of constant tensors --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tensors of f32 hold that kernels compute from literals of the program.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CODEGEN_LIBRARY_CONSTANTELEMENTS_H
#define TORCHSCRIPT_LIB_CODEGEN_LIBRARY_CONSTANTELEMENTS_H

#include "TorchScript/Codegen/PackConstants.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <optional>
#include <vector>

namespace mlir::ts::library {

/// Computes elements. It owns them.
class ConstantElements {
public:
  explicit ConstantElements(const ConstantPacking &packing)
      : packing(packing) {}

  /// The elements of a tensor of f32 of known shape, row-major; nothing when
  /// they are not constant, or take operations that are not known here.
  std::optional<ArrayRef<float>> get(Value value);

private:
  std::optional<ArrayRef<float>> compute(Value value);
  std::optional<ArrayRef<float>> getLiteral(Attribute literal, ShapedType type);
  std::optional<ArrayRef<float>> computeGeneric(linalg::GenericOp op);
  std::optional<ArrayRef<float>> keep(std::vector<float> elements) {
    return owned.emplace_back(std::move(elements));
  }

  const ConstantPacking &packing;
  DenseMap<Value, std::optional<ArrayRef<float>>> known;
  std::deque<std::vector<float>> owned;
};

} // namespace mlir::ts::library

#endif // TORCHSCRIPT_LIB_CODEGEN_LIBRARY_CONSTANTELEMENTS_H
