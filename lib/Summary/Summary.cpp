//===- Summary.cpp - What is in a program ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Methods, modules and operators of a module in source form.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Summary/Summary.h"

#include "TorchScript/Decompositions/Decompositions.h"
#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tsrt.h"
#include "llvm/ADT/StringMap.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// Deepest nesting of modules that is looked at.
static constexpr unsigned maxDepth = 256;

static std::string getSchema(mlir::func::FuncOp function) {
  auto schema = function->getAttrOfType<mlir::StringAttr>("ts.schema");
  return schema ? schema.getValue().str() : function.getSymName().str();
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

namespace {
/// Walks the tree of an instance.
class TreeWalker {
public:
  TreeWalker(mlir::ModuleOp module, ProgramSummary &summary)
      : module(module), summary(summary) {}

  void visit(ts::ObjectOp object, const std::string &path, unsigned depth);

private:
  void count(ts::AttrOp attribute, mlir::Attribute value,
             ModuleSummary &summary);

  mlir::ModuleOp module;
  ProgramSummary &summary;
  llvm::StringMap<std::string> paths;
};
} // namespace

void TreeWalker::count(ts::AttrOp attribute, mlir::Attribute value,
                       ModuleSummary &entry) {
  auto tensor = llvm::dyn_cast_or_null<ts::TensorRefAttr>(value);
  std::optional<DType> dtype =
      tensor ? ts::getDType(tensor.getDtype()) : std::nullopt;
  if (!dtype)
    return;
  int64_t elements = 1;
  for (int64_t size : tensor.getSizes())
    elements *= size;
  int64_t bytes = elements * getItemSize(*dtype);
  bool isParameter = attribute.getKind() == ts::FieldKind::Parameter;
  (isParameter ? entry.parameters : entry.buffers) += elements;
  (isParameter ? entry.parameterBytes : entry.bufferBytes) += bytes;
}

void TreeWalker::visit(ts::ObjectOp object, const std::string &path,
                       unsigned depth) {
  auto type =
      module.lookupSymbol<ts::ClassOp>(object.getObjectType().getName());
  if (!type || !type.getIsModule() || depth > maxDepth)
    return;
  size_t index = summary.modules.size();
  summary.modules.push_back({path, type.getSymName().str(), "", 0, 0, 0, 0});
  auto [known, isNew] = paths.try_emplace(object.getSymName(), path);
  if (!isNew) {
    summary.modules[index].sameAs = known->second;
    return;
  }
  for (auto attribute : type.getBody().getOps<ts::AttrOp>()) {
    mlir::Attribute value = object.getFields().get(attribute.getName());
    auto symbol = llvm::dyn_cast_or_null<mlir::FlatSymbolRefAttr>(value);
    if (!symbol)
      count(attribute, value, summary.modules[index]);
    else if (auto inner = module.lookupSymbol<ts::ObjectOp>(symbol.getAttr()))
      visit(inner, path + "." + attribute.getName().str(), depth + 1);
  }
}

//===----------------------------------------------------------------------===//
// Methods and operators
//===----------------------------------------------------------------------===//

/// Functions of the text by their names, methods of instances with these.
static void addMethods(mlir::ModuleOp module, ProgramSummary &summary) {
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (!function.getSymName().contains('.') && !function.isPrivate())
      summary.methods.push_back(
          {function.getSymName().str(), getSchema(function)});
  for (auto object : module.getOps<ts::ObjectOp>()) {
    auto type = object.getSymName().contains('.')
                    ? ts::ClassOp()
                    : module.lookupSymbol<ts::ClassOp>(
                          object.getObjectType().getName());
    if (!type || !type.getIsModule())
      continue;
    for (auto method : type.getBody().getOps<ts::MethodOp>())
      if (auto function =
              module.lookupSymbol<mlir::func::FuncOp>(method.getFunction()))
        summary.methods.push_back(
            {(object.getSymName() + "." + method.getName()).str(),
             getSchema(function)});
  }
}

static Service getService(const std::string &name) {
  if (tsrt_op_find(name.c_str()))
    return Service::Kernel;
  return findDecomposition(name) ? Service::Composite : Service::None;
}

ProgramSummary torchscript::summarizeProgram(mlir::ModuleOp module) {
  ProgramSummary summary;
  addMethods(module, summary);
  TreeWalker walker(module, summary);
  for (auto object : module.getOps<ts::ObjectOp>())
    if (!object.getSymName().contains('.'))
      walker.visit(object, object.getSymName().str(), 0);
  std::map<std::string, uint64_t> counts;
  module.walk([&](ts::OperatorOp op) { ++counts[op.getName().str()]; });
  for (const auto &[name, count] : counts)
    summary.operators.push_back({name, count, getService(name)});
  return summary;
}
