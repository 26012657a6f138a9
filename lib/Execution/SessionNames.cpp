//===- SessionNames.cpp - Names of functions and methods ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds what can be called, and what a name stands for.
//
//===----------------------------------------------------------------------===//

#include "SessionImpl.h"
#include "TorchScript/Dialect/TS/Transforms/ObjectConstructor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace torchscript;
using namespace mlir;

/// The object of an archive, whose methods are called by their names.
static ts::ObjectOp getRoot(ModuleOp module) {
  return module.lookupSymbol<ts::ObjectOp>("root");
}

std::vector<std::string> torchscript::getMethodNames(ModuleOp module,
                                                     ts::ObjectOp object) {
  std::vector<std::string> names;
  if (ts::ClassOp declaration = getClass(module, object))
    for (auto method : declaration.getBody().getOps<ts::MethodOp>())
      names.push_back(method.getName().str());
  return names;
}

/// The classes that are no modules, in order.
static std::vector<ts::ClassOp> getScriptClasses(ModuleOp module) {
  std::vector<ts::ClassOp> classes;
  for (auto declaration : module.getOps<ts::ClassOp>())
    if (!declaration.getIsModule() && declaration.lookupMethod("__init__"))
      classes.push_back(declaration);
  return classes;
}

/// The last part of a class's qualified name.
static llvm::StringRef getLastName(ts::ClassOp declaration) {
  return declaration.getSymName().rsplit('.').second;
}

std::string Session::getWorkerName() const {
  return impl->importer ? impl->importer->getWorkerName() : "";
}

std::string Session::chooseEntry() const {
  std::vector<std::string> names = getFunctionNames();
  for (const char *usual : {"forward", "main"})
    if (llvm::is_contained(names, usual))
      return usual;
  if (names.size() == 1)
    return names.front();
  // The only module instance beside functions.
  std::string found;
  for (const std::string &name : names)
    if (llvm::StringRef(name).ends_with(".forward")) {
      if (!found.empty())
        return "";
      found = name;
    }
  return found;
}

std::vector<std::string> Session::getDefinedNames() const {
  std::vector<std::string> names;
  if (impl->importer) {
    names = impl->importer->getFunctionNames();
    for (std::string &name : impl->importer->getClassNames())
      names.push_back(std::move(name));
  }
  return names;
}

bool Session::hasModuleClasses() const {
  return impl->importer && impl->importer->hasModuleClasses();
}

std::string Session::explainEmpty() const {
  return impl->path + ": " +
         (impl->importer ? impl->importer->explainEmpty()
                         : "no function is defined here");
}

std::string torchscript::suggestName(llvm::StringRef name,
                                     llvm::ArrayRef<std::string> known) {
  std::string closest;
  unsigned limit = std::max<unsigned>(1, unsigned(name.size()) / 3);
  for (const std::string &candidate : known) {
    unsigned distance = name.edit_distance(candidate, true, limit);
    if (distance > limit || (distance == limit && !closest.empty()))
      continue;
    limit = distance;
    closest = candidate;
  }
  if (!closest.empty())
    return "; did you mean '" + closest + "'?";
  constexpr size_t kMaxNames = 8;
  std::string names;
  for (const std::string &candidate : known.take_front(kMaxNames))
    names += (names.empty() ? "; there is '" : ", '") + candidate + "'";
  return names + (known.size() > kMaxNames ? ", ..." : "");
}

std::vector<std::string> Session::getExportNames() {
  std::vector<std::string> names = getFunctionNames();
  auto addClass = [&](ts::ClassOp declaration, llvm::StringRef name) {
    if (declaration.lookupMethod("__init__"))
      names.push_back(name.str());
    for (auto method : declaration.getBody().getOps<ts::MethodOp>())
      if (method.getName() != "__init__")
        names.push_back((name + "." + method.getName()).str());
  };
  if (!impl->importer) {
    for (ts::ClassOp declaration : getScriptClasses(*impl->module))
      addClass(declaration, getLastName(declaration));
    return names;
  }
  // Some classes can be used only behind the compilation of the class itself
  // (TS-DC-005): that comes last, as for the other tools.
  for (const std::string &name : names)
    impl->importer->compile(name);
  for (const std::string &name : impl->importer->getClassNames()) {
    CompileResult compiled = impl->importer->compile(name);
    if (auto declaration =
            getModule().lookupSymbol<ts::ClassOp>(compiled.symbol);
        compiled.succeeded && declaration)
      addClass(declaration, name);
    else
      names.push_back(name);
  }
  if (impl->state)
    for (const std::string &name : impl->state->getNames()) {
      llvm::erase(names, name + ".forward");
      CompileResult compiled = impl->importer->compile(name);
      if (compiled.succeeded && compiled.isInstance)
        for (const std::string &method : getMethodNames(
                 getModule(),
                 getModule().lookupSymbol<ts::ObjectOp>(compiled.symbol)))
          names.push_back(name + "." + method);
      else if (!compiled.isClass)
        names.push_back(name + ".forward");
    }
  return names;
}

std::vector<std::string> Session::getFunctionNames() const {
  std::vector<std::string> names;
  if (impl->library)
    return impl->library->getFunctionNames();
  if (impl->importer) {
    names = impl->importer->getFunctionNames();
    if (impl->state)
      for (const std::string &instance : impl->state->getNames())
        names.push_back(instance + ".forward");
    return names;
  }
  if (ts::ObjectOp root = getRoot(*impl->module))
    return getMethodNames(*impl->module, root);
  for (auto func : impl->module->getOps<func::FuncOp>())
    if (func.isPublic())
      names.push_back(func.getName().str());
  return names;
}

llvm::Expected<ResolvedFunction> Session::resolve(llvm::StringRef name) {
  if (impl->importer)
    return resolveInSource(name);
  if (ts::ObjectOp root = getRoot(*impl->module)) {
    auto [base, path] = name.split('.');
    auto resolved = resolveMethod(root.getSymName(), name);
    if (resolved)
      return resolved;
    for (ts::ClassOp declaration : getScriptClasses(*impl->module))
      if (getLastName(declaration) == base) {
        llvm::consumeError(resolved.takeError());
        return resolveClass(declaration.getSymName(), path);
      }
    return resolved;
  }
  if (impl->module->lookupSymbol<func::FuncOp>(name))
    return makeResolved(name);
  return makeFailure(Failure::Kind::NotFound,
                     "no function or method '" + name + "'");
}

/// What the importer says against a function, in TorchScript's form.
static llvm::Error
makeCompileFailure(const torchscript::Diagnostic &diagnostic) {
  std::string text, own;
  llvm::raw_string_ostream os(text), ownOs(own);
  renderTorchScript(diagnostic, os);
  renderTorchScript(diagnostic, ownOs, /*torchScriptsOnly=*/true);
  return llvm::make_error<Failure>(diagnostic.isUnsupported
                                       ? Failure::Kind::Unsupported
                                       : Failure::Kind::Compile,
                                   text, own);
}

llvm::Expected<const HostValue *>
Session::importInstance(llvm::StringRef name, std::string &symbol) {
  CompileResult compiled = impl->importer->compile(name);
  if (!compiled.succeeded)
    return makeCompileFailure(compiled.failure);
  symbol = compiled.symbol;
  // The session knows all its objects by what their methods assign.
  auto object = impl->objects->getObject(symbol);
  if (!object)
    return makeFailure(Failure::Kind::Unsupported,
                       llvm::toString(object.takeError()));
  return *object;
}

llvm::Error Session::importClass(llvm::StringRef name) {
  CompileResult compiled = impl->importer->compile(name);
  return compiled.succeeded ? llvm::Error::success()
                            : makeCompileFailure(compiled.failure);
}

std::vector<std::string> Session::getMethods(llvm::StringRef symbol) {
  auto object = getModule().lookupSymbol<ts::ObjectOp>(symbol);
  return object ? getMethodNames(getModule(), object)
                : std::vector<std::string>();
}

llvm::Expected<ResolvedFunction>
Session::resolveInSource(llvm::StringRef name) {
  auto [base, path] = name.split('.');
  if (impl->state && !impl->state->getConstructError(base).empty())
    return makeFailure(Failure::Kind::Compile,
                       "the instance '" + base + "' could not be made: " +
                           impl->state->getConstructError(base));
  CompileResult compiled = impl->importer->compile(base);
  // The methods of the only instance are known by their own names.
  if (compiled.notFound && impl->state && impl->state->getNames().size() == 1) {
    std::string only = impl->state->getNames().front();
    if (base != only)
      return resolveInSource(only + "." + name.str());
  }
  bool isWhole = compiled.isInstance || compiled.isClass;
  if (compiled.notFound || (!isWhole && !path.empty()))
    return makeFailure(Failure::Kind::NotFound,
                       "no function or method '" + name + "'");
  if (!compiled.succeeded)
    return makeCompileFailure(compiled.failure);
  if (compiled.isClass)
    return resolveClass(compiled.symbol, path);
  if (compiled.isInstance && !path.empty())
    return resolveMethod(compiled.symbol, path);
  if (!compiled.isInstance && !compiled.symbol.empty()) {
    impl->sources[compiled.symbol] = compiled.function;
    return makeResolved(compiled.symbol);
  }
  return makeFailure(Failure::Kind::NotCallable,
                     "'" + name + "' is not called itself");
}

llvm::Expected<ResolvedFunction> Session::resolveClass(llvm::StringRef symbol,
                                                       llvm::StringRef path) {
  ModuleOp module = getModule();
  auto declaration = module.lookupSymbol<ts::ClassOp>(symbol);
  if (path.empty() && declaration && !declaration.lookupMethod("__init__"))
    return makeFailure(Failure::Kind::NotCallable,
                       "class '" + symbol + "' has no '__init__'");
  if (path.empty() && declaration) {
    ResolvedFunction resolved =
        makeResolved(ts::getClassConstructor(module, declaration).getName());
    resolved.isConstructor = true;
    return resolved;
  }
  if (ts::MethodOp method =
          declaration ? declaration.lookupMethod(path) : ts::MethodOp())
    return makeResolved(method.getFunction());
  return makeFailure(Failure::Kind::NotFound,
                     "class '" + symbol + "' has no method '" + path + "'");
}

llvm::Expected<ResolvedFunction> Session::resolveMethod(llvm::StringRef symbol,
                                                        llvm::StringRef path) {
  ModuleOp module = getModule();
  auto object = module.lookupSymbol<ts::ObjectOp>(symbol);
  llvm::SmallVector<llvm::StringRef> parts;
  path.split(parts, '.');
  for (llvm::StringRef part : llvm::drop_end(parts)) {
    auto next = object ? object.getFields().getAs<FlatSymbolRefAttr>(part)
                       : FlatSymbolRefAttr();
    object = next ? module.lookupSymbol<ts::ObjectOp>(next.getValue())
                  : ts::ObjectOp();
  }
  ts::ClassOp declaration = object ? getClass(module, object) : ts::ClassOp();
  ts::MethodOp method =
      declaration ? declaration.lookupMethod(parts.back()) : ts::MethodOp();
  if (!method)
    return makeFailure(Failure::Kind::NotFound, "no method '" + path + "'");
  if (parts.size() > 1 && !impl->arePartsCalled) {
    impl->arePartsCalled = true;
    impl->specialized.clear();
  }
  ResolvedFunction resolved = makeResolved(method.getFunction());
  resolved.object = object.getSymName().str();
  resolved.method = parts.back().str();
  resolved.instance = symbol.str();
  for (llvm::StringRef part : llvm::drop_end(parts))
    resolved.path.push_back(part.str());
  return resolved;
}
