//===- ViewStrides.h - Views that strides may refuse ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `view` raises where the elements of its tensor would have to be copied, and
// `reshape` copies them. Where that is known not to happen `view` is a reshape
// of a value; elsewhere it is asked of an object.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_VIEWSTRIDES_H
#define TORCHSCRIPT_LIB_TRANSFORMS_VIEWSTRIDES_H

#include "TorchScript/Operators/Views.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::ts {

/// What is known of the strides of tensors, as long as their function stays as
/// it is.
class TensorStrides {
public:
  /// How a tensor of static shape lies; nothing when that is not known.
  std::optional<StridedLayout> getLayout(Value tensor);
  /// Whether strides may keep the operator from giving its first operand's
  /// elements where they are in another shape, or without gaps.
  bool mayPrevent(OperatorOp view);

private:
  std::optional<StridedLayout> findLayout(Value tensor);
  std::optional<StridedLayout> findViewLayout(OperatorOp view);

  llvm::DenseMap<Value, std::optional<StridedLayout>> layouts;
};

/// The views of a function that strides may refuse.
class ViewStrides {
public:
  explicit ViewStrides(Operation *function);

  bool mayRefuse(Operation *op) const { return refusing.contains(op); }

private:
  llvm::DenseSet<Operation *> refusing;
};

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_VIEWSTRIDES_H
