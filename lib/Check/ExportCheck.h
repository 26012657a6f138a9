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

/// Exports the function likewise, writes the program to `path` and opens that
/// file.
llvm::Expected<std::unique_ptr<Session>>
reopenExport(Session &session, const json &facts,
             const std::vector<json> &positional,
             const std::vector<std::pair<std::string, json>> &named,
             llvm::StringRef path);

/// The value with a tuple of the fields in the place of each object: what data
/// classes are in the files of exported programs.
json spellFields(const json &value, HostTypes *types);

/// Whether a message says that an exported program does not take these inputs.
bool isInputMismatch(llvm::StringRef message);

/// Calls an open exported program with the arguments of each of the facts'
/// `runtime_errors`, which have to fail with their phrases. What is no argument
/// there is that of the example call.
std::vector<ExportFact>
checkRuntimeErrors(Session &program, const json &facts,
                   const std::vector<json> &example);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_CHECK_EXPORTCHECK_H
