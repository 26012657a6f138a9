//===- ScriptedObjects.cpp - Compiled modules as values of programs -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The members of compiled modules: the program reads and assigns those of the
// object that compiled code has.
//
//===----------------------------------------------------------------------===//

#include "ScriptedObjects.h"

#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace torchscript;
using namespace torchscript::evaluate;
using llvm::StringRef;
namespace ts = mlir::ts;

static ts::ObjectOp lookUp(Session &session, StringRef symbol) {
  return session.getModule().lookupSymbol<ts::ObjectOp>(symbol);
}

static ts::ClassOp lookUpClass(Session &session, StringRef symbol) {
  return session.getModule().lookupSymbol<ts::ClassOp>(
      lookUp(session, symbol).getObjectType().getName());
}

/// The object that is the value of an attribute, when that is a module.
static ts::ObjectOp findPart(Session &session, StringRef symbol,
                             StringRef name) {
  auto reference = lookUp(session, symbol)
                       .getFields()
                       .getAs<mlir::FlatSymbolRefAttr>(name);
  auto part = reference ? lookUp(session, reference.getValue()) : ts::ObjectOp();
  bool isModule =
      part && lookUpClass(session, part.getSymName()).getIsModule();
  return isModule ? part : ts::ObjectOp();
}

const HostValue &ScriptedModule::getObject(Interpreter &in) {
  auto object = program.session->getObject(symbol);
  if (!object)
    raiseFailure(in, object.takeError());
  return **object;
}

Value ScriptedModule::listMembers(Interpreter &in, StringRef kind) {
  Session &session = *program.session;
  ValueVector names;
  for (auto attribute :
       lookUpClass(session, symbol).getBody().getOps<ts::AttrOp>()) {
    StringRef name = attribute.getName();
    StringRef own =
        findPart(session, symbol, name)                    ? "module"
        : attribute.getKind() == ts::FieldKind::Parameter  ? "parameter"
        : attribute.getKind() == ts::FieldKind::Buffer     ? "buffer"
        : attribute.getKind() == ts::FieldKind::Constant   ? "constant"
                                                           : "attribute";
    if (own == kind)
      names.push_back(in.makeStr(name.str()));
  }
  return in.makeList(std::move(names));
}

/// The place of an attribute among those of a type; nothing for none.
static std::optional<uint32_t> findIndex(const tsrt_type *type,
                                         StringRef name) {
  for (uint32_t i = 0; i < type->num_elements; ++i)
    if (name == type->element_names[i])
      return i;
  return std::nullopt;
}

Value ScriptedModule::get(Interpreter &in, StringRef name) {
  const tsrt_value &object = getObject(in).get();
  std::optional<uint32_t> index = findIndex(object.type, name);
  if (!index)
    in.raise(in.types.AttributeError,
             "'RecursiveScriptModule' object has no attribute '" + name + "'");
  tsrt_value boxed{};
  tsrt_box_value(object.type->elements[*index],
                 static_cast<const char *>(object.u.p) +
                     object.type->offsets[*index],
                 &boxed);
  HostValue owner(boxed);
  return decodeFor(in, program, boxed);
}

void ScriptedModule::set(Interpreter &in, StringRef name, const Value &value) {
  const tsrt_value &object = getObject(in).get();
  std::optional<uint32_t> index = findIndex(object.type, name);
  if (!index)
    in.raise(in.types.AttributeError,
             "'RecursiveScriptModule' object has no attribute '" + name + "'");
  TypeContext types;
  Encoder encoder(in, types, /*takesObjects=*/true);
  json data;
  encoder.encode(value, data);
  const tsrt_type *type = object.type->elements[*index];
  auto made =
      makeValue(data, type, encoder.tensors, &program.session->getTypes());
  if (!made) {
    llvm::consumeError(made.takeError());
    in.raise(in.types.RuntimeError,
             "Could not cast attribute '" + name + "' to type " + type->name +
                 ": a value of class '" + in.typeName(value) +
                 "' is of another type");
  }
  if (auto *tensor = dynamic_cast<RuntimeTensor *>(
          value.is(evaluate::Kind::Host) ? value.getObject() : nullptr))
    program.instances->keepTensor(*tensor, value);
  if (llvm::Error error = program.session->assign(symbol, name, *made))
    raiseFailure(in, std::move(error));
}

Value ScriptedModule::getChild(Interpreter &in, StringRef name) {
  ts::ObjectOp part = findPart(*program.session, symbol, name);
  if (!part)
    in.raise(in.types.AttributeError, "no submodule '" + name + "'");
  auto *child = new ScriptedModule(
      cls, program, path.empty() ? name.str() : path + "." + name.str(),
      part.getSymName().str());
  if (!instance)
    return Value(child);
  for (const InstanceMember &member : instance->submodules)
    if (member.name == name)
      child->instance = member.value;
  return Value(child);
}

/// The name of the class that it was made from: of a class in an archive,
/// without what PyTorch adds to tell several from each other.
std::string ScriptedModule::getOriginalName() {
  if (instance)
    return instance->text;
  StringRef name = lookUpClass(*program.session, symbol).getSymName();
  return name.rsplit('.').second.str();
}

Value ScriptedModule::getAttr(Interpreter &in, StringRef name) {
  // The handle lives as long as a function of it.
  Value self(this);
  auto function = [&](auto body) {
    return in.makeFunction(
        name.str(),
        [self, body](Interpreter &in, const Arguments &arguments) {
          if (arguments.positional.empty())
            in.raiseTypeError("expected an argument");
          return body(in, in.toStr(arguments.positional[0], "a name"),
                      arguments.positional);
        });
  };
  using Given = llvm::ArrayRef<Value>;
  if (name == "original_name")
    return in.makeStr(getOriginalName());
  if (name == "methods") {
    ValueVector names;
    for (const std::string &method : program.session->getMethods(symbol))
      names.push_back(in.makeStr(method));
    return in.makeList(std::move(names));
  }
  if (name == "members")
    return function([this](Interpreter &in, StringRef kind, Given) {
      return listMembers(in, kind);
    });
  if (name == "get")
    return function([this](Interpreter &in, StringRef member, Given) {
      return get(in, member);
    });
  if (name == "child")
    return function([this](Interpreter &in, StringRef member, Given) {
      return getChild(in, member);
    });
  if (name == "method")
    return function([this](Interpreter &in, StringRef method, Given) {
      Value type = in.getAttr(in.importModule("_torch_jit"), "ScriptMethod");
      return Value(new ScriptedMethod(type.as<TypeObject>(), program,
                                      path.empty()
                                          ? method.str()
                                          : path + "." + method.str()));
    });
  // The object of the program that stands for a tensor from now on.
  if (name == "adopt")
    return function([this](Interpreter &in, StringRef, Given given) {
      auto *tensor = given.size() == 2 && given[1].is(evaluate::Kind::Host)
                         ? dynamic_cast<RuntimeTensor *>(given[1].getObject())
                         : nullptr;
      if (!tensor)
        in.raiseTypeError("expected a name and a tensor");
      program.instances->keepTensor(*tensor, given[1]);
      return Value::none();
    });
  if (name == "requires_grad")
    return function([this](Interpreter &in, StringRef member, Given) {
      auto tensor = lookUp(*program.session, symbol)
                        .getFields()
                        .getAs<ts::TensorRefAttr>(member);
      return Value::boolean(tensor && tensor.getRequiresGrad());
    });
  if (name == "bind")
    return in.makeFunction(
        "bind", [this, self](Interpreter &in, const Arguments &arguments) {
          if (arguments.positional.size() != 1)
            in.raiseTypeError("expected an object");
          program.instances->bindObject(getObject(in).get().u.p,
                                        arguments.positional[0]);
          return Value::none();
        });
  if (name == "set")
    return function([this](Interpreter &in, StringRef member, Given given) {
      if (given.size() != 2)
        in.raiseTypeError("expected a name and a value");
      set(in, member, given[1]);
      return Value::none();
    });
  return Value();
}
