//===- TreeVisitor.h - Children of syntax tree nodes ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls a function for the direct children of a node, in source order.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_SYNTAX_TREEVISITOR_H
#define TORCHSCRIPT_FRONTEND_SYNTAX_TREEVISITOR_H

#include "TorchScript/Frontend/Syntax/Tree.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace torchscript {

/// The direct subexpressions of an expression.
void forEachChild(const Expr *expr, llvm::function_ref<void(Expr *)> visit);

/// The annotations and default values of parameters.
void forEachExpr(const ParameterList *parameters,
                 llvm::function_ref<void(Expr *)> visit);

/// The values, keys and classes in a pattern, in the order of the text.
void forEachExpr(const Pattern *pattern,
                 llvm::function_ref<void(Expr *)> visit);

/// The expressions that stand directly in a statement: header expressions,
/// decorators, parameters; not those of nested statements.
void forEachExpr(const Stmt *stmt, llvm::function_ref<void(Expr *)> visit);

/// The blocks of a compound statement, `else` and handlers included.
void forEachBlock(const Stmt *stmt, llvm::function_ref<void(Block)> visit);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_SYNTAX_TREEVISITOR_H
