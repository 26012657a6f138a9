//===- EncodeValue.cpp - Runtime values to data -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data of runtime values, and its comparison with recorded data.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/TensorData.h"

#include "tsrt_program.h"
#include <cmath>
#include <cstddef>

using namespace torchscript;

/// The class name without the package.
static std::string shorten(const char *qualified) {
  std::string name = qualified ? qualified : "";
  size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

/// The data of the native value of `type` at `place`.
static json encodeNative(const tsrt_type *type, const void *place) {
  tsrt_value boxed{};
  tsrt_box_value(type, place, &boxed);
  HostValue owner(boxed);
  return encodeValue(owner.get());
}

static json encodeTuple(const tsrt_value &value) {
  const tsrt_type *type = value.type;
  const auto *box = static_cast<const tsrt_box *>(value.u.p);
  json items = json::array();
  for (uint32_t i = 0; i < type->num_elements; ++i) {
    json item = encodeNative(type->elements[i], box->data + type->offsets[i]);
    if (type->element_names)
      items.push_back(json::array({type->element_names[i], item}));
    else
      items.push_back(item);
  }
  if (type->element_names)
    return {
        {"t", "namedtuple"}, {"class", shorten(type->name)}, {"fields", items}};
  return {{"t", "tuple"}, {"v", items}};
}

static json encodeObject(const tsrt_value &value) {
  const auto *header = static_cast<const tsrt_header *>(value.u.p);
  const tsrt_type *type = header->type;
  std::map<std::string, json> fields;
  for (uint32_t i = 0; i < type->num_elements; ++i)
    fields[type->element_names[i]] =
        encodeNative(type->elements[i],
                     static_cast<const char *>(value.u.p) + type->offsets[i]);
  json attributes = json::array();
  for (auto &[name, field] : fields)
    attributes.push_back(json::array({name, field}));
  return {
      {"t", "object"}, {"class", shorten(type->name)}, {"attrs", attributes}};
}

json torchscript::encodeValue(const tsrt_value &value) {
  if (!value.type)
    return {{"t", "None"}};
  switch (value.type->kind) {
  case TSRT_NONE:
    return {{"t", "None"}};
  case TSRT_BOOL:
    return {{"t", "bool"}, {"v", value.u.i != 0}};
  case TSRT_INT:
    return {{"t", "int"}, {"v", value.u.i}};
  case TSRT_FLOAT:
    return {{"t", "float"}, {"v", encodeFloat(value.u.f)}};
  case TSRT_COMPLEX:
    return {{"t", "complex"},
            {"v", {encodeFloat(value.u.c[0]), encodeFloat(value.u.c[1])}}};
  case TSRT_STR: {
    const auto *text = static_cast<const tsrt_str *>(value.u.p);
    return {{"t", "str"}, {"v", std::string(text->data, size_t(text->size))}};
  }
  case TSRT_TENSOR: {
    const auto *tensor = static_cast<const tsrt_tensor *>(value.u.p);
    return tsrt_tensor_is_defined(tensor) ? encodeTensor(tensor)
                                          : json{{"t", "None"}};
  }
  case TSRT_LIST: {
    const auto *list = static_cast<const tsrt_list *>(value.u.p);
    const tsrt_type *element = list->header.type->elements[0];
    json items = json::array();
    for (int64_t i = 0; i < list->size; ++i)
      items.push_back(encodeNative(
          element, static_cast<const char *>(list->data) + i * element->size));
    return {{"t", "list"}, {"v", items}};
  }
  case TSRT_DICT: {
    const auto *dict = static_cast<const tsrt_dict *>(value.u.p);
    const tsrt_type *type = static_cast<tsrt_header *>(value.u.p)->type;
    json entries = json::array();
    for (int64_t i = 0, e = tsrt_dict_size(dict); i < e; ++i) {
      const void *key, *item;
      tsrt_dict_entry(dict, i, &key, &item);
      entries.push_back(json::array({encodeNative(type->elements[0], key),
                                     encodeNative(type->elements[1], item)}));
    }
    return {{"t", "dict"}, {"v", entries}};
  }
  case TSRT_TUPLE:
    return encodeTuple(value);
  case TSRT_OBJECT:
    return encodeObject(value);
  case TSRT_ENUM:
    return {{"t", "enum"},
            {"class", shorten(value.type->name)},
            {"name", value.type->element_names[value.u.i]}};
  case TSRT_DEVICE: {
    tsrt_str *text = tsrt_value_str(&value);
    json result = {{"t", "device"}, {"v", std::string(text->data)}};
    tsrt_release(text);
    return result;
  }
  case TSRT_FUTURE: {
    const tsrt_type *type = value.type->elements[0];
    std::vector<std::max_align_t> native(type->size / sizeof(std::max_align_t) +
                                         1);
    auto *future = static_cast<tsrt_future *>(value.u.p);
    if (tsrt_error *error = tsrt_wait(future, type, native.data())) {
      json result = {{"t", "future"}, {"error", tsrt_error_message(error)}};
      tsrt_error_release(error);
      return result;
    }
    json result = {{"t", "future"}, {"v", encodeNative(type, native.data())}};
    tsrt_native_release(type, native.data());
    return result;
  }
  default:
    return {{"t", "opaque"}, {"v", value.type->name}};
  }
}

namespace {

/// Walks expected and actual data side by side.
class Comparison {
public:
  explicit Comparison(const Tolerance &tolerance) : tolerance(tolerance) {}

  std::string compare(const json &expected, const json &actual,
                      const std::string &place) {
    const std::string tag = expected.value("t", ""),
                      found = actual.value("t", "");
    if (tag != found)
      return differ(expected, actual, place);
    if (tag == "tensor")
      return compareTensors(expected, actual, place);
    if (tag == "float")
      return isClose(expected["v"], actual["v"], tolerance.relative64, 0)
                 ? ""
                 : differ(expected, actual, place);
    if (tag == "complex") {
      for (size_t i = 0; i < 2; ++i)
        if (!isClose(expected["v"][i], actual["v"][i], tolerance.relative64, 0))
          return differ(expected, actual, place);
      return "";
    }
    if (tag == "list" || tag == "tuple")
      return compareItems(expected["v"], actual["v"], place);
    if (tag == "dict") {
      if (expected["v"].size() != actual["v"].size())
        return differ(expected, actual, place);
      for (size_t i = 0; i < expected["v"].size(); ++i)
        if (auto message =
                compareItems(expected["v"][i], actual["v"][i],
                             place + ".items[" + std::to_string(i) + "]");
            !message.empty())
          return message;
      return "";
    }
    if (tag == "namedtuple" || tag == "object") {
      const char *key = tag == "object" ? "attrs" : "fields";
      if (expected[key].size() != actual[key].size())
        return differ(expected, actual, place);
      for (size_t i = 0; i < expected[key].size(); ++i) {
        const json &a = expected[key][i], &b = actual[key][i];
        if (a.at(0) != b.at(0))
          return differ(expected, actual, place);
        if (auto message = compare(a.at(1), b.at(1),
                                   place + "." + a.at(0).get<std::string>());
            !message.empty())
          return message;
      }
      return "";
    }
    if (tag == "enum")
      return expected["name"] == actual["name"] &&
                     expected["class"] == actual["class"]
                 ? ""
                 : differ(expected, actual, place);
    return expected.value("v", json()) == actual.value("v", json())
               ? ""
               : differ(expected, actual, place);
  }

private:
  static std::string differ(const json &expected, const json &actual,
                            const std::string &place) {
    return place + ": expected " + spellData(expected) + ", found " +
           spellData(actual);
  }

  std::string compareItems(const json &expected, const json &actual,
                           const std::string &place) {
    if (expected.size() != actual.size())
      return differ(expected, actual, place);
    for (size_t i = 0; i < expected.size(); ++i)
      if (auto message = compare(expected[i], actual[i],
                                 place + "[" + std::to_string(i) + "]");
          !message.empty())
        return message;
    return "";
  }

  static bool isClose(const json &expected, const json &actual, double relative,
                      double absolute) {
    double a = decodeFloat(expected), b = decodeFloat(actual);
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) && std::isnan(b);
    if (a == b)
      return a != 0 || relative > 0 || std::signbit(a) == std::signbit(b);
    if (std::isinf(a) || std::isinf(b))
      return false;
    return std::abs(a - b) <= absolute + relative * std::abs(a);
  }

  /// Complex numbers are close when their distance is small beside their size;
  /// either part may be rounded as much as the other.
  static bool isClosePair(const json &expected, const json &actual,
                          double relative, double absolute) {
    double re = decodeFloat(expected[0]), im = decodeFloat(expected[1]);
    double far =
        std::hypot(re - decodeFloat(actual[0]), im - decodeFloat(actual[1]));
    if (relative > 0 && std::isfinite(far) &&
        far <= absolute + relative * std::hypot(re, im))
      return true;
    return isClose(expected[0], actual[0], relative, absolute) &&
           isClose(expected[1], actual[1], relative, absolute);
  }

  std::string compareTensors(const json &expected, const json &actual,
                             const std::string &place) {
    if (expected["dtype"] != actual["dtype"] ||
        expected["shape"] != actual["shape"])
      return place + ": expected a tensor " +
             expected["dtype"].get<std::string>() + expected["shape"].dump() +
             ", found " + actual["dtype"].get<std::string>() +
             actual["shape"].dump();
    const std::string dtype = expected["dtype"];
    bool wide = dtype == "float64" || dtype == "complex128";
    bool narrow = dtype == "float16" || dtype == "bfloat16";
    double relative = wide     ? tolerance.relative64
                      : narrow ? std::max(tolerance.relative, 1e-2)
                               : tolerance.relative;
    double absolute = wide     ? tolerance.relative64
                      : narrow ? std::max(tolerance.absolute, 1e-3)
                               : tolerance.absolute;
    const json &a = expected["data"], &b = actual["data"];
    for (size_t i = 0; i < a.size(); ++i) {
      bool equal;
      if (a[i].is_array())
        equal = isClosePair(a[i], b[i], relative, absolute);
      else if (dtype.find("float") != std::string::npos)
        equal = isClose(a[i], b[i], relative, absolute);
      else
        equal = a[i] == b[i];
      if (!equal)
        return place + ": element " + std::to_string(i) + ": expected " +
               a[i].dump() + ", found " + b[i].dump();
    }
    return "";
  }

  const Tolerance &tolerance;
};

} // namespace

std::string torchscript::compareValues(const json &expected, const json &actual,
                                       const Tolerance &tolerance,
                                       const std::string &place) {
  return Comparison(tolerance).compare(expected, actual, place);
}
