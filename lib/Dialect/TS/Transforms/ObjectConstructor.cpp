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

using namespace mlir;
using namespace mlir::ts;

/// Adds the objects that attributes of the given ones lead to, in order.
static void addReachable(ModuleOp module,
                         llvm::SetVector<Operation *> &objects) {
  for (size_t i = 0; i < objects.size(); ++i)
    cast<ObjectOp>(objects[i]).getFields().walk([&](FlatSymbolRefAttr symbol) {
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

FailureOr<func::FuncOp> ts::makeObjectInitializer(ModuleOp module,
                                                  StringRef name) {
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
    return func::FuncOp();
  addReachable(module, objects);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto function = builder.create<func::FuncOp>(module.getLoc(), name,
                                               builder.getFunctionType({}, {}));
  function.addEntryBlock();
  auto made = makeObjects(module, function, objects);
  if (failed(made))
    return failure();
  OpBuilder body = OpBuilder::atBlockEnd(&function.getBody().front());
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
  }
  body.create<func::ReturnOp>(module.getLoc());
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
  return function;
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
