//===- HostNames.cpp - What operators do with devices ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists of operators.
//
//===----------------------------------------------------------------------===//

#include "device/HostNames.h"

#include <unordered_set>

using namespace tsrt;

using Names = std::unordered_set<std::string_view>;

bool tsrt::looksAtNoElements(std::string_view base) {
  static const Names names = {"__is__",
                              "__isnot__",
                              "alias",
                              "data",
                              "detach",
                              "detach_",
                              "dim",
                              "element_size",
                              "format",
                              "percentFormat",
                              "str",
                              "get_device",
                              "is_complex",
                              "is_contiguous",
                              "is_conj",
                              "is_coalesced",
                              "is_distributed",
                              "is_floating_point",
                              "is_inference",
                              "is_leaf",
                              "is_neg",
                              "is_pinned",
                              "is_same_size",
                              "is_set_to",
                              "is_signed",
                              "len",
                              "numel",
                              "output_nr",
                              "requires_grad_",
                              "retain_grad",
                              "retains_grad",
                              "result_type",
                              "size",
                              "storage_offset",
                              "stride",
                              "sym_size",
                              "hash",
                              "item",
                              "Int",
                              "Float",
                              "Bool",
                              "Complex",
                              "IntImplicit",
                              "FloatImplicit",
                              "ComplexImplicit",
                              "ScalarImplicit",
                              "is_nonzero",
                              "_local_scalar_dense",
                              "to",
                              "_to_copy",
                              "cpu",
                              "cuda",
                              "clone",
                              "contiguous",
                              "copy_",
                              "device"};
  return names.count(base) != 0;
}

bool tsrt::givesViews(std::string_view base) {
  static const Names names = {"view",
                              "view_as",
                              "_unsafe_view",
                              "_reshape_alias",
                              "permute",
                              "transpose",
                              "transpose_",
                              "swapaxes",
                              "swapdims",
                              "t",
                              "t_",
                              "numpy_T",
                              "matrix_H",
                              "mT",
                              "mH",
                              "T",
                              "H",
                              "adjoint",
                              "squeeze",
                              "squeeze_",
                              "unsqueeze",
                              "unsqueeze_",
                              "expand",
                              "expand_as",
                              "broadcast_to",
                              "broadcast_tensors",
                              "narrow",
                              "select",
                              "slice",
                              "split",
                              "split_with_sizes",
                              "chunk",
                              "hsplit",
                              "vsplit",
                              "dsplit",
                              "unbind",
                              "movedim",
                              "moveaxis",
                              "diagonal",
                              "unfold",
                              "as_strided",
                              "as_strided_",
                              "view_as_real",
                              "view_as_complex",
                              "real",
                              "imag"};
  return names.count(base) != 0;
}

bool tsrt::mayGiveViews(std::string_view base) {
  static const Names names = {"reshape",    "reshape_as", "ravel",
                              "flatten",    "unflatten",
                              "atleast_1d", "atleast_2d", "atleast_3d"};
  return names.count(base) != 0;
}

bool tsrt::isOfContainers(const NameParts &name, bool isFirst) {
  static const Names names = {
      "append",      "insert",       "extend", "pop",        "remove",
      "reverse",     "clear",        "copy",   "Delete",     "_set_item",
      "__getitem__", "__contains__", "list",   "dict",       "keys",
      "values",      "items",        "get",    "setdefault", "update",
      "popitem",     "count",        "sort",   "sorted"};
  if (name.overload == "t" || name.overload == "left_t" ||
      name.overload == "right_" || name.overload == "Tensor_list" ||
      name.overload == "list_Tensor")
    return true;
  // `sort` of one tensor is no operator of lists.
  return names.count(name.base) != 0 && isFirst;
}

static bool endsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         text.substr(text.size() - suffix.size()) == suffix;
}

bool tsrt::mayChangeArguments(const NameParts &name) {
  if (!name.isAten)
    return true;
  bool isSpecial = name.base.substr(0, 2) == "__";
  if ((endsWith(name.base, "_") && !isSpecial) ||
      (isSpecial && name.base.substr(2, 1) == "i" && endsWith(name.base, "__")))
    return true;
  // Of the overloads of out= some are named by the result they write.
  static const Names outs = {"grad_input",
                             "result",
                             "eigenvalues",
                             "eigvals",
                             "sign",
                             "U",
                             "a",
                             "L",
                             "values",
                             "inverse",
                             "dim_max",
                             "dim_min",
                             "names_dim_max",
                             "names_dim_min",
                             "dim_values",
                             "names_dim_values",
                             "X",
                             "output",
                             "values_stable",
                             "dimname_values",
                             "dimname_values_stable",
                             "lower",
                             "upper",
                             "ret",
                             "abs",
                             "e",
                             "A",
                             "P",
                             "Q",
                             "solution"};
  if (name.overload.find("out") != name.overload.npos ||
      outs.count(name.overload))
    return true;
  static const Names others = {"_cummax_helper",
                               "_cummin_helper",
                               "batch_norm",
                               "native_batch_norm",
                               "_native_batch_norm_legit",
                               "cudnn_batch_norm",
                               "miopen_batch_norm",
                               "_batch_norm_impl_index",
                               "instance_norm",
                               "rrelu",
                               "rrelu_with_noise",
                               "embedding_renorm",
                               "_fused_moving_avg_obs_fq_helper",
                               "fused_moving_avg_obs_fake_quant",
                               "_index_put_impl",
                               "sort",
                               "resize",
                               "set_data"};
  return others.count(name.base) != 0;
}

bool tsrt::takesMixedDevices(std::string_view base) {
  static const Names names = {
      "index",        "index_put", "index_put_", "_index_put_impl_",
      "tensor_split", "type_as",   "ctc_loss",   "_pack_padded_sequence"};
  return names.count(base) != 0;
}
