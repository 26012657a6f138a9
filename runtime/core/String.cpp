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

tsrt_str *tsrt_str_new(const char *bytes, int64_t size) {
  size_t length = size > 0 ? size_t(size) : 0;
  auto *s = static_cast<tsrt_str *>(tsrt_alloc(sizeof(tsrt_str) + length + 1));
  s->header.refcount = 1;
  s->header.type = &tsrt_type_str;
  s->size = int64_t(length);
  s->hash = 0;
  if (length)
    std::memcpy(s->data, bytes, length);
  s->data[length] = 0;
  countObject(1);
  return s;
}

uint8_t tsrt_str_equal(const tsrt_str *a, const tsrt_str *b) {
  return a == b || view(a) == view(b);
}

tsrt_str *tsrt_str_append(tsrt_str *a, const tsrt_str *b) {
  size_t left = size_t(a->size), right = size_t(b->size);
  size_t needed = sizeof(tsrt_str) + left + right + 1;
  bool isOwn = __atomic_load_n(&a->header.refcount, __ATOMIC_ACQUIRE) == 1;
  tsrt_str *result = a;
  if (!isOwn || usableSize(a) < needed) {
    // A string that grows once grows again.
    size_t room = isOwn ? needed + left / 2 : needed;
    result = static_cast<tsrt_str *>(tsrt_alloc(room));
    result->header.refcount = 1;
    result->header.type = &tsrt_type_str;
    std::memcpy(result->data, a->data, left);
    countObject(1);
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
