//===- TensorData.h - Tensors as data -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between runtime tensors and their JSON encoding.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_TENSORDATA_H
#define TORCHSCRIPT_EXECUTION_TENSORDATA_H

#include "TorchScript/Execution/HostValues.h"

namespace torchscript {

/// A number of the encoding: non-finite ones are strings.
double decodeFloat(const json &data);
json encodeFloat(double value);

/// The dtype number of a name such as `float32`, -1 when there is none.
int32_t getDtypeByName(const std::string &name);

/// Makes a tensor (owned) from `dtype`, `shape` and flat `data`.
llvm::Expected<tsrt_tensor *> decodeTensor(const json &data);

/// The encoding of a tensor.
json encodeTensor(const tsrt_tensor *tensor);

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_TENSORDATA_H
