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

#include "TorchScript/CInterface/LibraryBuilder.h"

#include "CHeader.h"
#include "Signatures.h"
#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/Placement.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"
#include "TorchScript/Dialect/TS/Transforms/ObjectConstructor.h"
#include "TorchScript/Execution/Specialization.h"
#include "TorchScript/Transforms/Passes.h"
#include "tsrt_kernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/xxhash.h"

#include <unordered_map>

using namespace torchscript;
using namespace mlir;

namespace {

/// A function of the library.
struct Export {
  const HostFunction *function = nullptr;
  ResolvedFunction resolved;
  std::string symbol; ///< C name
  /// What is exported: the function, or one in front of it.
  std::string exported;
  /// It in the library's module.
  func::FuncOp op;
  bool isMethod() const { return !resolved.instance.empty(); }
};

/// An object whose methods the library has.
struct Instance {
  std::string symbol; ///< of the ts.object
  std::string name;   ///< in the program
  /// C names of the functions that make and drop it.
  std::string create, destroy;
};

class LibraryBuilder {
public:
  LibraryBuilder(Session &program, const LibraryRequest &request)
      : program(program), request(request) {}

  llvm::Expected<BuiltLibrary> build(llvm::StringRef headerName);

private:
  /// Imports the function, method or class of that name.
  llvm::Expected<Export> findExport(llvm::StringRef name);
  /// Imports the functions; those that were asked for must compile.
  llvm::Error chooseExports();
  /// Finds what to export for a function, adding its instance; the error says
  /// why that cannot be.
  llvm::Error addExport(Export exported);
  /// The position of a method's instance.
  size_t findInstance(const Export &exported) {
    return llvm::find_if(instances,
                         [&](const Instance &instance) {
                           return instance.symbol == exported.resolved.instance;
                         }) -
           instances.begin();
  }
  /// The name of an instance in the program.
  llvm::StringRef getInstanceName(const Export &exported);
  /// Makes the module with attributes on what is exported.
  llvm::Error prepareModule(llvm::StringRef headerName);
  /// Adds functions for the shapes of a signature.
  llvm::Error addVariant(llvm::StringRef text, unsigned number);
  /// A module with the function for the arguments of a signature, in ssa form;
  /// null with the reason.
  OwningOpRef<ModuleOp> specializeExport(const Export &exported,
                                         llvm::StringRef signature,
                                         std::string &symbol,
                                         std::string &reason);
  /// A C name nothing else has: the prefix, `name`, and `_` if need be.
  std::string takeSymbol(const llvm::Twine &name);
  /// Whether a method may write to a tensor of its instance.
  bool changesInstance();
  /// Marks the module when its functions may write to weights.
  void markMutableTensors(ModuleOp module);
  llvm::Error addObjects();
  llvm::Error collectStorages();
  /// Lowers the module, with packed weights if they are asked for.
  llvm::Error lower();
  /// Functions that compile alone, when they do not together.
  bool dropFailing();

  Session &program;
  const LibraryRequest &request;
  std::vector<Export> exports;
  /// The objects whose methods are exported.
  std::vector<Instance> instances;
  llvm::StringSet<> symbols, functions;
  bool mutates = false; ///< see changesInstance()
  /// Whether a method may write to a tensor it did not make; set there, too.
  bool writesTensors = false;
  BuiltLibrary result;
};

} // namespace

static llvm::Error makeError(const std::string &text) {
  return llvm::createStringError("%s", text.c_str());
}

std::string LibraryBuilder::takeSymbol(const llvm::Twine &name) {
  std::string symbol = (request.prefix + "_" + name).str();
  // Names of the program may differ only in characters C does not have.
  while (!symbols.insert(symbol).second)
    symbol += "_";
  return symbol;
}

llvm::StringRef LibraryBuilder::getInstanceName(const Export &exported) {
  llvm::StringRef name = exported.function->name;
  size_t parts = exported.resolved.path.size() + 1;
  for (size_t i = 0; i < parts; ++i)
    name = name.contains('.') ? name.rsplit('.').first : "";
  return name;
}

llvm::Error LibraryBuilder::addExport(Export exported) {
  const ResolvedFunction &resolved = exported.resolved;
  exported.exported = resolved.symbol;
  // A function has one C name; instances of one class share their methods.
  if (exported.isMethod() &&
      (!resolved.path.empty() || functions.contains(resolved.symbol))) {
    ModuleOp module = program.getModule();
    auto function = ts::getPartMethod(
        module, module.lookupSymbol<ts::ObjectOp>(resolved.instance),
        resolved.path, module.lookupSymbol<func::FuncOp>(resolved.symbol));
    if (failed(function))
      return makeError("'" + exported.function->name +
                       "' is a method of an attribute whose type is not its "
                       "class");
    exported.exported = function->getName().str();
  }
  if (!functions.insert(exported.exported).second)
    return llvm::Error::success();
  if (exported.isMethod() && findInstance(exported) == instances.size()) {
    std::string name = getInstanceName(exported).str();
    std::string begin = name.empty() ? "" : toCIdentifier(name) + "_";
    std::string create = takeSymbol(begin + "create");
    std::string destroy = takeSymbol(begin + "destroy");
    instances.push_back({resolved.instance, name, create, destroy});
  }
  exported.symbol = takeSymbol(toCIdentifier(exported.function->name) +
                               (resolved.isConstructor ? "_new" : ""));
  exports.push_back(std::move(exported));
  return llvm::Error::success();
}

llvm::Expected<Export> LibraryBuilder::findExport(llvm::StringRef name) {
  auto function = program.compile(name);
  if (!function)
    return function.takeError();
  auto resolved = program.resolve(name);
  if (!resolved)
    return resolved.takeError();
  Export exported;
  exported.function = *function;
  exported.resolved = std::move(*resolved);
  return std::move(exported);
}

llvm::Error LibraryBuilder::chooseExports() {
  std::vector<std::string> names =
      request.entries.empty() ? program.getExportNames() : request.entries;
  std::string problems;
  for (const std::string &name : names) {
    auto found = findExport(name);
    if (!found) {
      std::string problem = llvm::toString(found.takeError());
      if (request.entries.empty())
        result.warnings.push_back("'" + name + "' is left out: " + problem);
      else
        problems += (problems.empty() ? "" : "\n") + problem;
      continue;
    }
    Export exported = std::move(*found);
    if (llvm::Error error = addExport(std::move(exported)))
      problems +=
          (problems.empty() ? "" : "\n") + llvm::toString(std::move(error));
  }
  if (!problems.empty())
    return makeError(problems);
  if (names.empty())
    return makeError(program.explainEmpty());
  if (exports.empty()) {
    std::string text = "no function of the file compiles";
    for (const std::string &warning : result.warnings)
      text += "\n" + warning;
    return makeError(text);
  }
  return llvm::Error::success();
}

OwningOpRef<ModuleOp>
LibraryBuilder::specializeExport(const Export &exported,
                                 llvm::StringRef signature, std::string &symbol,
                                 std::string &reason) {
  MethodOf method;
  bool isMethod = exported.isMethod();
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
  if (!request.hooks.devices.empty())
    ts::setPlacement(*module, ts::Placement::Target);
  ScopedDiagnosticHandler handler(
      module->getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          reason = spellDiagnostic(diagnostic);
        return success();
      });
  symbol = specialize(*module, exported.resolved.symbol,
                      isMethod ? &method : nullptr, signature);
  if (symbol.empty())
    return nullptr;
  return module;
}

bool LibraryBuilder::changesInstance() {
  writesTensors = false;
  for (const Export &exported : exports) {
    if (!exported.isMethod())
      continue;
    // Branches that the attributes rule out do not count: a network in eval
    // mode has some.
    std::string symbol, reason;
    auto module = specializeExport(exported, "", symbol, reason);
    writesTensors |= !module || (*module)->hasAttr(ts::kMutableTensorsAttr);
    if (!module ||
        llvm::any_of(module->getOps<func::FuncOp>(), ts::mayWriteSharedTensors))
      return true;
  }
  return false;
}

void LibraryBuilder::markMutableTensors(ModuleOp module) {
  ts::markMutableTensors(module);
  if (request.signatures.empty() || mutates || writesTensors ||
      !module->hasAttr(ts::kMutableTensorsAttr))
    return;
  // Variables are in slots here, where every write may be to a weight. Methods
  // on values do not write; do functions?
  for (const Export &exported : exports) {
    std::string symbol, reason;
    auto alone = exported.isMethod()
                     ? OwningOpRef<ModuleOp>()
                     : specializeExport(exported, "", symbol, reason);
    if (!exported.isMethod() &&
        (!alone || (*alone)->hasAttr(ts::kMutableTensorsAttr)))
      return;
  }
  module->removeAttr(ts::kMutableTensorsAttr);
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
  auto shapes = matchParameters(*signature, *exported->function);
  if (!shapes)
    return shapes.takeError();
  // A variant is chosen by sizes that are numbers; the guards of its kernels
  // look at what equal names promise.
  for (std::optional<TensorShape> &shape : *shapes)
    if (shape) {
      for (auto &[dim, symbol] : shape->symbols)
        symbol = SizeSymbol();
      // Nor are strides looked at.
      shape->strided = true;
    }
  std::string symbol, reason;
  auto module =
      specializeExport(*exported, spellSignature(*shapes), symbol, reason);
  if (!module)
    return makeError("cannot compile for the signature '" + text.str() +
                     "': " + reason);
  bool isMethod = exported->isMethod();
  bool hasParts = llvm::any_of(exports, [](const Export &other) {
    return !other.resolved.path.empty();
  });
  if (isMethod && (mutates || hasParts))
    return makeError("cannot compile for the signature '" + text.str() +
                     (mutates ? "': methods change tensors of the instance in "
                                "place"
                              : "': methods of parts of the instance, which "
                                "may change it, are exported, too"));
  auto function = module->lookupSymbol<func::FuncOp>(symbol);
  if (isMethod)
    ts::addSelfParameter(function, module->lookupSymbol<ts::ObjectOp>(
                                       exported->resolved.instance));
  // Functions of the two modules get different names.
  std::string suffix = "$" + std::to_string(number);
  SymbolTable table(*module);
  SmallVector<func::FuncOp> functions(module->getOps<func::FuncOp>());
  for (func::FuncOp moved : functions)
    if (failed(table.rename(moved, (moved.getName() + suffix).str())))
      return makeError("cannot name the variants of '" +
                       exported->function->name + "'");
  func::FuncOp generic = exported->op;
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
  OpBuilder builder(result.module->getContext());
  SmallVector<Attribute> made;
  for (const Instance &instance : instances) {
    auto create = ts::makeConstructor(
        *result.module,
        result.module->lookupSymbol<ts::ObjectOp>(instance.symbol),
        "tsrt.create." + instance.symbol, /*copyTensors=*/mutates);
    if (failed(create))
      return makeError(reason);
    (*create)->setAttr(ts::kExportAttr, builder.getStringAttr(instance.create));
    (*create)->setAttr(ts::kDestroyAttr,
                       builder.getStringAttr(instance.destroy));
    (*create)->setAttr(ts::kCallableNameAttr,
                       builder.getStringAttr(instance.name));
    made.push_back(FlatSymbolRefAttr::get(*create));
  }
  if (!made.empty())
    result.module->getOperation()->setAttr(ts::kInstancesAttr,
                                           builder.getArrayAttr(made));
  LogicalResult objects = ts::makeObjectInitializer(
      *result.module, ts::kInitObjectsSymbol, ts::kReleaseObjectsSymbol);
  return failed(objects) ? makeError(reason) : llvm::Error::success();
}

llvm::Error LibraryBuilder::collectStorages() {
  llvm::MapVector<StringRef, bool> names;
  for (auto function : result.module->getOps<func::FuncOp>())
    function.walk([&](ts::TensorLiteralOp literal) {
      if (auto tensor = dyn_cast<ts::TensorRefAttr>(literal.getValue()))
        names[tensor.getStorage().getValue()] = true;
    });
  for (auto &[name, used] : names) {
    auto bytes = program.getStorage(name);
    if (!bytes)
      return bytes.takeError();
    std::string symbol =
        request.prefix + ".weights." + std::to_string(result.storages.size());
    result.storages.push_back({name.str(), symbol, *bytes});
  }
  return llvm::Error::success();
}

llvm::Error LibraryBuilder::prepareModule(llvm::StringRef headerName) {
  std::vector<std::string> symbols;
  for (const Export &exported : exports)
    symbols.push_back(exported.exported);
  result.module = ts::extractFunctions(program.getModule(), symbols);
  ModuleOp module = *result.module;
  SymbolTable table(module);
  for (Export &exported : exports)
    exported.op = table.lookup<func::FuncOp>(exported.exported);
  OpBuilder builder(module.getContext());
  CTypes types(module, request.prefix);
  std::vector<HeaderInstance> headerInstances;
  for (const Instance &instance : instances) {
    headerInstances.push_back(
        {instance.name, instance.create, instance.destroy,
         module.lookupSymbol<ts::ObjectOp>(instance.symbol).getObjectType()});
    for (const std::string &name : {instance.create, instance.destroy}) {
      types.reserve(name);
      result.exported.push_back(name);
    }
  }
  types.reserve(request.prefix + "_program");
  for (const Export &exported : exports)
    types.reserve(exported.symbol);

  std::vector<HeaderFunction> declared;
  for (const Export &exported : exports) {
    func::FuncOp function = exported.op;
    bool isMethod = exported.isMethod();
    function->setAttr(ts::kExportAttr, builder.getStringAttr(exported.symbol));
    function->setAttr(ts::kCallableNameAttr,
                      builder.getStringAttr(exported.function->name));
    if (isMethod)
      function->setAttr(ts::kInstanceAttr, builder.getI32IntegerAttr(int32_t(
                                               findInstance(exported))));
    HeaderFunction &header = declared.emplace_back();
    header.symbol = exported.symbol;
    header.function = function;
    header.isMethod = isMethod;
    for (auto [i, parameter] : llvm::enumerate(exported.function->parameters)) {
      header.defaults.emplace_back();
      if (!parameter.defaultValue)
        continue;
      header.defaults.back() = parameter.defaultValue->str();
      if (parameter.type == &tsrt_type_str)
        header.defaults.back() = json(header.defaults.back()).dump();
      function.setArgAttr(
          i + isMethod, ts::kDefaultTextAttr,
          builder.getStringAttr(
              encodeValue(parameter.defaultValue->get())
                  .dump(-1, ' ', false, json::error_handler_t::replace)));
    }
    result.exported.push_back(exported.symbol);
  }
  result.header = writeHeader(program.getPath(), headerName, request.prefix,
                              types, declared, headerInstances);
  // Instances share weights that no method changes.
  mutates = changesInstance();
  for (auto [i, text] : llvm::enumerate(request.signatures))
    if (llvm::Error error = addVariant(text, unsigned(i)))
      return error;
  markMutableTensors(module);
  if (llvm::Error error = addObjects())
    return error;

  module->setAttr(ts::kLibraryAttr, builder.getStringAttr(request.prefix));
  if (std::string worker = program.getWorkerName(); !worker.empty())
    module->setAttr(ts::kWorkerAttr, builder.getStringAttr(worker));
  SmallVector<NamedAttribute> descriptors;
  for (auto &[name, type] : types.getDescriptors()) {
    descriptors.emplace_back(builder.getStringAttr(name), TypeAttr::get(type));
    result.exported.push_back(name);
  }
  module->setAttr(ts::kExportedTypesAttr,
                  builder.getDictionaryAttr(descriptors));
  result.exported.push_back(request.prefix + "_program");
  result.exported.push_back(ts::kProgramSymbol.str());
  return collectStorages();
}

/// The image of a call's weights, or nothing; what cannot be packed here is
/// packed when it runs.
static std::string packImage(llvm::StringRef function,
                             llvm::ArrayRef<int64_t> parameters,
                             llvm::ArrayRef<const void *> inputs) {
  std::string image;
  tsrt_error *error = tsrt_library_pack(
      function.str().c_str(), parameters.data(), inputs.data(),
      [](void *context, const void *bytes, uint64_t size) {
        static_cast<std::string *>(context)->append(
            static_cast<const char *>(bytes), size);
      },
      &image);
  if (error)
    image.clear();
  tsrt_error_release(error);
  return image;
}

llvm::Error LibraryBuilder::lower() {
  LoweringHooks hooks = request.hooks;
  result.images.clear();
  if (!request.packsWeights)
    return lowerModule(*result.module, hooks);
  hooks.packing.getStorage = [&](llvm::StringRef name) {
    auto bytes = program.getStorage(name);
    if (bytes)
      return *bytes;
    // Reported where the storages are collected.
    llvm::consumeError(bytes.takeError());
    return llvm::StringRef();
  };
  // Signatures share weights.
  std::unordered_map<size_t, std::vector<size_t>> byHash;
  hooks.packing.pack = [&](llvm::StringRef function,
                           llvm::ArrayRef<int64_t> parameters,
                           llvm::ArrayRef<const void *> inputs) -> std::string {
    std::string image = packImage(function, parameters, inputs);
    if (image.empty())
      return "";
    std::vector<size_t> &same = byHash[llvm::xxh3_64bits(image)];
    for (size_t index : same)
      if (result.images[index].bytes == image)
        return result.images[index].name;
    same.push_back(result.images.size());
    std::string name =
        request.prefix + ".image." + std::to_string(result.images.size());
    result.images.push_back({name, std::move(image)});
    return name;
  };
  return lowerModule(*result.module, hooks);
}

bool LibraryBuilder::dropFailing() {
  std::vector<Export> good;
  for (Export &exported : exports) {
    OwningOpRef<ModuleOp> alone =
        ts::extractFunction(program.getModule(), exported.exported);
    LoweringHooks quiet;
    if (llvm::Error error = lowerModule(*alone, quiet))
      result.warnings.push_back(
          "'" + exported.function->name +
          "' is left out: " + llvm::toString(std::move(error)));
    else
      good.push_back(exported);
  }
  bool some = !good.empty() && good.size() < exports.size();
  exports = std::move(good);
  return some;
}

llvm::Expected<BuiltLibrary> LibraryBuilder::build(llvm::StringRef headerName) {
  llvm::StringRef prefix = request.prefix;
  if (prefix == "tsrt" || prefix.starts_with("tsrt_"))
    return makeError("C names that begin with '" + request.prefix +
                     "_' are the runtime's; choose others with --prefix");
  takeSymbol("program");
  if (llvm::Error error = chooseExports())
    return std::move(error);
  if (llvm::Error error = prepareModule(headerName))
    return std::move(error);
  llvm::Error error = lower();
  if (error && request.entries.empty() && dropFailing()) {
    llvm::consumeError(std::move(error));
    result.exported.clear();
    result.storages.clear();
    if (llvm::Error problem = prepareModule(headerName))
      return std::move(problem);
    error = lower();
  }
  if (!error)
    return std::move(result);
  std::string text = llvm::toString(std::move(error));
  return llvm::make_error<Failure>(program.isMLIR() || isAboutSupport(text)
                                       ? Failure::Kind::Unsupported
                                       : Failure::Kind::Internal,
                                   text);
}

llvm::Error torchscript::checkSignature(llvm::StringRef text) {
  return parseSignature(text).takeError();
}

llvm::Expected<BuiltLibrary>
torchscript::buildLibrary(Session &program, const LibraryRequest &request,
                          llvm::StringRef headerName) {
  return LibraryBuilder(program, request).build(headerName);
}
