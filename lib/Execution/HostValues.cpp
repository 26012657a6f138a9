//===- HostValues.cpp - Data to runtime values -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes runtime values from data, with the conversions of the host boundary.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/HostValues.h"

#include "TorchScript/Execution/TensorData.h"

#include <cmath>
#include <cstring>

using namespace torchscript;

HostValue HostValue::share() const {
  tsrt_value_retain(&value);
  return HostValue(value);
}

std::string HostValue::str() const {
  tsrt_str *text = tsrt_value_str(&value);
  std::string result(text->data, size_t(text->size));
  tsrt_release(text);
  return result;
}

namespace {

llvm::Error mismatch(const tsrt_type *type, const json &data) {
  return llvm::createStringError("expected a value of type '%s' but found %s",
                                 type->name, spellData(data).c_str());
}

/// Converts data of one type; owns what it makes until it is handed over.
class Maker {
public:
  Maker(llvm::ArrayRef<HostValue> tensors, HostTypes *types)
      : tensors(tensors), types(types) {}

  llvm::Expected<HostValue> make(const json &data, const tsrt_type *type,
                                 unsigned depth = 0) {
    if (depth > kMaxHostDepth)
      return llvm::createStringError("the value is nested too deeply");
    if (!data.is_object() || !data.contains("t") || !data["t"].is_string())
      return llvm::createStringError("not an encoded value: no object with the "
                                     "key 't'");
    const std::string tag = data["t"];
    if (tag == "handle" && isNumber(type) &&
        data["v"].get<size_t>() < tensors.size())
      return make(encodeValue(tensors[data["v"].get<size_t>()].get()), type,
                  depth + 1);
    switch (type->kind) {
    case TSRT_NONE:
      if (tag != "None")
        return mismatch(type, data);
      return simple(type);
    case TSRT_BOOL:
    case TSRT_INT:
    case TSRT_FLOAT:
    case TSRT_COMPLEX:
      return makeNumber(data, tag, type);
    case TSRT_SCALAR:
      return makeScalar(data, tag, type);
    case TSRT_STR:
      if (tag != "str" || !data["v"].is_string())
        return mismatch(type, data);
      return makeString(data["v"].get<std::string>());
    case TSRT_TENSOR:
      return makeTensorValue(data, tag, type);
    case TSRT_CAPSULE:
      if (tag != "handle" || data["v"].get<size_t>() >= tensors.size() ||
          tensors[data["v"].get<size_t>()].get().type->kind != TSRT_CAPSULE)
        return mismatch(type, data);
      return tensors[data["v"].get<size_t>()].share();
    case TSRT_DEVICE:
      return makeDevice(data, tag, type);
    case TSRT_OPTIONAL:
      if (tag == "None")
        return simple(&tsrt_type_none);
      return make(data, type->elements[0], depth + 1);
    case TSRT_LIST:
      return makeList(data, tag, type, depth);
    case TSRT_DICT:
      return makeDict(data, tag, type, depth);
    case TSRT_TUPLE:
      return makeTuple(data, tag, type, depth);
    case TSRT_ENUM:
      return makeEnum(data, tag, type);
    case TSRT_OBJECT:
      return makeObject(data, tag, type, depth);
    case TSRT_UNION:
      return makeUnion(data, tag, type, depth);
    case TSRT_ANY:
      if (type != &tsrt_type_any)
        return mismatch(type, data); // a bare list or tuple
      return makeAny(data, depth);
    default:
      return llvm::createStringError(
          "not supported yet: an argument of type '%s'", type->name);
    }
  }

private:
  static bool isNumber(const tsrt_type *type) {
    return type->kind == TSRT_BOOL || type->kind == TSRT_INT ||
           type->kind == TSRT_FLOAT || type->kind == TSRT_COMPLEX ||
           type->kind == TSRT_SCALAR;
  }
  static HostValue simple(const tsrt_type *type, int64_t payload = 0) {
    tsrt_value value{};
    value.type = type;
    value.u.i = payload;
    return HostValue(value);
  }
  static HostValue pointer(const tsrt_type *type, void *object) {
    tsrt_value value{};
    value.type = type;
    value.u.p = object;
    return HostValue(value);
  }
  static HostValue makeString(const std::string &text) {
    return pointer(&tsrt_type_str,
                   tsrt_str_new(text.data(), int64_t(text.size())));
  }

  /// The number in data: an int, float, bool, complex, dtype or 0-dim tensor.
  static bool getNumber(const json &data, const std::string &tag,
                        double parts[2], int64_t &integer, bool &isIntegral) {
    parts[1] = 0;
    isIntegral = true;
    const json *v = data.contains("v") ? &data["v"] : nullptr;
    if (tag == "int" && v && v->is_number_integer()) {
      integer = v->get<int64_t>();
    } else if (tag == "bool" && v && v->is_boolean()) {
      integer = v->get<bool>();
    } else if (tag == "dtype" && v && v->is_string()) {
      integer = getDtypeByName(v->get<std::string>());
    } else if (tag == "layout") {
      integer = 0;
    } else if (tag == "float" && v) {
      isIntegral = false;
      parts[0] = decodeFloat(*v);
      return true;
    } else if (tag == "complex" && v && v->is_array() && v->size() == 2) {
      isIntegral = false;
      parts[0] = decodeFloat((*v)[0]);
      parts[1] = decodeFloat((*v)[1]);
      return true;
    } else if (tag == "tensor" &&
               data.value("shape", json()) == json::array() &&
               data["data"].is_array() && data["data"].size() == 1) {
      const std::string dtype = data.value("dtype", "");
      const json &element = data["data"][0];
      if (element.is_boolean())
        integer = element.get<bool>();
      else if (element.is_number_integer() && dtype.find("int") == 0)
        integer = element.get<int64_t>();
      else if (element.is_array())
        return false;
      else {
        isIntegral = false;
        parts[0] = decodeFloat(element);
        return true;
      }
    } else {
      return false;
    }
    parts[0] = double(integer);
    return true;
  }

  static llvm::Expected<HostValue>
  makeNumber(const json &data, const std::string &tag, const tsrt_type *type) {
    double parts[2];
    int64_t integer = 0;
    bool isIntegral;
    // None has a truth value, too.
    if (tag == "None" && type->kind == TSRT_BOOL)
      return simple(type, false);
    if (!getNumber(data, tag, parts, integer, isIntegral))
      return mismatch(type, data);
    tsrt_value value{};
    value.type = type;
    switch (type->kind) {
    case TSRT_INT:
    case TSRT_BOOL:
      // A tensor becomes an int as `int(tensor)` does; floats and complex
      // numbers have a truth value, but are no ints.
      if (!isIntegral && type->kind == TSRT_INT && tag != "tensor")
        return mismatch(type, data);
      if (type->kind == TSRT_BOOL)
        value.u.i = parts[0] != 0 || parts[1] != 0;
      else
        value.u.i = isIntegral ? integer : int64_t(parts[0]);
      break;
    case TSRT_FLOAT:
      if (tag == "complex")
        return mismatch(type, data);
      value.u.f = parts[0];
      break;
    default:
      value.u.c[0] = parts[0];
      value.u.c[1] = parts[1];
    }
    return HostValue(value);
  }

  static llvm::Expected<HostValue>
  makeScalar(const json &data, const std::string &tag, const tsrt_type *type) {
    const tsrt_type *exact = tag == "int" || tag == "dtype" || tag == "bool"
                                 ? &tsrt_type_int
                             : tag == "float"   ? &tsrt_type_float
                             : tag == "complex" ? &tsrt_type_complex
                                                : nullptr;
    if (!exact)
      return mismatch(type, data);
    return makeNumber(data, tag, exact);
  }

  llvm::Expected<HostValue> makeTensorValue(const json &data,
                                            const std::string &tag,
                                            const tsrt_type *type) {
    if (tag == "handle") {
      size_t index = data["v"].get<size_t>();
      if (index >= tensors.size())
        return llvm::createStringError("no such tensor");
      return tensors[index].share();
    }
    if (tag != "tensor")
      return mismatch(type, data);
    llvm::Expected<tsrt_tensor *> tensor = decodeTensor(data);
    if (!tensor)
      return tensor.takeError();
    HostValue made = pointer(&tsrt_type_tensor, *tensor);
    if (data.contains("requires_grad") && data["requires_grad"] == true)
      return callOperator("aten::requires_grad_", {made.get(), boolean(true)});
    return made;
  }

  static tsrt_value boolean(bool value) {
    tsrt_value result{};
    result.type = &tsrt_type_bool;
    result.u.i = value;
    return result;
  }

  static llvm::Expected<HostValue>
  callOperator(const char *name, llvm::ArrayRef<tsrt_value> arguments) {
    tsrt_value result{};
    tsrt_error *error = tsrt_op_call(tsrt_op_resolve(name), arguments.data(),
                                     int32_t(arguments.size()), &result, 1);
    if (!error)
      return HostValue(result);
    std::string message = tsrt_error_message(error);
    tsrt_error_release(error);
    return llvm::createStringError("%s", message.c_str());
  }

  static llvm::Expected<HostValue>
  makeDevice(const json &data, const std::string &tag, const tsrt_type *type) {
    if ((tag != "device" && tag != "str") || !data["v"].is_string())
      return mismatch(type, data);
    // The operator knows the names.
    HostValue text = makeString(data["v"].get<std::string>());
    return callOperator("aten::device", text.get());
  }

  /// The elements of a list or tuple in data, or null.
  static const json *getItems(const json &data, const std::string &tag) {
    bool isSequence = tag == "list" || tag == "tuple";
    return isSequence && data.contains("v") && data["v"].is_array() ? &data["v"]
                                                                    : nullptr;
  }

  /// Stores `value` natively at `place`.
  static llvm::Error place(const HostValue &value, const tsrt_type *type,
                           void *place) {
    tsrt_error *error = tsrt_unbox_value(&value.get(), type, place);
    if (!error)
      return llvm::Error::success();
    std::string message = tsrt_error_message(error);
    tsrt_error_release(error);
    return llvm::createStringError("%s", message.c_str());
  }

  llvm::Expected<HostValue> makeList(const json &data, const std::string &tag,
                                     const tsrt_type *type, unsigned depth) {
    const json *items = getItems(data, tag);
    if (!items)
      return mismatch(type, data);
    tsrt_list *list = tsrt_list_new(type, int64_t(items->size()));
    HostValue result = pointer(type, list);
    for (const json &item : *items) {
      // A dtype is an int only where it is an argument of its own.
      if (type->elements[0]->kind == TSRT_INT && item.value("t", "") == "dtype")
        return mismatch(type, data);
      auto element = make(item, type->elements[0], depth + 1);
      if (!element)
        return element.takeError();
      if (llvm::Error error =
              place(*element, type->elements[0], tsrt_list_grow(list)))
        return std::move(error);
      ++list->size;
    }
    return std::move(result);
  }

  llvm::Expected<HostValue> makeDict(const json &data, const std::string &tag,
                                     const tsrt_type *type, unsigned depth) {
    if (tag != "dict" || !data.contains("v") || !data["v"].is_array())
      return mismatch(type, data);
    tsrt_dict *dict = tsrt_dict_new(type);
    HostValue result = pointer(type, dict);
    for (const json &entry : data["v"]) {
      if (!entry.is_array() || entry.size() != 2)
        return mismatch(type, data);
      Native parts[2] = {Native(type->elements[0]), Native(type->elements[1])};
      for (int i = 0; i < 2; ++i) {
        auto value = make(entry[size_t(i)], type->elements[i], depth + 1);
        if (!value)
          return value.takeError();
        if (i == 0 && value->get().type->kind == TSRT_NONE)
          return llvm::createStringError("None cannot be the key of a dict");
        if (llvm::Error error =
                place(*value, type->elements[i], parts[i].data()))
          return std::move(error);
      }
      if (tsrt_error *error =
              tsrt_dict_set(dict, parts[0].data(), parts[1].data())) {
        tsrt_error_release(error);
        return mismatch(type, data);
      }
    }
    return std::move(result);
  }

  llvm::Expected<HostValue> makeTuple(const json &data, const std::string &tag,
                                      const tsrt_type *type, unsigned depth) {
    std::vector<json> items;
    if (tag == "namedtuple" && data.contains("fields")) {
      for (const json &field : data["fields"])
        items.push_back(field.at(1));
    } else if (const json *found = getItems(data, tag)) {
      items.assign(found->begin(), found->end());
    } else {
      return mismatch(type, data);
    }
    if (items.size() != type->num_elements)
      return mismatch(type, data);
    Native native(type);
    for (uint32_t i = 0; i < type->num_elements; ++i) {
      auto element = make(items[i], type->elements[i], depth + 1);
      if (!element)
        return element.takeError();
      if (llvm::Error error = place(*element, type->elements[i],
                                    native.data() + type->offsets[i]))
        return std::move(error);
    }
    tsrt_value boxed{};
    tsrt_box_value(type, native.data(), &boxed);
    return HostValue(boxed);
  }

  static llvm::Expected<HostValue>
  makeEnum(const json &data, const std::string &tag, const tsrt_type *type) {
    if (tag == "enum")
      for (uint32_t i = 0; i < type->num_elements; ++i)
        if (data.value("name", "") == type->element_names[i])
          return simple(type, i);
    return mismatch(type, data);
  }

  llvm::Expected<HostValue> makeObject(const json &data, const std::string &tag,
                                       const tsrt_type *type, unsigned depth) {
    if (tag != "object" || !data.contains("attrs"))
      return mismatch(type, data);
    tsrt_object *object = tsrt_object_new(type);
    HostValue result = pointer(type, object);
    for (const json &attribute : data["attrs"])
      for (uint32_t i = 0; i < type->num_elements; ++i) {
        if (attribute.at(0) != type->element_names[i])
          continue;
        auto value = make(attribute.at(1), type->elements[i], depth + 1);
        if (!value)
          return value.takeError();
        if (llvm::Error error =
                place(*value, type->elements[i],
                      reinterpret_cast<char *>(object) + type->offsets[i]))
          return std::move(error);
      }
    return std::move(result);
  }

  llvm::Expected<HostValue> makeUnion(const json &data, const std::string &tag,
                                      const tsrt_type *type, unsigned depth) {
    llvm::Expected<const tsrt_type *> inferred =
        inferHostType(data, types, depth);
    if (!inferred)
      return inferred.takeError();
    for (uint32_t i = 0; i < type->num_elements; ++i)
      if (tsrt_type_equal(*inferred, type->elements[i]))
        return make(data, type->elements[i], depth + 1);
    for (uint32_t i = 0; i < type->num_elements; ++i) {
      const tsrt_type *member = type->elements[i];
      // Exact kinds only: no conversions into a union.
      if ((member->kind == TSRT_INT && tag != "int") ||
          (member->kind == TSRT_FLOAT && tag != "float") ||
          (member->kind == TSRT_BOOL && tag != "bool") ||
          (member->kind == TSRT_COMPLEX && tag != "complex"))
        continue;
      if (auto value = make(data, member, depth + 1))
        return value;
      else
        llvm::consumeError(value.takeError());
    }
    return mismatch(type, data);
  }

  llvm::Expected<HostValue> makeAny(const json &data, unsigned depth) {
    llvm::Expected<const tsrt_type *> type = inferHostType(data, types, depth);
    if (!type)
      return type.takeError();
    return make(data, *type, depth + 1);
  }

  /// Zeroed memory for a native value, released with it.
  class Native {
  public:
    explicit Native(const tsrt_type *type)
        : type(type), memory((type->size + 15) / 16 + 1) {}
    Native(Native &&) = default;
    ~Native() { tsrt_native_release(type, data()); }
    char *data() { return reinterpret_cast<char *>(memory.data()); }

  private:
    struct alignas(16) Chunk {
      char bytes[16] = {};
    };
    const tsrt_type *type;
    std::vector<Chunk> memory;
  };

  llvm::ArrayRef<HostValue> tensors;
  HostTypes *types;
};

} // namespace

llvm::Expected<HostValue>
torchscript::makeValue(const json &data, const tsrt_type *type,
                       llvm::ArrayRef<HostValue> tensors, HostTypes *types) {
  return Maker(tensors, types).make(data, type);
}
