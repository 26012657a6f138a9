//===- ProgramViews.cpp - Views in exported programs ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramViews.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Operators/Registry.h"
#include "TorchScript/Operators/Views.h"
#include "ViewStrides.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::isProgramView(OperatorOp op) {
  if (op.getNumResults() != 1 || op.getArgs().empty() ||
      !isa<TSTensorType>(op.getResult(0).getType()) ||
      !isa<TSTensorType>(lookThroughCasts(op.getArgs()[0]).getType()))
    return false;
  if (std::optional<bool> known = sharesStorage(op, nullptr))
    return *known;
  // A program has one device, so that conversions to it change nothing.
  if (findOperator(op)->view == ViewKind::Convert)
    return true;
  return !TensorStrides().mayPrevent(op);
}
