//===- String.cpp - String objects ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Construction of strings.
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
