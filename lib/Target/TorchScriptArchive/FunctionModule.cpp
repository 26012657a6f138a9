//===- FunctionModule.cpp - A module made of functions --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As PyTorch does with a function that is saved, but for any number of them.
//
//===----------------------------------------------------------------------===//

#include "FunctionModule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// A method that calls the function with its own arguments.
static mlir::func::FuncOp makeMethod(mlir::OpBuilder &builder,
                                     mlir::func::FuncOp function,
                                     ts::ObjectType self,
                                     llvm::StringRef name) {
  mlir::MLIRContext *context = builder.getContext();
  mlir::FunctionType type = function.getFunctionType();
  llvm::SmallVector<mlir::Type> inputs{self};
  llvm::append_range(inputs, type.getInputs());
  auto method = builder.create<mlir::func::FuncOp>(
      function.getLoc(), (self.getName() + "." + name).str(),
      mlir::FunctionType::get(context, inputs, type.getResults()));
  for (unsigned i = 0; i < type.getNumInputs(); ++i)
    if (auto attributes = function.getArgAttrDict(i))
      method.setArgAttrs(i + 1, attributes);
  method.setArgAttr(0, "ts.name", builder.getStringAttr("self"));
  mlir::OpBuilder::InsertionGuard guard(builder);
  mlir::Block *body = method.addEntryBlock();
  builder.setInsertionPointToStart(body);
  auto call = builder.create<mlir::func::CallOp>(
      function.getLoc(), function, body->getArguments().drop_front());
  builder.create<ts::ReturnOp>(function.getLoc(), call.getNumResults()
                                                      ? call.getResult(0)
                                                      : mlir::Value());
  return method;
}

ts::ObjectOp torchscript::makeFunctionModule(mlir::ModuleOp module,
                                             llvm::StringRef only) {
  llvm::SmallVector<mlir::func::FuncOp> functions;
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (only.empty()
            ? !function.getSymName().contains('.') && !function.isExternal()
            : function.getSymName() == only)
      functions.push_back(function);
  if (functions.empty()) {
    module.emitError() << "has neither an instance of a module nor a function "
                          "that an archive could hold";
    return {};
  }
  mlir::OpBuilder builder(module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  std::string className = "__torch__.PlaceholderModule";
  while (module.lookupSymbol(className))
    className += "_";
  auto self = ts::ObjectType::get(module.getContext(), className);
  llvm::SmallVector<std::pair<std::string, mlir::func::FuncOp>> methods;
  for (mlir::func::FuncOp function : functions) {
    std::string name =
        functions.size() == 1 ? "forward" : function.getSymName().str();
    methods.push_back({name, makeMethod(builder, function, self, name)});
  }
  auto type = builder.create<ts::ClassOp>(module.getLoc(), className,
                                          /*isModule=*/true);
  if (type.getBody().empty())
    type.getBody().emplaceBlock();
  auto members = mlir::OpBuilder::atBlockEnd(&type.getBody().front());
  members.create<ts::AttrOp>(
      module.getLoc(), builder.getStringAttr("training"),
      mlir::TypeAttr::get(builder.getI1Type()),
      ts::FieldKindAttr::get(module.getContext(), ts::FieldKind::Attribute),
      mlir::Attribute());
  for (auto &[name, function] : methods)
    members.create<ts::MethodOp>(module.getLoc(), name, function.getSymName(),
                                 /*is_static=*/false, /*is_property=*/false);
  auto fields = builder.getDictionaryAttr(
      builder.getNamedAttr("training", builder.getBoolAttr(true)));
  return builder.create<ts::ObjectOp>(
      module.getLoc(), builder.getStringAttr("placeholder"), mlir::StringAttr(),
      mlir::TypeAttr::get(self), fields);
}
