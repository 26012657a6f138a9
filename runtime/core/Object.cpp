//===- Object.cpp - Reference counting and object lifetime ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Retain, release and destruction. Destruction is iterative: an object whose
// count drops to zero while another is being destroyed waits its turn, so long
// chains do not exhaust the stack.
//
//===----------------------------------------------------------------------===//

#include "core/Allocator.h"
#include "core/Capsule.h"
#include "core/Dict.h"
#include "core/TensorHooks.h"
#include "core/Types.h"
#include "rpc/Remote.h"

#include <cstring>
#include <sys/single_threaded.h>

using namespace tsrt;

void *tsrt::allocateObject(const tsrt_type *type, size_t bytes) {
  auto *header = static_cast<tsrt_header *>(allocateCounted(bytes));
  std::memset(header, 0, bytes);
  header->refcount = 1;
  header->type = type;
  return header;
}

void tsrt::freeObject(void *object) { freeCounted(object); }

/// Destroys one object whose count is zero.
static void destroy(tsrt_header *header) {
  const tsrt_type *type = header->type;
  switch (type->kind) {
  case TSRT_TENSOR:
    return destroyTensor(reinterpret_cast<tsrt_tensor *>(header));
  case TSRT_RREF:
    return destroyRemote(header);
  case TSRT_CAPSULE:
    delete reinterpret_cast<Capsule *>(header)->contents;
    break;
  case TSRT_FUTURE:
    return destroyFuture(reinterpret_cast<tsrt_future *>(header));
  case TSRT_LIST: {
    auto *list = reinterpret_cast<tsrt_list *>(header);
    const tsrt_type *element = type->elements[0];
    if (isPointerKind(element->kind)) {
      auto *const *objects = static_cast<void *const *>(list->data);
      for (int64_t i = 0; i < list->size; ++i)
        tsrt_release(objects[i]);
    } else if (hasReferences(element)) {
      char *data = static_cast<char *>(list->data);
      for (int64_t i = 0; i < list->size; ++i)
        tsrt_native_release(element, data + i * element->size);
    }
    tsrt_free(list->data);
    break;
  }
  case TSRT_DICT:
    dictDestroy(reinterpret_cast<tsrt_dict *>(header));
    break;
  case TSRT_TUPLE:
    tsrt_native_release(type, reinterpret_cast<tsrt_box *>(header)->data);
    break;
  case TSRT_OBJECT:
    for (uint32_t i = 0; i < type->num_elements; ++i)
      tsrt_native_release(type->elements[i],
                          reinterpret_cast<char *>(header) + type->offsets[i]);
    break;
  default:
    break;
  }
  freeObject(header);
}

/// Destroys `header` and everything that dies with it. Dead objects that wait
/// are linked through their counts.
static void destroyAll(tsrt_header *header) {
  static thread_local tsrt_header *waiting = nullptr;
  static thread_local bool busy = false;
  // Most objects that die hold no others.
  int32_t kind = header->type->kind;
  if (kind == TSRT_STR)
    return freeObject(header);
  if (kind == TSRT_TENSOR)
    return destroyTensor(reinterpret_cast<tsrt_tensor *>(header));
  if (busy) {
    std::memcpy(&header->refcount, &waiting, sizeof(waiting));
    waiting = header;
    return;
  }
  busy = true;
  while (header) {
    destroy(header);
    header = waiting;
    if (header)
      std::memcpy(&waiting, &header->refcount, sizeof(waiting));
  }
  busy = false;
}

void tsrt_retain(void *object) {
  if (!object)
    return;
  int64_t *count = &static_cast<tsrt_header *>(object)->refcount;
  int64_t old = __atomic_load_n(count, __ATOMIC_RELAXED);
  if (old < 0)
    return;
  // A locked instruction costs twenty times a plain one; a process that never
  // made a thread does without.
  if (__libc_single_threaded)
    __atomic_store_n(count, old + 1, __ATOMIC_RELAXED);
  else
    __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
}

void tsrt_release(void *object) {
  if (!object)
    return;
  auto *header = static_cast<tsrt_header *>(object);
  int64_t count = __atomic_load_n(&header->refcount, __ATOMIC_ACQUIRE);
  if (count < 0)
    return;
  // A count of one cannot change under us: nobody else holds the object.
  if (count != 1 && __libc_single_threaded)
    return __atomic_store_n(&header->refcount, count - 1, __ATOMIC_RELAXED);
  if (count == 1 ||
      __atomic_fetch_sub(&header->refcount, 1, __ATOMIC_ACQ_REL) == 1)
    destroyAll(header);
}

/// Does the payload of a boxed value of this kind hold a pointer?
static bool holdsPointer(int32_t kind) {
  return isPointerKind(kind) || kind == TSRT_TUPLE;
}

void tsrt_value_retain(const tsrt_value *v) {
  if (v->type && holdsPointer(v->type->kind))
    tsrt_retain(v->u.p);
}

void tsrt_value_release(const tsrt_value *v) {
  if (v->type && holdsPointer(v->type->kind))
    tsrt_release(v->u.p);
}

/// Applies `onObject` or `onValue` to every reference inside a native value.
template <void onObject(void *), void onValue(const tsrt_value *)>
static void visit(const tsrt_type *t, const void *p) {
  if (isPointerKind(t->kind))
    return onObject(*static_cast<void *const *>(p));
  switch (t->kind) {
  case TSRT_ANY:
  case TSRT_UNION:
  case TSRT_SCALAR:
    return onValue(static_cast<const tsrt_value *>(p));
  case TSRT_OPTIONAL: {
    const tsrt_type *payload = t->elements[0];
    if (isPointerKind(payload->kind) ||
        static_cast<const char *>(p)[flagOffset(t)])
      visit<onObject, onValue>(payload, p);
    return;
  }
  case TSRT_TUPLE:
    for (uint32_t i = 0; i < t->num_elements; ++i)
      visit<onObject, onValue>(t->elements[i],
                               static_cast<const char *>(p) + t->offsets[i]);
    return;
  default:
    return;
  }
}

void tsrt_native_retain(const tsrt_type *t, const void *p) {
  visit<tsrt_retain, tsrt_value_retain>(t, p);
}

void tsrt_native_release(const tsrt_type *t, const void *p) {
  visit<tsrt_release, tsrt_value_release>(t, p);
}

tsrt_object *tsrt_object_new(const tsrt_type *object_type) {
  return static_cast<tsrt_object *>(
      allocateObject(object_type, instanceSize(object_type)));
}
