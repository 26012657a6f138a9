//===- Compiled.cpp - Helpers of compiled code ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compiled programs would otherwise repeat at many places.
//
//===----------------------------------------------------------------------===//

#include "core/Error.h"
#include "core/Value.h"

#include <cstring>

using namespace tsrt;

void tsrt_take_native(tsrt_value *v, const tsrt_type *t, void *p) {
  std::memset(p, 0, t->size);
  if (isNone(*v) && t->kind != TSRT_OPTIONAL)
    return;
  if (tsrt_error *error = tsrt_unbox_value(v, t, p)) {
    tsrt_error_release(error);
    std::memset(p, 0, t->size);
  }
  tsrt_value_release(v);
  *v = noneValue();
}

tsrt_error *tsrt_dict_set_all(tsrt_dict *d, const void *const *entries,
                              int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    if (tsrt_error *error =
            tsrt_dict_set(d, entries[2 * i], entries[2 * i + 1]))
      return error;
  return nullptr;
}

tsrt_error *tsrt_object_call(const char *name, const tsrt_value *args,
                             tsrt_value *result) {
  *result = noneValue();
  const tsrt_type *type = args[0].type;
  for (uint32_t i = 0; type && i < type->num_methods; ++i)
    if (std::strcmp(type->methods[i].name, name) == 0)
      return type->methods[i].entry(args, result);
  return tsrt_error_newf("RuntimeError", "%s has no method '%s'",
                         type ? type->name : "NoneType", name);
}
