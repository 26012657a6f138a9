//===- Types.cpp - Classes -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Natives.h"

using namespace torchscript;
using namespace torchscript::evaluate;

TypeObject *Interpreter::typeOf(const Value &value) {
  if (value.isObject())
    return value.getObject()->cls;
  switch (value.kind()) {
  case Kind::Int:
    return types.integer;
  case Kind::Bool:
    return types.boolean;
  case Kind::None:
    return types.none;
  case Kind::Ellipsis:
    return types.ellipsis;
  default:
    return types.notImplemented;
  }
}

bool TypeObject::isSubclassOf(const TypeObject *base) const {
  if (this == base)
    return true;
  for (const Value &cls : order)
    if (cls.getObject() == base)
      return true;
  return false;
}

Value *Interpreter::lookUp(TypeObject *type, StrObject *name) {
  size_t slot = ((reinterpret_cast<uintptr_t>(type) >> 5) ^
                 (reinterpret_cast<uintptr_t>(name) >> 4)) &
                (cache.size() - 1);
  CacheEntry &entry = cache[slot];
  bool cached = name->interned;
  if (cached && entry.type == type && entry.name == name &&
      entry.version == typeVersion)
    return entry.found;
  Value *found = nullptr;
  for (const Value &cls : type->order)
    if ((found = cls.as<TypeObject>()->getDict()->find(name)))
      break;
  if (cached)
    entry = {type, name, typeVersion, found};
  return found;
}

Value *Interpreter::lookUp(TypeObject *type, llvm::StringRef name) {
  return lookUp(type, intern(name));
}

void Interpreter::typeChanged(TypeObject *type) {
  ++typeVersion;
  // What decides how attributes are looked up. Built-in classes have the
  // methods, too; they are what the interpreter does anyway.
  auto overrides = [&](StrObject *name) {
    Value *found = lookUp(type, name);
    return found && !(found->is(Kind::Native) &&
                      found->as<NativeObject>()->definition->name ==
                          llvm::StringRef(name->text));
  };
  type->hasGetAttribute = overrides(names.getattribute_);
  type->hasGetAttr = lookUp(type, names.getattr_) != nullptr;
  type->hasSetAttr = overrides(names.setattr_);
  type->hasDelAttr = overrides(names.delattr_);
  if (!type->isHeap)
    return;
  // Classes derived from it learn of it.
  for (const Value &other : allTypes) {
    auto *cls = other.as<TypeObject>();
    if (cls != type && cls->isHeap && cls->isSubclassOf(type)) {
      cls->hasGetAttribute |= type->hasGetAttribute;
      cls->hasGetAttr |= type->hasGetAttr;
      cls->hasSetAttr |= type->hasSetAttr;
      cls->hasDelAttr |= type->hasDelAttr;
    }
  }
}

TypeObject *Interpreter::addType(llvm::StringRef name, TypeObject *base,
                                 Kind layout, bool isBase) {
  auto *type = new TypeObject(types.type, name.str());
  allTypes.push_back(Value(type));
  if (!type->cls) {
    // `type` itself is the first; its class is set when it exists.
    TypeObject *meta = types.type ? types.type : type;
    type->cls = meta;
    meta->retain();
  }
  type->attrs = new DictObject(types.dict);
  type->attrs->retain();
  type->layout = layout;
  type->isBase = isBase;
  type->hasInstanceDict = false;
  type->order.push_back(Value(type));
  if (base) {
    type->bases.push_back(Value(base));
    type->order.insert(type->order.end(), base->order.begin(),
                       base->order.end());
  }
  return type;
}

//===----------------------------------------------------------------------===//
// Making classes
//===----------------------------------------------------------------------===//

static std::string listBases(const TypeObject *type) {
  std::string text;
  for (const Value &base : type->bases)
    text += (text.empty() ? "" : ", ") + base.as<TypeObject>()->name;
  return text;
}

/// The C3 order of a class: itself, then what its bases agree on.
static void linearize(Interpreter &in, TypeObject *type) {
  std::vector<std::vector<Value>> lists;
  for (const Value &base : type->bases) {
    auto &order = base.as<TypeObject>()->order;
    lists.emplace_back(order.begin(), order.end());
  }
  lists.emplace_back(type->bases.begin(), type->bases.end());
  type->order.clear();
  type->order.push_back(Value(type));
  while (true) {
    Value next;
    bool isDone = true;
    for (auto &list : lists) {
      if (list.empty())
        continue;
      isDone = false;
      bool isBehind = false;
      for (auto &other : lists)
        for (size_t i = 1; i < other.size(); ++i)
          isBehind |= other[i].isSame(list.front());
      if (!isBehind) {
        next = list.front();
        break;
      }
    }
    if (isDone)
      return;
    if (!next)
      in.raiseTypeError("Cannot create a consistent method resolution order "
                        "(MRO) for bases " +
                        listBases(type));
    type->order.push_back(next);
    for (auto &list : lists)
      if (!list.empty() && list.front().isSame(next))
        list.erase(list.begin());
  }
}

/// The layout that instances of a class have.
static Kind chooseLayout(Interpreter &in, TypeObject *type) {
  Kind layout = Kind::Instance;
  for (const Value &value : type->bases) {
    auto *base = value.as<TypeObject>();
    if (!base->isBase)
      in.raiseTypeError("type '" + base->name +
                        "' is not an acceptable base type");
    if (base->layout == Kind::Instance)
      continue;
    if (layout != Kind::Instance && layout != base->layout)
      in.raiseTypeError("multiple bases have instance lay-out conflict");
    layout = base->layout;
  }
  return layout;
}

/// Tells descriptors their names, and the bases of their new derived class.
static void announce(Interpreter &in, TypeObject *type,
                     const Arguments &keywords) {
  auto entries = type->getDict()->entries;
  for (auto &entry : entries) {
    if (!entry.key || !entry.value.is(Kind::Instance))
      continue;
    if (Value method = in.findSpecial(entry.value, in.names.set_name_))
      in.call(method, {Value(type), entry.key});
  }
  for (size_t i = 1; i < type->order.size(); ++i) {
    auto *base = type->order[i].as<TypeObject>();
    Value *found = base->getDict()->find(in.names.init_subclass_);
    if (!found)
      continue;
    Value hook = *found;
    if (hook.is(Kind::ClassMethod))
      hook = hook.as<WrapperObject>()->function;
    Value self(type);
    in.call(hook, Arguments(self, keywords.names, keywords.named));
    return;
  }
  if (!keywords.names.empty())
    in.raiseTypeError(type->name +
                      ".__init_subclass__() takes no keyword arguments");
}

/// Makes `__slots__` a tuple of names; "__dict__" stands for all others.
static void takeSlots(Interpreter &in, TypeObject *type, Value &slots) {
  if (slots.is(Kind::Str))
    slots = in.makeTuple({slots});
  for (const Value &slot : in.unpack(slots)) {
    auto *name = slot.dyn<StrObject>();
    if (!name)
      in.raiseTypeError("__slots__ items must be strings, not '" +
                        in.typeName(slot) + "'");
    if (name == in.names.dict_)
      type->hasInstanceDict = true;
    else if (type->attrs->find(name))
      in.raise(in.types.ValueError, "'" + name->text +
                                        "' in __slots__ conflicts with class "
                                        "variable");
  }
}

Value Interpreter::makeType(TypeObject *metaclass, llvm::StringRef name,
                            llvm::ArrayRef<Value> bases, DictObject *members) {
  if (allTypes.size() > 100000)
    halt("too many classes");
  auto *type = new TypeObject(metaclass, name.str());
  Value result(type);
  type->isHeap = true;
  for (const Value &base : bases) {
    if (!base.is(Kind::Type))
      raiseTypeError("bases must be types");
    type->bases.push_back(base);
  }
  if (type->bases.empty())
    type->bases.push_back(Value(types.object));
  type->attrs = new DictObject(types.dict);
  type->attrs->retain();
  linearize(*this, type);
  type->layout = chooseLayout(*this, type);
  type->isMetaclass = type->layout == Kind::Type;
  dictUpdate(Value(type->attrs), Value(members));
  type->qualifiedName = type->attrs->remove(intern("__qualname__"));
  if (!type->qualifiedName)
    type->qualifiedName = makeStr(name.str());
  if (!type->attrs->find(names.module_))
    if (DictObject *globals = currentGlobals())
      if (Value *module = globals->find(names.name_))
        type->attrs->set(names.module_, *module);
  // These are class methods and static methods without a word about it.
  for (StrObject *special : {names.init_subclass_, names.class_getitem_}) {
    Value *found = type->attrs->find(special);
    if (found && found->is(Kind::Function))
      *found = Value(
          new WrapperObject(Kind::ClassMethod, types.classMethod, *found));
  }
  Value *create = type->attrs->find(names.new_);
  if (create && create->is(Kind::Function))
    *create = Value(
        new WrapperObject(Kind::StaticMethod, types.staticMethod, *create));
  // A class that says what is equal but not how to hash has no hash.
  if (type->attrs->find(names.eq_) && !type->attrs->find(names.hash_))
    type->attrs->set(names.hash_, Value::none());
  Value *slots = type->attrs->find(names.slots_);
  type->hasSlots = slots != nullptr;
  type->hasInstanceDict = !slots;
  if (slots)
    takeSlots(*this, type, *slots);
  for (const Value &base : type->bases)
    type->hasInstanceDict |=
        base.as<TypeObject>()->isHeap && base.as<TypeObject>()->hasInstanceDict;
  allTypes.push_back(result);
  typeChanged(type);
  return result;
}

/// The metaclass that all bases can live with.
static TypeObject *chooseMetaclass(Interpreter &in, TypeObject *wanted,
                                   llvm::ArrayRef<Value> bases) {
  TypeObject *winner = wanted;
  for (const Value &base : bases) {
    TypeObject *other = in.typeOf(base);
    if (winner->isSubclassOf(other))
      continue;
    if (!other->isSubclassOf(winner))
      in.raiseTypeError(
          "metaclass conflict: the metaclass of a derived class must be a "
          "(non-strict) subclass of the metaclasses of all its bases");
    winner = other;
  }
  return winner;
}

/// Replaces bases that are no classes by what they stand for.
static ValueVector resolveBases(Interpreter &in, llvm::ArrayRef<Value> bases) {
  ValueVector result;
  Value all = in.makeTuple(ValueVector(bases.begin(), bases.end()));
  for (const Value &base : bases) {
    if (base.is(Kind::Type)) {
      result.push_back(base);
      continue;
    }
    Value method = in.findAttr(base, in.names.mro_entries_);
    if (!method)
      in.raiseTypeError("bases must be types, not '" + in.typeName(base) + "'");
    for (const Value &entry : in.unpack(in.call(method, {all})))
      result.push_back(entry);
  }
  return result;
}

Value Interpreter::buildClass(const Value &body, const Value &name,
                              const Arguments &rest) {
  ValueVector bases = resolveBases(*this, rest.positional);
  Value metaclass;
  ValueVector keywordNames, keywordValues;
  for (size_t i = 0; i < rest.names.size(); ++i) {
    if (rest.names[i].as<StrObject>()->text == "metaclass") {
      metaclass = rest.named[i];
      continue;
    }
    keywordNames.push_back(rest.names[i]);
    keywordValues.push_back(rest.named[i]);
  }
  if (!metaclass)
    metaclass = bases.empty() ? Value(types.type) : Value(typeOf(bases[0]));
  if (metaclass.is(Kind::Type))
    metaclass =
        Value(chooseMetaclass(*this, metaclass.as<TypeObject>(), bases));
  ValueVector positional{name, makeTuple(bases)};
  Value space;
  Value prepare =
      metaclass.is(Kind::Type) && metaclass.as<TypeObject>() == types.type
          ? Value()
          : findAttr(metaclass, names.prepare_);
  if (prepare)
    space = call(prepare, Arguments(positional, keywordNames, keywordValues));
  else
    space = makeDict();
  if (!space.is(Kind::Dict))
    raiseTypeError("__prepare__() must return a dict, not " + typeName(space));
  auto *function = body.as<FunctionObject>();
  Value cell;
  {
    Frame frame(function->code, function->globals);
    frame.function = body;
    frame.locals = space;
    frame.allocate(*this, false);
    frame.makeCells(*this);
    cell = execute(frame);
  }
  positional.push_back(space);
  Value made =
      call(metaclass, Arguments(positional, keywordNames, keywordValues));
  if (cell.is(Kind::Cell))
    cell.as<CellObject>()->value = made;
  if (auto *type = made.dyn<TypeObject>(); type && type->isHeap)
    type->body = body;
  return made;
}

/// `type.__new__(metaclass, name, bases, members, **keywords)`.
static Value createType(Interpreter &in, Bound &a) {
  if (!a[0].is(Kind::Type))
    in.raiseTypeError("type.__new__(X): X is not a type object");
  ValueVector bases = in.unpack(a[2]);
  if (!a[3].is(Kind::Dict))
    in.raiseTypeError("type.__new__() argument 3 must be dict, not " +
                      in.typeName(a[3]));
  for (const Value &base : bases)
    if (!base.is(Kind::Type))
      in.raiseTypeError("bases must be types");
  TypeObject *metaclass = chooseMetaclass(in, a[0].as<TypeObject>(), bases);
  if (a[3].as<DictObject>()->find(in.names.torch_function_))
    in.asksOverrides = true;
  Value made = in.makeType(metaclass, in.toStr(a[1], "type() argument 1"),
                           bases, a[3].as<DictObject>());
  ValueVector names, values;
  for (auto &entry : a.keywords.as<DictObject>()->entries)
    if (entry.key) {
      names.push_back(entry.key);
      values.push_back(entry.value);
    }
  announce(in, made.as<TypeObject>(), Arguments({}, names, values));
  return made;
}

/// `type.__init__` has nothing left to do.
static Value initializeType(Interpreter &, Bound &) { return Value::none(); }

static Value getSubclasses(Interpreter &in, Bound &a) {
  ValueVector found;
  for (const Value &type : in.getTypes())
    for (const Value &base : type.as<TypeObject>()->bases)
      if (base.isSame(a[0]))
        found.push_back(type);
  return in.makeList(std::move(found));
}

static Value callTypePlain(Interpreter &in, Bound &a) {
  ValueVector names, values;
  for (auto &entry : a.keywords.as<DictObject>()->entries)
    if (entry.key) {
      names.push_back(entry.key);
      values.push_back(entry.value);
    }
  return in.callTypeObject(a[0].as<TypeObject>(),
                           Arguments(a.rest, names, values));
}

static Value getOrder(Interpreter &in, Bound &a) {
  return in.makeList(a[0].as<TypeObject>()->order);
}

static Value isInstanceOfType(Interpreter &in, Bound &a) {
  return Value::boolean(in.isInstance(a[1], a[0].as<TypeObject>()));
}

static Value isSubclassOfType(Interpreter &in, Bound &a) {
  return Value::boolean(
      a[1].is(Kind::Type) &&
      a[1].as<TypeObject>()->isSubclassOf(a[0].as<TypeObject>()));
}

static const NativeDefinition typeMethods[] = {
    {"__new__", "metaclass, name, bases, members, /, **keywords", createType},
    {"__init__", "self, *rest, **keywords", initializeType},
    {"__call__", "self, /, *rest, **keywords", callTypePlain},
    {"__subclasses__", "self", getSubclasses},
    {"mro", "self", getOrder},
    {"__instancecheck__", "self, instance", isInstanceOfType},
    {"__subclasscheck__", "self, subclass", isSubclassOfType},
};

void evaluate::addTypeMethods(Interpreter &in) {
  in.addMethods(in.types.type, typeMethods);
}
