//===- RunInputs.h - Inputs and outputs of ts-run -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --input, --expect and --save-output.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_RUNINPUTS_H
#define TORCHSCRIPT_LIB_DRIVER_RUNINPUTS_H

#include "TorchScript/Execution/HostValues.h"

namespace torchscript {

/// The arguments of a run; `tensors` are those read from files.
struct RunInputs {
  std::vector<json> positional;
  std::vector<std::pair<std::string, json>> named;
  std::vector<HostValue> tensors;
};

/// Reads one --input: a literal, a tensor shorthand, an .npy file, or an .npz
/// file whose arrays are positional (`arr_0`, ...) or named arguments; each but
/// the last may be preceded by `NAME=`.
llvm::Error readInput(llvm::StringRef text, RunInputs &inputs);

/// The tensors in a value with their names: `result`, `result.0`, ...
std::vector<std::pair<std::string, HostValue>>
collectTensors(const HostValue &value);

/// Writes the tensors of a value to an .npz file.
llvm::Error saveOutput(llvm::StringRef path, const HostValue &value);

/// Compares the tensors of a value with an .npz or .npy file: by name, or in
/// order when the names are others. Prints a line for each; true when all
/// agree.
llvm::Expected<bool> compareWithFile(llvm::StringRef path,
                                     const HostValue &value, double rtol,
                                     double atol);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_RUNINPUTS_H
