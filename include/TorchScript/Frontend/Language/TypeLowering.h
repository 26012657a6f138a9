//===- TypeLowering.h - Static types as types of the dialect - -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps the static types of the front end to MLIR types.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_TYPELOWERING_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_TYPELOWERING_H

#include "TorchScript/Base/Types/Type.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"

namespace torchscript {

/// The MLIR type of values of a static type. Types that only occur in schemas
/// (layouts, memory formats) are integers; type variables and types without
/// values become `!ts.any`.
mlir::Type lowerType(const Type *type, mlir::MLIRContext *context);

/// A constant as an attribute that `mlir::ts::isValueOfType` accepts for the
/// lowered type; null for a constant kept elsewhere.
mlir::Attribute lowerConstant(const Constant &constant, const Type *type,
                              mlir::MLIRContext *context);

/// The static type of a constant by itself; null for an unset one.
const Type *typeOfConstant(const Constant &constant, TypeContext &types);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_TYPELOWERING_H
