//===- ArchiveDeclarations.cpp - Declarations of an archive's classes -----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes ts.class, ts.interface and ts.enum for the types of an archive.
//
//===----------------------------------------------------------------------===//

#include "ArchiveInstance.h"

#include "TypeLowering.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// The dialect's word for the kind of an attribute.
static ts::FieldKind lowerKind(AttributeKind kind) {
  switch (kind) {
  case AttributeKind::Regular:
    return ts::FieldKind::Attribute;
  case AttributeKind::Parameter:
    return ts::FieldKind::Parameter;
  case AttributeKind::Buffer:
    return ts::FieldKind::Buffer;
  case AttributeKind::Constant:
    return ts::FieldKind::Constant;
  }
  return ts::FieldKind::Attribute;
}

/// Where the definition of a class starts.
static mlir::Location locationOf(const ArchiveClass &declared,
                                 mlir::MLIRContext *context) {
  SourceRange range = declared.def->nameRange;
  LineColumn begin = range.getBegin(), end = range.getEnd();
  return ts::makeLocation(context, range.file->getName(), begin.line,
                          begin.column, end.line, end.column, "");
}

void ArchiveInstance::declareClass(const ArchiveClass &declared) {
  const auto *type = llvm::cast<ClassType>(declared.type);
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToEnd(unit.getModule().getBody());
  mlir::Location loc = locationOf(declared, context);
  auto op = builder.create<ts::ClassOp>(loc, type->getName(), type->isModule());
  if (op.getBody().empty())
    op.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(&op.getBody().front());
  for (const ClassAttribute &attribute : type->getAttributes()) {
    mlir::Attribute init;
    if (attribute.kind == AttributeKind::Constant && attribute.value)
      init = lowerConstant(attribute.value, attribute.type, context);
    builder.create<ts::AttrOp>(
        loc, builder.getStringAttr(attribute.name),
        mlir::TypeAttr::get(lowerType(attribute.type, context)),
        ts::FieldKindAttr::get(context, lowerKind(attribute.kind)), init);
  }
  for (auto &[name, method] : declared.entry->methods)
    if (method->op)
      builder.create<ts::MethodOp>(
          method->op.getLoc(), builder.getStringAttr(name),
          mlir::FlatSymbolRefAttr::get(context, method->op.getSymName()),
          mlir::UnitAttr(), mlir::UnitAttr());
}

void ArchiveInstance::declareInterface(const InterfaceType &type,
                                       mlir::Location loc) {
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToEnd(unit.getModule().getBody());
  auto op =
      builder.create<ts::InterfaceOp>(loc, type.getName(), type.isModule());
  if (op.getBody().empty())
    op.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(&op.getBody().front());
  for (const ClassMethod &method : type.getMethods()) {
    llvm::SmallVector<mlir::Type> inputs, results;
    for (const Argument &argument :
         llvm::ArrayRef(method.schema->arguments).drop_front())
      inputs.push_back(lowerType(argument.type, context));
    for (const Argument &result : method.schema->returns)
      if (!result.type->isNone())
        results.push_back(lowerType(result.type, context));
    builder.create<ts::SignatureOp>(
        loc, builder.getStringAttr(method.name),
        mlir::TypeAttr::get(builder.getFunctionType(inputs, results)));
  }
}

void ArchiveInstance::declareEnum(const EnumType &type, mlir::Location loc) {
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToEnd(unit.getModule().getBody());
  llvm::SmallVector<mlir::Attribute> names, values;
  for (const EnumMember &member : type.getMembers()) {
    names.push_back(builder.getStringAttr(member.name));
    values.push_back(lowerConstant(member.value, type.getValueType(), context));
  }
  builder.create<ts::EnumOp>(
      loc, builder.getStringAttr(type.getName()), mlir::StringAttr(),
      mlir::TypeAttr::get(lowerType(type.getValueType(), context)),
      builder.getArrayAttr(names), builder.getArrayAttr(values));
}

void ArchiveInstance::declareClasses() {
  mlir::SymbolTable symbols(unit.getModule());
  for (const ArchiveClass &declared : program.getClasses()) {
    if (!declared.type || symbols.lookup(declared.name))
      continue;
    mlir::Location loc = locationOf(declared, context);
    switch (declared.kind) {
    case ArchiveClass::Kind::Module:
    case ArchiveClass::Kind::Plain:
      declareClass(declared);
      break;
    case ArchiveClass::Kind::Interface:
      declareInterface(*llvm::cast<InterfaceType>(declared.type), loc);
      break;
    case ArchiveClass::Kind::Enum:
      declareEnum(*llvm::cast<EnumType>(declared.type), loc);
      break;
    case ArchiveClass::Kind::NamedTuple:
      break;
    }
  }
}
