//===- DictKeys.h - Which types can be keys of a dict -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The error of a dict whose keys cannot be keys, wherever its type is made.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_DICTKEYS_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_DICTKEYS_H

#include "TorchScript/Base/Types/Type.h"

#include <string>

namespace torchscript {

/// What is wrong with a type that is not isValidDictKey(), as PyTorch says it.
inline std::string describeInvalidDictKey(const Type *key) {
  return "Cannot create dict for key type '" + key->schemaSpelling() +
         "', only int, float, complex, Tensor, device and string keys are "
         "supported";
}

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_DICTKEYS_H
