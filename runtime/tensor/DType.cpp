//===- DType.cpp - Element types of tensors -------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tensor/DType.h"

#include <algorithm>

using namespace tsrt;

namespace {

struct Info {
  const char *name, *scalarName, *cppName;
  int size;
};

const Info infos[] = {
#define TSRT_DTYPE(id, number, size, name, kind, cpp, npy, brief, letter)      \
  {name, kind, cpp, size},
#include "tsrt_dtypes.def"
#undef TSRT_DTYPE
};

const Info &info(int d) {
  static const Info undefined = {"undefined", "Undefined", "undefined", 1};
  return d >= 0 && d < 16 ? infos[d] : undefined;
}

/// Rank of the floating dtypes for promotion.
int floatRank(int d) { return d == TSRT_F64 ? 3 : d == TSRT_F32 ? 2 : 1; }

} // namespace

int32_t tsrt_dtype_size(int32_t dtype) { return info(dtype).size; }
const char *tsrt_dtype_name(int32_t dtype) { return info(dtype).name; }
const char *tsrt::scalarTypeName(int d) { return info(d).scalarName; }
const char *tsrt::cppTypeName(int d) { return info(d).cppName; }

int tsrt::toComplexDType(int d) {
  switch (d) {
  case TSRT_F16:
  case TSRT_C32:
    return TSRT_C32;
  case TSRT_F64:
  case TSRT_C128:
    return TSRT_C128;
  default:
    return TSRT_C64;
  }
}

int tsrt::toRealDType(int d) {
  switch (d) {
  case TSRT_C32:
    return TSRT_F16;
  case TSRT_C64:
    return TSRT_F32;
  case TSRT_C128:
    return TSRT_F64;
  default:
    return d;
  }
}

int tsrt::promoteTypes(int a, int b) {
  if (a == b || b == TSRT_B8)
    return a;
  if (a == TSRT_B8)
    return b;
  if (isComplex(a) || isComplex(b)) {
    int ra = toRealDType(a), rb = toRealDType(b);
    int r = promoteTypes(ra, rb);
    return toComplexDType(r);
  }
  bool fa = isFloating(a), fb = isFloating(b);
  if (fa && fb) {
    if (floatRank(a) == floatRank(b))
      return TSRT_F32; // float16 with bfloat16
    return floatRank(a) > floatRank(b) ? a : b;
  }
  if (fa || fb)
    return fa ? a : b;
  if ((a == TSRT_U8 && b == TSRT_I8) || (a == TSRT_I8 && b == TSRT_U8))
    return TSRT_I16;
  return std::max(a, b);
}

bool tsrt::canCast(int from, int to) {
  if (isComplex(from) && !isComplex(to))
    return false;
  if (isFloating(from) && isIntegral(to))
    return false;
  return !(from != TSRT_B8 && to == TSRT_B8);
}
