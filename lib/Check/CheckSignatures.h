//===- CheckSignatures.h - Signatures of compiled names -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the signatures of what a recorded program compiled.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CHECK_CHECKSIGNATURES_H
#define TORCHSCRIPT_LIB_CHECK_CHECKSIGNATURES_H

#include "TorchScript/Execution/Session.h"

#include <string>

namespace torchscript {

/// Compares the signature of the compiled function `name`, or those of all
/// methods of the instance when it is `instance.method`, with the record
/// `compiled` of the recorded file. Empty when they agree, or when there is
/// nothing to compare.
std::string compareSignatures(Session &session, llvm::StringRef name,
                              const json &compiled);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_CHECK_CHECKSIGNATURES_H
