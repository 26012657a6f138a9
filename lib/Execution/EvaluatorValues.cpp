//===- EvaluatorValues.cpp - Values of the evaluator in the runtime -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluatorValues.h"

#include "TorchScript/Execution/TensorData.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using torchscript::Type;

/// How deep arguments may be nested.
static constexpr unsigned kMaxDepth = 50;

CallArgument Encoder::encode(const Value &value, json &data, unsigned depth) {
  if (depth > kMaxDepth)
    in.raiseValueError("the argument is nested too deeply");
  CallArgument result;
  switch (value.kind()) {
  case Kind::None:
    data = {{"t", "None"}};
    result.type = TypeContext::getNone();
    return result;
  case Kind::Bool:
    data = {{"t", "bool"}, {"v", value.isTrue()}};
    result.type = TypeContext::getBool();
    return result;
  case Kind::Int: {
    std::optional<int64_t> number = in.asInt64(value);
    if (!number)
      in.raise(in.types.RuntimeError, "Overflow when unpacking long");
    data = {{"t", "int"}, {"v", *number}};
    result.type = TypeContext::getInt();
    return result;
  }
  case Kind::Float:
    data = {{"t", "float"},
            {"v", encodeFloat(value.as<FloatObject>()->number)}};
    result.type = TypeContext::getFloat();
    return result;
  case Kind::Complex: {
    auto *number = value.as<ComplexObject>();
    data = {{"t", "complex"},
            {"v", {encodeFloat(number->real), encodeFloat(number->imaginary)}}};
    result.type = TypeContext::getComplex();
    return result;
  }
  case Kind::Str:
    data = {{"t", "str"}, {"v", value.as<StrObject>()->text}};
    result.type = TypeContext::getString();
    return result;
  case Kind::Dict:
    return encodeDict(value, data, depth);
  case Kind::List:
  case Kind::Tuple:
    return encodeSequence(value, data, depth);
  default:
    return encodeOther(value, data);
  }
}

CallArgument Encoder::encodeDict(const Value &value, json &data,
                                 unsigned depth) {
  CallArgument result;
  json entries = json::array();
  const Type *key = TypeContext::getString(), *item = TypeContext::getTensor();
  for (auto &entry : value.as<DictObject>()->entries) {
    if (!entry.key)
      continue;
    json keyData, itemData;
    key = encode(entry.key, keyData, depth + 1).type;
    item = encode(entry.value, itemData, depth + 1).type;
    entries.push_back(json::array({std::move(keyData), std::move(itemData)}));
  }
  data = {{"t", "dict"}, {"v", std::move(entries)}};
  result.type = types.getDict(key, item);
  return result;
}

/// Sequences are lists where their elements agree, as Python's arguments are.
CallArgument Encoder::encodeSequence(const Value &value, json &data,
                                     unsigned depth) {
  CallArgument result;
  ValueVector items = in.unpack(value);
  json values = json::array();
  const Type *element = nullptr;
  bool hasNone = false;
  for (const Value &item : items) {
    json part;
    const Type *type = encode(item, part, depth + 1).type;
    values.push_back(std::move(part));
    if (type->isNone())
      hasNone = true;
    else if (!element || element == type)
      element = type;
    else
      element = mergeTypes(element, type);
  }
  data = {{"t", value.is(Kind::Tuple) ? "tuple" : "list"},
          {"v", std::move(values)}};
  result.isEmptyListLiteral = items.empty();
  if (!element)
    element = TypeContext::getTensor();
  if (hasNone)
    element = types.getOptional(element);
  result.type = types.getList(element);
  return result;
}

const Type *Encoder::mergeTypes(const Type *a, const Type *b) {
  auto isIntegral = [](const Type *t) {
    return t->isInt() || t->isBool();
  };
  if (isIntegral(a) && isIntegral(b))
    return TypeContext::getInt();
  if ((isIntegral(a) || a->isFloat()) && (isIntegral(b) || b->isFloat()))
    return TypeContext::getFloat();
  // A size that is a tensor is its number.
  if (a->isTensor() || b->isTensor())
    return a->isTensor() ? b : a;
  return TypeContext::getNumber();
}

CallArgument Encoder::encodeOther(const Value &value, json &data) {
  CallArgument result;
  if (auto *tensor = dynamic_cast<RuntimeTensor *>(value.getObject())) {
    data = {{"t", "handle"}, {"v", tensors.size()}};
    tensors.push_back(tensor->value.share());
    result.type = TypeContext::getTensor();
    return result;
  }
  // A dtype, layout or memory format has a number, a device a name.
  if (Value code = in.findAttr(value, "_code"); code && in.isInt(code))
    return encode(code, data);
  if (Value name = in.findAttr(value, "_device"); name.is(Kind::Str)) {
    data = {{"t", "device"}, {"v", name.as<StrObject>()->text}};
    result.type = TypeContext::getDevice();
    return result;
  }
  if (value.is(Kind::Range))
    return encode(in.makeList(in.unpack(value)), data);
  in.raiseTypeError("no operator takes an argument of type '" +
                    in.typeName(value) + "'");
}

Value torchscript::decodeValue(Interpreter &in, TypeObject *tensorType,
                               const tsrt_value &value) {
  if (!value.type)
    return Value::none();
  switch (value.type->kind) {
  case TSRT_NONE:
    return Value::none();
  case TSRT_BOOL:
    return Value::boolean(value.u.i != 0);
  case TSRT_INT:
    return in.makeInt(value.u.i);
  case TSRT_FLOAT:
    return in.makeFloat(value.u.f);
  case TSRT_COMPLEX:
    return in.makeComplex(value.u.c[0], value.u.c[1]);
  case TSRT_STR: {
    auto *text = static_cast<tsrt_str *>(value.u.p);
    return in.makeStr(std::string(text->data, size_t(text->size)));
  }
  case TSRT_TENSOR:
    tsrt_value_retain(&value);
    return Value(new RuntimeTensor(tensorType, HostValue(value)));
  case TSRT_LIST: {
    auto *list = static_cast<tsrt_list *>(value.u.p);
    const tsrt_type *element = list->header.type->elements[0];
    ValueVector items;
    in.reserve(size_t(list->size), sizeof(Value));
    for (int64_t i = 0; i < list->size; ++i) {
      tsrt_value item{};
      tsrt_box_value(element,
                     static_cast<const char *>(list->data) + i * element->size,
                     &item);
      HostValue owner(item);
      items.push_back(decodeValue(in, tensorType, item));
    }
    return in.makeList(std::move(items));
  }
  case TSRT_DEVICE:
    return in.makeStr(HostValue(value).share().str());
  case TSRT_TUPLE: {
    auto *box = static_cast<tsrt_box *>(value.u.p);
    ValueVector items;
    for (uint32_t i = 0; i < value.type->num_elements; ++i) {
      tsrt_value item{};
      tsrt_box_value(value.type->elements[i],
                     box->data + value.type->offsets[i], &item);
      HostValue owner(item);
      items.push_back(decodeValue(in, tensorType, item));
    }
    return in.makeTuple(std::move(items));
  }
  case TSRT_DICT: {
    auto *dict = static_cast<tsrt_dict *>(value.u.p);
    Value result = in.makeDict();
    for (int64_t i = 0, n = tsrt_dict_size(dict); i < n; ++i) {
      const void *places[2];
      tsrt_dict_entry(dict, i, &places[0], &places[1]);
      Value parts[2];
      for (unsigned j = 0; j < 2; ++j) {
        tsrt_value part{};
        tsrt_box_value(value.type->elements[j], places[j], &part);
        HostValue owner(part);
        parts[j] = decodeValue(in, tensorType, part);
      }
      in.dictSet(result, parts[0], parts[1]);
    }
    return result;
  }
  default:
    in.raiseTypeError(llvm::Twine("an operator returned a value of type '") +
                      value.type->name + "'");
  }
}
