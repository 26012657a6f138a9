//===- Helpers.h - Values and operator calls for runtime tests --*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds boxed values from C++ literals, calls operators, and gives results as
// the text that print would write.
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_RUNTIME_HELPERS_H
#define UNITTESTS_RUNTIME_HELPERS_H

#include "core/Value.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace tsrt::test {

inline Value none() { return Value(); }
inline Value I(int64_t i) { return Value::adopt(intValue(i)); }
inline Value F(double f) { return Value::adopt(floatValue(f)); }
inline Value B(bool b) { return Value::adopt(boolValue(b)); }
inline Value C(double re, double im) {
  return Value::adopt(complexValue({re, im}));
}
inline Value S(std::string_view s) {
  return Value::adopt(objectValue(makeStr(s).take()));
}

/// The native form of a boxed value, released at the end of scope.
class NativeValue {
public:
  NativeValue(const Value &value, const tsrt_type *type) : type(type) {
    tsrt_error *error = tsrt_unbox_value(&value, type, data);
    if (error) {
      failure = tsrt_error_message(error);
      tsrt_error_release(error);
    }
  }
  ~NativeValue() {
    if (failure.empty())
      tsrt_native_release(type, data);
  }
  NativeValue(const NativeValue &) = delete;

  std::string failure;
  alignas(16) char data[256];

private:
  const tsrt_type *type;
};

inline Value makeListOfType(const tsrt_type *element,
                            std::initializer_list<Value> elements) {
  tsrt_list *list = tsrt_list_new(tsrt_type_list(element), 0);
  for (const Value &value : elements) {
    NativeValue native(value, element);
    std::memcpy(tsrt_list_grow(list), native.data, element->size);
    tsrt_native_retain(element, native.data);
    ++list->size;
  }
  return Value::adopt(objectValue(list));
}
/// A list whose element type is that of the first element.
inline Value L(std::initializer_list<Value> elements) {
  return makeListOfType(elements.begin()->get().type, elements);
}

inline Value T(std::initializer_list<Value> elements) {
  std::vector<const tsrt_type *> types;
  for (const Value &value : elements)
    types.push_back(value.get().type);
  const tsrt_type *type =
      tsrt_type_tuple(nullptr, uint32_t(types.size()), types.data(), nullptr);
  std::vector<char> data(type->size + 1);
  uint32_t i = 0;
  for (const Value &value : elements) {
    tsrt_error *error =
        tsrt_unbox_value(&value, types[i], data.data() + type->offsets[i]);
    tsrt_error_release(error);
    ++i;
  }
  Value tuple = Value::box(type, data.data());
  tsrt_native_release(type, data.data());
  return tuple;
}

/// A dict whose types are those of the first entry.
inline Value D(std::initializer_list<std::pair<Value, Value>> entries) {
  const tsrt_type *key = entries.begin()->first.get().type;
  const tsrt_type *value = entries.begin()->second.get().type;
  tsrt_dict *dict = tsrt_dict_new(tsrt_type_dict(key, value));
  for (const auto &entry : entries) {
    NativeValue nativeKey(entry.first, key), nativeValue(entry.second, value);
    tsrt_error_release(tsrt_dict_set(dict, nativeKey.data, nativeValue.data));
  }
  return Value::adopt(objectValue(dict));
}

/// The text that print writes for a value.
inline std::string text(const Value &value) {
  StrRef s = StrRef::adopt(tsrt_value_str(&value));
  return std::string(view(s.get()));
}

/// Calls an operator: its results as text, separated by " | ", or "error: "
/// and the message.
inline std::string run(const char *name, std::vector<Value> args,
                       int32_t numResults = 1) {
  const tsrt_op *op = tsrt_op_find(name);
  if (!op)
    return std::string("no operator ") + name;
  std::vector<tsrt_value> raw;
  for (const Value &arg : args)
    raw.push_back(arg.get());
  std::vector<tsrt_value> results(size_t(numResults) + 1);
  tsrt_error *error = tsrt_op_call(op, raw.data(), int32_t(raw.size()),
                                   results.data(), numResults);
  if (error) {
    std::string message = std::string("error: ") + tsrt_error_message(error);
    tsrt_error_release(error);
    return message;
  }
  std::string out;
  for (int32_t i = 0; i < numResults; ++i)
    out += (i ? " | " : "") + text(Value::adopt(results[size_t(i)]));
  return out;
}

} // namespace tsrt::test

#endif // UNITTESTS_RUNTIME_HELPERS_H
