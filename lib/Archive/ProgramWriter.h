//===- ProgramWriter.h - Programs as JSON -----------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_ARCHIVE_PROGRAMWRITER_H
#define TORCHSCRIPT_LIB_ARCHIVE_PROGRAMWRITER_H

#include "TorchScript/Archive/ExportedProgram.h"

#include <nlohmann/json.hpp>

namespace torchscript::exported {

nlohmann::ordered_json writeTensorMeta(const TensorMeta &meta);
/// `emptyTag` is how an empty list is written, whose elements do not say it.
nlohmann::ordered_json writeArgument(const Argument &value,
                                     llvm::StringRef emptyTag);
nlohmann::ordered_json writeGraph(const Graph &graph);
/// The whole program, of the schema that PyTorch 2.9 writes.
std::string writeProgramText(const Program &program);

} // namespace torchscript::exported

#endif // TORCHSCRIPT_LIB_ARCHIVE_PROGRAMWRITER_H
