//===- StrSplit.cpp - Splitting and joining strings -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// split, rsplit, splitlines, partition, join.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"

#include <algorithm>

using namespace tsrt;

namespace {

using View = std::string_view;
using Strings = std::vector<StrRef>;

bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// The words between runs of blanks.
Strings words(View s) {
  Strings result;
  size_t at = 0;
  while (true) {
    while (at < s.size() && isBlank(s[at]))
      ++at;
    if (at == s.size())
      return result;
    size_t begin = at;
    while (at < s.size() && !isBlank(s[at]))
      ++at;
    result.push_back(makeStr(s.substr(begin, at - begin)));
  }
}

Result<Strings> split(View s, std::optional<View> separator, int64_t max) {
  // Without a separator TorchScript ignores the limit.
  if (!separator)
    return words(s);
  if (separator->empty())
    return fail("ValueError: empty separator");
  Strings result;
  for (; max != 0; --max) {
    size_t at = s.find(*separator);
    if (at == View::npos)
      break;
    result.push_back(makeStr(s.substr(0, at)));
    s.remove_prefix(at + separator->size());
  }
  result.push_back(makeStr(s));
  return result;
}

Result<Strings> rsplit(View s, View separator, int64_t max) {
  if (separator.empty())
    return fail("ValueError: empty separator");
  Strings result;
  for (; max != 0; --max) {
    size_t at = s.rfind(separator);
    if (at == View::npos)
      break;
    result.push_back(makeStr(s.substr(at + separator.size())));
    s = s.substr(0, at);
  }
  result.push_back(makeStr(s));
  std::reverse(result.begin(), result.end());
  return result;
}

bool endsLine(char c) {
  return (c >= '\n' && c <= '\r') || (c >= '\x1c' && c <= '\x1e');
}

/// The lines of a text. As TorchScript has it, every line-end byte ends a line,
/// so "\r\n" encloses an empty one, and `keepEnds` gives the ends as separate
/// items.
Strings splitLines(View s, bool keepEnds) {
  Strings result;
  for (size_t begin = 0, end; begin < s.size(); begin = end + 1) {
    end = begin;
    while (end < s.size() && !endsLine(s[end]))
      ++end;
    result.push_back(makeStr(s.substr(begin, end - begin)));
    if (keepEnds && end < s.size())
      result.push_back(makeStr(s.substr(end, 1)));
  }
  return result;
}

using Parts = std::tuple<std::string, std::string, std::string>;
Parts parts(View a, View b, View c) {
  return {std::string(a), std::string(b), std::string(c)};
}
Parts partition(View s, View separator) {
  size_t at = s.find(separator);
  if (at == View::npos)
    return parts(s, "", "");
  return parts(s.substr(0, at), separator, s.substr(at + separator.size()));
}
Parts rpartition(View s, View separator) {
  size_t at = s.rfind(separator);
  if (at == View::npos)
    return parts("", "", s);
  return parts(s.substr(0, at), separator, s.substr(at + separator.size()));
}

Result<StrRef> join(View separator, tsrt_list *values) {
  if (elementType(values)->kind != TSRT_STR)
    return fail("Expected a value of type 'List[str]' for argument 'values' "
                "but instead found type '%s'.",
                values->header.type->name);
  Span<tsrt_str *> strings = span<tsrt_str *>(values);
  std::string result;
  for (int64_t i = 0; i < strings.size; ++i) {
    if (i)
      result.append(separator);
    result.append(view(strings[i]));
  }
  return makeStr(result);
}

const KernelEntry entries[] = {
    {"aten::split.str", kernel<split>},
    {"aten::rsplit", kernel<rsplit>},
    {"aten::splitlines", kernel<splitLines>},
    {"aten::partition", kernel<partition>},
    {"aten::rpartition", kernel<rpartition>},
    {"aten::join", kernel<join>},
};
const KernelTable table(entries);

} // namespace
