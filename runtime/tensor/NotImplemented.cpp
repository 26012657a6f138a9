//===- NotImplemented.cpp - Dtypes that an operation lacks ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names and sentences by which TorchScript reports a missing dtype.
//
//===----------------------------------------------------------------------===//

#include "tensor/NotImplemented.h"

#include <algorithm>
#include <iterator>
#include <string_view>

using namespace tsrt;

namespace {

/// What stands for `name`: the whole sentence, or the name in the usual one.
struct Wording {
  std::string_view name;
  const char *text;
};

/// Sentences about complex tensors; sorted.
constexpr Wording aboutComplex[] = {
    {"ceil", "ceil is not supported for complex inputs"},
    {"clamp_cpu", "clamp is not supported for complex types"},
    {"clamp_max_cpu", "clamp is not supported for complex types"},
    {"clamp_min_cpu", "clamp is not supported for complex types"},
    {"deg2rad", "deg2rad is not supported for complex tensors."},
    {"floor", "floor is not supported for complex inputs"},
    {"fmax", "fmax not implemented for complex tensors."},
    {"fmin", "fmin not implemented for complex tensors."},
    {"heaviside", "heaviside is not yet implemented for complex tensors."},
    {"isneginf", "isneginf does not support complex inputs."},
    {"isposinf", "isposinf does not support complex inputs."},
    {"maximum", "maximum not implemented for complex tensors."},
    {"minimum", "minimum not implemented for complex tensors."},
    {"rad2deg", "rad2deg is not supported for complex tensors."},
    {"sign", "Unlike NumPy, torch.sign is not intended to support complex "
             "numbers. Please use torch.sgn instead."},
    {"signbit", "signbit is not implemented for complex tensors."},
    {"trunc", "trunc is not supported for complex inputs"},
};

/// Names of kernels; sorted.
constexpr Wording kernelNames[] = {
    {"abs", "abs_cpu"},
    {"acos", "acos_vml_cpu"},
    {"acosh", "acosh_cpu"},
    {"amax", "max_values_cpu"},
    {"amin", "min_values_cpu"},
    {"asin", "asin_vml_cpu"},
    {"asinh", "asinh_cpu"},
    {"atan", "atan_vml_cpu"},
    {"atan2", "atan2_cpu"},
    {"atanh", "atanh_cpu"},
    {"bitwise_and", "bitwise_and_cpu"},
    {"bitwise_left_shift", "lshift_cpu"},
    {"bitwise_not", "bitwise_not_cpu"},
    {"bitwise_or", "bitwise_or_cpu"},
    {"bitwise_right_shift", "rshift_cpu"},
    {"bitwise_xor", "bitwise_xor_cpu"},
    {"ceil", "ceil_vml_cpu"},
    {"copysign", "copysign_cpu"},
    {"cos", "cos_vml_cpu"},
    {"cosh", "cosh_cpu"},
    {"div_floor", "div_floor_cpu"},
    {"erf", "erf_vml_cpu"},
    {"erfc", "erfc_vml_cpu"},
    {"erfinv", "erfinv_vml_cpu"},
    {"exp", "exp_vml_cpu"},
    {"expm1", "expm1_vml_cpu"},
    {"floor", "floor_vml_cpu"},
    {"fmod", "fmod_cpu"},
    {"frac", "frac_cpu"},
    {"gcd", "gcd_cpu"},
    {"ge", "ge_cpu"},
    {"gt", "gt_cpu"},
    {"hypot", "hypot_cpu"},
    {"i0", "i0_vml_cpu"},
    {"igamma", "igamma_cpu"},
    {"igammac", "igammac_cpu"},
    {"lcm", "lcm_cpu"},
    {"le", "le_cpu"},
    {"lgamma", "lgamma_vml_cpu"},
    {"log", "log_vml_cpu"},
    {"log10", "log10_vml_cpu"},
    {"log1p", "log1p_vml_cpu"},
    {"log2", "log2_vml_cpu"},
    {"logaddexp", "logaddexp_cpu"},
    {"logaddexp2", "logaddexp2_cpu"},
    {"lt", "lt_cpu"},
    {"median_out", "median_cpu"},
    {"mode", "mode_cpu"},
    {"nextafter", "nextafter_cpu"},
    {"remainder", "remainder_cpu"},
    {"round", "round_vml_cpu"},
    {"rsqrt", "rsqrt_cpu"},
    {"sigmoid", "sigmoid_cpu"},
    {"sin", "sin_vml_cpu"},
    {"sinc", "sinc_cpu"},
    {"sinh", "sinh_cpu"},
    {"sort", "sorting_kernel_method_name"},
    {"sqrt", "sqrt_vml_cpu"},
    {"tan", "tan_vml_cpu"},
    {"tanh", "tanh_vml_cpu"},
    {"topk", "topk_cpu"},
    {"trunc", "trunc_vml_cpu"},
    {"xlogy", "xlogy_cpu"},
};

template <size_t N>
constexpr bool isSorted(const Wording (&table)[N]) {
  for (size_t i = 1; i < N; ++i)
    if (table[i].name <= table[i - 1].name)
      return false;
  return true;
}
static_assert(isSorted(aboutComplex) && isSorted(kernelNames));

template <size_t N>
const char *find(const Wording (&table)[N], std::string_view name) {
  const Wording *found = std::lower_bound(
      std::begin(table), std::end(table), name,
      [](const Wording &row, std::string_view key) { return row.name < key; });
  return found != std::end(table) && found->name == name ? found->text
                                                         : nullptr;
}

} // namespace

Tensor tsrt::bailNotImplemented(const char *name, int dtype) {
  if (isComplex(dtype))
    if (const char *sentence = find(aboutComplex, name))
      return bail("%s", sentence);
  const char *kernel = find(kernelNames, name);
  return bail("\"%s\" not implemented for '%s'", kernel ? kernel : name,
              scalarTypeName(dtype));
}
