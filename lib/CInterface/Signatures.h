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

#include "TorchScript/Base/Types/TensorSignature.h"
#include "TorchScript/Execution/Function.h"

namespace torchscript {

/// A parameter of a signature.
struct SignatureParameter {
  std::string name; ///< empty: by position
  /// Of a tensor; empty: nothing is said about the parameter.
  std::optional<TensorShape> shape;
};

/// `forward(x: f32[1,3,224,224], n: int)`.
struct Signature {
  std::string function;
  std::vector<SignatureParameter> parameters;
};

/// Reads a signature; the error shows the place that is not understood.
llvm::Expected<Signature> parseSignature(llvm::StringRef text);

/// What it says of each parameter of a function.
llvm::Expected<TensorSignature> matchParameters(const Signature &signature,
                                                const HostFunction &function);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_CINTERFACE_SIGNATURES_H
