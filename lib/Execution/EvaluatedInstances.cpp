//===- EvaluatedInstances.cpp - Instances that a program made -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads values of the evaluator.
//
//===----------------------------------------------------------------------===//

#include "EvaluatedInstances.h"

#include "TorchScript/Frontend/Evaluate/Defaults.h"

#include "ScriptedObjects.h"
#include "TorchScript/Frontend/Syntax/Source.h"

#include "tsrt_eager.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;
using InstanceKind = InstanceValue::Kind;
using EKind = evaluate::Kind;

/// Deepest nesting of values.
static constexpr unsigned kMaxDepth = 300;

InstanceValue &EvaluatedInstances::make(InstanceKind kind) {
  values.push_back(std::make_unique<InstanceValue>());
  values.back()->kind = kind;
  return *values.back();
}

std::string EvaluatedInstances::add(const Value &value, StringRef wanted) {
  Known known;
  const InstanceValue *read = this->read(value, known, 0);
  std::string name = wanted.str();
  for (unsigned i = 1; named.count(name) && named.lookup(name) != read; ++i)
    name = (wanted + "$" + llvm::Twine(i)).str();
  named[name] = read;
  return name;
}

const InstanceValue *EvaluatedInstances::find(StringRef name) const {
  return named.lookup(name);
}

const HostValue *EvaluatedInstances::findTensor(StringRef key) const {
  auto found = tensors.find(key);
  return found == tensors.end() ? nullptr : &found->second;
}

Value EvaluatedInstances::findObject(const tsrt_tensor *tensor) const {
  auto found = tensorObjects.find(tensor);
  return found == tensorObjects.end() ? passing.lookup(tensor)
                                      : found->second.second;
}

bool EvaluatedInstances::requiresGradients() const {
  return llvm::any_of(tensorObjects, [](const auto &entry) {
    return tsrt_tensor_requires_grad(entry.first);
  });
}

Value EvaluatedInstances::findClass(StringRef qualifiedName) const {
  return classes.lookup(qualifiedName);
}

void EvaluatedInstances::noteClass(const InstanceValue &cls,
                                   StringRef qualifiedName) const {
  auto found = definedBy.find(&cls);
  if (found != definedBy.end())
    classes[qualifiedName] = found->second;
}

bool EvaluatedInstances::isOf(const Value &value, StringRef module,
                              StringRef cls) const {
  Value found = in.findModule(module);
  Value type = found ? in.findAttr(found, cls) : Value();
  return type.is(EKind::Type) && in.isInstance(value, type.as<TypeObject>());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void EvaluatedInstances::readItems(llvm::ArrayRef<Value> items,
                                   std::vector<const InstanceValue *> &out,
                                   Known &known, unsigned depth) {
  for (const Value &item : items)
    out.push_back(read(item, known, depth + 1));
}

const InstanceValue *
EvaluatedInstances::readDict(const Value &value, Known &known, unsigned depth) {
  InstanceValue &dict = make(InstanceKind::Dict);
  known[value.getObject()] = &dict;
  for (auto &entry : value.as<DictObject>()->entries) {
    if (!entry.key)
      continue;
    dict.keys.push_back(read(entry.key, known, depth + 1));
    dict.elements.push_back(read(entry.value, known, depth + 1));
  }
  return &dict;
}

const InstanceValue *EvaluatedInstances::readTensor(const RuntimeTensor &tensor,
                                                    const Value &value) {
  tsrt_tensor *raw = tensor.get();
  auto &entry = tensorObjects[raw];
  if (entry.first.empty()) {
    entry = {"tensor" + std::to_string(tensorObjects.size()), value};
    tensors[entry.first] = tensor.value.share();
  }
  InstanceValue &read = make(InstanceKind::Tensor);
  read.dtype = DType(tsrt_tensor_dtype(raw));
  const int64_t *sizes = tsrt_tensor_sizes(raw);
  const int64_t *strides = tsrt_tensor_strides(raw);
  read.sizes.assign(sizes, sizes + tsrt_tensor_rank(raw));
  read.strides.assign(strides, strides + tsrt_tensor_rank(raw));
  read.storage = entry.first;
  read.requiresGrad = in.isTrue(in.getAttr(value, "requires_grad"));
  if (isQuantized(read.dtype)) {
    Known parts;
    read.state = readMaker(tensor.value.get(), parts, 0);
  }
  return &read;
}

const InstanceValue *EvaluatedInstances::readMaker(const tsrt_value &value,
                                                   Known &known,
                                                   unsigned depth) {
  tsrt_value arguments[9];
  int32_t count = 0;
  const char *maker = tsrt_value_maker(&value, arguments, 9, &count);
  std::vector<HostValue> owned;
  for (int32_t i = 0; i < count; ++i)
    owned.emplace_back(arguments[i]);
  if (!maker)
    return nullptr;
  InstanceValue &call = make(InstanceKind::Tuple);
  InstanceValue &name = make(InstanceKind::String);
  name.text = maker;
  call.elements.push_back(&name);
  auto tensorType = in.getAttr(in.importModule("torch"), "Tensor");
  for (const HostValue &argument : owned) {
    Value part = decodeValue(in, tensorType.as<TypeObject>(), argument.get());
    kept.push_back(part);
    call.elements.push_back(read(part, known, depth + 1));
  }
  return &call;
}

const InstanceValue *
EvaluatedInstances::readCapsule(const RuntimeCapsule &capsule, Known &known,
                                unsigned depth) {
  InstanceValue &read = make(InstanceKind::Object);
  known[&capsule] = &read;
  read.text = "ScriptObject";
  read.typeTag = capsule.getClassName();
  read.state = readMaker(capsule.value.get(), known, depth);
  if (!read.state)
    read.problem = "not supported yet: objects of the extension class '" +
                   read.typeTag + "'";
  return &read;
}

const InstanceValue *EvaluatedInstances::read(const Value &value, Known &known,
                                              unsigned depth) {
  if (depth > kMaxDepth) {
    InstanceValue &deep = make(InstanceKind::Other);
    deep.text = deep.problem = "nested too deeply";
    return &deep;
  }
  switch (value.kind()) {
  case EKind::None:
    return &make(InstanceKind::None);
  case EKind::Bool: {
    InstanceValue &read = make(InstanceKind::Bool);
    read.integer = value.isTrue();
    return &read;
  }
  case EKind::Float: {
    InstanceValue &read = make(InstanceKind::Float);
    read.real = value.as<FloatObject>()->number;
    return &read;
  }
  case EKind::Complex: {
    InstanceValue &read = make(InstanceKind::Complex);
    read.real = value.as<ComplexObject>()->real;
    read.imaginary = value.as<ComplexObject>()->imaginary;
    return &read;
  }
  default:
    break;
  }
  if (in.isInt(value)) {
    std::optional<int64_t> number = in.asInt64(value);
    InstanceValue &read =
        make(number ? InstanceKind::Int : InstanceKind::Other);
    read.text = "int";
    read.integer = number.value_or(0);
    return &read;
  }
  if (!value.isObject()) {
    InstanceValue &other = make(InstanceKind::Other);
    other.text = in.typeName(value);
    return &other;
  }
  auto it = known.find(value.getObject());
  if (it != known.end())
    return it->second;
  // A member of an enumeration may be a number or string, too.
  if (isOf(value, "enum", "Enum"))
    return known[value.getObject()] = readInstance(value, known, depth);
  switch (value.kind()) {
  case EKind::Str: {
    InstanceValue &read = make(InstanceKind::String);
    read.text = value.as<StrObject>()->text;
    return &read;
  }
  case EKind::List: {
    InstanceValue &read = make(InstanceKind::List);
    known[value.getObject()] = &read;
    readItems(value.as<ListObject>()->items, read.elements, known, depth);
    return &read;
  }
  case EKind::Tuple: {
    Value fields = in.findAttr(value, "_fields");
    InstanceValue &read =
        make(fields ? InstanceKind::NamedTuple : InstanceKind::Tuple);
    readItems(value.as<TupleObject>()->items, read.elements, known, depth);
    if (fields) {
      read.text = in.typeName(value);
      read.cls = readDefinition(Value(in.typeOf(value)));
      for (auto [i, field] : llvm::enumerate(in.unpack(fields)))
        if (i < read.elements.size())
          read.attributes.push_back(
              {in.toStr(field, "a field").str(), read.elements[i]});
    }
    return &read;
  }
  case EKind::Dict:
    return readDict(value, known, depth);
  case EKind::Function:
  case EKind::Native:
  case EKind::BoundMethod:
  case EKind::Type:
  case EKind::Module:
    return readDefinition(value);
  default:
    return known[value.getObject()] = readInstance(value, known, depth);
  }
}

//===----------------------------------------------------------------------===//
// Instances
//===----------------------------------------------------------------------===//

void EvaluatedInstances::readMembers(const Value &dict,
                                     std::vector<InstanceMember> &members,
                                     Known &known, unsigned depth) {
  if (!dict.is(EKind::Dict))
    return;
  for (auto &entry : dict.as<DictObject>()->entries)
    if (auto *name = entry.key.dyn<StrObject>())
      members.push_back({name->text, read(entry.value, known, depth + 1)});
}

/// Names of what `torch.nn.Module` keeps in each module for itself.
static bool isOwnOfModule(StringRef name) {
  static const char *const names[] = {"training",
                                      "_parameters",
                                      "_buffers",
                                      "_modules",
                                      "_non_persistent_buffers_set",
                                      "_backward_hooks",
                                      "_is_full_backward_hook",
                                      "_forward_hooks",
                                      "_forward_pre_hooks",
                                      "_state_dict_hooks",
                                      "_load_state_dict_pre_hooks",
                                      "_load_state_dict_post_hooks"};
  return llvm::is_contained(names, name);
}

void EvaluatedInstances::readModule(const Value &value, InstanceValue &module,
                                    Known &known, unsigned depth) {
  DictObject *own = in.getInstanceDict(value, true);
  auto member = [&](const char *name) {
    Value *found = own->find(name);
    return found ? *found : Value();
  };
  Value training = member("training");
  module.training = training && in.isTrue(training);
  readMembers(member("_parameters"), module.parameters, known, depth);
  readMembers(member("_buffers"), module.buffers, known, depth);
  readMembers(member("_modules"), module.submodules, known, depth);
  for (const InstanceMember &buffer : module.buffers)
    if (Value unsaved = member("_non_persistent_buffers_set");
        unsaved && in.contains(unsaved, in.makeStr(buffer.name)))
      module.unsaved.push_back(buffer.name);
  auto readHooks = [&](const char *name,
                       std::vector<const InstanceValue *> &out) {
    if (Value hooks = member(name); hooks.is(EKind::Dict))
      for (auto &entry : hooks.as<DictObject>()->entries)
        if (entry.key)
          out.push_back(readDefinition(entry.value));
  };
  readHooks("_forward_pre_hooks", module.hooksBefore);
  readHooks("_forward_hooks", module.hooksBehind);
  for (auto &entry : own->entries)
    if (auto *name = entry.key.dyn<StrObject>();
        name && !isOwnOfModule(name->text)) {
      bool isTyped = isOf(entry.value, "torch.jit", "Attribute");
      Value held = isTyped ? in.getAttr(entry.value, "value") : entry.value;
      module.attributes.push_back(
          {name->text, read(held, known, depth + 1),
           isTyped ? in.str(in.getAttr(entry.value, "_spelling")) : ""});
    }
}

const InstanceValue *EvaluatedInstances::readInstance(const Value &value,
                                                      Known &known,
                                                      unsigned depth) {
  auto *object = value.isObject() ? value.getObject() : nullptr;
  if (auto *tensor = dynamic_cast<RuntimeTensor *>(object))
    return readTensor(*tensor, value);
  if (auto *capsule = dynamic_cast<RuntimeCapsule *>(object))
    return readCapsule(*capsule, known, depth);
  if (auto *scripted = dynamic_cast<ScriptedObject *>(object);
      scripted && scripted->instance && !isIndependent)
    return scripted->instance;
  if (value.is(EKind::Host))
    return readDefinition(value);
  InstanceValue &made = make(InstanceKind::Other);
  known[value.getObject()] = &made;
  made.text = in.typeName(value);
  if (isOf(value, "enum", "Enum")) {
    made.kind = InstanceKind::Enum;
    made.cls = readDefinition(Value(in.typeOf(value)));
    made.member = in.str(in.getAttr(value, "name"));
    return &made;
  }
  if (!value.is(EKind::Instance))
    return &made;
  DictObject *own = in.getInstanceDict(value, false);
  if (Value *handle = own ? own->find("_handle") : nullptr)
    if (auto *scripted = dynamic_cast<ScriptedObject *>(
            handle->isObject() ? handle->getObject() : nullptr)) {
      hasScripted = true;
      return scripted->instance;
    }
  if (Value *actual = own ? own->find("_actual_script_module") : nullptr)
    return readInstance(*actual, known, depth);
  if (Value code = in.findAttr(value, "_code"); code && in.isInt(code)) {
    made.kind = InstanceKind::Int;
    made.integer = in.toIndex(code);
    return &made;
  }
  if (Value name = in.findAttr(value, "_device"); name.is(EKind::Str)) {
    made.kind = InstanceKind::Device;
    made.text = name.as<StrObject>()->text;
    return &made;
  }
  made.cls = readDefinition(Value(in.typeOf(value)));
  if (isOf(value, "torch.nn.modules.module", "Module") && own &&
      own->find("_modules")) {
    made.kind = InstanceKind::Module;
    readModule(value, made, known, depth);
    return &made;
  }
  if (made.cls->definition.file) {
    made.kind = InstanceKind::Object;
    if (own)
      for (auto &entry : own->entries)
        if (auto *name = entry.key.dyn<StrObject>())
          made.attributes.push_back(
              {name->text, read(entry.value, known, depth + 1)});
  }
  return &made;
}

//===----------------------------------------------------------------------===//
// Functions, classes, modules
//===----------------------------------------------------------------------===//

const InstanceValue *
EvaluatedInstances::readDefinition(const Value &value) const {
  auto *object = value.isObject() ? value.getObject() : nullptr;
  auto it = definitions.find(object);
  if (it != definitions.end())
    return it->second;
  const InstanceValue *made = makeDefinition(value);
  definitions[object] = made;
  kept.push_back(value);
  return made;
}

bool EvaluatedInstances::readText(const Value &value,
                                  InstanceText &text) const {
  std::optional<Definition> found = findDefinition(in, value);
  if (!found)
    return false;
  text.module = found->module;
  if (found->isLibrary) {
    text.libraryName = found->module + "." + found->name;
    return true;
  }
  auto &file = files[found->file];
  if (!file)
    file = std::make_shared<SourceFile>(found->file->getName().str(),
                                        found->file->getText().str());
  text.file = file;
  text.offset = found->offset;
  text.moduleKey = getGlobals(value);
  return true;
}

/// A number, text, None or tuple of such; null for other values. `made` owns
/// it.
static const InstanceValue *
readConstant(Interpreter &in, const Value &value,
             std::vector<std::unique_ptr<InstanceValue>> &made) {
  auto read = std::make_unique<InstanceValue>();
  if (auto *number = value.dyn<FloatObject>()) {
    read->kind = InstanceKind::Float;
    read->real = number->number;
  } else if (auto *text = value.dyn<StrObject>()) {
    read->kind = InstanceKind::String;
    read->text = text->text;
  } else if (value.isNone()) {
    read->kind = InstanceKind::None;
  } else if (value.isBool() || value.isSmall()) {
    read->kind = value.isBool() ? InstanceKind::Bool : InstanceKind::Int;
    read->integer = value.isBool() ? value.isTrue() : value.getSmall();
  } else if (auto *tuple = value.dyn<TupleObject>();
             tuple && !in.findAttr(value, "_fields")) {
    read->kind = InstanceKind::Tuple;
    for (const Value &item : tuple->items) {
      read->elements.push_back(readConstant(in, item, made));
      if (!read->elements.back())
        return nullptr;
    }
  } else {
    return nullptr;
  }
  made.push_back(std::move(read));
  return made.back().get();
}

const InstanceValue *
EvaluatedInstances::makeDefinition(const Value &given) const {
  if (auto *scripted = dynamic_cast<ScriptedObject *>(
          given.is(EKind::Host) ? given.getObject() : nullptr))
    if (scripted->instance && !isIndependent)
      return scripted->instance;
  if (auto *function = dynamic_cast<ScriptedFunction *>(
          given.is(EKind::Host) ? given.getObject() : nullptr))
    return readDefinition(function->original);
  Value value = given.is(EKind::Type) || given.is(EKind::Module)
                    ? given
                    : getUnwrapped(in, given);
  values.push_back(std::make_unique<InstanceValue>());
  InstanceValue &made = *values.back();
  definedBy[&made] = value;
  made.kind = InstanceKind::Other;
  made.text = in.typeName(value);
  if (auto *module = value.dyn<ModuleObject>()) {
    made.kind = InstanceKind::Namespace;
    made.text = module->name;
    // Its text is that of what it defines.
    if (module->attrs)
      for (auto &entry : module->attrs->entries)
        if (entry.value.isObject() &&
            getGlobals(entry.value) == module->attrs &&
            readText(entry.value, made.definition))
          break;
    if (!made.definition.libraryName.empty())
      made.definition = InstanceText();
    return &made;
  }
  if (auto *type = value.dyn<TypeObject>()) {
    made.kind = InstanceKind::Class;
    made.text = type->name;
    readText(value, made.definition);
    Value module = in.findModule("torch.nn.modules.module");
    Value base = module ? in.findAttr(module, "Module") : Value();
    for (const Value &cls : type->order)
      if (cls.isSame(value))
        made.order.push_back(&made);
      else if (!cls.isSame(Value(in.types.object)) &&
               !(base && cls.isSame(base)))
        made.order.push_back(readDefinition(cls));
    if (made.definition.file && type->attrs)
      for (auto &entry : type->attrs->entries)
        if (auto *name = entry.key.dyn<StrObject>())
          for (auto &[parameter, constant] : getDefaults(entry.value))
            if (const InstanceValue *known = readConstant(in, constant, values))
              made.attributes.push_back({name->text + "." + parameter, known});
    return &made;
  }
  auto *host = value.isObject()
                   ? dynamic_cast<HostFunctionObject *>(value.getObject())
                   : nullptr;
  if (value.is(EKind::Function) || value.is(EKind::Native) || host) {
    made.kind = InstanceKind::Function;
    Value name = in.findAttr(value, "__name__");
    made.text = name.is(EKind::Str) ? name.as<StrObject>()->text : "";
    readText(value, made.definition);
    if (made.definition.file)
      for (auto &[parameter, constant] : getDefaults(value))
        if (const InstanceValue *known = readConstant(in, constant, values))
          made.attributes.push_back({parameter, known});
    if (host && !host->module.empty())
      made.definition.libraryName = host->module + "." + host->name;
  }
  return &made;
}

const InstanceValue *EvaluatedInstances::readName(const Value &value) const {
  if (!value || !value.isObject())
    return nullptr;
  switch (value.kind()) {
  case EKind::Function:
  case EKind::Type:
  case EKind::Module:
  case EKind::Host:
    break;
  default:
    return nullptr;
  }
  try {
    return readDefinition(value);
  } catch (Raised &) {
    // An object that does not want to be looked at.
    return nullptr;
  }
}

const InstanceValue *EvaluatedInstances::lookUp(const InstanceValue &definition,
                                                StringRef name) const {
  HeapScope scope(in.heap);
  auto found = definedBy.find(&definition);
  if (found == definedBy.end())
    return nullptr;
  return readName(findName(found->second, name));
}

const InstanceValue *EvaluatedInstances::findMember(const InstanceValue &cls,
                                                    StringRef name) const {
  HeapScope scope(in.heap);
  auto found = definedBy.find(&cls);
  auto *type =
      found == definedBy.end() ? nullptr : found->second.dyn<TypeObject>();
  Value *member = type ? in.lookUp(type, name) : nullptr;
  return member ? readDefinition(*member) : nullptr;
}

std::string
EvaluatedInstances::getHostFunction(const InstanceValue &function) const {
  auto found = definedBy.find(&function);
  if (found == definedBy.end() || programName.empty())
    return "";
  std::string name = programName + "." + std::to_string(hostFunctions.size());
  hostFunctions[name] = found->second;
  return name;
}

Value EvaluatedInstances::findHostFunction(StringRef name) const {
  return hostFunctions.lookup(name);
}

const InstanceValue *EvaluatedInstances::lookUpGlobal(const void *moduleKey,
                                                      StringRef name) const {
  HeapScope scope(in.heap);
  auto *globals = static_cast<DictObject *>(const_cast<void *>(moduleKey));
  if (!globals) {
    Value main = in.findModule("__main__");
    globals = main ? main.getObject()->attrs : nullptr;
  }
  Value *found = globals ? globals->find(name) : nullptr;
  return found ? readName(*found) : nullptr;
}

StringRef EvaluatedInstances::getTensorMemory(StringRef storage) const {
  const HostValue *found = findTensor(storage);
  if (!found)
    return StringRef();
  auto *tensor = static_cast<tsrt_tensor *>(found->get().u.p);
  int64_t last = 0, count = 1;
  for (int32_t i = 0; i < tsrt_tensor_rank(tensor); ++i) {
    int64_t size = tsrt_tensor_sizes(tensor)[i];
    last += size > 0 ? (size - 1) * tsrt_tensor_strides(tensor)[i] : 0;
    count *= size;
  }
  size_t bytes = count ? size_t(last + 1) *
                             size_t(tsrt_dtype_size(tsrt_tensor_dtype(tensor)))
                       : 0;
  auto *data = static_cast<const char *>(tsrt_tensor_data(tensor));
  return StringRef(data ? data : "", bytes);
}
