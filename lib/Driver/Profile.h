//===- Profile.h - Where the time of calls goes -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What --profile and --report-kernels say.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_PROFILE_H
#define TORCHSCRIPT_LIB_DRIVER_PROFILE_H

#include "TorchScript/Driver/Tool.h"
#include "TorchScript/Execution/Session.h"

#include "llvm/Support/Error.h"

namespace torchscript {

/// The parts of kernels as JSON, from the texts that compiled code enters.
json describeKernels(llvm::ArrayRef<llvm::StringRef> parts);

/// Writes them as a list: each kernel with its library calls and loops.
void printKernels(const json &kernels, llvm::raw_ostream &os);

/// Calls a function `count` times after a warm-up of three calls and says where
/// the time goes: an object with the keys `function`, `calls`, `unit` (ms),
/// `call` (the sum) and `parts`, the longest first, each with its least `time`
/// in a call, its `share` of the sum, `entries` in a call and, for a part of a
/// kernel, what describeKernels() says. The code must have been compiled with
/// LoweringHooks::onKernels. The error is that of a call. A `trace` becomes the
/// calls as events of the trace event format, which Perfetto and browsers show:
/// each call, and in it each time in which it was in a part; microseconds.
llvm::Expected<json> profileCalls(const HostFunction &function,
                                  llvm::ArrayRef<HostValue> arguments,
                                  unsigned count, json *trace = nullptr);

/// Writes a profile as a table.
void printProfile(const json &profile, llvm::raw_ostream &os);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_PROFILE_H
