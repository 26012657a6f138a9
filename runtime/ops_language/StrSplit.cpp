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

/// A List[str] under construction.
class Strings {
public:
  void add(View text) {
    *static_cast<tsrt_str **>(tsrt_list_grow(list.get())) =
        makeStr(text).take();
    ++list->size;
  }
  void reverse() {
    Span<tsrt_str *> all = span<tsrt_str *>(list.get());
    std::reverse(all.begin(), all.end());
  }
  ListRef take() { return std::move(list); }

private:
  ListRef list =
      ListRef::adopt(tsrt_list_new(tsrt_type_list(&tsrt_type_str), 0));
};

bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// The words between runs of blanks.
ListRef words(View s) {
  Strings result;
  size_t at = 0;
  while (true) {
    while (at < s.size() && isBlank(s[at]))
      ++at;
    if (at == s.size())
      return result.take();
    size_t begin = at;
    while (at < s.size() && !isBlank(s[at]))
      ++at;
    result.add(s.substr(begin, at - begin));
  }
}

Result<ListRef> split(View s, std::optional<View> separator, int64_t max) {
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
    result.add(s.substr(0, at));
    s.remove_prefix(at + separator->size());
  }
  result.add(s);
  return result.take();
}

Result<ListRef> rsplit(View s, View separator, int64_t max) {
  if (separator.empty())
    return fail("ValueError: empty separator");
  Strings result;
  for (; max != 0; --max) {
    size_t at = s.rfind(separator);
    if (at == View::npos)
      break;
    result.add(s.substr(at + separator.size()));
    s = s.substr(0, at);
  }
  result.add(s);
  result.reverse();
  return result.take();
}

bool endsLine(char c) {
  return (c >= '\n' && c <= '\r') || (c >= '\x1c' && c <= '\x1e');
}

/// The lines of a text. As TorchScript has it, every line-end byte ends a line,
/// so "\r\n" encloses an empty one, and `keepEnds` gives the ends as separate
/// items.
ListRef splitLines(View s, bool keepEnds) {
  Strings result;
  for (size_t begin = 0, end; begin < s.size(); begin = end + 1) {
    end = begin;
    while (end < s.size() && !endsLine(s[end]))
      ++end;
    result.add(s.substr(begin, end - begin));
    if (keepEnds && end < s.size())
      result.add(s.substr(end, 1));
  }
  return result.take();
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

Result<StrRef> join(tsrt_str *separator, tsrt_list *values) {
  if (elementType(values)->kind != TSRT_STR)
    return fail("Expected a value of type 'List[str]' for argument 'values' "
                "but instead found type '%s'.",
                values->header.type->name);
  return StrRef::adopt(tsrt_str_join(separator, values));
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

tsrt_str *tsrt_str_join(const tsrt_str *separator, const tsrt_list *strings) {
  Span<tsrt_str *> parts = span<tsrt_str *>(strings);
  if (parts.size == 1)
    return StrRef::retain(parts[0]).take();
  size_t between = size_t(separator->size), size = 0;
  for (const tsrt_str *part : parts)
    size += size_t(part->size) + between;
  if (size <= between)
    return makeStr("").take();
  size -= between;
  StrRef result = newStr(size);
  char *out = result->data;
  for (int64_t i = 0; i < parts.size; ++i) {
    if (i && between) {
      std::memcpy(out, separator->data, between);
      out += between;
    }
    std::memcpy(out, parts[i]->data, size_t(parts[i]->size));
    out += parts[i]->size;
  }
  return result.take();
}
