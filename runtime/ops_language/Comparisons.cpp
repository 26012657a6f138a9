//===- Comparisons.cpp - Comparison operators on scalars and strings ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// == != < <= > >= and `is` on everything that is not a tensor or a list.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"
#include "core/Types.h"

using namespace tsrt;

namespace {

struct Lt {
  template <class T>
  static bool of(T a, T b) {
    return a < b;
  }
};
struct Le {
  template <class T>
  static bool of(T a, T b) {
    return a <= b;
  }
};
struct Gt {
  template <class T>
  static bool of(T a, T b) {
    return a > b;
  }
};
struct Ge {
  template <class T>
  static bool of(T a, T b) {
    return a >= b;
  }
};
struct Eq {
  template <class T>
  static bool of(T a, T b) {
    return a == b;
  }
};
struct Ne {
  template <class T>
  static bool of(T a, T b) {
    return !(a == b);
  }
};

template <class Op, class T>
bool compare(T a, T b) {
  return Op::of(a, b);
}

template <class Op>
Result<bool> orderNumbers(Scalar a, Scalar b) {
  if (a.isComplex() || b.isComplex())
    return fail("complex numbers have no order");
  if (a.isFloat() || b.isFloat())
    return Op::of(a.toDouble(), b.toDouble());
  return Op::of(a.i, b.i);
}

template <class Op>
bool equateNumbers(Scalar a, Scalar b) {
  if (a.isIntegral() && b.isIntegral())
    return Op::of(a.i, b.i);
  return Op::of(a.toComplex(), b.toComplex());
}

template <class Op>
bool equateDevices(Device a, Device b) {
  return Op::of(a.bits, b.bits);
}

bool sameEnum(const tsrt_value &a, const tsrt_value &b) {
  return kindOf(a) == TSRT_ENUM && kindOf(b) == TSRT_ENUM &&
         tsrt_type_equal(a.type, b.type) && a.u.i == b.u.i;
}

/// `is`: by value for int, float, bool, device, enum and None; by identity for
/// objects. A boxed tuple is a copy, so tuples are never identical.
bool identical(const tsrt_value &a, const tsrt_value &b) {
  if (isNone(a) || isNone(b))
    return isNone(a) && isNone(b);
  if (kindOf(a) != kindOf(b))
    return false;
  switch (kindOf(a)) {
  case TSRT_INT:
  case TSRT_BOOL:
  case TSRT_DEVICE:
    return a.u.i == b.u.i;
  case TSRT_ENUM:
    return sameEnum(a, b);
  case TSRT_FLOAT:
    return a.u.f == b.u.f;
  default:
    return isPointerKind(kindOf(a)) && a.u.p == b.u.p;
  }
}

#define TSRT_ORDER(name, Op)                                                   \
  {name ".int", kernel<compare<Op, int64_t>>},                                 \
      {name ".float", kernel<compare<Op, double>>},                            \
      {name ".int_float", kernel<compare<Op, double>>},                        \
      {name ".float_int", kernel<compare<Op, double>>},                        \
      {name, kernel<orderNumbers<Op>>}, {                                      \
    name ".str", kernel<compare<Op, std::string_view>>                         \
  }
#define TSRT_EQUALITY(name, Op)                                                \
  {name ".int", kernel<compare<Op, int64_t>>},                                 \
      {name ".float", kernel<compare<Op, double>>},                            \
      {name ".int_float", kernel<compare<Op, double>>},                        \
      {name ".float_int", kernel<compare<Op, double>>},                        \
      {name ".bool", kernel<compare<Op, bool>>},                               \
      {name ".complex", kernel<compare<Op, Complex>>},                         \
      {name ".float_complex", kernel<compare<Op, Complex>>},                   \
      {name ".complex_float", kernel<compare<Op, Complex>>},                   \
      {name ".device", kernel<equateDevices<Op>>},                             \
      {name, kernel<equateNumbers<Op>>}, {                                     \
    name ".str", kernel<compare<Op, std::string_view>>                         \
  }

const KernelEntry entries[] = {
    TSRT_ORDER("aten::lt", Lt),
    TSRT_ORDER("aten::le", Le),
    TSRT_ORDER("aten::gt", Gt),
    TSRT_ORDER("aten::ge", Ge),
    TSRT_EQUALITY("aten::eq", Eq),
    TSRT_EQUALITY("aten::ne", Ne),
    {"aten::eq.enum", kernel<sameEnum>},
    {"aten::ne.enum", fn([](const tsrt_value &a, const tsrt_value &b) {
       return !sameEnum(a, b);
     })},
    {"aten::__is__", kernel<identical>},
    {"aten::__isnot__", fn([](const tsrt_value &a, const tsrt_value &b) {
       return !identical(a, b);
     })},
};
const KernelTable table(entries);

} // namespace
