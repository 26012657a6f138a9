//===- ProgramRequest.h - What is to be exported ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_EXECUTION_PROGRAMREQUEST_H
#define TORCHSCRIPT_EXECUTION_PROGRAMREQUEST_H

#include "TorchScript/Execution/HostValues.h"
#include "TorchScript/Pipelines/ExportProgram.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace torchscript {

/// How arguments are given to a function that is exported, and what the program
/// is to consist of.
struct ProgramRequest {
  /// The first so many arguments are given by position.
  size_t numPositional = 0;
  /// Those that are given by name, in the order of the call; the others are
  /// defaults.
  std::vector<std::string> named;
  ProgramLevel level;
  /// Whether branches and loops on data become `cond` and `while_loop`.
  bool keepControlFlow = false;
  /// What may change, as torch.export takes it: by the names of the arguments or
  /// a list by position; of a tensor an object of indices or a list. A size is
  /// null or an int (fixed), `"Dim.AUTO"`, `"Dim.DYNAMIC"`, `"Dim.STATIC"`, or
  /// the name of a Dim or a linear expression of one: `"2*batch + 1"`.
  json dynamicShapes;
  /// The least and the greatest value of Dims; others are at least 0.
  std::map<std::string, std::pair<std::optional<int64_t>,
                                  std::optional<int64_t>>>
      dims;

  /// Takes them from an object of names to `{"min": int, "max": int}`.
  void readDims(const json &bounds);
};

} // namespace torchscript

#endif // TORCHSCRIPT_EXECUTION_PROGRAMREQUEST_H
