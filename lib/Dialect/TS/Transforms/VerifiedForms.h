//===- VerifiedForms.h - What belongs to a form ---------------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tells source, ssa and value form apart.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_TS_TRANSFORMS_VERIFIEDFORMS_H
#define LIB_DIALECT_TS_TRANSFORMS_VERIFIEDFORMS_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace mlir::ts {

/// The forms `ts-verify-form` knows.
enum class VerifiedForm { Source, SSA, Value };

/// The form of a name; nothing when there is none.
std::optional<VerifiedForm> parseForm(StringRef name);

/// Why an operation does not belong to a form; empty when it does.
StringRef whyNot(Operation *op, VerifiedForm form);

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_TRANSFORMS_VERIFIEDFORMS_H
