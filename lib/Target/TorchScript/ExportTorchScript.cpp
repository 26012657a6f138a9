//===- ExportTorchScript.cpp - Export of modules --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file around the exported functions: imports, enums, NamedTuples, and the
// order of all that is declared.
//
//===----------------------------------------------------------------------===//

#include "DemoteCarried.h"
#include "TorchScript/Target/TorchScript/ExportTorchScript.h"

#include "Classes.h"
#include "FunctionExporter.h"

#include "TorchScript/Frontend/Syntax/TreePrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Tools/mlir-translate/Translation.h"

using namespace torchscript;
namespace ts = mlir::ts;

static const char *const header = "import math\n"
                                  "import warnings\n"
                                  "from enum import Enum\n"
                                  "from typing import Any, Dict, Final, List, "
                                  "NamedTuple, Optional, Tuple, Union\n"
                                  "\n"
                                  "import torch\n"
                                  "from torch import Tensor\n";

/// `class E(Enum)` with its members.
static bool writeEnum(ts::EnumOp op, const ModuleNames &names,
                      llvm::raw_ostream &os) {
  os << "\n\nclass " << names.lookup(op.getSymName()) << "(Enum):\n";
  for (auto [member, value] : llvm::zip(op.getMembers(), op.getValues())) {
    os << "    " << llvm::cast<mlir::StringAttr>(member).getValue() << " = ";
    if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value)) {
      os << integer.getInt() << '\n';
    } else if (auto real = llvm::dyn_cast<mlir::FloatAttr>(value)) {
      printFloatLiteral(real.getValueAsDouble(), os);
      os << '\n';
    } else if (auto string = llvm::dyn_cast<mlir::StringAttr>(value)) {
      printStringLiteral(string.getValue(), os);
      os << '\n';
    } else {
      op.emitError() << "cannot be written as TorchScript text: the value of "
                        "an enum member";
      return false;
    }
  }
  return true;
}

static bool writeNamedTuple(mlir::ModuleOp module, ts::TSTupleType type,
                            const ModuleNames &names, llvm::raw_ostream &os) {
  os << "\n\nclass " << names.lookup(type.getName().getValue())
     << "(NamedTuple):\n";
  for (auto [field, element] :
       llvm::zip(type.getFields(), type.getElements())) {
    std::optional<std::string> spelling = names.spell(element);
    if (!spelling) {
      module.emitError() << "cannot be written as TorchScript text: field '"
                         << field.getValue() << "' of " << type;
      return false;
    }
    os << "    " << field.getValue() << ": " << *spelling << '\n';
  }
  return true;
}

llvm::LogicalResult torchscript::exportTorchScript(mlir::ModuleOp module,
                                                   llvm::raw_ostream &os) {
  demoteCarriedValues(module);
  std::string text = header;
  llvm::raw_string_ostream out(text);
  bool isRemote =
      module.walk([](ts::RpcOp) { return mlir::WalkResult::interrupt(); })
          .wasInterrupted();
  if (isRemote)
    out << "import torch.distributed.rpc\n";
  ModuleNames names(module);
  bool valid = true;
  for (llvm::StringRef name : names.getExceptions())
    out << "\n\nclass " << name << "(Exception):\n    pass\n";
  for (auto op : module.getOps<ts::EnumOp>()) {
    valid &= writeEnum(op, names, out);
    names.declare(op.getSymName());
  }
  // NamedTuples and interfaces stand where all they name is known: unlike
  // classes, they are read at once.
  llvm::SmallVector<ts::TSTupleType> tuples(names.getNamedTuples());
  llvm::SmallVector<ts::InterfaceOp> interfaces(
      module.getOps<ts::InterfaceOp>());
  auto writeWaiting = [&](bool all) {
    auto isReady = [&](auto types) {
      return all || llvm::all_of(types, [&](mlir::Type type) {
               return names.isDeclared(type);
             });
    };
    size_t before;
    do {
      before = tuples.size() + interfaces.size();
      llvm::erase_if(tuples, [&](ts::TSTupleType type) {
        if (!isReady(type.getElements()))
          return false;
        valid &= writeNamedTuple(module, type, names, out);
        names.declare(type.getName().getValue());
        return true;
      });
      llvm::erase_if(interfaces, [&](ts::InterfaceOp op) {
        llvm::SmallVector<mlir::Type> types;
        for (auto signature : op.getBody().getOps<ts::SignatureOp>())
          types.push_back(signature.getType());
        if (!isReady(types))
          return false;
        valid &= writeInterface(op, names, out);
        names.declare(op.getSymName());
        return true;
      });
    } while (tuples.size() + interfaces.size() != before);
  };
  for (mlir::Operation &op : *module.getBody()) {
    writeWaiting(/*all=*/false);
    if (llvm::isa<ts::EnumOp, ts::InterfaceOp, ts::ObjectOp>(op))
      continue;
    if (auto scriptClass = llvm::dyn_cast<ts::ClassOp>(op)) {
      if (!scriptClass.getIsModule())
        valid &= writeClass(scriptClass, names, out);
      continue;
    }
    auto function = llvm::dyn_cast<mlir::func::FuncOp>(op);
    if (function && names.lookupMethod(function.getSymName()))
      continue;
    if (!function || function.isExternal()) {
      op.emitError() << "cannot be written as TorchScript text: '"
                     << op.getName() << "'";
      valid = false;
      continue;
    }
    std::optional<std::string> body = exportFunction(names, function);
    valid &= body.has_value();
    if (body)
      out << "\n\n" << *body;
  }
  writeWaiting(/*all=*/true);
  // Python evaluates the annotations of attributes: what they name is there.
  for (auto op : module.getOps<ts::ClassOp>())
    if (op.getIsModule())
      valid &= writeModuleClass(op, names, out);
  // The names a program gives to functions that others made.
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (auto globals = function->getAttrOfType<mlir::ArrayAttr>("ts.globals"))
      for (auto name : globals.getAsRange<mlir::StringAttr>())
        if (isIdentifier(name.getValue()))
          out << "\n\n"
              << name.getValue() << " = " << names.lookup(function.getSymName())
              << '\n';
  if (!valid)
    return llvm::failure();
  os << out.str();
  return llvm::success();
}

void torchscript::registerExportTorchScript() {
  static mlir::TranslateFromMLIRRegistration registration(
      "export-torchscript", "write source form as TorchScript text",
      [](mlir::ModuleOp module, llvm::raw_ostream &os) {
        return exportTorchScript(module, os);
      },
      [](mlir::DialectRegistry &registry) {
        registry
            .insert<ts::TSDialect, mlir::func::FuncDialect,
                    mlir::arith::ArithDialect, mlir::complex::ComplexDialect>();
      });
}
