//===- Dispatch.cpp - Which operators take quantized tensors --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators on quantized tensors have kernels of their own, as in PyTorch.
// Those that only look at sizes or make views take any tensor; the others are
// refused in PyTorch's words.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"
#include "tensor/QuantizedCalls.h"
#include "tensor/Quantizer.h"

#include <unordered_set>

using namespace tsrt;

/// The quantized tensor of an argument, or of the first of a list; or null.
static const tsrt_tensor *quantizedIn(const tsrt_value &v) {
  const tsrt_tensor *t = nullptr;
  if (kindOf(v) == TSRT_TENSOR)
    t = static_cast<const tsrt_tensor *>(v.u.p);
  else if (kindOf(v) == TSRT_LIST) {
    TensorSpan span;
    if (Arg<TensorSpan>::get(v, span) && span.size)
      t = span[0];
  }
  return t && isQuantized(t->dtype) ? t : nullptr;
}

bool tsrt::hasQuantized(const tsrt_value *args, int32_t count) {
  for (int32_t i = 0; i < count; ++i)
    if (quantizedIn(args[i]))
      return true;
  return false;
}

/// Operators of the namespace aten, without overloads, that look at no
/// elements or know quantized tensors themselves.
static bool looksAtNoElements(std::string_view name) {
  static const std::unordered_set<std::string_view> names = {
      "__is__", "__isnot__", "alias", "append", "cpu", "detach", "detach_",
      "dim", "element_size", "format", "get_device", "insert", "is_complex",
      "is_contiguous", "is_floating_point", "is_same_size", "is_set_to",
      "is_signed", "len", "numel", "percentFormat", "requires_grad_", "size",
      "storage_offset", "str", "stride", "sym_size", "to", "type_as",
      "_cast_Float", "is_leaf", "output_nr", "retain_grad", "contiguous",
      "clone", "dequantize", "int_repr", "q_scale",
      "q_zero_point", "q_per_channel_scales", "q_per_channel_zero_points",
      "q_per_channel_axis", "qscheme", "dropout", "feature_dropout", "alpha_dropout",
      "feature_alpha_dropout", "list", "__getitem__", "__contains__",
      "extend", "pop", "reverse", "keys", "values", "items", "hash",
      "_set_item", "clear", "Delete", "update", "get", "setdefault"};
  return names.count(name) != 0;
}

/// Views, and what is made of views alone.
static bool givesViews(std::string_view name) {
  static const std::unordered_set<std::string_view> names = {
      "view", "view_as", "_unsafe_view", "_reshape_alias", "reshape",
      "reshape_as", "ravel", "flatten", "unflatten", "permute", "transpose",
      "transpose_", "swapaxes", "swapdims", "t", "t_", "numpy_T", "T", "mT",
      "squeeze", "squeeze_", "unsqueeze", "unsqueeze_", "expand", "expand_as",
      "broadcast_to", "broadcast_tensors", "narrow", "select", "slice",
      "split", "split_with_sizes", "chunk", "tensor_split", "hsplit",
      "vsplit", "dsplit", "unbind", "movedim", "moveaxis", "diagonal",
      "unfold", "as_strided", "atleast_1d", "atleast_2d", "atleast_3d",
      "meshgrid", "pixel_shuffle", "pixel_unshuffle", "adjoint"};
  return names.count(name) != 0;
}

/// Operators of lists, dicts and control: overloads that take any value.
static bool isOfContainers(std::string_view base, std::string_view overload) {
  return overload == "t" || overload == "str" || overload == "int" ||
         base.substr(0, 2) == "__" || overload == "Dict_str" ||
         overload == "Dict_int";
}

tsrt_error *tsrt::refuseQuantized(std::string_view op, const tsrt_value *args,
                                  int32_t count) {
  constexpr std::string_view aten = "aten::";
  if (op.substr(0, aten.size()) != aten)
    return nullptr; // prim, quantized: they look themselves
  std::string_view name = op.substr(aten.size());
  size_t dot = name.find('.');
  std::string_view base = name.substr(0, dot);
  std::string_view overload =
      dot == name.npos ? std::string_view() : name.substr(dot + 1);
  if (looksAtNoElements(base))
    return nullptr;
  bool inList = true, perChannel = false;
  for (int32_t i = 0; i < count; ++i)
    if (const tsrt_tensor *t = quantizedIn(args[i])) {
      inList &= kindOf(args[i]) == TSRT_LIST;
      perChannel |= !quantizerOf(t)->isPerTensor();
    }
  if (givesViews(base))
    return perChannel ? fail("Setting strides is possible only on uniformly "
                             "quantized tensor")
                            .error
                      : nullptr;
  if (inList && isOfContainers(base, overload))
    return nullptr;
  return failAs(kNotImplementedError,
                "Could not run '%.*s' with arguments from the 'QuantizedCPU' "
                "backend. This could be because the operator doesn't exist "
                "for this backend, or was omitted during the "
                "selective/custom build process (if using custom build).",
                int(op.size()), op.data())
      .error;
}
