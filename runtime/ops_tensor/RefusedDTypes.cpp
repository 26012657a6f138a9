//===- RefusedDTypes.cpp - What operators refuse, by dtype ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dtypes that PyTorch's CPU kernels lack, by operator: what it runs fails
// here with its text, although the runtime's kernels, which compute in few wide
// types, could give a result. Recorded from PyTorch 1.13 by calling every
// operator with every dtype.
//
//===----------------------------------------------------------------------===//

#include "core/TensorHooks.h"
#include "ops_tensor/Kernels.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

using namespace tsrt;

namespace {

/// When a row holds.
enum How : uint8_t {
  Elements = 1,   ///< only for tensors with elements
  Dimensions = 2, ///< only for tensors with dimensions
  Promoted = 4, ///< for the dtype all operands have together; else the first's
  DTypeLast = 8 ///< the last argument may say another dtype to compute in
};

/// One operator, all its overloads or one ("default": that without a name),
/// and dtypes it lacks, as NumPy's letters (y: bfloat16). The text is the name
/// of a kernel in the usual sentence or, when it has spaces, a sentence, with
/// %s for the dtype.
struct Row {
  const char *op, *dtypes, *text;
  uint8_t how;
};

// clang-format off
constexpr Row rows[] = {
    {"_adaptive_avg_pool3d", "?BbhilyFD", "adaptive_avg_pool3d_cpu", 0},
    {"_cdist_forward", "?BbhilFD", "cdist only supports floating-point dtypes, X1 got: %s", 0},
    {"_cdist_forward", "ey", "cdist", 0},
    {"_linalg_eigh", "?Bbhiley", "linalg_eigh_cpu", 0},
    {"_lu_with_info", "?Bbhiley", "lu_cpu", 0},
    {"_scaled_dot_product_attention", "FD", "softmax_lastdim_kernel_impl", 0},
    {"_scaled_dot_product_attention", "e", "bmm", 0},
    {"_unique", "eFD", "unique", 0},
    {"_unique2", "eFD", "unique", 0},
    {"abs", "?", "abs_cpu", 0},
    {"absolute", "?", "abs_cpu", 0},
    {"acos", "e", "acos_vml_cpu", 0},
    {"acosh", "e", "acosh_cpu", 0},
    {"adaptive_avg_pool1d", "?Bbhil", "adaptive_avg_pool2d", Elements},
    {"adaptive_avg_pool2d", "?BbhileFD", "adaptive_avg_pool2d", 0},
    {"adaptive_avg_pool3d", "?BbhilyFD", "adaptive_avg_pool3d_cpu", 0},
    {"adaptive_max_pool1d", "?BbhileFD", "adaptive_max_pool2d", 0},
    {"adaptive_max_pool2d", "?BbhileFD", "adaptive_max_pool2d", 0},
    {"adaptive_max_pool3d", "?BbhileyFD", "adaptive_max_pool3d_cpu", 0},
    {"addbmm", "?e", "addmm_impl_cpu_", 0},
    {"addcdiv", "e", "addcdiv_cpu_out", Promoted},
    {"addcmul", "?e", "addcmul_cpu_out", Promoted},
    {"addmm", "?e", "addmm_impl_cpu_", 0},
    {"addmv", "?e", "addmv_impl_cpu", 0},
    {"amax", "FD", "max_values_cpu", 0},
    {"amin", "FD", "min_values_cpu", 0},
    {"aminmax", "eFD", "aminmax_cpu", 0},
    {"arccos", "e", "acos_vml_cpu", 0},
    {"arccosh", "e", "acosh_cpu", 0},
    {"arcsin", "e", "asin_vml_cpu", 0},
    {"arcsinh", "e", "asinh_cpu", 0},
    {"arctan", "e", "atan_vml_cpu", 0},
    {"arctan2", "eFD", "atan2_cpu", 0},
    {"arctanh", "e", "atanh_cpu", 0},
    {"argmax", "?FD", "argmax_cpu", Elements},
    {"argmin", "?FD", "argmin_cpu", Elements},
    {"argsort.default", "FD", "sorting_kernel_method_name", Dimensions},
    {"argsort.stable", "FD", "sorting_kernel_method_name", 0},
    {"asin", "e", "asin_vml_cpu", 0},
    {"asinh", "e", "asinh_cpu", 0},
    {"atan", "e", "atan_vml_cpu", 0},
    {"atan2", "eFD", "atan2_cpu", Promoted},
    {"atanh", "e", "atanh_cpu", 0},
    {"avg_pool1d", "?BbhieFD", "avg_pool2d", 0},
    {"avg_pool2d", "?BbhieFD", "avg_pool2d", 0},
    {"avg_pool3d", "?BbhieyFD", "avg_pool3d_out_frame", 0},
    {"baddbmm", "?e", "baddbmm", 0},
    {"batch_norm", "?BbhileFD", "batch_norm", 0},
    {"bernoulli", "?Bbhil", "bernoulli_tensor_cpu_p_", 0},
    {"bernoulli", "eFD", "bernoulli_tensor_cpu_self_", 0},
    {"bilinear", "?e", "bmm", 0},
    {"binary_cross_entropy", "?BbhileyFD", "binary_cross_entropy", 0},
    {"binary_cross_entropy_with_logits", "?", "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.", 0},
    {"binary_cross_entropy_with_logits", "FD", "clamp is not supported for complex types", 0},
    {"binary_cross_entropy_with_logits", "e", "clamp_min_cpu", 0},
    {"bincount", "?eyfdFD", "bincount_cpu", 0},
    {"bitwise_and", "eyfdFD", "bitwise_and_cpu", Promoted},
    {"bitwise_left_shift.Scalar_Tensor", "eyfdFD", "lshift_cpu", Promoted},
    {"bitwise_left_shift.Tensor", "?eyfdFD", "lshift_cpu", Promoted},
    {"bitwise_left_shift.Tensor_Scalar", "eyfdFD", "lshift_cpu", Promoted},
    {"bitwise_not", "eyfdFD", "bitwise_not_cpu", 0},
    {"bitwise_or", "eyfdFD", "bitwise_or_cpu", Promoted},
    {"bitwise_right_shift.Scalar_Tensor", "eyfdFD", "rshift_cpu", Promoted},
    {"bitwise_right_shift.Tensor", "?eyfdFD", "rshift_cpu", Promoted},
    {"bitwise_right_shift.Tensor_Scalar", "eyfdFD", "rshift_cpu", Promoted},
    {"bitwise_xor", "eyfdFD", "bitwise_xor_cpu", Promoted},
    {"bmm", "?e", "bmm", 0},
    {"bucketize.Scalar", "FD", "searchsorted_out_cpu", 0},
    {"bucketize.Tensor", "?FD", "searchsorted_out_cpu", Elements},
    {"ceil", "?e", "ceil_vml_cpu", 0},
    {"ceil", "FD", "ceil is not supported for complex inputs", 0},
    {"celu", "?BbhileFD", "elu_cpu", 0},
    {"chain_matmul", "?e", "addmm_impl_cpu_", 0},
    {"cholesky", "?Bbhiley", "cholesky_cpu", Elements},
    {"cholesky_inverse", "?Bbhiley", "cholesky_inverse_out_cpu", 0},
    {"cholesky_solve", "?Bbhiley", "cholesky_solve_cpu", 0},
    {"clamp", "FD", "clamp is not supported for complex types", Promoted},
    {"clamp_max.Tensor", "FD", "minimum_cpu", Promoted},
    {"clamp_max.default", "FD", "clamp is not supported for complex types", Promoted},
    {"clamp_max.default", "e", "clamp_max_scalar_cpu", Promoted},
    {"clamp_min.Tensor", "FD", "maximum_cpu", Promoted},
    {"clamp_min.default", "FD", "clamp is not supported for complex types", Promoted},
    {"clamp_min.default", "e", "clamp_min_cpu", Promoted},
    {"conv1d", "?e", "slow_conv2d_cpu", 0},
    {"conv2d", "?e", "slow_conv2d_cpu", 0},
    {"conv3d", "?e", "compute_columns3d", 0},
    {"conv_transpose1d", "?Bbhiey", "slow_conv_transpose2d_out_cpu", 0},
    {"conv_transpose2d", "?BbhieyFD", "slow_conv_transpose2d_out_cpu", 0},
    {"conv_transpose3d", "?BbhieyFD", "slow_conv_transpose3d_out_cpu", 0},
    {"copysign", "FD", "copysign_cpu", Promoted},
    {"cos", "e", "cos_vml_cpu", 0},
    {"cosh", "e", "cosh_cpu", 0},
    {"cosine_embedding_loss", "FD", "clamp is not supported for complex types", 0},
    {"cosine_embedding_loss", "e", "sqrt_vml_cpu", 0},
    {"cosine_similarity", "e", "clamp_min_cpu", 0},
    {"cov", "?", "cov(): bool dtype is not supported for input", 0},
    {"cov", "e", "addmm_impl_cpu_", 0},
    {"cross", "?e", "cross", Promoted},
    {"cross_entropy_loss", "?BbhileFD", "log_softmax_lastdim_kernel_impl", 0},
    {"ctc_loss", "?BbhileyFD", "ctc_loss_cpu", 0},
    {"cummax", "eFD", "cummax_cpu", Dimensions},
    {"cummin", "eFD", "cummin_cpu", Dimensions},
    {"cumprod", "e", "cumprod_out_cpu", Elements | Dimensions | DTypeLast},
    {"cumsum", "e", "cumsum_out_cpu", Elements | Dimensions | DTypeLast},
    {"deg2rad", "FD", "deg2rad is not supported for complex tensors.", 0},
    {"det", "ey", "lu_cpu", 0},
    {"diag", "e", "diag", 0},
    {"diagflat", "e", "diag", 0},
    {"digamma", "eFD", "digamma", 0},
    {"div.Tensor_mode", "?FD", "div_trunc_cpu", Promoted},
    {"dot", "?e", "dot", 0},
    {"elu", "?BbhileFD", "elu_cpu", 0},
    {"erf", "eFD", "erf_vml_cpu", 0},
    {"erfc", "eFD", "erfc_vml_cpu", 0},
    {"erfinv", "eFD", "erfinv_vml_cpu", 0},
    {"exp", "e", "exp_vml_cpu", 0},
    {"exp2", "FD", "exp2", 0},
    {"expm1", "eFD", "expm1_vml_cpu", 0},
    {"fix", "?e", "trunc_vml_cpu", 0},
    {"fix", "FD", "trunc is not supported for complex inputs", 0},
    {"floor", "?e", "floor_vml_cpu", 0},
    {"floor", "FD", "floor is not supported for complex inputs", 0},
    {"floor_divide.Scalar", "FD", "div_floor_cpu", Promoted},
    {"floor_divide.default", "?FD", "div_floor_cpu", Promoted},
    {"fmax", "FD", "fmax not implemented for complex tensors.", Promoted},
    {"fmin", "FD", "fmin not implemented for complex tensors.", Promoted},
    {"fmod.Scalar", "FD", "fmod_cpu", Promoted},
    {"fmod.Tensor", "?FD", "fmod_cpu", Promoted},
    {"frac", "?BbhilFD", "frac_cpu", 0},
    {"fractional_max_pool2d", "?Bbhil", "check_uniform_bounds", 0},
    {"fractional_max_pool2d", "eyFD", "fractional_max_pool2d_out_frame", 0},
    {"fractional_max_pool3d", "?Bbhil", "check_uniform_bounds", 0},
    {"fractional_max_pool3d", "eyFD", "fractional_max_pool3d_out_frame", 0},
    {"frexp", "?BbhilFD", "torch.frexp() only supports floating-point dtypes", 0},
    {"gcd", "?eyfdFD", "gcd_cpu", Promoted},
    {"ge", "FD", "ge_cpu", Promoted},
    {"gelu", "?BbhileFD", "GeluKernelImpl", 0},
    {"geqrf", "?Bbhiley", "geqrf_cpu", 0},
    {"glu", "?BbhileFD", "glu_cpu", 0},
    {"greater", "FD", "gt_cpu", Promoted},
    {"greater_equal", "FD", "ge_cpu", Promoted},
    {"group_norm", "?BbhileFD", "GroupNormKernelImpl", 0},
    {"gt", "FD", "gt_cpu", Promoted},
    {"hardshrink", "?BbhileFD", "hardshrink_cpu", 0},
    {"hardsigmoid", "?BbhileFD", "hardsigmoid_cpu", 0},
    {"hardswish", "?BbhileFD", "hardswish_cpu", 0},
    {"hardtanh", "?", "Bool inputs not supported for hardtanh", 0},
    {"hardtanh", "FD", "clamp is not supported for complex types", 0},
    {"hardtanh", "e", "clamp_scalar_cpu", 0},
    {"heaviside", "FD", "heaviside is not yet implemented for complex tensors.", Promoted},
    {"histogram.bin_ct", "?BbhileyFD", "histogramdd", 0},
    {"histogram.bins_tensor", "?BbhileFD", "histogram_cpu", 0},
    {"histogramdd.TensorList_bins", "?BbhileFD", "histogram_cpu", 0},
    {"histogramdd.default", "?BbhileyFD", "histogramdd", 0},
    {"huber_loss", "BbhilFD", "huber_cpu", 0},
    {"hypot", "?BbhileFD", "hypot_cpu", Promoted},
    {"i0", "eFD", "i0_vml_cpu", 0},
    {"igamma", "?BbhilFD", "igamma_cpu", Promoted},
    {"igammac", "?BbhilFD", "igammac_cpu", Promoted},
    {"im2col", "?Bbhil", "im2col_out_cpu", 0},
    {"index_reduce", "?FD", "index_func_", 0},
    {"inner", "?e", "addmm_impl_cpu_", Dimensions},
    {"instance_norm", "?BbhileFD", "batch_norm", 0},
    {"isin.Scalar_Tensor", "e", "isin_default_cpu", 0},
    {"isin.Tensor_Tensor", "e", "isin_default_cpu", 0},
    {"isneginf", "FD", "isneginf does not support complex inputs.", 0},
    {"isposinf", "FD", "isposinf does not support complex inputs.", 0},
    {"kl_div", "?Bbhil", "kl_div: Integral inputs not supported.", 0},
    {"kl_div", "FD", "kl_div: Complex inputs not supported.", 0},
    {"kthvalue.default", "?eFD", "kthvalue_cpu", Dimensions},
    {"kthvalue.values", "?eFD", "kthvalue_cpu", 0},
    {"l1_loss", "?", "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.", 0},
    {"layer_norm", "?BbhileFD", "LayerNormKernelImpl", 0},
    {"lcm", "?eyfdFD", "lcm_cpu", Promoted},
    {"le", "FD", "le_cpu", Promoted},
    {"leaky_relu", "?BbhileFD", "leaky_relu_cpu", 0},
    {"lerp.Scalar", "?Bbhile", "lerp_kernel_scalar", Promoted},
    {"lerp.Tensor", "?Bbhile", "lerp_kernel_tensor", Promoted},
    {"less", "FD", "lt_cpu", Promoted},
    {"less_equal", "FD", "le_cpu", Promoted},
    {"lgamma", "eFD", "lgamma_vml_cpu", 0},
    {"linalg_cholesky", "ey", "cholesky_cpu", Elements},
    {"linalg_cholesky_ex", "ey", "cholesky_cpu", Elements},
    {"linalg_cross", "?e", "cross", 0},
    {"linalg_det", "ey", "lu_cpu", Elements},
    {"linalg_eig", "ey", "linalg_eig_out_cpu", 0},
    {"linalg_eigh", "?Bbhiley", "linalg_eigh_cpu", Elements},
    {"linalg_eigvals", "ey", "linalg_eig_out_cpu", 0},
    {"linalg_eigvalsh", "?Bbhiley", "linalg_eigh_cpu", Elements},
    {"linalg_householder_product", "?Bbhiley", "orgqr_cpu", 0},
    {"linalg_inv", "ey", "linalg.inv: Low precision dtypes not supported. Got %s", 0},
    {"linalg_inv_ex", "ey", "linalg.inv: Low precision dtypes not supported. Got %s", 0},
    {"linalg_ldl_factor", "ey", "ldl_factor_kernel_cpu", Elements},
    {"linalg_ldl_factor_ex", "ey", "ldl_factor_kernel_cpu", Elements},
    {"linalg_ldl_solve", "ey", "ldl_solve_kernel_cpu", Elements},
    {"linalg_lu", "?Bbhiley", "lu_cpu", 0},
    {"linalg_lu_factor", "?Bbhiley", "lu_cpu", 0},
    {"linalg_lu_factor_ex", "?Bbhiley", "lu_cpu", 0},
    {"linalg_matmul", "?e", "addmm_impl_cpu_", 0},
    {"linalg_multi_dot", "?e", "addmm_impl_cpu_", 0},
    {"linalg_qr", "ey", "geqrf_cpu", 0},
    {"linalg_slogdet", "ey", "linalg.slogdet: Low precision dtypes not supported. Got %s", 0},
    {"linalg_solve", "ey", "lu_cpu", Elements},
    {"linalg_solve_ex", "ey", "lu_cpu", Elements},
    {"linalg_solve_triangular", "?Bbhiley", "triangular_solve_cpu", 0},
    {"linalg_svd", "ey", "linalg_svd_cpu", Elements},
    {"linalg_svdvals", "ey", "linalg_svd_cpu", Elements},
    {"linear", "?e", "addmm_impl_cpu_", 0},
    {"log", "e", "log_vml_cpu", 0},
    {"log10", "e", "log10_vml_cpu", 0},
    {"log1p", "eFD", "log1p_vml_cpu", 0},
    {"log2", "e", "log2_vml_cpu", 0},
    {"log_sigmoid", "?BbhileFD", "log_sigmoid_cpu", 0},
    {"log_softmax", "?BbhileFD", "log_softmax_lastdim_kernel_impl", DTypeLast},
    {"logaddexp", "?BbhileFD", "logaddexp_cpu", Promoted},
    {"logaddexp2", "?BbhileFD", "logaddexp2_cpu", Promoted},
    {"logcumsumexp", "?BbhileFD", "logcumsumexp_out_cpu", 0},
    {"logdet", "ey", "logdet: Low precision dtypes not supported. Got %s", 0},
    {"logit", "eFD", "logit_cpu", 0},
    {"logsumexp", "e", "exp_vml_cpu", 0},
    {"lt", "FD", "lt_cpu", Promoted},
    {"matmul", "?e", "addmm_impl_cpu_", Elements},
    {"max.default", "FD", "max_all", Promoted},
    {"max.dim", "FD", "max(): does not support complex input", Promoted},
    {"max.dim_max", "FD", "max(): does not support complex input", Promoted},
    {"max.other", "FD", "maximum not implemented for complex tensors.", Promoted},
    {"max_pool1d", "?BbhileFD", "max_pool1d_impl", 0},
    {"max_pool1d_with_indices", "?BbhileFD", "max_pool2d", 0},
    {"max_pool2d", "?BbhileFD", "max_pool2d", 0},
    {"max_pool2d_with_indices", "?BbhileFD", "max_pool2d", 0},
    {"max_pool3d", "?BbhileyFD", "max_pool3d_with_indices_cpu", 0},
    {"max_pool3d_with_indices", "?BbhileyFD", "max_pool3d_with_indices_cpu", 0},
    {"max_unpool2d", "?BbhileyFD", "max_unpool2d", 0},
    {"max_unpool3d", "?BbhileyFD", "max_unpool3d", 0},
    {"maximum", "FD", "maximum not implemented for complex tensors.", Promoted},
    {"median.default", "?eFD", "median_cpu", 0},
    {"median.dim", "?eFD", "median_out", 0},
    {"median.dim_values", "?eFD", "median_out", 0},
    {"min.default", "FD", "min_all", Promoted},
    {"min.dim", "FD", "min(): does not support complex input", Promoted},
    {"min.dim_min", "FD", "min(): does not support complex input", Promoted},
    {"min.other", "FD", "minimum not implemented for complex tensors.", Promoted},
    {"minimum", "FD", "minimum not implemented for complex tensors.", Promoted},
    {"mish", "?BbhileyFD", "mish_cpu", 0},
    {"mm", "?e", "addmm_impl_cpu_", 0},
    {"mode.default", "FD", "mode_cpu", Dimensions},
    {"mode.values", "FD", "mode_cpu", 0},
    {"mse_loss", "?BbhilyFD", "mse_cpu", 0},
    {"msort", "FD", "sorting_kernel_method_name", 0},
    {"multi_margin_loss", "?BbhileyFD", "multi_margin_loss_cpu_kernel", 0},
    {"multilabel_margin_loss", "?BbhileyFD", "multilabel_margin_loss_forward_out_frame", 0},
    {"mv", "?e", "addmv_impl_cpu", 0},
    {"mvlgamma", "FD", "arange_cpu", 0},
    {"mvlgamma", "e", "lgamma_vml_cpu", 0},
    {"nan_to_num", "FD", "nan_to_num", 0},
    {"nanmedian.default", "?eFD", "median_cpu", 0},
    {"nanmedian.dim", "?eFD", "median_out", 0},
    {"nanmedian.dim_values", "?eFD", "median_out", 0},
    {"nansum", "FD", "nansum does not support complex inputs", DTypeLast},
    {"native_batch_norm", "?BbhileFD", "batch_norm", 0},
    {"native_layer_norm", "?BbhileFD", "LayerNormKernelImpl", 0},
    {"nextafter", "?BbhileFD", "nextafter_cpu", Promoted},
    {"nll_loss", "?BbhileFD", "nll_loss_out_frame", 0},
    {"nll_loss_forward", "?BbhileFD", "nll_loss_out_frame", 0},
    {"nll_loss_nd", "?BbhileFD", "nll_loss_out_frame", 0},
    {"nuclear_norm", "ey", "linalg_svd_cpu", 0},
    {"ormqr", "?Bbhiley", "ormqr_cpu", 0},
    {"pdist", "?BbhilFD", "pdist only supports floating-point dtypes", 0},
    {"pdist", "ey", "pdist", 0},
    {"polar", "e", "polar_cpu", 0},
    {"polygamma", "eFD", "trigamma", 0},
    {"positive", "?", "The `+` operator, on a bool tensor is not supported.", 0},
    {"pow.Tensor_Tensor", "?", "pow", Promoted},
    {"prelu", "?BbhileFD", "prelu_cpu", 0},
    {"prod", "ey", "prod_cpu", DTypeLast},
    {"qr", "ey", "geqrf_cpu", 0},
    {"rad2deg", "FD", "rad2deg is not supported for complex tensors.", 0},
    {"reflection_pad1d", "?Bbhiley", "reflection_pad1d", 0},
    {"relu", "?", "Boolean inputs not supported for relu", 0},
    {"relu", "FD", "clamp is not supported for complex types", 0},
    {"relu", "e", "clamp_min_cpu", 0},
    {"relu6", "?", "Bool inputs not supported for hardtanh", 0},
    {"relu6", "FD", "clamp is not supported for complex types", 0},
    {"relu6", "e", "clamp_scalar_cpu", 0},
    {"remainder.Scalar", "FD", "remainder_cpu", Promoted},
    {"remainder.Scalar_Tensor", "FD", "remainder_cpu", Promoted},
    {"remainder.Tensor", "?FD", "remainder_cpu", Promoted},
    {"round.decimals", "?BbhileFD", "round_cpu", 0},
    {"round.default", "?eFD", "round_vml_cpu", 0},
    {"rrelu", "?BbhileFD", "rrelu_with_noise_out_cpu", 0},
    {"rsqrt", "e", "rsqrt_cpu", 0},
    {"scatter_reduce", "?", "scatter_gather_tensor_cpu_reduce_mean", 0},
    {"searchsorted.Scalar", "FD", "searchsorted_out_cpu", 0},
    {"searchsorted.Tensor", "?FD", "searchsorted_out_cpu", 0},
    {"segment_reduce", "?BbhilFD", "_segment_reduce_cpu", 0},
    {"selu", "?BbhileFD", "elu_cpu", 0},
    {"sigmoid", "e", "sigmoid_cpu", 0},
    {"sign", "FD", "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead.", 0},
    {"signbit", "FD", "signbit is not implemented for complex tensors.", 0},
    {"silu", "?Bbhile", "silu_cpu", 0},
    {"sin", "e", "sin_vml_cpu", 0},
    {"sinc", "e", "sinc_cpu", 0},
    {"sinh", "e", "sinh_cpu", 0},
    {"slogdet", "ey", "linalg.slogdet: Low precision dtypes not supported. Got %s", 0},
    {"smooth_l1_loss", "?BbhilFD", "smooth_l1_cpu", 0},
    {"softmax", "?BbhileFD", "softmax_lastdim_kernel_impl", DTypeLast},
    {"softplus", "?BbhileFD", "softplus_cpu", 0},
    {"softshrink", "?BbhileFD", "softshrink_cpu", 0},
    {"sort.default", "FD", "sorting_kernel_method_name", 0},
    {"sort.stable", "FD", "sorting_kernel_method_name", 0},
    {"sort.values", "FD", "sorting_kernel_method_name", 0},
    {"sorted", "FD", "lt_cpu", 0},
    {"special_airy_ai", "eyFD", "airy_ai_cpu", 0},
    {"special_bessel_j0", "eyFD", "bessel_j0_cpu", 0},
    {"special_bessel_j1", "eyFD", "bessel_j1_cpu", 0},
    {"special_bessel_y0", "eyFD", "bessel_y0_cpu", 0},
    {"special_bessel_y1", "eyFD", "bessel_y1_cpu", 0},
    {"special_chebyshev_polynomial_t", "eyFD", "chebyshev_polynomial_t_cpu", Promoted},
    {"special_chebyshev_polynomial_u", "eyFD", "chebyshev_polynomial_u_cpu", Promoted},
    {"special_chebyshev_polynomial_v", "eyFD", "chebyshev_polynomial_v_cpu", 0},
    {"special_chebyshev_polynomial_w", "eyFD", "chebyshev_polynomial_w_cpu", 0},
    {"special_digamma", "eFD", "digamma", 0},
    {"special_entr", "eFD", "entr_cpu", 0},
    {"special_erf", "eFD", "erf_vml_cpu", 0},
    {"special_erfc", "eFD", "erfc_vml_cpu", 0},
    {"special_erfcx", "eyFD", "erfcx_cpu", 0},
    {"special_erfinv", "eFD", "erfinv_vml_cpu", 0},
    {"special_exp2", "FD", "exp2", 0},
    {"special_expit", "e", "sigmoid_cpu", 0},
    {"special_expm1", "eFD", "expm1_vml_cpu", 0},
    {"special_gammainc", "?BbhilFD", "igamma_cpu", Promoted},
    {"special_gammaincc", "?BbhilFD", "igammac_cpu", Promoted},
    {"special_gammaln", "eFD", "lgamma_vml_cpu", 0},
    {"special_hermite_polynomial_h", "eyFD", "hermite_polynomial_h_cpu", Promoted},
    {"special_hermite_polynomial_he", "eyFD", "hermite_polynomial_he_cpu", Promoted},
    {"special_i1", "eyFD", "i1_cpu", 0},
    {"special_i1e", "eyFD", "i1e_cpu", 0},
    {"special_laguerre_polynomial_l", "eyFD", "laguerre_polynomial_l_cpu", Promoted},
    {"special_legendre_polynomial_p", "eyFD", "legendre_polynomial_p_cpu", Promoted},
    {"special_log1p", "eFD", "log1p_vml_cpu", 0},
    {"special_log_ndtr", "eyFD", "log_ndtr_cpu", 0},
    {"special_log_softmax", "?BbhileFD", "log_softmax_lastdim_kernel_impl", DTypeLast},
    {"special_logit", "eFD", "logit_cpu", 0},
    {"special_logsumexp", "e", "exp_vml_cpu", 0},
    {"special_modified_bessel_i0", "eyFD", "modified_bessel_i0_cpu", 0},
    {"special_modified_bessel_i1", "eyFD", "modified_bessel_i1_cpu", 0},
    {"special_modified_bessel_k0", "eyFD", "modified_bessel_k0_cpu", 0},
    {"special_modified_bessel_k1", "eyFD", "modified_bessel_k1_cpu", 0},
    {"special_multigammaln", "FD", "arange_cpu", 0},
    {"special_multigammaln", "e", "lgamma_vml_cpu", 0},
    {"special_ndtr", "eFD", "erf_vml_cpu", 0},
    {"special_ndtri", "eyFD", "ndtri_cpu", 0},
    {"special_polygamma", "eFD", "trigamma", 0},
    {"special_psi", "eFD", "digamma", 0},
    {"special_round", "?BbhileFD", "round_vml_cpu", 0},
    {"special_scaled_modified_bessel_k0", "eyFD", "scaled_modified_bessel_k0_cpu", 0},
    {"special_scaled_modified_bessel_k1", "eyFD", "scaled_modified_bessel_k1_cpu", 0},
    {"special_shifted_chebyshev_polynomial_t", "eyFD", "shifted_chebyshev_polynomial_t_cpu", 0},
    {"special_shifted_chebyshev_polynomial_u", "eyFD", "shifted_chebyshev_polynomial_u_cpu", 0},
    {"special_shifted_chebyshev_polynomial_v", "eyFD", "shifted_chebyshev_polynomial_v_cpu", 0},
    {"special_shifted_chebyshev_polynomial_w", "eyFD", "shifted_chebyshev_polynomial_w_cpu", 0},
    {"special_sinc", "e", "sinc_cpu", 0},
    {"special_softmax", "?BbhileFD", "softmax_lastdim_kernel_impl", DTypeLast},
    {"special_spherical_bessel_j0", "eyFD", "spherical_bessel_j0_cpu", 0},
    {"special_xlog1py", "FD", "xlog1py_cpu", Promoted},
    {"special_xlogy", "FD", "xlogy_cpu", Promoted},
    {"special_zeta", "eyFD", "zeta_cpu", Promoted},
    {"sqrt", "e", "sqrt_vml_cpu", 0},
    {"std", "?Bbhil", "std and var only support floating point and complex dtypes", 0},
    {"std_mean", "?Bbhil", "std_mean only support floating point and complex dtypes", 0},
    {"svd", "ey", "linalg_svd_cpu", Elements},
    {"symeig", "?Bbhiley", "symeig_cpu", Elements},
    {"tan", "e", "tan_vml_cpu", 0},
    {"tanh", "e", "tanh_vml_cpu", 0},
    {"tensordot", "?e", "addmm_impl_cpu_", 0},
    {"threshold", "?eFD", "threshold_cpu", 0},
    {"topk.default", "?eFD", "topk_cpu", Dimensions},
    {"topk.values", "?eFD", "topk_cpu", 0},
    {"trace", "?ey", "trace", 0},
    {"triangular_solve", "?Bbhiley", "triangular_solve_cpu", 0},
    {"trunc", "?e", "trunc_vml_cpu", 0},
    {"trunc", "FD", "trunc is not supported for complex inputs", 0},
    {"unique_consecutive", "eFD", "unique_dim", 0},
    {"unique_dim", "eFD", "unique_dim", 0},
    {"unique_dim_consecutive", "eFD", "unique_dim", 0},
    {"upsample_bicubic2d", "?BbhileFD", "compute_indices_weights_cubic", 0},
    {"upsample_bilinear2d", "?BbhileFD", "compute_indices_weights_linear", 0},
    {"upsample_linear1d", "?BbhileFD", "compute_indices_weights_linear", 0},
    {"upsample_trilinear3d", "?BbhileFD", "compute_indices_weights_linear", 0},
    {"vander", "e", "cumprod_out_cpu", 0},
    {"var", "?Bbhil", "std and var only support floating point and complex dtypes", 0},
    {"var_mean", "?Bbhil", "var_mean only support floating point and complex dtypes", 0},
    {"vdot", "?e", "dot", 0},
    {"xlogy", "FD", "xlogy_cpu", Promoted},
};
// clang-format on

int compare(const char *a, std::string_view b) {
  return std::string_view(a).compare(b);
}
constexpr bool areSorted() {
  for (size_t i = 1; i < std::size(rows); ++i)
    if (std::string_view(rows[i].op) < rows[i - 1].op)
      return false;
  return true;
}
static_assert(areSorted(), "rows are found by bisection");

int dtypeOfLetter(char letter) {
  // By number; 8 is complex32, which has no letter.
  constexpr std::string_view letters = "Bbhilefd FD?   y";
  return int(letters.find(letter));
}

/// The dtype of a tensor argument or of the first tensor of a list.
const tsrt_tensor *tensorIn(const tsrt_value &v) {
  if (kindOf(v) == TSRT_TENSOR)
    return static_cast<const tsrt_tensor *>(v.u.p);
  TensorSpan span;
  if (kindOf(v) == TSRT_LIST && Arg<TensorSpan>::get(v, span) && span.size)
    return span[0];
  return nullptr;
}

/// The dtype the operands have together.
int promotedDType(const tsrt_value *args, int32_t count) {
  Tensors operands;
  for (int32_t i = 0; i < count; ++i) {
    Scalar number;
    if (kindOf(args[i]) == TSRT_TENSOR)
      operands.push_back(
          Tensor::borrow(static_cast<tsrt_tensor *>(args[i].u.p)));
    else if (kindOf(args[i]) != TSRT_BOOL && Scalar::unbox(args[i], number))
      operands.push_back(wrapNumber(number));
  }
  return resultType(operands);
}

} // namespace

/// The rows of one operator.
struct tsrt::RefusedDTypes {
  const Row *first;
  size_t count;
  /// Bit d: some row has dtype d.
  uint32_t dtypes = 0;
  bool isPromoted = false;
};

const RefusedDTypes *tsrt::findRefusedDTypes(std::string_view op) {
  constexpr std::string_view prefix = "aten::";
  if (op.substr(0, prefix.size()) != prefix)
    return nullptr;
  op.remove_prefix(prefix.size());
  size_t dot = op.find('.');
  std::string base(op.substr(0, dot));
  if (base.size() > 1 && base.back() == '_')
    base.pop_back(); // in place: as the operator itself
  std::string overload(dot == op.npos ? "default" : op.substr(dot + 1));
  for (const std::string &name : {base + "." + overload, base}) {
    auto [first, last] = std::equal_range(
        std::begin(rows), std::end(rows), Row{name.c_str(), "", "", DTypeLast},
        [](const Row &a, const Row &b) { return compare(a.op, b.op) < 0; });
    if (first == last)
      continue;
    auto *found = new RefusedDTypes{first, size_t(last - first)};
    for (; first != last; ++first) {
      found->isPromoted |= (first->how & Promoted) != 0;
      for (const char *letter = first->dtypes; *letter; ++letter)
        found->dtypes |= 1u << dtypeOfLetter(*letter);
    }
    return found;
  }
  return nullptr;
}

tsrt_error *tsrt::refuseDTypes(const RefusedDTypes &refused,
                               const tsrt_value *args, int32_t count) {
  // Promotion ends at a refused dtype only where an operand has one.
  const tsrt_tensor *first = nullptr;
  bool any = false;
  for (int32_t i = 0; i < count && !(first && !refused.isPromoted); ++i)
    if (const tsrt_tensor *t = tensorIn(args[i])) {
      any |= refused.dtypes >> t->dtype & 1;
      first = first ? first : t;
    }
  if (!any)
    return nullptr;
  int dtype = refused.isPromoted ? promotedDType(args, count) : first->dtype;
  for (size_t i = 0; i < refused.count; ++i) {
    const Row &row = refused.first[i];
    int wanted = dtype;
    if ((row.how & DTypeLast) && kindOf(args[count - 1]) == TSRT_INT)
      wanted = int(args[count - 1].u.i);
    if (((row.how & Elements) && first->numel == 0) ||
        ((row.how & Dimensions) && first->sizes.empty()))
      continue;
    for (const char *letter = row.dtypes; *letter; ++letter)
      if (dtypeOfLetter(*letter) == wanted) {
        bool isSentence =
            std::string_view(row.text).find(' ') != std::string_view::npos;
        std::string text = isSentence ? row.text
                                      : "\"" + std::string(row.text) +
                                            "\" not implemented for '%s'";
        if (size_t place = text.find("%s"); place != text.npos)
          text.replace(place, 2, scalarTypeName(wanted));
        return fail("%s", text.c_str()).error;
      }
  }
  return nullptr;
}
