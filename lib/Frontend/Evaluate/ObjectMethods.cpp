//===- ObjectMethods.cpp - Methods of object, functions and exceptions -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Natives.h"
#include "SpecialAttributes.h"

using namespace torchscript;
using namespace torchscript::evaluate;

Value Interpreter::makeInstance(TypeObject *cls) {
  switch (cls->layout) {
  case Kind::Instance:
    return Value(new InstanceObject(cls));
  case Kind::Exception: {
    auto *exception = new ExceptionObject(cls);
    Value result(exception);
    exception->arguments = makeTuple();
    return result;
  }
  case Kind::List:
    return Value(new ListObject(cls));
  case Kind::Dict:
    return Value(new DictObject(cls));
  case Kind::Set:
    return Value(new SetObject(cls, cls->isSubclassOf(types.frozenset)));
  case Kind::Tuple:
    return Value(new TupleObject(cls));
  case Kind::Property:
    return Value(new PropertyObject(cls));
  default:
    raiseTypeError("cannot create '" + cls->name + "' instances");
  }
}

static TypeObject *toType(Interpreter &in, const Value &value) {
  if (!value.is(Kind::Type))
    in.raiseTypeError("object.__new__(X): X is not a type object (" +
                      in.typeName(value) + ")");
  return value.as<TypeObject>();
}

/// Refuses to make instances of classes with abstract methods.
static void checkAbstract(Interpreter &in, TypeObject *type) {
  if (type->cls == in.types.type)
    return;
  Value *found = in.lookUp(type, in.names.abstractmethods_);
  if (!found || in.length(*found) == 0)
    return;
  ValueVector names = in.unpack(*found);
  sortValues(in, names, Value(), false);
  std::string text;
  for (const Value &name : names)
    text += (text.empty() ? "" : ", ") + in.str(name);
  in.raiseTypeError("Can't instantiate abstract class " + type->name +
                    " with abstract method" + (names.size() > 1 ? "s " : " ") +
                    text);
}

static Value newObject(Interpreter &in, Bound &a) {
  TypeObject *type = toType(in, a[0]);
  checkAbstract(in, type);
  bool hasArguments =
      !a.rest.empty() || a.keywords.as<DictObject>()->used != 0;
  if (hasArguments) {
    Value *create = in.lookUp(type, in.names.new_);
    Value *init = in.lookUp(type, in.names.init_);
    if (create && !create->is(Kind::Native))
      in.raiseTypeError("object.__new__() takes exactly one argument (the "
                        "type to instantiate)");
    if (init && init->is(Kind::Native))
      in.raiseTypeError(type->name + "() takes no arguments");
  }
  return in.makeInstance(type);
}

static Value initObject(Interpreter &in, Bound &a) {
  if (a.rest.empty() && a.keywords.as<DictObject>()->used == 0)
    return Value::none();
  TypeObject *type = in.typeOf(a[0]);
  Value *create = in.lookUp(type, in.names.new_);
  Value *init = in.lookUp(type, in.names.init_);
  if (init && !init->is(Kind::Native) && create && create->is(Kind::Native))
    in.raiseTypeError("object.__init__() takes exactly one argument (the "
                      "instance to initialize)");
  return Value::none();
}

static Value getPlain(Interpreter &in, Bound &a) {
  StrObject *name = in.intern(in.toStr(a[1], "attribute name"));
  Value found = in.findAttrPlain(a[0], name);
  if (!found)
    in.raiseAttributeError(a[0], name->text);
  return found;
}

static Value setPlain(Interpreter &in, Bound &a) {
  in.setAttrPlain(a[0], in.intern(in.toStr(a[1], "attribute name")), a[2]);
  return Value::none();
}

static Value deletePlain(Interpreter &in, Bound &a) {
  delAttrPlain(in, a[0], in.intern(in.toStr(a[1], "attribute name")));
  return Value::none();
}

static Value reprObject(Interpreter &in, Bound &a) {
  return in.makeStr(in.reprPlain(a[0]));
}

static Value strObject(Interpreter &in, Bound &a) {
  if (a[0].is(Kind::Str))
    return in.makeStr(a[0].as<StrObject>()->text);
  if (auto *exception = a[0].dyn<ExceptionObject>()) {
    auto &items = exception->arguments.as<TupleObject>()->items;
    if (items.size() == 1 && !in.isInstance(a[0], in.types.KeyError))
      return in.makeStr(in.str(items[0]));
    return in.makeStr(items.empty()       ? ""
                      : items.size() == 1 ? in.repr(items[0])
                                          : in.repr(exception->arguments));
  }
  return in.makeStr(in.repr(a[0]));
}

static Value formatObject(Interpreter &in, Bound &a) {
  llvm::StringRef spec = in.toStr(a[1], "format spec");
  if (spec.empty())
    return in.makeStr(in.str(a[0]));
  switch (a[0].kind()) {
  case Kind::Int:
  case Kind::Bool:
  case Kind::Float:
  case Kind::Complex:
    return in.makeStr(formatNumber(in, a[0], spec));
  case Kind::Str:
    return in.makeStr(formatText(in, a[0].as<StrObject>()->text, spec));
  default:
    in.raiseTypeError("unsupported format string passed to " +
                      in.typeName(a[0]) + ".__format__");
  }
}

static Value hashObject(Interpreter &in, Bound &a) {
  return in.makeInt(int64_t(in.hashPlain(a[0])));
}

template <Comparison op>
static Value compareObject(Interpreter &in, Bound &a) {
  return in.comparePlain(op, a[0], a[1]);
}

static Value initSubclass(Interpreter &in, Bound &a) {
  if (a.keywords.as<DictObject>()->used)
    in.raiseTypeError("__init_subclass__() takes no keyword arguments");
  return Value::none();
}

static Value dirObject(Interpreter &in, Bound &a) {
  Value names = in.makeSet();
  auto add = [&](DictObject *dict) {
    for (auto &entry : dict->entries)
      if (entry.key)
        in.setAdd(names, entry.key);
  };
  if (DictObject *own = in.getInstanceDict(a[0], false))
    add(own);
  TypeObject *type =
      a[0].is(Kind::Type) ? a[0].as<TypeObject>() : in.typeOf(a[0]);
  for (const Value &cls : type->order)
    add(cls.as<TypeObject>()->getDict());
  ValueVector items = in.unpack(names);
  sortValues(in, items, Value(), false);
  return in.makeList(std::move(items));
}

static const NativeDefinition objectMethods[] = {
    {"__new__", "cls, /, *rest, **keywords", newObject},
    {"__init__", "self, /, *rest, **keywords", initObject},
    {"__getattribute__", "self, name, /", getPlain},
    {"__setattr__", "self, name, value, /", setPlain},
    {"__delattr__", "self, name, /", deletePlain},
    {"__repr__", "self", reprObject},
    {"__str__", "self", strObject},
    {"__format__", "self, spec, /", formatObject},
    {"__hash__", "self", hashObject},
    {"__eq__", "self, other, /", compareObject<Comparison::Eq>},
    {"__ne__", "self, other, /", compareObject<Comparison::NotEq>},
    {"__lt__", "self, other, /", compareObject<Comparison::Lt>},
    {"__le__", "self, other, /", compareObject<Comparison::LtE>},
    {"__gt__", "self, other, /", compareObject<Comparison::Gt>},
    {"__ge__", "self, other, /", compareObject<Comparison::GtE>},
    {"__dir__", "self", dirObject},
};
static const NativeDefinition subclassHook[] = {
    {"__init_subclass__", "cls, **keywords", initSubclass}};

void evaluate::addObjectMethods(Interpreter &in) {
  in.addMethods(in.types.object, objectMethods);
  Value hook = in.makeNative(subclassHook[0], nullptr);
  in.types.object->getDict()->set(
      in.names.init_subclass_,
      Value(new WrapperObject(Kind::ClassMethod, in.types.classMethod, hook)));
  in.typeChanged(in.types.object);
}

//===----------------------------------------------------------------------===//
// Properties, static and class methods, super
//===----------------------------------------------------------------------===//

static Value newProperty(Interpreter &in, Bound &a) {
  auto *property = new PropertyObject(toType(in, a[0]));
  Value result(property);
  property->getter = a[1];
  property->setter = a[2];
  property->deleter = a[3];
  property->doc = a[4];
  return result;
}

/// A copy of a property with one of its functions replaced.
template <Value PropertyObject::*part>
static Value changeProperty(Interpreter &in, Bound &a) {
  auto *old = a[0].as<PropertyObject>();
  auto *property = new PropertyObject(old->cls);
  Value result(property);
  property->getter = old->getter;
  property->setter = old->setter;
  property->deleter = old->deleter;
  property->doc = old->doc;
  property->*part = a[1];
  return result;
}

static Value getProperty(Interpreter &in, Bound &a) {
  if (a[1].isNone())
    return a[0];
  return bindAttribute(in, a[0], a[1], in.typeOf(a[1]));
}

static const NativeDefinition propertyMethods[] = {
    {"__new__", "cls, fget?, fset?, fdel?, doc?", newProperty},
    {"getter", "self, function", changeProperty<&PropertyObject::getter>},
    {"setter", "self, function", changeProperty<&PropertyObject::setter>},
    {"deleter", "self, function", changeProperty<&PropertyObject::deleter>},
    {"__get__", "self, instance, owner?", getProperty},
};

static Value newStatic(Interpreter &in, Bound &a) {
  return Value(
      new WrapperObject(Kind::StaticMethod, in.types.staticMethod, a[1]));
}

static Value newClass(Interpreter &in, Bound &a) {
  return Value(
      new WrapperObject(Kind::ClassMethod, in.types.classMethod, a[1]));
}

static Value getFunction(Interpreter &in, Bound &a) {
  if (a[1].isNone())
    return a[0];
  return bindAttribute(in, a[0], a[1], in.typeOf(a[1]));
}

/// `types.MethodType(function, object)`: the function with its first argument.
static Value newMethod(Interpreter &in, Bound &a) {
  if (!in.isCallable(a[1]))
    in.raiseTypeError("first argument must be callable");
  if (a[2].isNone())
    in.raiseTypeError("instance must not be None");
  return Value(new BoundMethodObject(in.types.boundMethod, a[1], a[2]));
}

static Value newSuper(Interpreter &in, Bound &a) {
  auto *super = new SuperObject(in.types.super);
  Value result(super);
  if (a.has(1)) {
    super->start = a[1];
    super->self = a.has(2) ? a[2] : Value::none();
  } else {
    // `super()`: the class around the method that runs, and its first argument.
    Frame *f = in.currentFrame();
    CodeObject *code = f ? f->code : nullptr;
    if (!code || code->numPositional == 0)
      in.raise(in.types.RuntimeError, "super(): no arguments");
    StrObject *cell = in.names.class_;
    for (size_t i = 0; i < code->freeNames.size(); ++i)
      if (code->freeNames[i] == cell)
        super->start =
            f->cells[code->cellNames.size() + i].as<CellObject>()->value;
    super->self = f->slots[0];
    for (size_t i = 0; i < code->cellParameters.size(); ++i)
      if (code->cellParameters[i] == 0)
        super->self = f->cells[i].as<CellObject>()->value;
    if (!super->start || !super->self)
      in.raise(in.types.RuntimeError, "super(): __class__ cell not found");
  }
  if (!super->start.is(Kind::Type))
    in.raiseTypeError("super() argument 1 must be a type, not " +
                      in.typeName(super->start));
  auto *start = super->start.as<TypeObject>();
  // Without an object, it is one of its own that finds what all objects have.
  if (a.has(1) && !a.has(2))
    return in.makeInstance(in.types.object);
  if (super->self.is(Kind::Type) &&
      super->self.as<TypeObject>()->isSubclassOf(start))
    super->selfType = super->self;
  else if (in.isInstance(super->self, start))
    super->selfType = Value(in.typeOf(super->self));
  else
    in.raiseTypeError("super(type, obj): obj must be an instance or subtype "
                      "of type");
  return result;
}

static const NativeDefinition staticMethods[] = {
    {"__new__", "cls, function", newStatic},
    {"__get__", "self, instance, owner?", getFunction}};
static const NativeDefinition classMethods[] = {
    {"__new__", "cls, function", newClass},
    {"__get__", "self, instance, owner?", getFunction}};
static const NativeDefinition functionMethods[] = {
    {"__get__", "self, instance, owner?", getFunction}};
static const NativeDefinition superMethods[] = {
    {"__new__", "cls, type?, object?", newSuper}};

static Value newModule(Interpreter &in, Bound &a) {
  return Value(new ModuleObject(toType(in, a[0]), ""));
}

static Value initModule(Interpreter &in, Bound &a) {
  std::string name = in.toStr(a[1], "module name").str();
  a[0].as<ModuleObject>()->name = name;
  DictObject *members = in.getInstanceDict(a[0], true);
  members->set(in.names.name_, in.makeStr(std::move(name)));
  members->set(in.names.doc_, a.has(2) ? a[2] : Value::none());
  for (const char *unset : {"__package__", "__loader__", "__spec__"})
    members->set(in.intern(unset), Value::none());
  return Value::none();
}
static const NativeDefinition moduleMethods[] = {
    {"__new__", "cls, /, *rest, **keywords", newModule},
    {"__init__", "self, name, doc?", initModule}};

void evaluate::addFunctionMethods(Interpreter &in) {
  in.addMethods(in.types.property, propertyMethods);
  in.addMethods(in.types.staticMethod, staticMethods);
  in.addMethods(in.types.classMethod, classMethods);
  in.addMethods(in.types.function, functionMethods);
  in.addMethods(in.types.super, superMethods);
  static const NativeDefinition methodMethods[] = {
      {"__new__", "cls, function, object, /", newMethod}};
  in.addMethods(in.types.boundMethod, methodMethods);
  in.addMethods(in.types.module, moduleMethods);
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

static Value newException(Interpreter &in, Bound &a) {
  TypeObject *type = toType(in, a[0]);
  if (type->layout != Kind::Exception)
    in.raiseTypeError("exceptions must derive from BaseException");
  Value made = in.makeInstance(type);
  made.as<ExceptionObject>()->arguments =
      in.makeTuple(ValueVector(a.rest.begin(), a.rest.end()));
  return made;
}

static Value initException(Interpreter &in, Bound &a) {
  a[0].as<ExceptionObject>()->arguments =
      in.makeTuple(ValueVector(a.rest.begin(), a.rest.end()));
  for (auto &entry : a.keywords.as<DictObject>()->entries)
    if (entry.key)
      in.getInstanceDict(a[0], true)->set(entry.key.as<StrObject>(),
                                          entry.value);
  return Value::none();
}

static Value withTraceback(Interpreter &, Bound &a) { return a[0]; }

static Value addNote(Interpreter &in, Bound &a) {
  DictObject *own = in.getInstanceDict(a[0], true);
  Value *notes = own->find(in.intern("__notes__"));
  if (!notes) {
    own->set(in.intern("__notes__"), in.makeList({a[1]}));
  } else if (auto *list = notes->dyn<ListObject>()) {
    list->items.push_back(a[1]);
  }
  return Value::none();
}

static const NativeDefinition exceptionMethods[] = {
    {"__new__", "cls, /, *rest, **keywords", newException},
    {"__init__", "self, /, *rest, **keywords", initException},
    {"with_traceback", "self, traceback", withTraceback},
    {"add_note", "self, note", addNote},
};

void evaluate::addExceptionMethods(Interpreter &in) {
  in.addMethods(in.types.BaseException, exceptionMethods);
}
