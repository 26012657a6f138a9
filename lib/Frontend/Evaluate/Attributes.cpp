//===- Attributes.cpp - Attributes of values -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of lookup is Python's: data descriptors of the class, attributes of
// the object, other attributes of the class, __getattr__.
//
//===----------------------------------------------------------------------===//

#include "Frame.h"

#include "SpecialAttributes.h"

using namespace torchscript;
using namespace torchscript::evaluate;

Value Interpreter::findSpecial(const Value &object, StrObject *name) {
  TypeObject *type = typeOf(object);
  Value *found = lookUp(type, name);
  if (!found || found->isNone())
    return Value();
  Value attribute = *found;
  return bindAttribute(*this, attribute, object, type);
}

Value evaluate::bindAttribute(Interpreter &in, const Value &attribute,
                              const Value &object, TypeObject *type) {
  switch (attribute.kind()) {
  case Kind::Function:
    return Value(
        new BoundMethodObject(in.types.boundMethod, attribute, object));
  case Kind::Native:
    if (!attribute.as<NativeObject>()->owner)
      return attribute;
    return Value(
        new BoundMethodObject(in.types.boundMethod, attribute, object));
  case Kind::StaticMethod:
    return attribute.as<WrapperObject>()->function;
  case Kind::ClassMethod: {
    const Value &function = attribute.as<WrapperObject>()->function;
    return Value(new BoundMethodObject(in.types.boundMethod, function,
                                       Value(type)));
  }
  case Kind::Property: {
    auto *property = attribute.as<PropertyObject>();
    if (!property->getter || property->getter.isNone())
      in.raise(in.types.AttributeError,
               "property of '" + type->name + "' object has no getter");
    return in.call(property->getter, {object});
  }
  case Kind::Instance: {
    Value *get = in.lookUp(in.typeOf(attribute), in.names.get_);
    if (!get)
      return attribute;
    Value getter = *get;
    return in.call(getter, {attribute, object, Value(type)});
  }
  default:
    return attribute;
  }
}

/// Whether an attribute of a class comes before those of the object.
static bool isDataDescriptor(Interpreter &in, const Value &attribute) {
  if (attribute.is(Kind::Property))
    return true;
  return attribute.is(Kind::Instance) &&
         in.lookUp(in.typeOf(attribute), in.names.set_);
}

/// An attribute of a class itself.
static Value findTypeAttribute(Interpreter &in, TypeObject *type,
                               StrObject *name) {
  Value *meta = in.lookUp(type->cls, name);
  if (meta && isDataDescriptor(in, *meta)) {
    Value attribute = *meta;
    return bindAttribute(in, attribute, Value(type), type->cls);
  }
  if (Value *found = in.lookUp(type, name)) {
    Value attribute = *found;
    switch (attribute.kind()) {
    case Kind::StaticMethod:
      return attribute.as<WrapperObject>()->function;
    case Kind::ClassMethod:
      return Value(new BoundMethodObject(
          in.types.boundMethod, attribute.as<WrapperObject>()->function,
          Value(type)));
    case Kind::Instance:
      if (Value *get = in.lookUp(in.typeOf(attribute), in.names.get_)) {
        Value getter = *get;
        return in.call(getter, {attribute, Value::none(), Value(type)});
      }
      return attribute;
    default:
      return attribute;
    }
  }
  if (Value special = findSpecialAttribute(in, Value(type), name))
    return special;
  if (meta) {
    Value attribute = *meta;
    return bindAttribute(in, attribute, Value(type), type->cls);
  }
  return Value();
}

/// An attribute behind `start` in the order of the object's class.
static Value findSuperAttribute(Interpreter &in, SuperObject *super,
                                StrObject *name) {
  auto *type = super->selfType.as<TypeObject>();
  bool isBehind = false;
  for (const Value &cls : type->order) {
    if (isBehind)
      if (Value *found = cls.as<TypeObject>()->getDict()->find(name)) {
        Value attribute = *found;
        bool isClass = super->self.isSame(super->selfType);
        if (isClass && (attribute.is(Kind::Function) ||
                        attribute.is(Kind::Native) ||
                        attribute.is(Kind::Property)))
          return attribute;
        return bindAttribute(in, attribute, super->self, type);
      }
    isBehind |= cls.isSame(super->start);
  }
  return Value();
}

Value Interpreter::findAttrPlain(const Value &object, StrObject *name) {
  if (object.is(Kind::Type))
    return findTypeAttribute(*this, object.as<TypeObject>(), name);
  if (auto *super = object.dyn<SuperObject>())
    if (Value found = findSuperAttribute(*this, super, name))
      return found;
  TypeObject *type = typeOf(object);
  Value *found = lookUp(type, name);
  Value attribute = found ? *found : Value();
  if (attribute && isDataDescriptor(*this, attribute))
    return bindAttribute(*this, attribute, object, type);
  if (object.isObject())
    if (DictObject *own = object.getObject()->attrs)
      if (Value *value = own->find(name))
        return *value;
  // The text of a class is not that of its instances' attributes.
  bool isSpecial = llvm::StringRef(name->text).starts_with("__");
  if (attribute && !(isSpecial && type->isHeap == false))
    return bindAttribute(*this, attribute, object, type);
  if (Value special = findSpecialAttribute(*this, object, name))
    return special;
  if (attribute)
    return bindAttribute(*this, attribute, object, type);
  if (object.is(Kind::Host))
    return object.as<HostObject>()->getAttr(*this, name->text);
  if (auto *module = object.dyn<ModuleObject>()) {
    // Not kept among the names of the module, where its functions would find
    // them instead of built-in ones.
    if (module->findMore)
      if (Value more = module->findMore(*this, name->text))
        return more;
    Value *method = isSpecial ? nullptr : module->attrs->find(names.getattr_);
    if (method) {
      Value function = *method;
      return call(function, {Value(name)});
    }
  }
  return Value();
}

Value Interpreter::findAttr(const Value &object, StrObject *name) {
  TypeObject *type = typeOf(object);
  Value result;
  if (!type->hasGetAttribute && !type->hasGetAttr) {
    // A property may raise AttributeError, which is no attribute.
    try {
      return findAttrPlain(object, name);
    } catch (Raised &raised) {
      if (!isException(raised.exception, types.AttributeError))
        throw;
      return Value();
    }
  }
  try {
    return getAttr(object, name);
  } catch (Raised &raised) {
    if (!isException(raised.exception, types.AttributeError))
      throw;
    return Value();
  }
}

Value Interpreter::getAttr(const Value &object, StrObject *name) {
  TypeObject *type = typeOf(object);
  if (!type->hasGetAttribute && !type->hasGetAttr) {
    Value result = findAttrPlain(object, name);
    if (!result)
      raiseAttributeError(object, name->text);
    return result;
  }
  Value key(name);
  if (type->hasGetAttribute) {
    Value method = findSpecial(object, names.getattribute_);
    if (!type->hasGetAttr)
      return call(method, {key});
    try {
      return call(method, {key});
    } catch (Raised &raised) {
      if (!isException(raised.exception, types.AttributeError))
        throw;
    }
  } else {
    Value result;
    try {
      result = findAttrPlain(object, name);
    } catch (Raised &raised) {
      if (!isException(raised.exception, types.AttributeError))
        throw;
    }
    if (result)
      return result;
  }
  return call(findSpecial(object, names.getattr_), {key});
}

Value Interpreter::getAttr(const Value &object, llvm::StringRef name) {
  return getAttr(object, intern(name));
}
Value Interpreter::findAttr(const Value &object, llvm::StringRef name) {
  return findAttr(object, intern(name));
}
void Interpreter::setAttr(const Value &object, llvm::StringRef name,
                          const Value &value) {
  setAttr(object, intern(name), value);
}

DictObject *Interpreter::getInstanceDict(const Value &object, bool create) {
  if (!object.isObject())
    return nullptr;
  Object *target = object.getObject();
  if (target->attrs || !create)
    return target->attrs;
  bool mayHave = target->kind == Kind::Function ||
                 target->kind == Kind::Module ||
                 target->kind == Kind::Exception ||
                 (target->cls->isHeap && target->cls->hasInstanceDict);
  if (!mayHave)
    return nullptr;
  target->attrs = new DictObject(types.dict);
  target->attrs->retain();
  return target->attrs;
}

void Interpreter::setAttr(const Value &object, StrObject *name,
                          const Value &value) {
  TypeObject *type = typeOf(object);
  if (type->hasSetAttr) {
    call(findSpecial(object, names.setattr_), {Value(name), value});
    return;
  }
  setAttrPlain(object, name, value);
}

[[noreturn]] static void failSet(Interpreter &in, const Value &object,
                                 StrObject *name) {
  if (in.lookUp(in.typeOf(object), name))
    in.raise(in.types.AttributeError, "'" + in.typeName(object) +
                                          "' object attribute '" + name->text +
                                          "' is read-only");
  in.raiseAttributeError(object, name->text);
}

void Interpreter::setAttrPlain(const Value &object, StrObject *name,
                               const Value &value) {
  TypeObject *type = typeOf(object);
  if (Value *found = lookUp(type, name)) {
    Value attribute = *found;
    if (auto *property = attribute.dyn<PropertyObject>()) {
      if (!property->setter || property->setter.isNone())
        raise(types.AttributeError, "property '" + name->text + "' of '" +
                                        type->name +
                                        "' object has no setter");
      call(property->setter, {object, value});
      return;
    }
    if (attribute.is(Kind::Instance))
      if (Value *set = lookUp(typeOf(attribute), names.set_)) {
        Value setter = *set;
        call(setter, {attribute, object, value});
        return;
      }
  }
  if (auto *target = object.dyn<TypeObject>()) {
    if (!target->isHeap)
      raiseTypeError("cannot set '" + name->text +
                     "' attribute of immutable type '" + target->name + "'");
    if (!setSpecialAttribute(*this, object, name, value))
      target->getDict()->set(name, value);
    return typeChanged(target);
  }
  if (setSpecialAttribute(*this, object, name, value))
    return;
  if (object.is(Kind::Host) &&
      object.as<HostObject>()->setAttr(*this, name->text, value))
    return;
  if (type->hasSlots && !type->hasInstanceDict) {
    // `attrs` holds what the slots are given.
    bool known = false;
    for (const Value &cls : type->order) {
      Value *slots = cls.as<TypeObject>()->getDict()->find(names.slots_);
      known |= slots && contains(*slots, Value(name));
    }
    if (!known)
      raiseAttributeError(object, name->text);
    Object *target = object.getObject();
    if (!target->attrs) {
      target->attrs = new DictObject(types.dict);
      target->attrs->retain();
    }
    return target->attrs->set(name, value);
  }
  DictObject *own = getInstanceDict(object, true);
  if (!own)
    failSet(*this, object, name);
  own->set(name, value);
}

void Interpreter::delAttr(const Value &object, StrObject *name) {
  TypeObject *type = typeOf(object);
  if (type->hasDelAttr) {
    call(findSpecial(object, names.delattr_), {Value(name)});
    return;
  }
  delAttrPlain(*this, object, name);
}

void evaluate::delAttrPlain(Interpreter &in, const Value &object,
                            StrObject *name) {
  Value *found = in.lookUp(in.typeOf(object), name);
  Value attribute = found ? *found : Value();
  if (auto *property = attribute.dyn<PropertyObject>()) {
    if (!property->deleter || property->deleter.isNone())
      in.raise(in.types.AttributeError,
               "property '" + name->text + "' has no deleter");
    in.call(property->deleter, {object});
    return;
  }
  if (attribute.is(Kind::Instance))
    if (Value *remove = in.lookUp(in.typeOf(attribute), in.names.delete_)) {
      Value remover = *remove;
      in.call(remover, {attribute, object});
      return;
    }
  if (auto *type = object.dyn<TypeObject>()) {
    if (!type->isHeap || !type->getDict()->remove(name))
      in.raiseAttributeError(object, name->text);
    return in.typeChanged(type);
  }
  DictObject *own = in.getInstanceDict(object, false);
  if (!own || !own->remove(name))
    in.raiseAttributeError(object, name->text);
}
