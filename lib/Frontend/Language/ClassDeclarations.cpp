//===- ClassDeclarations.cpp - Declarations of classes --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes ts.class with attributes and methods.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/ClassDeclarations.h"

#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "TorchScript/Dialect/TS/IR/Locations.h"

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

mlir::Location torchscript::getClassLocation(mlir::MLIRContext *context,
                                             const ClassDef *def) {
  SourceRange range = def->nameRange;
  LineColumn begin = range.getBegin(), end = range.getEnd();
  return ts::makeLocation(context, range.file->getName(), begin.line,
                          begin.column, end.line, end.column, "");
}

ts::ClassOp torchscript::declareClassOp(Compilation &unit, const ClassDef *def,
                                        const ClassType &type) {
  mlir::MLIRContext *context = &unit.getContext();
  mlir::OpBuilder builder(context);
  builder.setInsertionPointToEnd(unit.getModule().getBody());
  mlir::Location loc = getClassLocation(context, def);
  auto op = builder.create<ts::ClassOp>(loc, type.getName(), type.isModule());
  if (op.getBody().empty())
    op.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(&op.getBody().front());
  for (const ClassAttribute &attribute : type.getAttributes()) {
    mlir::Attribute init;
    if (attribute.kind == AttributeKind::Constant && attribute.value)
      init = lowerConstant(attribute.value, attribute.type, context);
    builder.create<ts::AttrOp>(
        loc, builder.getStringAttr(attribute.name),
        mlir::TypeAttr::get(lowerType(attribute.type, context)),
        ts::FieldKindAttr::get(context, lowerKind(attribute.kind)), init);
  }
  return op;
}

void torchscript::declareMethodOp(ts::ClassOp op, llvm::StringRef name,
                                  mlir::func::FuncOp function, bool isStatic,
                                  bool isProperty) {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(&op.getBody().front());
  auto flag = [&](bool isSet) {
    return isSet ? builder.getUnitAttr() : mlir::UnitAttr();
  };
  builder.create<ts::MethodOp>(
      function.getLoc(), builder.getStringAttr(name),
      mlir::FlatSymbolRefAttr::get(op.getContext(), function.getSymName()),
      flag(isStatic), flag(isProperty));
}
