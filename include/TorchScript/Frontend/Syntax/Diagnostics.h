//===- Diagnostics.h - Errors and warnings of the front end -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects diagnostics with their source ranges and renders them, in the form
// of clang or in the form of TorchScript's own messages.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_SYNTAX_DIAGNOSTICS_H
#define TORCHSCRIPT_FRONTEND_SYNTAX_DIAGNOSTICS_H

#include "TorchScript/Frontend/Syntax/Source.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace torchscript {

/// How grave a diagnostic is. A note only stands attached to another one.
enum class Severity { Error, Warning, Note };

/// One message and the place it speaks of.
struct Diagnostic {
  Severity severity = Severity::Error;
  /// A lower-case fragment, without trailing full stop or line end; may have
  /// several lines (a list of candidates).
  std::string message;
  /// What is underlined; may be "nowhere".
  SourceRange range;
  /// The enclosing function: excerpts in TorchScript's form do not show lines
  /// outside it. "Nowhere" stands for the whole file.
  SourceRange context;
  /// Set when the program may be right and the compiler lacks the construct.
  bool isUnsupported = false;
  /// Set on notes that TorchScript's own text has (TS-MSG-002); the others are
  /// this compiler's.
  bool isTorchScripts = false;
  /// Further places, in the order in which they are to be read.
  std::vector<Diagnostic> notes;

  /// Adds a note and returns this diagnostic, so that calls can be chained.
  Diagnostic &note(SourceRange noteRange, const llvm::Twine &noteMessage);
  /// Names the enclosing function; returns this diagnostic.
  Diagnostic &within(SourceRange enclosing);
};

/// Collects every diagnostic of a compilation, in order of report. References
/// to diagnostics stay valid while the sink lives.
class DiagnosticSink {
public:
  /// Reports an error.
  Diagnostic &error(SourceRange range, const llvm::Twine &message);
  /// Reports a warning.
  Diagnostic &warning(SourceRange range, const llvm::Twine &message);

  /// Number of errors so far.
  unsigned getNumErrors() const { return numErrors; }
  /// True when an error was reported.
  bool hasErrors() const { return numErrors != 0; }
  /// All diagnostics in order of report.
  const std::deque<Diagnostic> &getDiagnostics() const { return diagnostics; }
  /// Forgets everything.
  void clear();
  /// Keeps a text that ranges point into alive as long as the sink.
  void retain(std::shared_ptr<const SourceFile> file) {
    retained.push_back(std::move(file));
  }

  /// Prints all diagnostics in clang's form, ordered by place within a file.
  void print(llvm::raw_ostream &os) const;

private:
  std::deque<Diagnostic> diagnostics;
  unsigned numErrors = 0;
  std::vector<std::shared_ptr<const SourceFile>> retained;
};

/// Prints `file:line:column: error: message`, the line and an underline, then
/// the notes likewise. Colours follow what `os` supports.
void renderDiagnostic(const Diagnostic &diagnostic, llvm::raw_ostream &os);

/// Prints a diagnostic as TorchScript does: the message, a colon, the line
/// `  File "NAME", line N`, up to two lines before the range, the lines of the
/// range each with a line of `~` below, the last ending in ` <--- HERE`, and up
/// to two lines after. Each note follows in the same form, with
/// `torchScriptsOnly` those that TorchScript's own text has.
void renderTorchScript(const Diagnostic &diagnostic, llvm::raw_ostream &os,
                       bool torchScriptsOnly = false);

/// Prints only the `  File` line and the excerpt of `renderTorchScript`, as
/// run-time tracebacks and errors inside callees need it.
void renderTorchScriptExcerpt(SourceRange range, SourceRange context,
                              llvm::raw_ostream &os);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_SYNTAX_DIAGNOSTICS_H
