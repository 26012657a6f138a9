//===- ExportTorchScript.cpp - Export of modules --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file around the exported functions: imports, enums, NamedTuples.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Target/TorchScript.h"

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
                                  "from typing import Any, Dict, List, "
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
  std::string text = header;
  llvm::raw_string_ostream out(text);
  ModuleNames names(module);
  bool valid = true;
  for (auto op : module.getOps<ts::EnumOp>())
    valid &= writeEnum(op, names, out);
  for (ts::TSTupleType type : names.getNamedTuples())
    valid &= writeNamedTuple(module, type, names, out);
  for (mlir::Operation &op : *module.getBody()) {
    if (llvm::isa<ts::EnumOp>(op))
      continue;
    auto function = llvm::dyn_cast<mlir::func::FuncOp>(op);
    if (!function || function.isExternal()) {
      op.emitError() << "cannot be written as TorchScript text: '"
                     << op.getName() << "'";
      valid = false;
      continue;
    }
    std::optional<std::string> body = FunctionExporter(names, function).run();
    valid &= body.has_value();
    if (body)
      out << "\n\n" << *body;
  }
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
