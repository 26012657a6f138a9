//===- ScriptedFunctions.h - What a program scripts, compiled -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_SCRIPTEDFUNCTIONS_H
#define TORCHSCRIPT_EXECUTION_SCRIPTEDFUNCTIONS_H

#include "TorchScript/Execution/Session.h"
#include "TorchScript/Frontend/Evaluate/ScriptCompiler.h"

#include <memory>

namespace torchscript {

/// A compiler for torch.jit.script, for the program in the file `path`: one
/// session for all that it scripts. Destroy it before the evaluator.
std::unique_ptr<evaluate::ScriptCompiler>
makeScriptCompiler(const SessionOptions &options, llvm::StringRef path);

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_SCRIPTEDFUNCTIONS_H
