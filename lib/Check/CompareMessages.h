//===- CompareMessages.h - Error texts and their places --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the error of a call with the recorded one: what it says and where.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CHECK_COMPAREMESSAGES_H
#define TORCHSCRIPT_LIB_CHECK_COMPAREMESSAGES_H

#include <string>

namespace torchscript {

/// The part of a compile error that does not depend on places: up to the first
/// `File` line, without what only the recording compiler prints.
std::string getMessageHead(const std::string &message);

/// Compares a compile error with the recorded one: the text before the first
/// place, then the line and the marked characters of that place. Empty when
/// both agree, else what differs, headed `text:` or `place:`.
std::string compareCompileErrors(const std::string &expected,
                                 const std::string &found);

/// Likewise for a run-time error: the last line, and the function and line of
/// each frame.
std::string compareRunErrors(const std::string &expected,
                             const std::string &found);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_CHECK_COMPAREMESSAGES_H
