//===- Format.h - Text of values --------------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text that print and str() give for values.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_FORMAT_H
#define TSRT_CORE_FORMAT_H

#include "core/Value.h"

#include <string>

namespace tsrt {

/// "1.", "0.10000000000000001", "inf": a finite integral value that fits
/// int64 with a dot, all others as %.17g.
void formatFloat(std::string &out, double value);
/// Appends the text of a boxed value.
void formatValue(std::string &out, const tsrt_value &value);
/// Appends the text of a native value of a static type.
void formatNative(std::string &out, const tsrt_type *type, const void *data);

} // namespace tsrt

#endif // TSRT_CORE_FORMAT_H
