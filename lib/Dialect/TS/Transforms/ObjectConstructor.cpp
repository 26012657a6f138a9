//===- ObjectConstructor.cpp - Functions that make objects ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the construction of objects, and reads objects from an instance.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/Transforms/ObjectConstructor.h"

#include "ObjectState.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ts;

/// Adds the objects that attributes of the given ones lead to, in order.
static void addReachable(ModuleOp module,
                         llvm::SetVector<Operation *> &objects) {
  for (size_t i = 0; i < objects.size(); ++i)
    objects[i]->getAttrDictionary().walk([&](FlatSymbolRefAttr symbol) {
      if (auto object = module.lookupSymbol<ObjectOp>(symbol.getValue()))
        objects.insert(object);
    });
}

/// Sets the attributes of `made`, the object of `declaration`.
static LogicalResult fill(ModuleOp module, OpBuilder &builder,
                          ObjectOp declaration, Value made) {
  Location loc = declaration.getLoc();
  auto type = module.lookupSymbol<ClassOp>(
      declaration.getObjectType().getSymbol().getRootReference());
  if (!type)
    return declaration.emitError("the class of '")
           << declaration.getSymName() << "' is not declared";
  if (auto symbol =
          declaration->getAttrOfType<FlatSymbolRefAttr>("ts.restorer")) {
    auto restorer = module.lookupSymbol<func::FuncOp>(symbol.getValue());
    Attribute data = declaration->getAttr("ts.state");
    Value state = restorer && data && restorer.getNumArguments() == 2
                      ? makeAttributeValue(module, builder, loc, data,
                                           restorer.getArgumentTypes()[1])
                      : Value();
    if (!state)
      return declaration.emitError("not supported yet: restoring '")
             << declaration.getSymName() << "' from its state";
    builder.create<func::CallOp>(loc, restorer, ValueRange{made, state});
    return success();
  }
  for (auto attribute : type.getBody().getOps<AttrOp>()) {
    Attribute data = declaration.getFields().get(attribute.getName());
    if (!data)
      data = attribute.getInitAttr();
    // A new object is all zeros: None.
    if (!data && isa<OptionalType, TSNoneType>(attribute.getType()))
      continue;
    Value value = data ? makeAttributeValue(module, builder, loc, data,
                                            attribute.getType())
                       : Value();
    if (!value)
      return declaration.emitError(
                 "not supported yet: the value of attribute '")
             << attribute.getName() << "' of '" << declaration.getSymName()
             << "'";
    builder.create<SetAttrOp>(loc, made, attribute.getName(), value);
  }
  return success();
}

/// Replaces the tensor literals in `function` by copies.
static void copyLiterals(func::FuncOp function) {
  // A tensor two attributes share stays shared.
  DenseMap<Attribute, Value> copies;
  SmallVector<TensorLiteralOp> literals(
      function.getBody().getOps<TensorLiteralOp>());
  for (TensorLiteralOp literal : literals) {
    Value &copy = copies[literal.getValue()];
    if (!copy) {
      OpBuilder builder(function.getContext());
      builder.setInsertionPointAfter(literal);
      Value none = builder.create<ConstantNoneOp>(literal.getLoc());
      auto clone = builder.create<OperatorOp>(
          literal.getLoc(), TypeRange(literal.getType()), "aten::clone",
          ValueRange{literal, none});
      copy = clone.getResult(0);
      literal.getResult().replaceAllUsesExcept(copy, clone);
      continue;
    }
    literal.getResult().replaceAllUsesWith(copy);
  }
}

/// Emits the making of `objects` at the end of `function`.
static FailureOr<llvm::MapVector<StringAttr, Value>>
makeObjects(ModuleOp module, func::FuncOp function,
            const llvm::SetVector<Operation *> &objects) {
  OpBuilder builder = OpBuilder::atBlockEnd(&function.getBody().front());
  llvm::MapVector<StringAttr, Value> made;
  for (Operation *op : objects) {
    auto object = cast<ObjectOp>(op);
    made[object.getSymNameAttr()] =
        builder.create<NewOp>(object.getLoc(), object.getObjectType());
  }
  for (Operation *op : objects) {
    auto object = cast<ObjectOp>(op);
    if (failed(fill(module, builder, object, made[object.getSymNameAttr()])))
      return failure();
  }
  SmallVector<ObjectRefOp> references(function.getBody().getOps<ObjectRefOp>());
  for (ObjectRefOp reference : references) {
    reference.replaceAllUsesWith(
        made.lookup(reference.getObjectAttr().getAttr()));
    reference.erase();
  }
  return made;
}

FailureOr<func::FuncOp> ts::makeConstructor(ModuleOp module, ObjectOp root,
                                            StringRef name, bool copyTensors) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto function = builder.create<func::FuncOp>(
      root.getLoc(), name, builder.getFunctionType({}, root.getObjectType()));
  function.addEntryBlock();
  llvm::SetVector<Operation *> objects;
  objects.insert(root);
  addReachable(module, objects);
  auto made = makeObjects(module, function, objects);
  if (failed(made))
    return failure();
  builder.setInsertionPointToEnd(&function.getBody().front());
  builder.create<func::ReturnOp>(root.getLoc(),
                                 made->lookup(root.getSymNameAttr()));
  if (copyTensors)
    copyLiterals(function);
  return function;
}

/// Adds a function in front of `callee`: `first` instead of its first
/// parameter, when it has one.
static func::FuncOp addForwarder(ModuleOp module, StringRef name,
                                 func::FuncOp callee, Type first,
                                 ArrayRef<Type> results) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  SmallVector<Type> parameters;
  SmallVector<DictionaryAttr> attributes;
  callee.getAllArgAttrs(attributes);
  attributes.resize(callee.getNumArguments(), builder.getDictionaryAttr({}));
  if (first)
    parameters.push_back(first);
  else
    attributes.erase(attributes.begin());
  llvm::append_range(parameters, callee.getArgumentTypes().drop_front());
  auto function = builder.create<func::FuncOp>(
      callee.getLoc(), name, builder.getFunctionType(parameters, results));
  function.setAllArgAttrs(attributes);
  function.addEntryBlock();
  return function;
}

func::FuncOp ts::getClassConstructor(ModuleOp module, ClassOp declaration) {
  std::string name = (declaration.getSymName() + ".__new__").str();
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  MethodOp method = declaration.lookupMethod("__init__");
  auto init = module.lookupSymbol<func::FuncOp>(method.getFunction());
  auto type =
      ObjectType::get(module.getContext(), FlatSymbolRefAttr::get(declaration));
  func::FuncOp function = addForwarder(module, name, init, Type(), type);
  OpBuilder builder = OpBuilder::atBlockEnd(&function.getBody().front());
  Location loc = init.getLoc();
  SmallVector<Value> arguments{builder.create<NewOp>(loc, type)};
  llvm::append_range(arguments, function.getArguments());
  builder.create<func::CallOp>(loc, init, arguments);
  builder.create<ReturnOp>(loc, arguments.front());
  return function;
}

FailureOr<func::FuncOp> ts::getPartMethod(ModuleOp module, ObjectOp root,
                                          ArrayRef<std::string> path,
                                          func::FuncOp method) {
  std::string name =
      (root.getSymName() + "." + llvm::join(path, ".") + "." + method.getName())
          .str();
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  func::FuncOp function = addForwarder(
      module, name, method, root.getObjectType(), method.getResultTypes());
  if (auto schema = method->getAttr("ts.schema"))
    function->setAttr("ts.schema", schema);
  OpBuilder builder = OpBuilder::atBlockEnd(&function.getBody().front());
  Location loc = method.getLoc();
  SmallVector<Value> arguments(function.getArguments());
  for (const std::string &part : path) {
    auto type = dyn_cast<ObjectType>(arguments.front().getType());
    auto declaration =
        type ? module.lookupSymbol<ClassOp>(type.getName()) : ClassOp();
    AttrOp attribute = declaration ? declaration.lookupAttr(part) : AttrOp();
    if (!attribute || !isa<ObjectType>(attribute.getType())) {
      function.erase();
      return failure();
    }
    arguments.front() = builder.create<GetAttrOp>(loc, attribute.getType(),
                                                  arguments.front(), part);
  }
  auto call = builder.create<func::CallOp>(loc, method, arguments);
  builder.create<ReturnOp>(loc,
                           call.getNumResults() ? call.getResult(0) : Value());
  return function;
}

LogicalResult ts::makeObjectInitializer(ModuleOp module, StringRef name,
                                        StringRef release) {
  SmallVector<ObjectRefOp> references;
  llvm::SetVector<Operation *> objects;
  module.walk([&](ObjectRefOp reference) {
    auto object = module.lookupSymbol<ObjectOp>(reference.getObject());
    if (!object)
      return;
    references.push_back(reference);
    objects.insert(object);
  });
  if (references.empty())
    return success();
  addReachable(module, objects);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto addFunction = [&](StringRef name) {
    auto function = builder.create<func::FuncOp>(
        module.getLoc(), name, builder.getFunctionType({}, {}));
    function.addEntryBlock();
    return function;
  };
  func::FuncOp function = addFunction(name);
  auto made = makeObjects(module, function, objects);
  if (failed(made))
    return failure();
  OpBuilder body = OpBuilder::atBlockEnd(&function.getBody().front());
  OpBuilder releasing =
      OpBuilder::atBlockEnd(&addFunction(release).getBody().front());
  llvm::MapVector<StringAttr, GlobalOp> variables;
  for (auto &[symbol, value] : *made) {
    auto type = OptionalType::get(value.getType());
    GlobalOp variable = variables[symbol] = builder.create<GlobalOp>(
        module.getLoc(), (symbol.getValue() + "$instance").str(),
        /*sym_visibility=*/StringAttr(), type,
        NoneAttr::get(module.getContext()), /*is_mutable=*/true);
    body.create<GlobalStoreOp>(
        module.getLoc(), body.create<DerefineOp>(module.getLoc(), type, value),
        variable.getSymName());
    Value none = releasing.create<ConstantNoneOp>(module.getLoc());
    releasing.create<GlobalStoreOp>(
        module.getLoc(),
        releasing.create<DerefineOp>(module.getLoc(), type, none),
        variable.getSymName());
  }
  body.create<func::ReturnOp>(module.getLoc());
  releasing.create<func::ReturnOp>(module.getLoc());
  for (ObjectRefOp reference : references) {
    OpBuilder at(reference);
    GlobalOp variable = variables.lookup(reference.getObjectAttr().getAttr());
    Value loaded = at.create<GlobalLoadOp>(
        reference.getLoc(), variable.getType(), variable.getSymName());
    reference.replaceAllUsesWith(at.create<UncheckedCastOp>(reference.getLoc(),
                                                            reference.getType(),
                                                            loaded)
                                     .getResult());
    reference.erase();
  }
  return success();
}

void ts::addSelfParameter(func::FuncOp function, ObjectOp root) {
  auto module = function->getParentOfType<ModuleOp>();
  llvm::DenseSet<std::pair<StringRef, StringRef>> written;
  module.walk([&](SetAttrOp write) {
    written.insert({write.getObject().getType().getName(), write.getName()});
  });
  function.insertArgument(
      0, root.getObjectType(),
      DictionaryAttr::get(
          function.getContext(),
          NamedAttribute(StringAttr::get(function.getContext(), "ts.name"),
                         StringAttr::get(function.getContext(), "self"))),
      function.getLoc());
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  llvm::MapVector<StringAttr, Value> known;
  known[root.getSymNameAttr()] = function.getArgument(0);
  SmallVector<ObjectRefOp> references;
  llvm::DenseSet<StringAttr> wanted;
  function.walk([&](ObjectRefOp reference) {
    references.push_back(reference);
    wanted.insert(reference.getObjectAttr().getAttr());
  });
  // Breadth first, so that each object is read on the shortest way.
  for (size_t i = 0; i < known.size(); ++i) {
    auto [name, object] = known.begin()[i];
    auto declaration = module.lookupSymbol<ObjectOp>(name);
    for (NamedAttribute field : declaration.getFields()) {
      auto symbol = dyn_cast<FlatSymbolRefAttr>(field.getValue());
      auto part = symbol ? module.lookupSymbol<ObjectOp>(symbol.getValue())
                         : ObjectOp();
      StringRef of = declaration.getObjectType().getName();
      if (!part || known.count(part.getSymNameAttr()) ||
          written.contains({of, field.getName().getValue()}))
        continue;
      auto declared = module.lookupSymbol<ClassOp>(of);
      AttrOp attribute =
          declared ? declared.lookupAttr(field.getName()) : AttrOp();
      if (!attribute || attribute.getType() != part.getObjectType())
        continue;
      known[part.getSymNameAttr()] = builder.create<GetAttrOp>(
          function.getLoc(), part.getObjectType(), object, field.getName());
    }
  }
  for (ObjectRefOp reference : references)
    if (Value object = known.lookup(reference.getObjectAttr().getAttr())) {
      reference.replaceAllUsesWith(object);
      reference.erase();
    }
  for (auto &[name, object] : llvm::reverse(known))
    if (auto read = object.getDefiningOp<GetAttrOp>(); read && read.use_empty())
      read.erase();
}
