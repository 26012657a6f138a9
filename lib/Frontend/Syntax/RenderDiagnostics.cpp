//===- RenderDiagnostics.cpp - Printing diagnostics -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Diagnostics in clang's form and in TorchScript's.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Syntax/Diagnostics.h"

#include "llvm/Support/Unicode.h"

using namespace torchscript;

//===----------------------------------------------------------------------===//
// clang's form
//===----------------------------------------------------------------------===//

/// Longest part of a line that is shown.
static constexpr size_t maxExcerpt = 400;

/// Copies a line for display: control characters and invalid bytes, which could
/// disturb a terminal, become '?'; tabs become blanks. The text stays byte for
/// byte as long, so that offsets hold.
static std::string printable(llvm::StringRef line) {
  std::string out = line.str();
  for (char &c : out) {
    if (c == '\t')
      c = ' ';
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      c = '?';
  }
  return out;
}

/// Columns a terminal needs for `text`.
static size_t displayWidth(llvm::StringRef text) {
  int width = llvm::sys::unicode::columnWidthUTF8(text);
  return width < 0 ? text.size() : static_cast<size_t>(width);
}

/// Switches to a colour when `os` is a terminal that has them.
static void setColor(llvm::raw_ostream &os, llvm::raw_ostream::Colors color) {
  if (os.has_colors())
    os.changeColor(color, /*Bold=*/true);
}

static void resetColor(llvm::raw_ostream &os) {
  if (os.has_colors())
    os.resetColor();
}

static void renderExcerpt(SourceRange range, llvm::raw_ostream &os) {
  LineColumn begin = range.getBegin(), end = range.getEnd();
  std::string line = printable(range.file->getLine(begin.line));
  if (line.size() > maxExcerpt)
    line.resize(maxExcerpt);
  llvm::StringRef text = line;
  size_t first = std::min<size_t>(begin.column - 1, text.size());
  size_t last = end.line == begin.line ? end.column - 1 : text.size();
  last = std::min(std::max(last, first), text.size());
  os << text << '\n';
  os.indent(static_cast<unsigned>(displayWidth(text.take_front(first))));
  setColor(os, llvm::raw_ostream::GREEN);
  os << '^';
  for (size_t i = 1, n = displayWidth(text.slice(first, last)); i < n; ++i)
    os << '~';
  resetColor(os);
  os << '\n';
}

static void renderOne(const Diagnostic &diagnostic, llvm::raw_ostream &os) {
  if (diagnostic.range) {
    LineColumn at = diagnostic.range.getBegin();
    setColor(os, llvm::raw_ostream::SAVEDCOLOR);
    os << diagnostic.range.file->getName() << ':' << at.line << ':' << at.column
       << ": ";
    resetColor(os);
  }
  switch (diagnostic.severity) {
  case Severity::Error:
    setColor(os, llvm::raw_ostream::RED);
    os << "error: ";
    break;
  case Severity::Warning:
    setColor(os, llvm::raw_ostream::MAGENTA);
    os << "warning: ";
    break;
  case Severity::Note:
    setColor(os, llvm::raw_ostream::CYAN);
    os << "note: ";
    break;
  }
  resetColor(os);
  os << diagnostic.message << '\n';
  if (diagnostic.range)
    renderExcerpt(diagnostic.range, os);
}

void torchscript::renderDiagnostic(const Diagnostic &diagnostic,
                                   llvm::raw_ostream &os) {
  renderOne(diagnostic, os);
  for (const Diagnostic &note : diagnostic.notes)
    renderOne(note, os);
}

//===----------------------------------------------------------------------===//
// TorchScript's form
//===----------------------------------------------------------------------===//

void torchscript::renderTorchScriptExcerpt(SourceRange range,
                                           SourceRange context,
                                           llvm::raw_ostream &os) {
  if (!range)
    return;
  const SourceFile &file = *range.file;
  unsigned first = range.getBegin().line;
  // A range that ends at the start of a line does not reach into it.
  unsigned last = range.size() ? file.getLineColumn(range.end - 1).line : first;
  unsigned contextFirst = 1, contextLast = file.getNumLines();
  if (file.getLine(contextLast).empty() && contextLast > 1)
    --contextLast;
  if (context) {
    contextFirst = context.getBegin().line;
    contextLast = context.size() ? file.getLineColumn(context.end - 1).line
                                 : contextFirst;
  }
  os << "  File \"" << file.getName() << "\", line " << first << '\n';
  unsigned from = std::max(first > 2 ? first - 2 : 1, contextFirst);
  unsigned to = std::max(std::min(last + 2, contextLast), last);
  for (unsigned line = std::min(from, first); line <= to; ++line) {
    llvm::StringRef text = file.getLine(line);
    os << text << '\n';
    // An empty range has no mark.
    if (line < first || line > last || !range.size())
      continue;
    size_t indent = text.size() - text.ltrim(" \t").size();
    uint32_t lineStart = file.getLineStart(line);
    size_t begin = line == first ? range.begin - lineStart : indent;
    size_t end = line == last ? range.end - lineStart : text.size();
    end = std::min(end, text.size());
    os.indent(static_cast<unsigned>(begin));
    for (size_t i = begin; i < end; ++i)
      os << '~';
    os << (line == last ? " <--- HERE\n" : "\n");
  }
}

void torchscript::renderTorchScript(const Diagnostic &diagnostic,
                                    llvm::raw_ostream &os,
                                    bool torchScriptsOnly) {
  os << diagnostic.message << ":\n";
  renderTorchScriptExcerpt(diagnostic.range, diagnostic.context, os);
  for (const Diagnostic &note : diagnostic.notes) {
    if (torchScriptsOnly && !note.isTorchScripts)
      continue;
    // The lines that name callers have no colon.
    bool isCaller = llvm::StringRef(note.message)
                        .contains("' is being compiled since it was called");
    os << note.message << (isCaller ? "\n" : ":\n");
    SourceRange context = note.context ? note.context : diagnostic.context;
    renderTorchScriptExcerpt(note.range, context, os);
  }
}
