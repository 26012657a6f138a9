//===- ExportCheck.h - Recorded facts of exported programs ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CHECK_EXPORTCHECK_H
#define TORCHSCRIPT_LIB_CHECK_EXPORTCHECK_H

#include "TorchScript/Execution/Session.h"

namespace torchscript {

/// One recorded fact; `problem` is empty when it holds.
struct ExportFact {
  std::string name, problem;
};

/// Exports the function that `facts` names, a record's `export`, for the
/// arguments of its example call, and compares what comes out: the inputs, each
/// level, the ranges, or the error.
std::vector<ExportFact>
checkExport(Session &session, const json &facts,
            const std::vector<json> &positional,
            const std::vector<std::pair<std::string, json>> &named);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_CHECK_EXPORTCHECK_H
