//===- ClassOps.cpp - Classes, objects, globals ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Lookup and verification of declarations and of their uses.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ts;

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void ClassOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                    bool isModule) {
  state.getOrAddProperties<Properties>().sym_name = builder.getStringAttr(name);
  if (isModule)
    state.getOrAddProperties<Properties>().is_module = builder.getUnitAttr();
  state.addRegion()->emplaceBlock();
}

void InterfaceOp::build(OpBuilder &builder, OperationState &state,
                        StringRef name, bool isModule) {
  state.getOrAddProperties<Properties>().sym_name = builder.getStringAttr(name);
  if (isModule)
    state.getOrAddProperties<Properties>().is_module = builder.getUnitAttr();
  state.addRegion()->emplaceBlock();
}

/// The member of kind `Member` called `name`.
template <typename Member>
static Member lookup(Region &body, StringRef name) {
  for (Member member : body.getOps<Member>())
    if (member.getName() == name)
      return member;
  return {};
}

AttrOp ClassOp::lookupAttr(StringRef name) {
  return lookup<AttrOp>(getBody(), name);
}

MethodOp ClassOp::lookupMethod(StringRef name) {
  return lookup<MethodOp>(getBody(), name);
}

SignatureOp InterfaceOp::lookupSignature(StringRef name) {
  return lookup<SignatureOp>(getBody(), name);
}

LogicalResult ClassOp::verifyRegions() {
  llvm::StringSet<> names;
  for (Operation &op : getBody().front()) {
    StringRef name;
    if (auto attr = dyn_cast<AttrOp>(op))
      name = attr.getName();
    else if (auto method = dyn_cast<MethodOp>(op))
      name = method.getName();
    else
      return op.emitOpError("does not belong into a class");
    if (!names.insert(name).second)
      return op.emitOpError("declares \"") << name << "\" again";
  }
  return success();
}

LogicalResult InterfaceOp::verifyRegions() {
  llvm::StringSet<> names;
  for (Operation &op : getBody().front()) {
    auto signature = dyn_cast<SignatureOp>(op);
    if (!signature)
      return op.emitOpError("does not belong into an interface");
    if (!names.insert(signature.getName()).second)
      return op.emitOpError("declares \"") << signature.getName() << "\" again";
  }
  return success();
}

LogicalResult AttrOp::verify() {
  if (!isValueType(getType()))
    return emitOpError() << getType() << " is not a TorchScript value type";
  if (getInit() && !isValueOfType(*getInit(), getType()))
    return emitOpError() << *getInit() << " is not a value of type "
                         << getType();
  return success();
}

LogicalResult MethodOp::verifySymbolUses(SymbolTableCollection &symbols) {
  // The class is a symbol, not a symbol table: look from it. The function may
  // be one of the LLVM dialect already (ts-export-library).
  if (!symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
          (*this)->getParentOp(), getFunctionAttr()))
    return emitOpError("names no function: ") << getFunctionAttr();
  return success();
}

int64_t EnumOp::lookupMember(StringRef name) {
  for (auto [i, member] :
       llvm::enumerate(getMembers().getAsValueRange<StringAttr>()))
    if (member == name)
      return i;
  return -1;
}

LogicalResult EnumOp::verify() {
  if (getMembers().size() != getValues().size())
    return emitOpError() << getMembers().size() << " members and "
                         << getValues().size() << " values";
  llvm::StringSet<> names;
  for (auto [name, value] :
       llvm::zip(getMembers().getAsValueRange<StringAttr>(), getValues())) {
    if (!names.insert(name).second)
      return emitOpError("declares \"") << name << "\" again";
    if (!isValueOfType(value, getValueType()))
      return emitOpError() << value << " is not a value of type "
                           << getValueType();
  }
  return success();
}

LogicalResult GlobalOp::verify() {
  if (!isValueType(getType()))
    return emitOpError() << getType() << " is not a TorchScript value type";
  if (!isValueOfType(getInit(), getType()))
    return emitOpError() << getInit() << " is not a value of type "
                         << getType();
  return success();
}

/// The class of an object type; reports when there is none.
static ClassOp lookupClass(Operation *op, SymbolTableCollection &symbols,
                           ObjectType type) {
  auto declaration =
      symbols.lookupNearestSymbolFrom<ClassOp>(op, type.getSymbol());
  if (!declaration)
    op->emitOpError("names no 'ts.class': ") << type.getSymbol();
  return declaration;
}

LogicalResult ObjectOp::verifySymbolUses(SymbolTableCollection &symbols) {
  ClassOp declaration = lookupClass(*this, symbols, getObjectType());
  if (!declaration)
    return failure();
  for (NamedAttribute field : getFields()) {
    AttrOp attr = declaration.lookupAttr(field.getName());
    if (!attr) {
      InFlightDiagnostic diagnostic = emitOpError("gives a value to ")
                                      << field.getName()
                                      << ", which its class does not have";
      diagnostic.attachNote(declaration.getLoc()) << "the class is here";
      return diagnostic;
    }
    if (auto object = dyn_cast<FlatSymbolRefAttr>(field.getValue())) {
      auto target = symbols.lookupNearestSymbolFrom<ObjectOp>(*this, object);
      if (!target)
        return emitOpError("names no 'ts.object': ") << object;
      if (!isSubtype(target.getObjectType(), attr.getType()) &&
          !mayBeNone(attr.getType()))
        return emitOpError("gives ")
               << field.getName() << " an object of type "
               << target.getObjectType() << ", expected " << attr.getType();
    } else if (!isValueOfType(field.getValue(), attr.getType())) {
      return emitOpError("gives ")
             << field.getName() << " the value " << field.getValue()
             << ", which is not a value of type " << attr.getType();
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static LogicalResult verifyGlobalUse(Operation *op,
                                     SymbolTableCollection &symbols,
                                     FlatSymbolRefAttr name, Type type,
                                     bool isStore) {
  auto global = symbols.lookupNearestSymbolFrom<GlobalOp>(op, name);
  if (!global)
    return op->emitOpError("names no 'ts.global': ") << name;
  if (global.getType() != type)
    return op->emitOpError("has type ")
           << type << ", but the global has " << global.getType();
  if (isStore && !global.getIsMutable())
    return op->emitOpError("writes ") << name << ", which is not mutable";
  return success();
}

LogicalResult GlobalLoadOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyGlobalUse(*this, symbols, getGlobalAttr(), getType(), false);
}

LogicalResult GlobalStoreOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyGlobalUse(*this, symbols, getGlobalAttr(), getValue().getType(),
                         true);
}

LogicalResult ObjectRefOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto object =
      symbols.lookupNearestSymbolFrom<ObjectOp>(*this, getObjectAttr());
  if (!object)
    return emitOpError("names no 'ts.object': ") << getObjectAttr();
  if (object.getObjectType() != getType())
    return emitOpError("has type ")
           << getType() << ", but the object has " << object.getObjectType();
  return success();
}

LogicalResult NewOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return success(static_cast<bool>(lookupClass(*this, symbols, getType())));
}

/// The declaration of an attribute of the object's class; reports when there
/// is none.
static AttrOp lookupField(Operation *op, SymbolTableCollection &symbols,
                          ObjectType type, StringRef name) {
  ClassOp declaration = lookupClass(op, symbols, type);
  if (!declaration)
    return {};
  AttrOp attr = declaration.lookupAttr(name);
  if (!attr) {
    InFlightDiagnostic diagnostic = op->emitOpError("names no attribute of ")
                                    << type.getSymbol() << ": \"" << name
                                    << "\"";
    diagnostic.attachNote(declaration.getLoc()) << "the class is here";
  }
  return attr;
}

LogicalResult GetAttrOp::verifySymbolUses(SymbolTableCollection &symbols) {
  AttrOp attr = lookupField(*this, symbols, getObject().getType(), getName());
  if (!attr)
    return failure();
  // A pass may know more about a tensor than its declaration says.
  if (!isSubtype(getType(), attr.getType()))
    return emitOpError("has type ")
           << getType() << ", but the attribute has " << attr.getType();
  return success();
}

LogicalResult SetAttrOp::verifySymbolUses(SymbolTableCollection &symbols) {
  AttrOp attr = lookupField(*this, symbols, getObject().getType(), getName());
  if (!attr)
    return failure();
  Type type = getValue().getType();
  if (type != attr.getType() &&
      !(isa<TSTensorType>(type) && isSubtype(type, attr.getType())))
    return emitOpError("assigns ")
           << type << " to an attribute of type " << attr.getType();
  return success();
}

/// Do the operands and results of a call fit a signature?
static LogicalResult verifySignature(CallMethodOp op, TypeRange inputs,
                                     TypeRange results) {
  if (inputs != TypeRange(op.getArgs().getTypes()))
    return op.emitOpError("passes arguments that do not match those of \"")
           << op.getName() << "\", which takes "
           << FunctionType::get(op.getContext(), inputs, results);
  // An error stands before the result once ts-lower-raise has run.
  if (!results.empty() && results.front().getDialect().getNamespace() == "tsrt")
    results = results.drop_front();
  if (results != op.getResultTypes())
    return op.emitOpError("gives ")
           << FunctionType::get(op.getContext(), {}, op.getResultTypes())
           << ", but \"" << op.getName() << "\" is "
           << FunctionType::get(op.getContext(), inputs, results);
  return success();
}

LogicalResult CallMethodOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Type type = getObject().getType();
  if (auto name = dyn_cast<InterfaceType>(type)) {
    auto declaration =
        symbols.lookupNearestSymbolFrom<InterfaceOp>(*this, name.getSymbol());
    if (!declaration)
      return emitOpError("names no 'ts.interface': ") << name.getSymbol();
    SignatureOp signature = declaration.lookupSignature(getName());
    if (!signature)
      return emitOpError("names no method of ")
             << name.getSymbol() << ": \"" << getName() << "\"";
    auto function = cast<FunctionType>(signature.getType());
    return verifySignature(*this, function.getInputs(), function.getResults());
  }
  auto object = dyn_cast<ObjectType>(type);
  if (!object)
    return emitOpError("calls a method of ")
           << type << ", which is neither an object nor an interface";
  ClassOp declaration = lookupClass(*this, symbols, object);
  if (!declaration)
    return failure();
  MethodOp method = declaration.lookupMethod(getName());
  if (!method)
    return emitOpError("names no method of ")
           << object.getSymbol() << ": \"" << getName() << "\"";
  auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(
      declaration, method.getFunctionAttr());
  if (!function)
    return emitOpError("calls a method without a function: ")
           << method.getFunctionAttr();
  TypeRange inputs = function.getFunctionType().getInputs();
  if (!method.getIsStatic()) {
    if (inputs.empty())
      return emitOpError("calls ")
             << method.getFunctionAttr() << ", which does not take the object";
    inputs = inputs.drop_front();
  }
  return verifySignature(*this, inputs,
                         function.getFunctionType().getResults());
}
