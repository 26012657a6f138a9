//===- Dicts.cpp - Operators on dicts -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access, update and views of dicts of any key and value type.
//
//===----------------------------------------------------------------------===//

#include "core/Dict.h"
#include "core/Format.h"
#include "core/Kernel.h"
#include "ops_language/Containers.h"

using namespace tsrt;

namespace {

/// The text of a tensor with its type as Python spells it: `[ CPUFloatType{1} ]`
/// becomes `[ torch.FloatTensor{1} ]`. Bools and complex numbers have no class
/// of tensors there.
void spellTensorType(std::string &text) {
  constexpr std::string_view prefix = "[ CPU", suffix = "Type{";
  for (std::string_view other : {"[ CPUBool", "[ CPUComplex"})
    if (text.rfind(other) != std::string::npos)
      return;
  size_t begin = text.rfind(prefix);
  size_t end = begin == std::string::npos ? begin : text.find(suffix, begin);
  if (end == std::string::npos)
    return;
  text.replace(end, suffix.size(), "Tensor{");
  text.replace(begin, prefix.size(), "[ torch.");
}

Failure keyError(const tsrt_value &key) {
  std::string text = "KeyError: ";
  formatValue(text, key);
  if (kindOf(key) == TSRT_TENSOR)
    spellTensorType(text);
  return failText(kRuntimeError, text);
}

/// The native value of a key, or null when it is missing.
Result<void *> find(tsrt_dict *dict, const tsrt_value &key) {
  Native native;
  TSRT_TRY(native.assign(keyType(dict), key));
  return tsrt_dict_find(dict, native.data());
}

Result<Value> getItem(tsrt_dict *dict, const tsrt_value &key) {
  TSRT_ASSIGN(value, find(dict, key));
  if (!value)
    return keyError(key);
  return Value::box(valueType(dict), value);
}

Status setItem(tsrt_dict *dict, const tsrt_value &key,
               const tsrt_value &value) {
  Native nativeKey, nativeValue;
  TSRT_TRY(nativeKey.assign(keyType(dict), key));
  TSRT_TRY(nativeValue.assign(valueType(dict), value));
  return Status(tsrt_dict_set(dict, nativeKey.data(), nativeValue.data()));
}

Result<bool> removeKey(tsrt_dict *dict, const tsrt_value &key) {
  Native native;
  TSRT_TRY(native.assign(keyType(dict), key));
  return tsrt_dict_remove(dict, native.data()) != 0;
}

Status deleteItem(tsrt_dict *dict, const tsrt_value &key) {
  TSRT_ASSIGN(removed, removeKey(dict, key));
  if (!removed)
    return keyError(key);
  return success();
}

Result<bool> contains(tsrt_dict *dict, const tsrt_value &key) {
  TSRT_ASSIGN(value, find(dict, key));
  return value != nullptr;
}

/// get(key): None when it is missing.
Result<Value> get(tsrt_dict *dict, const tsrt_value &key) {
  TSRT_ASSIGN(value, find(dict, key));
  return value ? Value::box(valueType(dict), value) : Value();
}

Result<Value> getDefault(tsrt_dict *dict, const tsrt_value &key,
                         const tsrt_value &defaultValue) {
  TSRT_ASSIGN(value, find(dict, key));
  return value ? Value::box(valueType(dict), value)
               : Value::retain(defaultValue);
}

Result<Value> pop(tsrt_dict *dict, const tsrt_value &key) {
  TSRT_ASSIGN(value, getItem(dict, key));
  TSRT_TRY(removeKey(dict, key));
  return Value(std::move(value));
}

Result<Value> popDefault(tsrt_dict *dict, const tsrt_value &key,
                         const tsrt_value &defaultValue) {
  TSRT_ASSIGN(value, find(dict, key));
  if (!value)
    return Value::retain(defaultValue);
  return pop(dict, key);
}

Result<Value> setDefault(tsrt_dict *dict, const tsrt_value &key,
                         const tsrt_value &defaultValue) {
  TSRT_ASSIGN(value, find(dict, key));
  if (value)
    return Value::box(valueType(dict), value);
  TSRT_TRY(setItem(dict, key, defaultValue));
  return Value::retain(defaultValue);
}

/// The tuple type of an entry.
const tsrt_type *entryType(const tsrt_dict *dict) {
  const tsrt_type *elements[] = {keyType(dict), valueType(dict)};
  return tsrt_type_tuple(nullptr, 2, elements, nullptr);
}

/// Writes the native tuple (key, value); nothing is retained.
void writeEntry(const tsrt_type *tuple, const void *key, const void *value,
                char *out) {
  std::memset(out, 0, tuple->size);
  std::memcpy(out, key, tuple->elements[0]->size);
  std::memcpy(out + tuple->offsets[1], value, tuple->elements[1]->size);
}

/// Removes and returns the oldest entry.
Result<Value> popItem(tsrt_dict *dict) {
  if (!dict->size)
    return fail("popitem(): dictionary is empty");
  // The first entry, without closing gaps: popping all stays linear.
  const char *entry = dict->entries + dict->first * dict->stride;
  const void *key = entry + sizeof(uint64_t);
  const tsrt_type *tuple = entryType(dict);
  std::vector<char> native(tuple->size);
  writeEntry(tuple, key, entry + dict->valueOffset, native.data());
  Value result = Value::box(tuple, native.data());
  tsrt_dict_remove(dict, key);
  return result;
}

ListRef keys(tsrt_dict *dict) {
  ListRef list =
      ListRef::adopt(tsrt_list_new(tsrt_type_list(keyType(dict)), dict->size));
  dictForEach(dict, [&](const void *key, const void *) {
    listAppend(list.get(), key);
  });
  return list;
}

ListRef values(tsrt_dict *dict) {
  ListRef list = ListRef::adopt(
      tsrt_list_new(tsrt_type_list(valueType(dict)), dict->size));
  dictForEach(dict, [&](const void *, const void *value) {
    listAppend(list.get(), value);
  });
  return list;
}

ListRef items(tsrt_dict *dict) {
  const tsrt_type *tuple = entryType(dict);
  ListRef list =
      ListRef::adopt(tsrt_list_new(tsrt_type_list(tuple), dict->size));
  std::vector<char> native(tuple->size);
  dictForEach(dict, [&](const void *key, const void *value) {
    writeEntry(tuple, key, value, native.data());
    listAppend(list.get(), native.data());
  });
  return list;
}

Status update(tsrt_dict *dict, tsrt_dict *other) {
  if (dict == other)
    return success();
  if (!tsrt_type_equal(dict->header.type, other->header.type))
    return fail("Expected a value of type '%s' but instead found type '%s'.",
                dict->header.type->name, other->header.type->name);
  tsrt_error *error = nullptr;
  dictForEach(other, [&](const void *key, const void *value) {
    if (!error)
      error = tsrt_dict_set(dict, key, value);
  });
  return Status(error);
}

DictRef copy(tsrt_dict *dict) { return dictCopy(dict); }
void clear(tsrt_dict *dict) { dictClear(dict); }
int64_t length(tsrt_dict *dict) { return dict->size; }

DictRef emptyDict() {
  return DictRef::adopt(
      tsrt_dict_new(tsrt_type_dict(&tsrt_type_str, &tsrt_type_tensor)));
}

/// dict([(key, value), ...]).
Result<DictRef> dictOfPairs(tsrt_list *pairs) {
  const tsrt_type *pair = elementType(pairs);
  if (pair->kind != TSRT_TUPLE || pair->num_elements != 2)
    return fail("Expected a list of pairs but instead found type '%s'.",
                pairs->header.type->name);
  DictRef dict = DictRef::adopt(
      tsrt_dict_new(tsrt_type_dict(pair->elements[0], pair->elements[1])));
  for (int64_t i = 0; i < pairs->size; ++i) {
    const char *data = elementAt(pairs, i);
    TSRT_TRY(Status(tsrt_dict_set(dict.get(), data + pair->offsets[0],
                                  data + pair->offsets[1])));
  }
  return dict;
}

#define TSRT_FOR_KEY(type)                                                     \
  {"aten::__getitem__.Dict_" type, kernel<getItem>},                           \
      {"aten::_set_item." type, kernel<setItem>},                              \
      {"aten::Delete.Dict_" type, kernel<deleteItem>},                         \
      {"aten::__contains__." type, kernel<contains>},                          \
      {"aten::get." type, kernel<get>},                                        \
      {"aten::get.default_" type, kernel<getDefault>},                         \
      {"aten::pop.Dict_" type, kernel<pop>},                                   \
      {"aten::pop.Dict_default_" type, kernel<popDefault>},                    \
      {"aten::setdefault." type, kernel<setDefault>},                          \
      {"aten::popitem." type, kernel<popItem>},                                \
      {"aten::keys." type, kernel<keys>},                                      \
      {"aten::values." type, kernel<values>},                                  \
      {"aten::items." type, kernel<items>},                                    \
      {"aten::update." type, kernel<update>},                                  \
      {"aten::copy.Dict_" type, kernel<copy>},                                 \
      {"aten::dict.Dict_" type, kernel<copy>},                                 \
      {"aten::dict." type, kernel<dictOfPairs>},                               \
      {"aten::clear." type, kernel<clear>}, {                                  \
    "aten::len.Dict_" type, kernel<length>                                     \
  }

const KernelEntry entries[] = {
    TSRT_FOR_KEY("str"),
    TSRT_FOR_KEY("int"),
    TSRT_FOR_KEY("float"),
    TSRT_FOR_KEY("bool"),
    TSRT_FOR_KEY("complex"),
    TSRT_FOR_KEY("Tensor"),
    {"aten::dict", kernel<emptyDict>},
};
const KernelTable table(entries);

} // namespace

tsrt_error *tsrt_dict_key_error(const tsrt_dict *d, const void *key) {
  Value boxed = Value::box(keyType(d), key);
  return keyError(boxed.get()).error;
}
