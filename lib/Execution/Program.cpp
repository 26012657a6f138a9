//===- Program.cpp - A program that can be called -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens programs and compiles their functions on demand.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/Program.h"

#include "CompiledLibrary.h"
#include "TorchScript/Execution/Specialization.h"
#include "TorchScript/Archive/FileKind.h"
#include "TorchScript/Archive/TorchScriptArchive.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"
#include "TorchScript/Dialect/TS/Transforms/ObjectConstructor.h"
#include "TorchScript/Execution/ObjectMaker.h"
#include "TorchScript/Frontend/Modules/Importer.h"
#include "TorchScript/Frontend/Modules/RecordedState.h"
#include "TorchScript/Frontend/TorchScriptArchive/ArchiveImporter.h"
#include "TorchScript/InitAll.h"
#include "TorchScript/Pipelines/LowerModule.h"
#include "TorchScript/Pipelines/Pipelines.h"
#include "TorchScript/Transforms/Passes.h"
#include "tsrt_rpc.h"

#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace torchscript;
using namespace mlir;

struct Program::Impl {
  ProgramOptions options;
  std::string path;
  std::unique_ptr<MLIRContext> context;
  DiagnosticSink diagnostics;
  std::unique_ptr<SourceImporter> importer;
  std::unique_ptr<TorchScriptArchive> archive;
  std::unique_ptr<RecordedState> state;
  std::unique_ptr<CompiledLibrary> library;
  OwningOpRef<ModuleOp> module;
  // Objects may hold containers whose descriptors are in compiled code.
  std::unique_ptr<HostTypes> types;
  std::unique_ptr<JIT> jit;
  std::unique_ptr<ObjectMaker> objects;
  llvm::StringMap<std::unique_ptr<HostFunction>> functions;
  llvm::StringMap<CompileFailure> failures;
  /// By name and signature.
  llvm::StringMap<std::unique_ptr<HostFunction>> specialized;
  /// Some method of a part of an object is called by itself: what the methods
  /// of the whole do not assign may change all the same.
  bool arePartsCalled = false;
};

Program::Program(const ProgramOptions &options)
    : impl(std::make_unique<Impl>()) {
  impl->options = options;
}
Program::~Program() = default;

static void report(const Twine &message) {
  llvm::WithColor::error(llvm::errs()) << message << "\n";
}

std::unique_ptr<Program> Program::open(llvm::StringRef path,
                                       const ProgramOptions &options) {
  std::unique_ptr<Program> program(new Program(options));
  program->impl->path = path.str();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  torchscript::registerAllDialects(registry);
  program->impl->context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  program->impl->context->loadAllAvailableDialects();
  if (!program->load(path))
    return nullptr;
  return program;
}

ModuleOp Program::getModule() {
  return impl->importer ? impl->importer->getModule() : *impl->module;
}

bool Program::load(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    report(path + ": " + buffer.getError().message());
    return false;
  }
  FileKind kind = detectFileKind((*buffer)->getMemBufferRef());
  if (kind == FileKind::ELF) {
    auto library = CompiledLibrary::open(path);
    if (!library) {
      report(llvm::toString(library.takeError()));
      return false;
    }
    impl->library = std::move(*library);
    return true;
  }
  bool loaded;
  if (kind == FileKind::Text && !path.ends_with(".mlir"))
    loaded = loadSource(path, (*buffer)->getBuffer());
  else if (kind == FileKind::Text || kind == FileKind::MLIRBytecode)
    loaded = loadMLIR(path);
  else
    loaded = loadArchive(path); // refuses what is none, and says what it is
  if (!loaded)
    return false;
  impl->types = std::make_unique<HostTypes>(getModule());
  impl->objects = std::make_unique<ObjectMaker>(getModule(), *impl->types);
  if (impl->archive)
    impl->objects->setTensorMemory(
        [archive = impl->archive.get()](
            llvm::StringRef key) -> llvm::Expected<llvm::StringRef> {
          auto bytes = archive->getTensorMemory(key);
          if (!bytes)
            return bytes.takeError();
          return llvm::StringRef(bytes->data(), bytes->size());
        });
  impl->objects->setRestorer([this](llvm::StringRef symbol,
                                    const HostValue &object,
                                    const HostValue &state) -> llvm::Error {
    OwningOpRef<ModuleOp> module = ts::extractFunction(getModule(), symbol);
    CompileFailure failure;
    HostFunction function;
    function.name = function.symbol = symbol.str();
    function.entry = build(*module, symbol, symbol, failure);
    if (!function.entry)
      return llvm::createStringError("%s", failure.message.c_str());
    HostValue arguments[] = {object.share(), state.share()};
    return callFunction(function, arguments).takeError();
  });
  auto jit = JIT::create();
  if (!jit) {
    report(llvm::toString(jit.takeError()));
    return false;
  }
  impl->jit = std::move(*jit);
  return true;
}

bool Program::loadSource(llvm::StringRef path, llvm::StringRef text) {
  auto file = std::make_shared<const SourceFile>(path.str(), text.str());
  impl->diagnostics.retain(file);
  impl->importer = std::make_unique<SourceImporter>(
      file, *impl->context, impl->diagnostics, impl->options.importPath);
  if (std::string worker = impl->importer->getWorkerName(); !worker.empty())
    tsrt_rpc_init(worker.data(), worker.size());
  if (!impl->diagnostics.hasErrors())
    return true;
  impl->diagnostics.print(llvm::errs());
  return false;
}

llvm::Error Program::openState(llvm::StringRef path) {
  auto state = RecordedState::open(path);
  if (!state)
    return state.takeError();
  setState(std::move(*state));
  return llvm::Error::success();
}

void Program::setState(std::unique_ptr<RecordedState> state) {
  if (!impl->importer)
    return;
  impl->state = std::move(state);
  impl->importer->setInstances(impl->state.get());
  impl->objects->setTensorMemory(
      [state = impl->state.get()](
          llvm::StringRef key) -> llvm::Expected<llvm::StringRef> {
        llvm::StringRef bytes = state->getTensorMemory(key);
        if (bytes.data())
          return bytes;
        return llvm::createStringError("the state has no tensor '%s'",
                                       key.str().c_str());
      });
}

bool Program::loadArchive(llvm::StringRef path) {
  auto archive = TorchScriptArchive::open(path);
  if (!archive) {
    report(llvm::toString(archive.takeError()));
    return false;
  }
  impl->archive = std::move(*archive);
  impl->module =
      importArchive(*impl->archive, *impl->context, impl->diagnostics);
  if (impl->module && !impl->diagnostics.hasErrors())
    return true;
  impl->diagnostics.print(llvm::errs());
  return static_cast<bool>(impl->module);
}

bool Program::loadMLIR(llvm::StringRef path) {
  impl->module = parseSourceFile<ModuleOp>(path, impl->context.get());
  return static_cast<bool>(impl->module);
}

/// The object of an archive, whose methods are called by their names.
static ts::ObjectOp getRoot(ModuleOp module) {
  return module.lookupSymbol<ts::ObjectOp>("root");
}

/// The declaration of an object's class, or null.
static ts::ClassOp getClass(ModuleOp module, ts::ObjectOp object) {
  return module.lookupSymbol<ts::ClassOp>(object.getObjectType().getName());
}

/// The methods of an object, in order.
static std::vector<std::string> getMethodNames(ModuleOp module,
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

std::string Program::getWorkerName() const {
  return impl->importer ? impl->importer->getWorkerName() : "";
}

std::vector<std::string> Program::getExportNames() {
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

std::vector<std::string> Program::getFunctionNames() const {
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

const HostFunction *Program::compile(llvm::StringRef name,
                                     CompileFailure &failure) {
  if (auto found = impl->functions.find(name); found != impl->functions.end())
    return found->second.get();
  if (auto found = impl->failures.find(name); found != impl->failures.end()) {
    failure = found->second;
    return nullptr;
  }
  if (impl->options.onPhase)
    impl->options.onPhase("import");
  const HostFunction *result = nullptr;
  if (impl->library) {
    failure = impl->library->hasInstance(name)
                  ? CompileFailure{CompileFailure::Kind::NotCallable,
                                   "'" + name.str() + "' is not called itself"}
                  : CompileFailure{CompileFailure::Kind::NotFound,
                                   "no function or method '" + name.str() +
                                       "' in the library"};
    if (auto function = impl->library->find(name); !function)
      failure = {CompileFailure::Kind::Unsupported,
                 llvm::toString(function.takeError())};
    else if (*function)
      result = (impl->functions[name] = std::move(*function)).get();
  } else if (auto resolved = resolve(name, failure)) {
    const HostValue *self = nullptr;
    if (!resolved->object.empty()) {
      auto object = impl->objects->getObject(resolved->object);
      if (!object)
        failure = {CompileFailure::Kind::Unsupported,
                   llvm::toString(object.takeError())};
      else
        self = *object;
    }
    if (self || resolved->object.empty())
      result = declare(name, *resolved, self, failure);
  }
  if (!result)
    impl->failures[name] = failure;
  return result;
}

std::optional<ResolvedFunction> Program::resolve(llvm::StringRef name,
                                                 CompileFailure &failure) {
  failure = {CompileFailure::Kind::NotFound,
             "no function or method '" + name.str() + "'"};
  if (impl->importer) {
    auto [base, path] = name.split('.');
    if (impl->state && !impl->state->getConstructError(base).empty()) {
      failure = {CompileFailure::Kind::Compile,
                 "the instance '" + base.str() + "' could not be made: " +
                     impl->state->getConstructError(base).str()};
      return std::nullopt;
    }
    CompileResult compiled = impl->importer->compile(base);
    // The methods of the only instance are known by their own names.
    if (compiled.notFound && impl->state &&
        impl->state->getNames().size() == 1) {
      std::string only = impl->state->getNames().front();
      if (base != only)
        return resolve(only + "." + name.str(), failure);
    }
    if (!compiled.isInstance && !compiled.isClass && !path.empty())
      return std::nullopt;
    if (compiled.succeeded && compiled.isClass)
      return resolveClass(compiled.symbol, path, failure);
    if (compiled.succeeded && compiled.isInstance && !path.empty())
      return resolveMethod(compiled.symbol, path, failure);
    if (compiled.succeeded && !compiled.isInstance && !compiled.symbol.empty())
      return ResolvedFunction{compiled.symbol};
    if (compiled.succeeded) {
      failure = {CompileFailure::Kind::NotCallable,
                 "'" + name.str() + "' is not called itself"};
    } else if (!compiled.notFound) {
      failure.message.clear();
      llvm::raw_string_ostream os(failure.message);
      renderTorchScript(compiled.failure, os);
      failure.kind = llvm::StringRef(compiled.failure.message)
                             .starts_with("not supported yet")
                         ? CompileFailure::Kind::Unsupported
                         : CompileFailure::Kind::Compile;
    }
    return std::nullopt;
  }
  if (ts::ObjectOp root = getRoot(*impl->module)) {
    auto [base, path] = name.split('.');
    auto resolved = resolveMethod(root.getSymName(), name, failure);
    if (!resolved)
      for (ts::ClassOp declaration : getScriptClasses(*impl->module))
        if (getLastName(declaration) == base)
          return resolveClass(declaration.getSymName(), path, failure);
    return resolved;
  }
  if (impl->module->lookupSymbol<func::FuncOp>(name))
    return ResolvedFunction{name.str()};
  return std::nullopt;
}

std::optional<ResolvedFunction> Program::resolveClass(llvm::StringRef symbol,
                                                      llvm::StringRef path,
                                                      CompileFailure &failure) {
  ModuleOp module = getModule();
  auto declaration = module.lookupSymbol<ts::ClassOp>(symbol);
  if (path.empty() && declaration && !declaration.lookupMethod("__init__")) {
    failure = {CompileFailure::Kind::NotCallable,
               "class '" + symbol.str() + "' has no '__init__'"};
    return std::nullopt;
  }
  if (path.empty() && declaration) {
    ResolvedFunction resolved{
        ts::getClassConstructor(module, declaration).getName().str()};
    resolved.isConstructor = true;
    return resolved;
  }
  if (ts::MethodOp method =
          declaration ? declaration.lookupMethod(path) : ts::MethodOp())
    return ResolvedFunction{method.getFunction().str()};
  failure.message =
      "class '" + symbol.str() + "' has no method '" + path.str() + "'";
  return std::nullopt;
}

std::optional<ResolvedFunction>
Program::resolveMethod(llvm::StringRef symbol, llvm::StringRef path,
                       CompileFailure &failure) {
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
  if (!method) {
    failure.message = "no method '" + path.str() + "'";
    return std::nullopt;
  }
  if (parts.size() > 1 && !impl->arePartsCalled) {
    impl->arePartsCalled = true;
    impl->specialized.clear();
  }
  ResolvedFunction resolved{method.getFunction().str(),
                            object.getSymName().str(), parts.back().str(),
                            symbol.str()};
  for (llvm::StringRef part : llvm::drop_end(parts))
    resolved.path.push_back(part.str());
  return resolved;
}

namespace {
ObjectMaker *currentObjects = nullptr;
} // namespace

/// What compiled modules call for each `#ts.tensor_ref` when they are loaded.
static tsrt_tensor *loadHostTensor(const char *storage, int32_t dtype,
                                   int32_t rank, const int64_t *sizes,
                                   const int64_t *strides, int64_t offset) {
  auto tensor = currentObjects->loadTensor(
      storage, dtype, ArrayRef<int64_t>(sizes, size_t(rank)),
      ArrayRef<int64_t>(strides, size_t(rank)), offset);
  if (!tensor) {
    report(llvm::toString(tensor.takeError()));
    int64_t none = 0;
    return tsrt_tensor_empty(dtype, 1, &none);
  }
  tsrt_value_retain(&tensor->get());
  return static_cast<tsrt_tensor *>(tensor->get().u.p);
}

const HostFunction *Program::declare(llvm::StringRef name,
                                     const ResolvedFunction &resolved,
                                     const HostValue *self,
                                     CompileFailure &failure) {
  auto source = getModule().lookupSymbol<func::FuncOp>(resolved.symbol);
  if (!source) {
    failure = {CompileFailure::Kind::NotFound,
               "the function of '" + name.str() + "' is missing"};
    return nullptr;
  }
  auto made = std::make_unique<HostFunction>();
  made->name = name.str();
  made->symbol = resolved.symbol;
  made->self = self;
  made->types = impl->types.get();
  made->object = resolved.object;
  made->method = resolved.method;
  for (unsigned i = self ? 1 : 0; i < source.getNumArguments(); ++i) {
    HostParameter parameter;
    if (auto attribute = source.getArgAttrOfType<StringAttr>(i, "ts.name"))
      parameter.name = attribute.str();
    parameter.type = impl->types->get(source.getArgumentTypes()[i]);
    if (!parameter.type) {
      failure = {CompileFailure::Kind::Unsupported,
                 "not supported yet: a parameter of type '" +
                     ts::spellType(source.getArgumentTypes()[i]) + "'"};
      return nullptr;
    }
    parameter.isKeywordOnly = bool(source.getArgAttr(i, "ts.keyword_only"));
    if (auto maker =
            source.getArgAttrOfType<FlatSymbolRefAttr>(i, "ts.default")) {
      parameter.defaultValue = evaluateDefault(maker.getValue());
    } else if (Attribute given = source.getArgAttr(i, "ts.default")) {
      auto value =
          impl->objects->makeAttribute(given, source.getArgumentTypes()[i]);
      if (value)
        parameter.defaultValue =
            std::make_shared<const HostValue>(std::move(*value));
      else
        llvm::consumeError(value.takeError());
    }
    made->parameters.push_back(std::move(parameter));
  }

  return (impl->functions[name] = std::move(made)).get();
}

std::shared_ptr<const HostValue>
Program::evaluateDefault(llvm::StringRef symbol) {
  CompileFailure failure;
  const HostFunction *maker =
      declare(symbol, {symbol.str(), "", ""}, nullptr, failure);
  if (!maker || !prepare(*maker, failure))
    return nullptr;
  llvm::Expected<HostValue> value = callFunction(*maker, {});
  if (value)
    return std::make_shared<const HostValue>(std::move(*value));
  llvm::consumeError(value.takeError());
  return nullptr;
}

llvm::StringRef Program::getPath() const { return impl->path; }

bool Program::isCompiled() const { return impl->library != nullptr; }

llvm::Expected<llvm::StringRef> Program::getStorage(llvm::StringRef name) {
  if (llvm::StringRef bytes =
          impl->state ? impl->state->getTensorMemory(name) : llvm::StringRef();
      bytes.data())
    return bytes;
  if (!impl->archive)
    return llvm::createStringError("tensor '%s' is in no archive",
                                   name.str().c_str());
  auto bytes = impl->archive->getTensorMemory(name);
  if (!bytes)
    return bytes.takeError();
  return llvm::StringRef(bytes->data(), bytes->size());
}

bool Program::prepare(const HostFunction &function, CompileFailure &failure) {
  if (function.entry)
    return true;
  if (auto found = impl->failures.find(function.name);
      found != impl->failures.end()) {
    failure = found->second;
    return false;
  }
  OwningOpRef<ModuleOp> module =
      ts::extractFunction(getModule(), function.symbol);
  tsrt_entry entry =
      applyDecompositions(*module, failure)
          ? build(*module, function.symbol, function.symbol, failure)
          : nullptr;
  if (!entry) {
    impl->failures[function.name] = failure;
    return false;
  }
  impl->functions[function.name]->entry = entry;
  return true;
}

bool Program::applyDecompositions(ModuleOp module, CompileFailure &failure) {
  if (impl->options.decompositions.empty())
    return true;
  ts::TSDecomposeOptions options;
  options.files = impl->options.decompositions;
  options.builtin = false;
  PassManager passes(impl->context.get());
  ts::buildToSSA(passes);
  passes.addPass(ts::createTSDecompose(options));
  if (succeeded(passes.run(module)))
    return true;
  failure = {CompileFailure::Kind::Unsupported,
             "the decompositions cannot be applied"};
  return false;
}

tsrt_entry Program::build(ModuleOp module, llvm::StringRef symbol,
                          llvm::StringRef key, CompileFailure &failure) {
  failure = {CompileFailure::Kind::Unsupported, ""};
  LoweringHooks hooks{impl->options.onPhase, impl->options.printPhases,
                      impl->options.reportResidue};
  failure.message = lowerModule(module, hooks);
  if (!failure.message.empty())
    return nullptr;
  if (impl->options.onPhase)
    impl->options.onPhase("generate machine code");
  if (auto sources =
          module->getAttrOfType<DictionaryAttr>(ts::TSDialect::kSourcesAttr))
    for (NamedAttribute file : sources)
      if (auto text = dyn_cast<StringAttr>(file.getValue()))
        tsrt_register_source(file.getName().data(), text.getValue().data(),
                             text.size());
  impl->jit->define(ts::kLoadTensorSymbol,
                    reinterpret_cast<void *>(&loadHostTensor));
  currentObjects = impl->objects.get();
  auto loaded = impl->jit->load(key, module, impl->options.optimization);
  if (!loaded) {
    failure.message = llvm::toString(loaded.takeError());
    return nullptr;
  }
  impl->types->linkMethods(
      [&](llvm::StringRef function) { return (*loaded)->getEntry(function); });
  for (auto object : getModule().getOps<ts::ObjectOp>())
    if (void *variable = (*loaded)->lookup(
            (ts::kVariablePrefix + object.getSymName()).str())) {
      auto value = impl->objects->getObject(object.getSymName());
      if (!value) {
        failure.message = llvm::toString(value.takeError());
        return nullptr;
      }
      *static_cast<void **>(variable) = (*value)->get().u.p;
    }
  tsrt_entry entry = (*loaded)->getEntry(symbol);
  if (!entry)
    failure.message = "the code of '" + key.str() + "' is missing";
  return entry;
}

const HostFunction *Program::specialize(const HostFunction &function,
                                        llvm::ArrayRef<HostValue> arguments) {
  // What restored objects hold is not known before they are.
  bool isRestored =
      !impl->library &&
      llvm::any_of(getModule().getOps<ts::ObjectOp>(),
                   [](ts::ObjectOp op) { return op->hasAttr("ts.restorer"); });
  if (isRestored)
    return &function;
  std::string signature = spellSignature(arguments);
  if (!impl->options.specialize || impl->library || signature.empty() ||
      (function.self && impl->arePartsCalled))
    return &function;
  std::string key = function.name + "(" + signature + ")";
  if (auto found = impl->specialized.find(key);
      found != impl->specialized.end())
    return found->second ? found->second.get() : &function;
  std::unique_ptr<HostFunction> &made = impl->specialized[key];
  if (impl->options.onPhase)
    impl->options.onPhase("specialize");

  MethodOf method;
  if (function.self) {
    auto object = getModule().lookupSymbol<ts::ObjectOp>(function.object);
    method = {function.object, function.method,
              getMethodNames(getModule(), object)};
  }
  OwningOpRef<ModuleOp> module =
      function.self
          ? OwningOpRef<ModuleOp>(cast<ModuleOp>(getModule()->clone()))
          : ts::extractFunction(getModule(), function.symbol);
  // Wrong decompositions are reported for the code for all shapes.
  CompileFailure failure;
  if (!applyDecompositions(*module, failure))
    return &function;
  // What goes wrong here costs speed, not the result.
  std::string reason, symbol;
  {
    ScopedDiagnosticHandler handler(
        impl->context.get(), [&](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            reason = spellDiagnostic(diagnostic);
          return success();
        });
    symbol = torchscript::specialize(
        *module, function.symbol, function.self ? &method : nullptr, arguments);
  }
  tsrt_entry entry =
      symbol.empty() ? nullptr : build(*module, symbol, key, failure);
  if (!entry) {
    if (impl->options.reportResidue)
      llvm::errs() << key << " is not specialized: "
                   << (symbol.empty() ? reason : failure.message) << "\n";
    return &function;
  }
  made = std::make_unique<HostFunction>(function);
  made->self = nullptr;
  made->entry = entry;
  return made.get();
}
