//===- Forms.h - The forms of a module --------------------------*- C++ -*-===//
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

#ifndef LIB_DIALECT_TS_TRANSFORMS_FORMS_H
#define LIB_DIALECT_TS_TRANSFORMS_FORMS_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace mlir::ts {

/// The forms `ts-verify-form` knows.
enum class Form { Source, SSA, Value };

/// The form of a name; nothing when there is none.
std::optional<Form> parseForm(StringRef name);

/// Why an operation does not belong to a form; empty when it does.
StringRef whyNot(Operation *op, Form form);

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_TRANSFORMS_FORMS_H
