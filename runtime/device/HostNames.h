//===- HostNames.h - What operators do with devices -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of operators by their names, where tensors lie on devices.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_DEVICE_HOSTNAMES_H
#define TSRT_DEVICE_HOSTNAMES_H

#include <string_view>

namespace tsrt {

/// An operator's name in parts, "aten::add_.Tensor": add_ and Tensor.
struct NameParts {
  explicit NameParts(std::string_view name) {
    size_t colons = name.find("::");
    isAten = name.substr(0, colons) == "aten";
    isPrim = name.substr(0, colons) == "prim";
    name.remove_prefix(colons == name.npos ? 0 : colons + 2);
    size_t dot = name.find('.');
    base = name.substr(0, dot);
    overload = dot == name.npos ? std::string_view() : name.substr(dot + 1);
  }
  std::string_view base, overload;
  bool isAten = false, isPrim = false;
};

/// Operators that look at no elements, or at one, or move them themselves.
bool looksAtNoElements(std::string_view base);
/// Views.
bool givesViews(std::string_view base);
/// What gives a view where that is possible, and copies where it is not.
bool mayGiveViews(std::string_view base);
/// Operators of lists, by the overloads that have them; `isFirst`: the list is
/// the first argument.
bool isOfContainers(const NameParts &name, bool isFirst);
/// Whether an operator may change its arguments: what its name says, and those
/// whose schemas alone say it. Operators of others may change any.
bool mayChangeArguments(const NameParts &name);
/// Operators whose indices and sizes may lie on the host.
bool takesMixedDevices(std::string_view base);

} // namespace tsrt

#endif // TSRT_DEVICE_HOSTNAMES_H
