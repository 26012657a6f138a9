//===- AttributeVerifier.cpp - Attributes of other dialects' operations ---===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kinds of the `ts.` attributes that modules, functions and their arguments
// carry.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ts;

namespace {
enum class Kind {
  Any,
  Unit,
  String,
  Integer,
  Type,
  Symbol,
  Texts,
  Types,
  Names,
  Symbols
};
} // namespace

static Kind getKind(StringRef name) {
  return llvm::StringSwitch<Kind>(name)
      .Cases("ts.archive", "ts.library", "ts.worker", "ts.schema", "ts.export",
             "ts.callable", "ts.destroy", "ts.forward", Kind::String)
      .Cases("ts.name", "ts.default_text", Kind::String)
      .Cases("ts.mutable_tensors", "ts.keyword_only", "ts.kernel", "ts.part",
             "ts.strict", "ts.checked", "ts.host_memory", "ts.parallel",
             Kind::Unit)
      .Cases("ts.host_reason", "ts.cpu", Kind::String)
      .Cases("ts.workspace", "ts.instance", "ts.library_places", Kind::Integer)
      .Case("ts.named_result", Kind::Type)
      .Case("ts.restorer", Kind::Symbol)
      .Case("ts.sources", Kind::Texts)
      .Case("ts.exported_types", Kind::Types)
      .Cases("ts.variants", "ts.pre_hooks", "ts.hooks", "ts.device",
             "ts.remote", "ts.cpus", "ts.cpu_versions", Kind::Names)
      .Case("ts.instances", Kind::Symbols)
      .Default(Kind::Any);
}

template <typename T>
static bool isArrayOf(Attribute value) {
  auto array = dyn_cast<ArrayAttr>(value);
  return array && llvm::all_of(array, llvm::IsaPred<T>);
}

template <typename T>
static bool isDictionaryOf(Attribute value) {
  auto dictionary = dyn_cast<DictionaryAttr>(value);
  return dictionary && llvm::all_of(dictionary, [](NamedAttribute entry) {
           return isa<T>(entry.getValue());
         });
}

/// What the kind expects when `value` is something else; empty when it fits.
static StringRef getExpected(Kind kind, Attribute value) {
  switch (kind) {
  case Kind::Any:
    return "";
  case Kind::Unit:
    return isa<UnitAttr>(value) ? "" : "no value";
  case Kind::String:
    return isa<StringAttr>(value) ? "" : "a string";
  case Kind::Integer: {
    auto number = dyn_cast<IntegerAttr>(value);
    return number && number.getType().isSignlessInteger() &&
                   number.getValue().isNonNegative()
               ? ""
               : "an integer that is not negative";
  }
  case Kind::Type:
    return isa<TypeAttr>(value) ? "" : "a type";
  case Kind::Symbol:
    return isa<FlatSymbolRefAttr>(value) ? "" : "a symbol";
  case Kind::Texts:
    return isDictionaryOf<StringAttr>(value) ? "" : "a dictionary of strings";
  case Kind::Types:
    return isDictionaryOf<TypeAttr>(value) ? "" : "a dictionary of types";
  case Kind::Names:
    return isArrayOf<StringAttr>(value) ? "" : "an array of strings";
  case Kind::Symbols:
    return isArrayOf<FlatSymbolRefAttr>(value) ? "" : "an array of symbols";
  }
  return "";
}

static LogicalResult verifyAttribute(Operation *op, NamedAttribute attribute) {
  StringRef expected =
      getExpected(getKind(attribute.getName()), attribute.getValue());
  if (expected.empty())
    return success();
  return op->emitOpError("has the attribute '")
         << attribute.getName().getValue() << "', which expects " << expected
         << ", found " << attribute.getValue();
}

LogicalResult TSDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  if (attribute.getName() == "ts.graph_outputs") {
    auto function = dyn_cast<func::FuncOp>(op);
    return function ? verifyExportedProgram(function)
                    : op->emitOpError("is no function, and only functions have "
                                      "'ts.graph_outputs'");
  }
  return verifyAttribute(op, attribute);
}

LogicalResult TSDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                  unsigned,
                                                  NamedAttribute attribute) {
  return verifyAttribute(op, attribute);
}
