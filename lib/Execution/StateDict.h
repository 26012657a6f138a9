//===- StateDict.h - Files of weights ---------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_STATEDICT_H
#define TORCHSCRIPT_LIB_EXECUTION_STATEDICT_H

#include "TorchScript/Execution/HostValues.h"

namespace torchscript {

/// A tensor of a file by its name.
using NamedTensor = std::pair<std::string, HostValue>;

/// Reads a file that `torch.save` wrote of a state dict, or one in the format
/// safetensors (a size of 8 bytes, a JSON header, the elements). All places are
/// checked against the file.
llvm::Expected<std::vector<NamedTensor>> readStateDict(llvm::StringRef path);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_STATEDICT_H
