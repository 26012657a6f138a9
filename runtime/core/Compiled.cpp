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
#include "core/List.h"
#include "core/OutOfMemory.h"
#include "core/StackLimit.h"
#include "core/Value.h"
#include "tsrt_program.h"

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

tsrt_error *tsrt_try_reserve(tsrt_list *list, int64_t count) {
  return guarded([&]() -> tsrt_error * {
    tsrt_list_reserve_all(list, count);
    return nullptr;
  });
}

tsrt_error *tsrt_try_grow(tsrt_list *list, const void *element) {
  tsrt_error *error = guarded([&]() -> tsrt_error * {
    tsrt_list_grow(list);
    return nullptr;
  });
  if (error)
    tsrt_native_release(elementType(list), element);
  return error;
}

tsrt_error *tsrt_try_append(tsrt_str *a, const tsrt_str *b, tsrt_str **result) {
  *result = nullptr;
  return guarded([&]() -> tsrt_error * {
    *result = tsrt_str_append(a, b);
    return nullptr;
  });
}

tsrt_error *tsrt_try_join(const tsrt_str *separator, const tsrt_list *strings,
                          tsrt_str **result) {
  *result = nullptr;
  return guarded([&]() -> tsrt_error * {
    *result = tsrt_str_join(separator, strings);
    return nullptr;
  });
}

tsrt_error *tsrt_check_stack(void) {
  return isStackLow() ? stackError() : nullptr;
}

tsrt_error *tsrt_object_call(tsrt_method_site *site, const tsrt_value *args,
                             tsrt_value *result) {
  *result = noneValue();
  if (isStackLow())
    return stackError();
  const tsrt_type *type = args[0].type;
  if (!type)
    type = &tsrt_type_none;
  // One word, so that it is consistent whatever other threads do: a method of
  // this class stands in its table.
  const tsrt_method *found = __atomic_load_n(&site->found, __ATOMIC_RELAXED);
  uintptr_t place = uintptr_t(found) - uintptr_t(type->methods);
  if (place < type->num_methods * sizeof(tsrt_method))
    return found->entry(args, result);
  for (uint32_t i = 0; i < type->num_methods; ++i)
    if (std::strcmp(type->methods[i].name, site->name) == 0) {
      __atomic_store_n(&site->found, &type->methods[i], __ATOMIC_RELAXED);
      return type->methods[i].entry(args, result);
    }
  return tsrt_error_newf("RuntimeError", "%s has no method '%s'", type->name,
                         site->name);
}
