//===- String.cpp - String objects ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Construction, comparison and growth of strings.
//
//===----------------------------------------------------------------------===//

#include "core/Allocator.h"
#include "core/Value.h"

using namespace tsrt;

namespace {

/// The strings of one byte and the empty one.
class ShortStrings {
public:
  ShortStrings() {
    for (int i = 0; i < 256; ++i)
      write(characters[i], 1, char(i));
    write(none, 0, 0);
  }

  tsrt_str *of(char c) { return &characters[uint8_t(c)].object; }
  tsrt_str *empty() { return &none.object; }

private:
  union Short {
    Short() {}
    tsrt_str object;
    char room[sizeof(tsrt_str) + 8];
  };

  static void write(Short &place, int64_t size, char c) {
    std::memset(place.room, 0, sizeof(place.room));
    place.object.header = {-1, &tsrt_type_str}; // immortal
    place.object.size = size;
    place.room[offsetof(tsrt_str, data)] = c;
  }

  Short characters[256], none;
};

ShortStrings &shortStrings() {
  static ShortStrings *strings = new ShortStrings;
  return *strings;
}

} // namespace

StrRef tsrt::characterStr(char c) {
  return StrRef::adopt(shortStrings().of(c));
}

StrRef tsrt::newStr(size_t size) {
  auto *s =
      static_cast<tsrt_str *>(allocateCounted(sizeof(tsrt_str) + size + 1));
  s->header.refcount = 1;
  s->header.type = &tsrt_type_str;
  s->size = int64_t(size);
  s->hash = 0;
  s->data[size] = 0;
  return StrRef::adopt(s);
}

StrRef tsrt::makeStr(std::string_view text) {
  if (text.empty())
    return StrRef::adopt(shortStrings().empty());
  if (text.size() == 1)
    return characterStr(text.front());
  return StrRef::adopt(tsrt_str_new(text.data(), int64_t(text.size())));
}

// The host's strings are objects of their own: `is` tells them apart.
tsrt_str *tsrt_str_new(const char *bytes, int64_t size) {
  tsrt_str *s = newStr(size_t(size)).take();
  std::memcpy(s->data, bytes, size_t(size));
  return s;
}

uint8_t tsrt_str_equal(const tsrt_str *a, const tsrt_str *b) {
  return a == b || view(a) == view(b);
}

int64_t tsrt_str_compare(const tsrt_str *a, const tsrt_str *b) {
  return view(a).compare(view(b));
}

tsrt_str *tsrt_str_append(tsrt_str *a, const tsrt_str *b) {
  size_t left = size_t(a->size), right = size_t(b->size);
  if (right == 0)
    return a;
  size_t needed = sizeof(tsrt_str) + left + right + 1;
  bool isOwn = __atomic_load_n(&a->header.refcount, __ATOMIC_ACQUIRE) == 1;
  tsrt_str *result = a;
  if (!isOwn || usableSize(a) < needed) {
    // A string that grows once grows again.
    size_t room = isOwn ? needed + left / 2 : needed;
    try {
      result = static_cast<tsrt_str *>(allocateCounted(room));
    } catch (...) {
      tsrt_release(a);
      throw;
    }
    result->header.refcount = 1;
    result->header.type = &tsrt_type_str;
    std::memcpy(result->data, a->data, left);
  }
  // b may be a.
  std::memcpy(result->data + left, b->data, right);
  result->data[left + right] = 0;
  result->size = int64_t(left + right);
  result->hash = 0;
  if (result != a)
    tsrt_release(a);
  return result;
}
