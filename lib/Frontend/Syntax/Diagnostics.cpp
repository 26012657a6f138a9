//===- Diagnostics.cpp - Collecting diagnostics ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The diagnostic sink.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Syntax/Diagnostics.h"

#include <algorithm>

using namespace torchscript;

Diagnostic &Diagnostic::note(SourceRange noteRange,
                             const llvm::Twine &noteMessage) {
  Diagnostic added;
  added.severity = Severity::Note;
  added.message = noteMessage.str();
  added.range = noteRange;
  notes.push_back(std::move(added));
  return *this;
}

Diagnostic &Diagnostic::within(SourceRange enclosing) {
  context = enclosing;
  return *this;
}

Diagnostic &DiagnosticSink::error(SourceRange range,
                                  const llvm::Twine &message) {
  ++numErrors;
  Diagnostic &added = diagnostics.emplace_back();
  added.severity = Severity::Error;
  added.message = message.str();
  added.range = range;
  return added;
}

Diagnostic &DiagnosticSink::warning(SourceRange range,
                                    const llvm::Twine &message) {
  Diagnostic &added = diagnostics.emplace_back();
  added.severity = Severity::Warning;
  added.message = message.str();
  added.range = range;
  return added;
}

void DiagnosticSink::clear() {
  diagnostics.clear();
  numErrors = 0;
}

void DiagnosticSink::print(llvm::raw_ostream &os) const {
  // The lexer reports before the parser: sort each run of one file by place.
  std::vector<size_t> order(diagnostics.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  auto fileOf = [&](size_t i) { return diagnostics[i].range.file; };
  auto first = order.begin();
  while (first != order.end()) {
    auto last = std::find_if(first, order.end(), [&](size_t i) {
      return fileOf(i) != fileOf(*first);
    });
    std::sort(first, last, [&](size_t a, size_t b) {
      return std::make_pair(diagnostics[a].range.begin, a) <
             std::make_pair(diagnostics[b].range.begin, b);
    });
    first = last;
  }
  for (size_t i : order)
    renderDiagnostic(diagnostics[i], os);
}
