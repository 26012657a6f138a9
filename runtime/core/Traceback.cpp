//===- Traceback.cpp - The text of a traceback ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Renders an error the way TorchScript reports it: one excerpt of the source
// per active function, outermost first, then class and message.
//
//===----------------------------------------------------------------------===//

#include "core/Error.h"
#include "core/Value.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <vector>

using namespace tsrt;

namespace {

using Lines = std::vector<std::string_view>;

struct Sources {
  std::mutex mutex;
  std::unordered_map<std::string, std::string> texts;

  static Sources &get() {
    static Sources *sources = new Sources;
    return *sources;
  }
};

Lines splitLines(std::string_view text) {
  Lines lines;
  while (true) {
    size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return lines;
    text.remove_prefix(end + 1);
  }
}

bool isBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

size_t indentation(std::string_view line) {
  size_t column = line.find_first_not_of(" \t");
  return column == std::string_view::npos ? line.size() : column;
}

bool startsWith(std::string_view line, std::string_view prefix) {
  return line.substr(0, prefix.size()) == prefix;
}

/// The lines [begin, end) of the function around line `at`, decorators
/// included; the whole text when there is no `def` around it.
std::pair<size_t, size_t> enclosingFunction(const Lines &lines, size_t at) {
  size_t define = at;
  size_t indent = isBlank(lines[at]) ? SIZE_MAX : indentation(lines[at]) + 1;
  while (true) {
    std::string_view line = lines[define];
    if (!isBlank(line) && indentation(line) < indent) {
      if (startsWith(line.substr(indentation(line)), "def "))
        break;
      // A continuation line inside brackets may stand anywhere, so only a
      // shallower line narrows the search.
      indent = std::max<size_t>(indentation(line), 1);
    }
    if (define == 0)
      return {0, lines.size()};
    --define;
  }
  size_t defIndent = indentation(lines[define]);
  size_t begin = define;
  while (begin > 0 && indentation(lines[begin - 1]) == defIndent &&
         startsWith(lines[begin - 1].substr(defIndent), "@"))
    --begin;
  size_t end = define + 1, last = define + 1;
  for (; end < lines.size(); ++end) {
    std::string_view line = lines[end];
    if (isBlank(line))
      continue;
    if (end > at && indentation(line) <= defIndent &&
        line[indentation(line)] != ')')
      break;
    last = end + 1;
  }
  return {begin, std::max(last, at + 1)};
}

void appendLine(std::string &out, std::string_view line) {
  out.append(line);
  out += '\n';
}

/// The lines around a frame's range, underlined, ending in "<--- HERE".
void appendExcerpt(std::string &out, const Lines &lines,
                   const tsrt_frame &frame) {
  constexpr size_t context = 2;
  size_t count = lines.size();
  size_t first = size_t(std::clamp<int64_t>(frame.line, 1, int64_t(count))) - 1;
  size_t last = size_t(std::clamp<int64_t>(frame.end_line, int64_t(first) + 1,
                                           int64_t(count))) -
                1;
  // A range that ends at the start of a line ends on the line before.
  if (last > first && frame.end_column <= 1)
    --last;
  auto [begin, end] = enclosingFunction(lines, first);
  size_t before = first > begin + context ? first - context : begin;
  for (size_t i = before; i < first; ++i)
    appendLine(out, lines[i]);
  for (size_t i = first; i <= last; ++i) {
    std::string_view line = lines[i];
    appendLine(out, line);
    size_t from =
        i == first ? size_t(std::max(frame.column, 1) - 1) : indentation(line);
    size_t to = line.size();
    if (i + 1 == size_t(std::max(frame.end_line, 1)))
      to = std::min(to, size_t(std::max(frame.end_column, 1) - 1));
    from = std::min(from, line.size());
    out.append(from, ' ');
    out.append(to > from ? to - from : 0, '~');
    out += i == last ? " <--- HERE\n" : "\n";
  }
  for (size_t i = last + 1; i < std::min(end, last + 1 + context); ++i)
    appendLine(out, lines[i]);
}

} // namespace

void tsrt_register_source(const char *file, const char *text, size_t size) {
  Sources &sources = Sources::get();
  std::lock_guard<std::mutex> lock(sources.mutex);
  sources.texts[file].assign(text, size);
}

tsrt_str *tsrt_error_traceback(const tsrt_error *e) {
  std::string out;
  int32_t numFrames = tsrt_error_num_frames(e);
  if (numFrames) {
    out = "The following operation failed in the TorchScript interpreter.\n"
          "Traceback of TorchScript (most recent call last):\n";
    Sources &sources = Sources::get();
    std::lock_guard<std::mutex> lock(sources.mutex);
    std::unordered_map<std::string, Lines> split;
    for (int32_t i = numFrames - 1; i >= 0; --i) {
      const tsrt_frame &frame = *tsrt_error_get_frame(e, i);
      out += std::string("  File \"") + frame.file + "\", line " +
             std::to_string(frame.line) + ", in " + frame.function + "\n";
      auto text = sources.texts.find(frame.file);
      if (text == sources.texts.end())
        continue;
      auto [lines, isNew] = split.try_emplace(frame.file);
      if (isNew)
        lines->second = splitLines(text->second);
      appendExcerpt(out, lines->second, frame);
    }
  }
  // The classes of a raise statement are qualified; a failure of an operator is
  // a RuntimeError to TorchScript, whatever its kind.
  std::string_view cls = tsrt_error_class(e);
  if (numFrames && cls.find('.') == std::string_view::npos)
    cls = kRuntimeError;
  out += std::string(cls) + ": " + tsrt_error_message(e) + "\n";
  return makeStr(out).take();
}
