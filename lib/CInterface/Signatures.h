//===- Signatures.h - Shapes on the command line ----------- -*- C++ -*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads `--signature`: the dtypes and shapes a function is compiled for.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CINTERFACE_SIGNATURES_H
#define TORCHSCRIPT_LIB_CINTERFACE_SIGNATURES_H

#include "TorchScript/Execution/Function.h"

namespace torchscript {

/// A parameter of a signature.
struct SignatureParameter {
  std::string name; ///< empty: by position
  /// dtype number of a tensor; -1: nothing is said about the parameter.
  int32_t dtype = -1;
  std::vector<int64_t> sizes;
};

/// `forward(x: f32[1,3,224,224], n: int)`.
struct Signature {
  std::string function;
  std::vector<SignatureParameter> parameters;
};

/// Reads a signature; the error shows the place that is not understood.
llvm::Expected<Signature> parseSignature(llvm::StringRef text);

/// Tensors of these dtypes and shapes, and None for the other parameters.
llvm::Expected<std::vector<HostValue>>
makeArguments(const Signature &signature, const HostFunction &function);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_CINTERFACE_SIGNATURES_H
