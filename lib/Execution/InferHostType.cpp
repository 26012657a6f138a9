//===- InferHostType.cpp - Types of values given for Any -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a host value that is passed where nothing declares one.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/HostValues.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;

using Inferred = llvm::Expected<const tsrt_type *>;

/// One type for two elements of a container, or null: None and T give
/// Optional[T].
static const tsrt_type *unify(const tsrt_type *a, const tsrt_type *b) {
  if (tsrt_type_equal(a, b))
    return a;
  if (a->kind == TSRT_NONE)
    std::swap(a, b);
  const tsrt_type *plain = a->kind == TSRT_OPTIONAL ? a->elements[0] : a;
  bool fits = b->kind == TSRT_NONE ||
              (a->kind == TSRT_OPTIONAL && tsrt_type_equal(plain, b));
  return fits ? tsrt_type_optional(plain) : nullptr;
}

/// The common type of items of a container; `part` picks one of a pair.
static Inferred inferItems(const json &items, int part, HostTypes *types,
                           unsigned depth) {
  const tsrt_type *common = nullptr;
  for (const json &item : items) {
    const json &value = part < 0 ? item : item.at(size_t(part));
    Inferred type = inferHostType(value, types, depth + 1);
    if (!type)
      return type;
    const tsrt_type *merged = common ? unify(common, *type) : *type;
    if (!merged)
      return llvm::createStringError(
          "the type of the container cannot be inferred: it holds values of "
          "type '%s' and '%s'",
          common->name, (*type)->name);
    common = merged;
  }
  if (!common)
    return llvm::createStringError(
        "the type of an empty container cannot be inferred");
  return common;
}

static Inferred inferTuple(const json &items, int part, HostTypes *types,
                           unsigned depth) {
  std::vector<const tsrt_type *> elements;
  for (const json &item : items) {
    Inferred type = inferHostType(part < 0 ? item : item.at(size_t(part)),
                                  types, depth + 1);
    if (!type)
      return type;
    elements.push_back(*type);
  }
  return tsrt_type_tuple(nullptr, uint32_t(elements.size()), elements.data(),
                         nullptr);
}

Inferred torchscript::inferHostType(const json &data, HostTypes *types,
                                    unsigned depth) {
  if (depth > kMaxHostDepth)
    return llvm::createStringError("the value is nested too deeply");
  const std::string tag = data.is_object() ? data.value("t", "") : "";
  if (const tsrt_type *simple =
          llvm::StringSwitch<const tsrt_type *>(tag)
              .Case("None", &tsrt_type_none)
              .Cases("int", "dtype", &tsrt_type_int)
              .Case("bool", &tsrt_type_bool)
              .Case("float", &tsrt_type_float)
              .Case("complex", &tsrt_type_complex)
              .Case("str", &tsrt_type_str)
              .Cases("tensor", "handle", &tsrt_type_tensor)
              .Case("device", &tsrt_type_device)
              .Default(nullptr))
    return simple;
  if (tag == "list") {
    Inferred element = inferItems(data.at("v"), -1, types, depth);
    return element ? Inferred(tsrt_type_list(*element)) : std::move(element);
  }
  if (tag == "dict") {
    Inferred key = inferItems(data.at("v"), 0, types, depth);
    if (!key)
      return key;
    Inferred value = inferItems(data.at("v"), 1, types, depth);
    return value ? Inferred(tsrt_type_dict(*key, *value)) : std::move(value);
  }
  if (tag == "tuple")
    return inferTuple(data.at("v"), -1, types, depth);
  // The name is lost on the way (TS-NT-009).
  if (tag == "namedtuple")
    return inferTuple(data.at("fields"), 1, types, depth);
  if (tag == "enum" || tag == "object")
    if (const tsrt_type *named =
            types ? types->findNamed(data.value("class", "")) : nullptr)
      return named;
  return llvm::createStringError("the type of the value %s cannot be inferred",
                                 spellData(data).c_str());
}
