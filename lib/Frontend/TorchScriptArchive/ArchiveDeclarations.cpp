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
#include "TorchScript/Frontend/Language/ClassDeclarations.h"

#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace torchscript;
namespace ts = mlir::ts;

void ArchiveInstance::declareClass(const ArchiveClass &declared) {
  ts::ClassOp op =
      declareClassOp(unit, declared.def, *llvm::cast<ClassType>(declared.type));
  for (auto &[name, method] : declared.entry->methods)
    if (method->op)
      declareMethodOp(op, name, method->op);
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
    mlir::Location loc = getClassLocation(context, declared.def);
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
