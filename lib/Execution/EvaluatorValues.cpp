//===- EvaluatorValues.cpp - Values of the evaluator in the runtime -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluatorValues.h"

#include "TorchScript/Execution/TensorData.h"

#include "tsrt_eager.h"
#include "tsrt_program.h"

#include <cstddef>

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
    return encodeOther(value, data, depth);
  }
}

ProgramClasses::~ProgramClasses() = default;

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
  auto isIntegral = [](const Type *t) { return t->isInt() || t->isBool(); };
  if (isIntegral(a) && isIntegral(b))
    return TypeContext::getInt();
  if ((isIntegral(a) || a->isFloat()) && (isIntegral(b) || b->isFloat()))
    return TypeContext::getFloat();
  // A size that is a tensor is its number.
  if (a->isTensor() || b->isTensor())
    return a->isTensor() ? b : a;
  return TypeContext::getNumber();
}

CallArgument Encoder::encodeOther(const Value &value, json &data,
                                  unsigned depth) {
  CallArgument result;
  auto *object = value.isObject() ? value.getObject() : nullptr;
  if (auto *tensor = dynamic_cast<RuntimeTensor *>(object)) {
    data = {{"t", "handle"}, {"v", tensors.size()}};
    tensors.push_back(tensor->value.share());
    result.type = TypeContext::getTensor();
    return result;
  }
  if (auto *capsule = dynamic_cast<RuntimeCapsule *>(object)) {
    data = {{"t", "handle"}, {"v", tensors.size()}};
    tensors.push_back(capsule->value.share());
    result.type = types.getOrCreateCapsule(capsule->getClassName());
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
  if (takesObjects && encodeObject(value, data, depth)) {
    result.type = TypeContext::getAny();
    return result;
  }
  in.raiseTypeError("no operator takes an argument of type '" +
                    in.typeName(value) + "'");
}

bool Encoder::encodeObject(const Value &value, json &data, unsigned depth) {
  if (!value.is(Kind::Instance))
    return false;
  Value enumeration = in.findModule("enum");
  Value base = enumeration ? in.findAttr(enumeration, "Enum") : Value();
  if (base.is(Kind::Type) && in.isInstance(value, base.as<TypeObject>())) {
    data = {{"t", "enum"},
            {"class", in.typeName(value)},
            {"name", in.str(in.getAttr(value, "name"))}};
    return true;
  }
  json attributes = json::array();
  if (DictObject *own = in.getInstanceDict(value, false))
    for (auto &entry : own->entries)
      if (auto *name = entry.key.dyn<StrObject>()) {
        json item;
        encode(entry.value, item, depth + 1);
        attributes.push_back(json::array({name->text, std::move(item)}));
      }
  data = {{"t", "object"},
          {"class", in.typeName(value)},
          {"attrs", std::move(attributes)}};
  return true;
}

namespace {
/// Makes values of the program.
class Decoder {
public:
  Decoder(Interpreter &in, TypeObject *tensorType,
          const ProgramClasses *classes)
      : in(in), tensorType(tensorType), classes(classes) {}

  Value decode(const tsrt_value &value);

private:
  /// The native value of a type at a place.
  Value decodeAt(const tsrt_type *type, const void *place) {
    tsrt_value item{};
    tsrt_box_value(type, place, &item);
    HostValue owner(item);
    return decode(item);
  }
  Value decodeTensor(const tsrt_value &value);
  Value decodeTuple(const tsrt_value &value);
  Value decodeDict(const tsrt_value &value);
  Value decodeObject(const tsrt_value &value);
  Value decodeFuture(const tsrt_value &value);
  Value getClass(const char *qualifiedName);

  Interpreter &in;
  TypeObject *tensorType;
  const ProgramClasses *classes;
};
} // namespace

Value Decoder::decodeTensor(const tsrt_value &value) {
  auto *tensor = static_cast<tsrt_tensor *>(value.u.p);
  if (!tsrt_tensor_is_defined(tensor))
    return Value::none();
  if (Value known = classes ? classes->findObject(tensor) : Value())
    return known;
  tsrt_value_retain(&value);
  return Value(new RuntimeTensor(tensorType, HostValue(value)));
}

Value Decoder::decodeTuple(const tsrt_value &value) {
  auto *box = static_cast<tsrt_box *>(value.u.p);
  const tsrt_type *type = value.type;
  ValueVector items, names;
  for (uint32_t i = 0; i < type->num_elements; ++i) {
    items.push_back(decodeAt(type->elements[i], box->data + type->offsets[i]));
    if (type->element_names)
      names.push_back(in.makeStr(type->element_names[i]));
  }
  if (!type->element_names || !classes)
    return in.makeTuple(std::move(items));
  // PyTorch makes a class of the name and the fields.
  llvm::StringRef name = type->name;
  Value cls = in.call(in.getAttr(in.importModule("_torch_types"), "namedtuple"),
                      {in.makeStr(name.rsplit('.').second.empty()
                                      ? name.str()
                                      : name.rsplit('.').second.str()),
                       in.makeTuple(std::move(names))});
  return in.call(cls, Arguments(llvm::ArrayRef<Value>(items)));
}

Value Decoder::decodeDict(const tsrt_value &value) {
  auto *dict = static_cast<tsrt_dict *>(value.u.p);
  const tsrt_type *type = static_cast<tsrt_header *>(value.u.p)->type;
  Value result = in.makeDict();
  for (int64_t i = 0, n = tsrt_dict_size(dict); i < n; ++i) {
    const void *places[2];
    tsrt_dict_entry(dict, i, &places[0], &places[1]);
    Value key = decodeAt(type->elements[0], places[0]);
    in.dictSet(result, key, decodeAt(type->elements[1], places[1]));
  }
  return result;
}

Value Decoder::getClass(const char *qualifiedName) {
  Value cls = classes ? classes->findClass(qualifiedName) : Value();
  if (!cls)
    in.raiseTypeError(llvm::Twine("a value of the class '") + qualifiedName +
                      "' has no class in the program");
  return cls;
}

Value Decoder::decodeObject(const tsrt_value &value) {
  if (Value known = classes ? classes->findInstance(value.u.p) : Value())
    return known;
  const tsrt_type *type = static_cast<tsrt_header *>(value.u.p)->type;
  Value cls = getClass(type->name);
  Value made = in.call(in.getAttr(cls, "__new__"), {cls});
  for (uint32_t i = 0; i < type->num_elements; ++i)
    in.setAttr(
        made, type->element_names[i],
        decodeAt(type->elements[i],
                 static_cast<const char *>(value.u.p) + type->offsets[i]));
  return made;
}

Value Decoder::decodeFuture(const tsrt_value &value) {
  const tsrt_type *type = value.type->elements[0];
  std::vector<std::max_align_t> native(type->size / sizeof(std::max_align_t) +
                                       1);
  auto *future = static_cast<tsrt_future *>(value.u.p);
  if (tsrt_error *error = tsrt_wait(future, type, native.data())) {
    std::string message = tsrt_error_message(error);
    tsrt_error_release(error);
    in.raise(in.types.RuntimeError, message);
  }
  Value result = decodeAt(type, native.data());
  tsrt_native_release(type, native.data());
  return in.call(in.getAttr(in.importModule("torch.jit"), "_completed"),
                 {result});
}

Value Decoder::decode(const tsrt_value &value) {
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
    return decodeTensor(value);
  case TSRT_LIST: {
    auto *list = static_cast<tsrt_list *>(value.u.p);
    const tsrt_type *element = list->header.type->elements[0];
    ValueVector items;
    in.reserve(size_t(list->size), sizeof(Value));
    for (int64_t i = 0; i < list->size; ++i)
      items.push_back(decodeAt(element, static_cast<const char *>(list->data) +
                                            i * element->size));
    return in.makeList(std::move(items));
  }
  case TSRT_DEVICE: {
    Value name = in.makeStr(HostValue(value).share().str());
    return classes
               ? in.call(in.getAttr(in.importModule("torch"), "device"), {name})
               : name;
  }
  case TSRT_CAPSULE: {
    Value cls = in.getAttr(in.importModule("torch._C"), "ScriptObject");
    tsrt_value_retain(&value);
    return Value(new RuntimeCapsule(cls.as<TypeObject>(), HostValue(value)));
  }
  case TSRT_TUPLE:
    return decodeTuple(value);
  case TSRT_DICT:
    return decodeDict(value);
  case TSRT_OBJECT:
    return decodeObject(value);
  case TSRT_FUTURE:
    return decodeFuture(value);
  case TSRT_ENUM:
    return in.getAttr(getClass(value.type->name),
                      value.type->element_names[value.u.i]);
  default:
    in.raiseTypeError(llvm::Twine("an operator returned a value of type '") +
                      value.type->name + "'");
  }
}

Value RuntimeCapsule::getAttr(Interpreter &in, llvm::StringRef name) {
  if (name == "_qualified_name")
    return in.makeStr(getClassName());
  if (name != "_made_of")
    return Value();
  tsrt_value arguments[9];
  int32_t count = 0;
  const char *maker = tsrt_value_maker(&value.get(), arguments, 9, &count);
  std::vector<HostValue> owned;
  for (int32_t i = 0; i < count; ++i)
    owned.emplace_back(arguments[i]);
  if (!maker)
    return Value();
  Value tensorType = in.getAttr(in.importModule("torch"), "Tensor");
  ValueVector items;
  for (const HostValue &argument : owned)
    items.push_back(
        decodeValue(in, tensorType.as<TypeObject>(), argument.get()));
  return in.makeTuple({in.makeStr(maker), in.makeTuple(std::move(items))});
}

Value torchscript::decodeValue(Interpreter &in, TypeObject *tensorType,
                               const tsrt_value &value,
                               const ProgramClasses *classes) {
  return Decoder(in, tensorType, classes).decode(value);
}
