//===- LibraryBuilder.cpp - Libraries of programs -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exports, variants for known shapes, constructors and weights.
//
//===----------------------------------------------------------------------===//

#include "LibraryBuilder.h"

#include "CHeader.h"
#include "Signatures.h"
#include "Specialization.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"
#include "TorchScript/Dialect/TS/Transforms/ObjectConstructor.h"
#include "TorchScript/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"

using namespace torchscript;
using namespace mlir;

namespace {

/// A function of the library.
struct Export {
  const HostFunction *function = nullptr;
  ResolvedFunction resolved;
  std::string symbol; ///< C name
};

class LibraryBuilder {
public:
  LibraryBuilder(Program &program, const LibraryRequest &request)
      : program(program), request(request) {}

  llvm::Expected<BuiltLibrary> build(llvm::StringRef headerName);

private:
  /// Imports the functions; those that were asked for must compile.
  llvm::Error chooseExports();
  /// Makes the module with attributes on what is exported.
  llvm::Error prepareModule(llvm::StringRef headerName);
  /// Adds functions for the shapes of a signature.
  llvm::Error addVariant(llvm::StringRef text, unsigned number);
  /// A module with the function for these arguments, in ssa form; null with
  /// the reason.
  OwningOpRef<ModuleOp> specializeExport(const Export &exported,
                                         llvm::ArrayRef<HostValue> arguments,
                                         std::string &symbol,
                                         std::string &reason);
  /// Whether a method may write to a tensor of its instance.
  bool changesInstance();
  llvm::Error addObjects();
  llvm::Error collectStorages();
  /// Functions that compile alone, when they do not together.
  bool dropFailing();
  func::FuncOp lookup(const Export &exported) {
    return result.module->lookupSymbol<func::FuncOp>(exported.resolved.symbol);
  }

  Program &program;
  const LibraryRequest &request;
  std::vector<Export> exports;
  /// Symbol of the object whose methods are exported.
  std::string instance;
  ts::ObjectOp root;
  bool mutates = false; ///< see changesInstance()
  BuiltLibrary result;
};

} // namespace

static llvm::Error makeError(const std::string &text) {
  return llvm::createStringError("%s", text.c_str());
}

llvm::Error LibraryBuilder::chooseExports() {
  std::vector<std::string> names =
      request.entries.empty() ? program.getFunctionNames() : request.entries;
  llvm::StringSet<> symbols, functions;
  std::string problems;
  for (const std::string &name : names) {
    CompileFailure failure;
    Export exported;
    exported.function = program.compile(name, failure);
    std::optional<ResolvedFunction> resolved;
    if (exported.function)
      resolved = program.resolve(name, failure);
    if (!resolved) {
      if (request.entries.empty())
        result.warnings.push_back("'" + name +
                                  "' is left out: " + failure.message);
      else
        problems += (problems.empty() ? "" : "\n") + failure.message;
      continue;
    }
    exported.resolved = *resolved;
    // A library has instances of one class.
    std::string object = instance.empty() ? resolved->object : instance;
    if (!resolved->object.empty() && resolved->object != object) {
      std::string problem = "'" + name +
                            "' is a method of another object than "
                            "the one the library makes";
      if (request.entries.empty())
        result.warnings.push_back(problem + ", and is left out");
      else
        problems += (problems.empty() ? "" : "\n") + problem;
      continue;
    }
    instance = object;
    // Names of the program may differ only in characters C does not have.
    exported.symbol = request.prefix + "_" + toCIdentifier(name);
    while (!symbols.insert(exported.symbol).second)
      exported.symbol += "_";
    if (functions.insert(resolved->symbol).second)
      exports.push_back(std::move(exported));
  }
  if (!problems.empty())
    return makeError(problems);
  if (exports.empty())
    return makeError(names.empty() ? "the file has no function to compile"
                                   : "no function of the file compiles");
  return llvm::Error::success();
}

OwningOpRef<ModuleOp>
LibraryBuilder::specializeExport(const Export &exported,
                                 llvm::ArrayRef<HostValue> arguments,
                                 std::string &symbol, std::string &reason) {
  MethodOf method;
  bool isMethod = !exported.resolved.object.empty();
  if (isMethod) {
    method = {exported.resolved.object, exported.resolved.method, {}};
    auto object = program.getModule().lookupSymbol<ts::ObjectOp>(method.object);
    if (auto declaration = program.getModule().lookupSymbol<ts::ClassOp>(
            object.getObjectType().getName()))
      for (auto other : declaration.getBody().getOps<ts::MethodOp>())
        method.callable.push_back(other.getName().str());
  }
  ModuleOp source = program.getModule();
  OwningOpRef<ModuleOp> module =
      isMethod ? OwningOpRef<ModuleOp>(cast<ModuleOp>(source->clone()))
               : ts::extractFunction(source, exported.resolved.symbol);
  ScopedDiagnosticHandler handler(
      module->getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          reason = spellDiagnostic(diagnostic);
        return success();
      });
  symbol = specialize(*module, exported.resolved.symbol,
                      isMethod ? &method : nullptr, arguments);
  if (symbol.empty())
    return nullptr;
  return module;
}

bool LibraryBuilder::changesInstance() {
  for (const Export &exported : exports) {
    if (exported.resolved.object.empty())
      continue;
    // Branches that the attributes rule out do not count: a network in eval
    // mode has some.
    std::string symbol, reason;
    std::vector<HostValue> arguments(exported.function->parameters.size());
    auto module = specializeExport(exported, arguments, symbol, reason);
    if (!module ||
        llvm::any_of(module->getOps<func::FuncOp>(), ts::mayWriteSharedTensors))
      return true;
  }
  return false;
}

llvm::Error LibraryBuilder::addVariant(llvm::StringRef text, unsigned number) {
  auto signature = parseSignature(text);
  if (!signature)
    return signature.takeError();
  const Export *exported = nullptr;
  for (const Export &candidate : exports)
    if (candidate.function->name == signature->function)
      exported = &candidate;
  if (!exported)
    return makeError("the signature '" + text.str() + "' names '" +
                     signature->function + "', which the library has not");
  auto arguments = makeArguments(*signature, *exported->function);
  if (!arguments)
    return arguments.takeError();
  std::string symbol, reason;
  auto module = specializeExport(*exported, *arguments, symbol, reason);
  if (!module)
    return makeError("cannot compile for the signature '" + text.str() +
                     "': " + reason);
  bool isMethod = !exported->resolved.object.empty();
  if (isMethod && mutates)
    return makeError("cannot compile for the signature '" + text.str() +
                     "': methods change tensors of the instance in place");
  auto function = module->lookupSymbol<func::FuncOp>(symbol);
  if (isMethod)
    ts::addSelfParameter(function, module->lookupSymbol<ts::ObjectOp>(
                                       exported->resolved.object));
  // Functions of the two modules get different names.
  std::string suffix = "$" + std::to_string(number);
  SymbolTable table(*module);
  SmallVector<func::FuncOp> functions(module->getOps<func::FuncOp>());
  for (func::FuncOp moved : functions)
    if (failed(table.rename(moved, (moved.getName() + suffix).str())))
      return makeError("cannot name the variants of '" +
                       exported->function->name + "'");
  func::FuncOp generic = lookup(*exported);
  SmallVector<Attribute> variants;
  if (auto others = generic->getAttrOfType<ArrayAttr>(ts::kVariantsAttr))
    llvm::append_range(variants, others);
  variants.push_back(StringAttr::get(generic.getContext(), function.getName()));
  generic->setAttr(ts::kVariantsAttr,
                   ArrayAttr::get(generic.getContext(), variants));
  for (func::FuncOp moved : functions) {
    moved->remove();
    result.module->push_back(moved);
    moved.setVisibility(moved == function ? SymbolTable::Visibility::Public
                                          : SymbolTable::Visibility::Private);
  }
  return llvm::Error::success();
}

llvm::Error LibraryBuilder::addObjects() {
  std::string reason;
  ScopedDiagnosticHandler handler(result.module->getContext(),
                                  [&](mlir::Diagnostic &diagnostic) {
                                    reason = spellDiagnostic(diagnostic);
                                    return success();
                                  });
  if (root) {
    auto create = ts::makeConstructor(*result.module, root, "tsrt.create",
                                      /*copyTensors=*/mutates);
    if (failed(create))
      return makeError(reason);
    OpBuilder builder(result.module->getContext());
    (*create)->setAttr(ts::kExportAttr,
                       builder.getStringAttr(request.prefix + "_create"));
    result.module->getOperation()->setAttr(
        ts::kCreateAttr, builder.getStringAttr(create->getName()));
  }
  auto objects =
      ts::makeObjectInitializer(*result.module, ts::kInitObjectsSymbol);
  return failed(objects) ? makeError(reason) : llvm::Error::success();
}

llvm::Error LibraryBuilder::collectStorages() {
  llvm::MapVector<StringRef, bool> names;
  for (auto function : result.module->getOps<func::FuncOp>())
    function.walk([&](Operation *op) {
      for (NamedAttribute named : op->getAttrs())
        named.getValue().walk([&](ts::TensorRefAttr tensor) {
          names[tensor.getStorage().getValue()] = true;
        });
    });
  for (auto &[name, used] : names) {
    auto bytes = program.getStorage(name);
    if (!bytes)
      return bytes.takeError();
    result.storages.push_back({name.str(), *bytes});
  }
  return llvm::Error::success();
}

llvm::Error LibraryBuilder::prepareModule(llvm::StringRef headerName) {
  std::vector<std::string> symbols;
  for (const Export &exported : exports)
    symbols.push_back(exported.resolved.symbol);
  result.module = ts::extractFunctions(program.getModule(), symbols);
  ModuleOp module = *result.module;
  OpBuilder builder(module.getContext());
  CTypes types(module, request.prefix);
  types.reserve(request.prefix + "_create");
  types.reserve(request.prefix + "_destroy");
  types.reserve(request.prefix + "_program");
  for (const Export &exported : exports)
    types.reserve(exported.symbol);

  std::vector<HeaderFunction> declared;
  root = nullptr;
  for (const Export &exported : exports) {
    func::FuncOp function = lookup(exported);
    bool isMethod = !exported.resolved.object.empty();
    function->setAttr(ts::kExportAttr, builder.getStringAttr(exported.symbol));
    function->setAttr(ts::kCallableNameAttr,
                      builder.getStringAttr(exported.function->name));
    if (isMethod) {
      function->setAttr(ts::kIsMethodAttr, builder.getUnitAttr());
      root = module.lookupSymbol<ts::ObjectOp>(exported.resolved.object);
    }
    for (auto [i, parameter] : llvm::enumerate(exported.function->parameters))
      if (parameter.defaultValue)
        function.setArgAttr(
            i + isMethod, ts::kDefaultTextAttr,
            builder.getStringAttr(
                encodeValue(parameter.defaultValue->get())
                    .dump(-1, ' ', false, json::error_handler_t::replace)));
    declared.push_back({exported.symbol, function, isMethod});
    result.exported.push_back(exported.symbol);
  }
  result.header =
      writeHeader(program.getPath(), headerName, request.prefix, types,
                  declared, root ? Type(root.getObjectType()) : Type());
  // Instances share weights that no method changes.
  mutates = changesInstance();
  for (auto [i, text] : llvm::enumerate(request.signatures))
    if (llvm::Error error = addVariant(text, unsigned(i)))
      return error;
  if (llvm::any_of(module.getOps<func::FuncOp>(), ts::mayWriteTensors))
    module->setAttr(ts::kMutableTensorsAttr, builder.getUnitAttr());
  if (llvm::Error error = addObjects())
    return error;

  module->setAttr(ts::kLibraryAttr, builder.getStringAttr(request.prefix));
  SmallVector<NamedAttribute> descriptors;
  for (auto &[name, type] : types.getDescriptors()) {
    descriptors.emplace_back(builder.getStringAttr(name), TypeAttr::get(type));
    result.exported.push_back(name);
  }
  module->setAttr(ts::kExportedTypesAttr,
                  builder.getDictionaryAttr(descriptors));
  result.exported.push_back(request.prefix + "_program");
  result.exported.push_back(ts::kProgramSymbol.str());
  if (root) {
    result.exported.push_back(request.prefix + "_create");
    result.exported.push_back(request.prefix + "_destroy");
  }
  return collectStorages();
}

bool LibraryBuilder::dropFailing() {
  std::vector<Export> good;
  for (Export &exported : exports) {
    OwningOpRef<ModuleOp> alone =
        ts::extractFunction(program.getModule(), exported.resolved.symbol);
    LoweringHooks quiet;
    std::string failure = lowerModule(*alone, quiet);
    if (failure.empty())
      good.push_back(exported);
    else
      result.warnings.push_back("'" + exported.function->name +
                                "' is left out: " + failure);
  }
  bool some = !good.empty() && good.size() < exports.size();
  exports = std::move(good);
  return some;
}

llvm::Expected<BuiltLibrary> LibraryBuilder::build(llvm::StringRef headerName) {
  if (llvm::Error error = chooseExports())
    return std::move(error);
  if (llvm::Error error = prepareModule(headerName))
    return std::move(error);
  std::string failure = lowerModule(*result.module, request.hooks);
  if (!failure.empty() && request.entries.empty() && dropFailing()) {
    result.exported.clear();
    result.storages.clear();
    if (llvm::Error error = prepareModule(headerName))
      return std::move(error);
    failure = lowerModule(*result.module, request.hooks);
  }
  if (!failure.empty())
    return makeError(failure);
  return std::move(result);
}

llvm::Expected<BuiltLibrary>
torchscript::buildLibrary(Program &program, const LibraryRequest &request,
                          llvm::StringRef headerName) {
  return LibraryBuilder(program, request).build(headerName);
}
