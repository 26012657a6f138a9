//===- Format.cpp - Text of values ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formatting of every kind of value, byte for byte as TorchScript prints it.
//
//===----------------------------------------------------------------------===//

#include "core/Format.h"

#include "core/Dict.h"
#include "core/List.h"
#include "core/TensorHooks.h"
#include "core/Types.h"

#include <cmath>
#include <cstdio>

using namespace tsrt;

namespace {

/// A List[Any] can contain itself: deeper values are abbreviated.
constexpr int kMaxDepth = 200;

void formatAt(std::string &out, const tsrt_type *type, const void *data,
              int depth);

void formatBoxed(std::string &out, const tsrt_value &value, int depth) {
  if (!value.type)
    out += "None";
  else if (value.type->kind == TSRT_TUPLE)
    formatAt(out, value.type, static_cast<tsrt_box *>(value.u.p)->data, depth);
  else if (value.type->kind == TSRT_BOOL)
    out += value.u.i ? "True" : "False";
  else
    formatAt(out, value.type, &value.u, depth);
}

void formatList(std::string &out, const tsrt_list *list, int depth) {
  const tsrt_type *element = elementType(list);
  out += '[';
  for (int64_t i = 0; i < list->size; ++i) {
    if (i)
      out += ", ";
    formatAt(out, element, elementAt(list, i), depth);
  }
  out += ']';
}

void formatDict(std::string &out, const tsrt_dict *dict, int depth) {
  out += '{';
  bool first = true;
  dictForEach(dict, [&](const void *key, const void *value) {
    if (!first)
      out += ", ";
    first = false;
    formatAt(out, keyType(dict), key, depth);
    out += ": ";
    formatAt(out, valueType(dict), value, depth);
  });
  out += '}';
}

void formatTuple(std::string &out, const tsrt_type *type, const void *data,
                 int depth) {
  out += '(';
  for (uint32_t i = 0; i < type->num_elements; ++i) {
    if (i)
      out += ", ";
    formatAt(out, type->elements[i],
             static_cast<const char *>(data) + type->offsets[i], depth);
  }
  out += type->num_elements == 1 ? ",)" : ")";
}

/// "Enum<C.R>": the last component of the class's qualified name.
void formatEnum(std::string &out, const tsrt_type *type, int64_t index) {
  std::string_view name = type->name;
  size_t dot = name.rfind('.');
  if (dot != std::string_view::npos)
    name.remove_prefix(dot + 1);
  out += "Enum<";
  out += name;
  out += '.';
  if (index >= 0 && index < int64_t(type->num_elements) && type->element_names)
    out += type->element_names[index];
  out += '>';
}

void formatObject(std::string &out, const char *name, const void *object) {
  char text[32];
  std::snprintf(text, sizeof(text), "%p", object);
  out += std::string("<") + name + " object at " + text + ">";
}

void formatAt(std::string &out, const tsrt_type *type, const void *data,
              int depth) {
  if (depth > kMaxDepth) {
    out += "...";
    return;
  }
  ++depth;
  void *object = nullptr;
  if (isPointerKind(type->kind)) {
    object = *static_cast<void *const *>(data);
    if (!object) {
      out += "None";
      return;
    }
  }
  switch (type->kind) {
  case TSRT_NONE:
    out += "None";
    return;
  case TSRT_BOOL:
    out += *static_cast<const uint8_t *>(data) ? "True" : "False";
    return;
  case TSRT_INT:
    out += std::to_string(*static_cast<const int64_t *>(data));
    return;
  case TSRT_FLOAT:
    return formatFloat(out, *static_cast<const double *>(data));
  case TSRT_COMPLEX: {
    const auto *parts = static_cast<const double *>(data);
    formatFloat(out, parts[0]);
    out += parts[1] >= 0 ? '+' : '-';
    formatFloat(out, std::fabs(parts[1]));
    out += 'j';
    return;
  }
  case TSRT_STR:
    out += view(static_cast<tsrt_str *>(object));
    return;
  case TSRT_TENSOR:
    out += formatTensor(static_cast<tsrt_tensor *>(object));
    return;
  case TSRT_LIST:
    return formatList(out, static_cast<tsrt_list *>(object), depth);
  case TSRT_DICT:
    return formatDict(out, static_cast<tsrt_dict *>(object), depth);
  case TSRT_TUPLE:
    return formatTuple(out, type, data, depth);
  case TSRT_OPTIONAL:
    if (isPointerKind(type->elements[0]->kind) ||
        static_cast<const char *>(data)[flagOffset(type)])
      formatAt(out, type->elements[0], data, depth);
    else
      out += "None";
    return;
  case TSRT_ANY:
  case TSRT_UNION:
  case TSRT_SCALAR:
    return formatBoxed(out, *static_cast<const tsrt_value *>(data), depth);
  case TSRT_ENUM:
    return formatEnum(out, type, *static_cast<const int64_t *>(data));
  case TSRT_DEVICE:
    out += deviceName({*static_cast<const int64_t *>(data)});
    return;
  case TSRT_FUTURE:
    out += "Future";
    return;
  case TSRT_RREF:
    out += "RRef";
    return;
  case TSRT_GENERATOR:
    out += "Generator";
    return;
  case TSRT_STREAM:
    out += "Stream";
    return;
  default:
    // The dynamic class, not the interface the value is seen through.
    return formatObject(out, static_cast<tsrt_header *>(object)->type->name,
                        object);
  }
}

} // namespace

void tsrt::formatFloat(std::string &out, double value) {
  int category = std::fpclassify(value);
  if (category == FP_ZERO || category == FP_NORMAL) {
    constexpr double limit = 9223372036854775808.0; // 2^63
    if (value >= -limit && value < limit && double(int64_t(value)) == value) {
      out += std::to_string(int64_t(value));
      out += '.';
      return;
    }
  }
  char text[40];
  std::snprintf(text, sizeof(text), "%.17g", value);
  out += text;
}

void tsrt::formatValue(std::string &out, const tsrt_value &value) {
  formatBoxed(out, value, 0);
}

void tsrt::formatNative(std::string &out, const tsrt_type *type,
                        const void *data) {
  formatAt(out, type, data, 0);
}

tsrt_str *tsrt_value_str(const tsrt_value *v) {
  std::string text;
  formatValue(text, *v);
  return makeStr(text).take();
}
