//===- ListReductions.cpp - min, max, sum, any and all of lists -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of lists of scalars.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"
#include "ops_language/Numbers.h"

#include <algorithm>

using namespace tsrt;

namespace {

template <class T, bool maximum>
Result<T> extremum(Span<const T> list) {
  if (list.empty())
    return fail(maximum ? "max() arg is an empty sequence"
                        : "min() arg is an empty sequence");
  T best = list[0];
  for (T element : list)
    if (maximum ? best < element : element < best)
      best = element;
  return best;
}

/// The greater or smaller of two lists, lexicographically; itself, not a copy.
template <class T, bool maximum>
ListRef greaterList(tsrt_list *a, tsrt_list *b) {
  Span<T> left = span<T>(a), right = span<T>(b);
  bool takeLeft =
      maximum ? std::lexicographical_compare(right.begin(), right.end(),
                                             left.begin(), left.end())
              : std::lexicographical_compare(left.begin(), left.end(),
                                             right.begin(), right.end());
  return ListRef::retain(takeLeft ? a : b);
}

int64_t sumInts(IntSpan list) {
  int64_t sum = 0;
  for (int64_t element : list)
    sum = wrapAdd(sum, element);
  return sum;
}
double sumFloats(FloatSpan list) {
  double sum = 0;
  for (double element : list)
    sum += element;
  return sum;
}
int64_t sumBools(BoolSpan list) {
  return std::count(list.begin(), list.end(), true);
}
Complex sumComplex(tsrt_list *list) {
  Complex sum = 0;
  for (Complex element : span<Complex>(list))
    sum += element;
  return sum;
}

template <class T>
bool isTrue(const T &element) {
  return element != T(0);
}
template <>
bool isTrue(tsrt_str *const &element) {
  return element->size > 0;
}

template <class T>
bool anyOf(tsrt_list *list) {
  Span<T> elements = span<T>(list);
  return std::any_of(elements.begin(), elements.end(), isTrue<T>);
}
template <class T>
bool allOf(tsrt_list *list) {
  Span<T> elements = span<T>(list);
  return std::all_of(elements.begin(), elements.end(), isTrue<T>);
}

#define TSRT_EXTREMA(type, T)                                                  \
  {"prim::max.self_" type, kernel<extremum<T, true>>},                         \
      {"prim::min.self_" type, kernel<extremum<T, false>>},                    \
      {"prim::max." type "_list", kernel<greaterList<T, true>>}, {             \
    "prim::min." type "_list", kernel<greaterList<T, false>>                   \
  }

const KernelEntry entries[] = {
    TSRT_EXTREMA("int", int64_t),
    TSRT_EXTREMA("float", double),
    TSRT_EXTREMA("bool", bool),
    {"aten::sum.int", kernel<sumInts>},
    {"aten::sum.float", kernel<sumFloats>},
    {"aten::sum.bool", kernel<sumBools>},
    {"aten::sum.complex", kernel<sumComplex>},
    {"aten::any.int", kernel<anyOf<int64_t>>},
    {"aten::any.float", kernel<anyOf<double>>},
    {"aten::any.bool", kernel<anyOf<bool>>},
    {"aten::any.str", kernel<anyOf<tsrt_str *>>},
    {"aten::all.int", kernel<allOf<int64_t>>},
    {"aten::all.float", kernel<allOf<double>>},
    {"aten::all.bool", kernel<allOf<bool>>},
};
const KernelTable table(entries);

} // namespace
