//===- SourceRanges.h - Ranges as TorchScript underlines them  -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ranges of expressions and statements that TorchScript shows in messages.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_SOURCERANGES_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_SOURCERANGES_H

#include "TorchScript/Frontend/Syntax/Tree.h"

namespace torchscript {

/// The range TorchScript's own messages underline for an expression. It begins
/// where the expression begins and never ends behind it.
SourceRange rangeOf(const Expr *expr);

/// Likewise for a statement.
SourceRange rangeOf(const Stmt *statement);

/// A slice between the brackets of `subscript`: from what is subscripted to the
/// last bound that is written.
SourceRange rangeOfSlice(const SubscriptExpr *subscript,
                         const SliceExpr *slice);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_SOURCERANGES_H
