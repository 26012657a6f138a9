//===- List.h - Typed access to list objects --------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spans over the contiguous storage of lists, and construction from C++.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_LIST_H
#define TSRT_CORE_LIST_H

#include "core/Error.h"
#include "core/Value.h"

#include <vector>

namespace tsrt {

/// A borrowed view of contiguous elements.
template <class T>
struct Span {
  T *data = nullptr;
  int64_t size = 0;

  Span() = default;
  Span(T *data, int64_t size) : data(data), size(size) {}
  template <class U>
  Span(const std::vector<U> &v) : data(v.data()), size(int64_t(v.size())) {}
  T *begin() const { return data; }
  T *end() const { return data + size; }
  bool empty() const { return size == 0; }
  T &operator[](int64_t i) const { return data[i]; }
  std::vector<std::remove_const_t<T>> vec() const { return {begin(), end()}; }
};

using IntSpan = Span<const int64_t>;
using FloatSpan = Span<const double>;
using BoolSpan = Span<const bool>;
/// Elements of a Tensor[] (never null) or a Tensor?[] (may be null).
using TensorSpan = Span<tsrt_tensor *const>;

/// Element type of a list.
inline const tsrt_type *elementType(const tsrt_list *list) {
  return list->header.type->elements[0];
}
/// Address of element `i`.
inline char *elementAt(const tsrt_list *list, int64_t i) {
  return static_cast<char *>(list->data) + i * elementType(list)->size;
}
/// The elements as T; the caller knows the element type.
template <class T>
Span<T> span(const tsrt_list *list) {
  return {static_cast<T *>(list->data), list->size};
}
/// Appends a copy of the native element at `element` (retains).
void listAppend(tsrt_list *list, const void *element);
/// Room for at least `capacity` elements.
void listReserve(tsrt_list *list, int64_t capacity);
/// A new list of `size` copies of the native elements from `data` (retains).
ListRef listFrom(const tsrt_type *listType, const void *data, int64_t size);

/// The descriptor of a C++ element type.
template <class T>
const tsrt_type *typeOf();
template <>
inline const tsrt_type *typeOf<int64_t>() {
  return &tsrt_type_int;
}
template <>
inline const tsrt_type *typeOf<double>() {
  return &tsrt_type_float;
}
template <>
inline const tsrt_type *typeOf<bool>() {
  return &tsrt_type_bool;
}
template <>
inline const tsrt_type *typeOf<Complex>() {
  return &tsrt_type_complex;
}
template <>
inline const tsrt_type *typeOf<StrRef>() {
  return &tsrt_type_str;
}
template <>
inline const tsrt_type *typeOf<TensorRef>() {
  return &tsrt_type_tensor;
}

/// A List[T] of the elements of a container (vector, initializer list, span).
template <class T, class Range>
ListRef makeListOf(const Range &range) {
  ListRef list = ListRef::adopt(
      tsrt_list_new(tsrt_type_list(typeOf<T>()), int64_t(std::size(range))));
  for (const T &element : range)
    listAppend(list.get(), &element);
  return list;
}
template <class T>
ListRef makeList(const std::vector<T> &elements) {
  if constexpr (std::is_same_v<T, bool>) {
    ListRef list = ListRef::adopt(tsrt_list_new(tsrt_type_list(&tsrt_type_bool),
                                                int64_t(elements.size())));
    for (bool element : elements)
      listAppend(list.get(), &element);
    return list;
  } else {
    return makeListOf<T>(elements);
  }
}

} // namespace tsrt

#endif // TSRT_CORE_LIST_H
