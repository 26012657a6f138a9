//===- Views.cpp - Operators that rearrange elements ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operator is which view.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Analysis/Views.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ts;

ViewKind ts::getViewKind(OperatorOp op) {
  return llvm::StringSwitch<ViewKind>(op.getName())
      .Cases("aten::contiguous", "aten::detach", "aten::alias", "aten::dropout",
             "aten::feature_dropout", ViewKind::Identity)
      .Cases("aten::view", "aten::reshape", "aten::flatten.using_ints",
             "aten::unsqueeze", "aten::squeeze.dim", ViewKind::Reshape)
      .Cases("aten::transpose.int", "aten::t", "aten::permute",
             ViewKind::Transpose)
      .Case("aten::select.int", ViewKind::Select)
      .Cases("aten::slice.Tensor", "aten::narrow", ViewKind::Slice)
      .Case("aten::expand", ViewKind::Expand)
      .Default(ViewKind::None);
}
