//===- StrSearch.cpp - Searching and replacing in strings -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// find, index, count, startswith, endswith, replace, `in`.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"

#include <algorithm>

using namespace tsrt;

namespace {

using View = std::string_view;

Failure startBeyondEnd(View s, int64_t start) {
  return fail("basic_string::substr: __pos (which is %lld) > this->size() "
              "(which is %zu)",
              static_cast<long long>(start), s.size());
}

/// The part of a string that a search looks at. A negative start counts from
/// the end; so does a negative end, where -1 is the end itself.
struct Window {
  View text;
  int64_t start;
};
Window window(View s, int64_t start, int64_t end) {
  int64_t size = int64_t(s.size());
  if (start < 0)
    start = std::max<int64_t>(start + size, 0);
  if (end < 0)
    end = std::max<int64_t>(end + size + 1, 0);
  end = std::min(end, size);
  if (start >= end)
    return {View(), start};
  return {s.substr(size_t(start), size_t(end - start)), start};
}

int64_t found(const Window &w, size_t position) {
  return position == View::npos ? -1 : w.start + int64_t(position);
}
/// A start beyond the string is an error unless the end comes before it.
bool isBeyondEnd(View s, int64_t start, int64_t end) {
  return start > int64_t(s.size()) && end >= start;
}
Result<int64_t> find(View s, View wanted, int64_t start, int64_t end) {
  if (isBeyondEnd(s, start, end) && !wanted.empty())
    return startBeyondEnd(s, start);
  Window w = window(s, start, end);
  return found(w, w.text.find(wanted));
}
Result<int64_t> rfind(View s, View wanted, int64_t start, int64_t end) {
  if (isBeyondEnd(s, start, end))
    return startBeyondEnd(s, start);
  Window w = window(s, start, end);
  return found(w, w.text.rfind(wanted));
}

template <Result<int64_t> search(View, View, int64_t, int64_t)>
Result<int64_t> index(View s, View wanted, int64_t start, int64_t end) {
  TSRT_ASSIGN(position, search(s, wanted, start, end));
  if (position < 0)
    return fail("ValueError: substring not found");
  return position;
}

/// Occurrences that do not overlap. As TorchScript has it, an occurrence counts
/// when it begins before `end`, even if it reaches beyond.
int64_t count(View s, View wanted, int64_t start, int64_t end) {
  Window w = window(s, start, end);
  if (wanted.empty())
    return w.start > int64_t(s.size()) ? 0 : int64_t(w.text.size()) + 1;
  int64_t matches = 0;
  size_t last = size_t(w.start) + w.text.size();
  for (size_t at = s.find(wanted, size_t(w.start)); at < last;
       at = s.find(wanted, at + wanted.size()))
    ++matches;
  return matches;
}

Result<bool> startsWith(View s, View prefix, int64_t start, int64_t end) {
  if (start > int64_t(s.size()))
    return startBeyondEnd(s, start);
  return window(s, start, end).text.substr(0, prefix.size()) == prefix;
}
Result<bool> endsWith(View s, View suffix, int64_t start, int64_t end) {
  if (start > int64_t(s.size()))
    return startBeyondEnd(s, start);
  View text = window(s, start, end).text;
  return text.size() >= suffix.size() &&
         text.substr(text.size() - suffix.size()) == suffix;
}

/// At most `max` replacements; a negative `max` has no limit.
std::string replace(View s, View old, View replacement, int64_t max) {
  std::string result;
  size_t at = 0;
  while (max != 0) {
    size_t next = old.empty() ? at : s.find(old, at);
    if (next == View::npos || next > s.size())
      break;
    result.append(s.substr(at, next - at)).append(replacement);
    --max;
    if (old.empty()) {
      // The empty string stands before every byte and at the end.
      if (next == s.size())
        return result;
      result += s[next];
      at = next + 1;
    } else {
      at = next + old.size();
    }
  }
  return result.append(s.substr(at));
}

const KernelEntry entries[] = {
    {"aten::find", kernel<find>},
    {"aten::rfind", kernel<rfind>},
    {"aten::index.str", kernel<index<find>>},
    {"aten::rindex", kernel<index<rfind>>},
    {"aten::count", kernel<count>},
    {"aten::startswith", kernel<startsWith>},
    {"aten::endswith", kernel<endsWith>},
    {"aten::replace", kernel<replace>},
    {"aten::__contains__.str_str",
     fn([](View s, View wanted) { return s.find(wanted) != View::npos; })},
};
const KernelTable table(entries);

} // namespace

uint8_t tsrt_str_contains(const tsrt_str *s, const tsrt_str *part) {
  return view(s).find(view(part)) != View::npos;
}
