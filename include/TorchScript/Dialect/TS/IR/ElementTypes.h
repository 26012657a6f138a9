//===- ElementTypes.h - dtypes as element types -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element types that stand for dtypes, in `!ts.tensor` and in builtin
// tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_ELEMENTTYPES_H
#define TORCHSCRIPT_DIALECT_TS_IR_ELEMENTTYPES_H

#include "TorchScript/Base/DType.h"

#include "mlir/IR/Types.h"

#include <optional>

namespace mlir::ts {

/// The element type of a dtype: `f32`, `ui8`, `complex<f64>`; null for those
/// the dialect has not (quantized and narrow ones).
Type getElementType(MLIRContext *context, torchscript::DType dtype);

/// The dtype of an element type; nothing for types that are none.
std::optional<torchscript::DType> getDType(Type elementType);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_ELEMENTTYPES_H
