//===- SessionCode.cpp - Machine code of functions ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles functions on demand, once for all shapes and once for each
// signature.
//
//===----------------------------------------------------------------------===//

#include "SessionImpl.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/FunctionAttributes.h"
#include "TorchScript/Dialect/TS/IR/Placement.h"
#include "TorchScript/Dialect/TS/Transforms/FunctionClosure.h"
#include "TorchScript/Execution/Specialization.h"
#include "TorchScript/Pipelines/Pipelines.h"
#include "TorchScript/Transforms/Passes.h"

#include "tsrt_devices.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace torchscript;
using namespace mlir;

llvm::Expected<const HostFunction *> Session::compile(llvm::StringRef name) {
  if (auto found = impl->functions.find(name); found != impl->functions.end())
    return found->second.get();
  if (auto found = impl->failures.find(name); found != impl->failures.end())
    return makeFailure(found->second.first, found->second.second);
  impl->beginPhase("import");
  auto function = compileNew(name);
  if (function)
    return function;
  return remember(
      name, llvm::handleErrors(
                function.takeError(),
                [&](std::unique_ptr<Failure> failure) -> llvm::Error {
                  if (failure->getKind() != Failure::Kind::NotFound)
                    return llvm::Error(std::move(failure));
                  return makeFailure(Failure::Kind::NotFound,
                                     failure->getMessage() +
                                         suggestName(name, getFunctionNames()));
                }));
}

llvm::Expected<const HostFunction *> Session::compileNew(llvm::StringRef name) {
  if (impl->library) {
    auto function = impl->library->find(name);
    if (!function)
      return makeFailure(Failure::Kind::Unsupported,
                         llvm::toString(function.takeError()));
    if (*function)
      return (impl->functions[name] = std::move(*function)).get();
    if (impl->library->hasInstance(name))
      return makeFailure(Failure::Kind::NotCallable,
                         "'" + name + "' is not called itself");
    return makeFailure(Failure::Kind::NotFound,
                       "no function or method '" + name + "' in the library");
  }
  auto resolved = resolve(name);
  if (!resolved)
    return resolved.takeError();
  if (resolved->object.empty())
    return declare(name, *resolved, nullptr);
  auto self = impl->objects->getObject(resolved->object);
  if (!self)
    return makeFailure(Failure::Kind::Unsupported,
                       llvm::toString(self.takeError()));
  return declare(name, *resolved, *self);
}

llvm::Error Session::remember(llvm::StringRef name, llvm::Error error) {
  return llvm::handleErrors(
      std::move(error), [&](std::unique_ptr<Failure> failure) -> llvm::Error {
        impl->failures[name] = {failure->getKind(), failure->getMessage()};
        return llvm::Error(std::move(failure));
      });
}

/// What compiled modules call for each `#ts.tensor_ref` when they are loaded;
/// null after an error, which the host of the session keeps.
static tsrt_tensor *loadHostTensor(void *host, const char *storage,
                                   int32_t dtype, int32_t rank,
                                   const int64_t *sizes, const int64_t *strides,
                                   int64_t offset) {
  auto &objects = *static_cast<ObjectMaker *>(host);
  auto tensor =
      objects.loadTensor(storage, dtype, ArrayRef<int64_t>(sizes, size_t(rank)),
                         ArrayRef<int64_t>(strides, size_t(rank)), offset);
  if (!tensor) {
    objects.keepProblem(tensor.takeError());
    return nullptr;
  }
  // The constants of a program for a device are there before it runs.
  if (tsrt_error *error = tsrt_value_to_target(&tensor->get())) {
    objects.keepProblem(llvm::createStringError(tsrt_error_message(error)));
    tsrt_error_release(error);
    return nullptr;
  }
  tsrt_value_retain(&tensor->get());
  return static_cast<tsrt_tensor *>(tensor->get().u.p);
}

/// Whether some function is left to a program.
static bool callsProgram(ModuleOp module) {
  return module
      .walk([](ts::OperatorOp op) {
        return op.getName() == "host::call" ? WalkResult::interrupt()
                                            : WalkResult::advance();
      })
      .wasInterrupted();
}

llvm::Expected<const HostFunction *>
Session::declare(llvm::StringRef name, const ResolvedFunction &resolved,
                 const HostValue *self) {
  func::FuncOp source = impl->sources.lookup(resolved.symbol);
  if (!source)
    source = getModule().lookupSymbol<func::FuncOp>(resolved.symbol);
  if (!source)
    return makeFailure(Failure::Kind::NotFound,
                       "the function of '" + name + "' is missing");
  auto made = std::make_unique<HostFunction>();
  made->name = name.str();
  made->symbol = resolved.symbol;
  made->self = self;
  made->types = impl->types.get();
  made->object = resolved.object;
  made->method = resolved.method;
  impl->callsProgram = impl->callsProgram || callsProgram(getModule());
  made->callsProgram = impl->callsProgram;
  for (unsigned i = self ? 1 : 0; i < source.getNumArguments(); ++i) {
    HostParameter parameter;
    if (auto attribute = source.getArgAttrOfType<StringAttr>(i, "ts.name"))
      parameter.name = attribute.str();
    parameter.type = impl->types->get(source.getArgumentTypes()[i]);
    if (!parameter.type)
      return makeFailure(Failure::Kind::Unsupported,
                         "not supported yet: a parameter of type '" +
                             ts::spellType(source.getArgumentTypes()[i]) + "'");
    parameter.isKeywordOnly = bool(source.getArgAttr(i, "ts.keyword_only"));
    if (auto size = source.getArgAttrOfType<IntegerAttr>(i, ts::kListSizeAttr))
      parameter.listSize = size.getInt();
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
Session::evaluateDefault(llvm::StringRef symbol) {
  auto call = [&]() -> llvm::Expected<HostValue> {
    auto maker = declare(symbol, makeResolved(symbol), nullptr);
    if (!maker)
      return maker.takeError();
    if (llvm::Error error = prepare(**maker))
      return std::move(error);
    return callFunction(**maker, {});
  };
  llvm::Expected<HostValue> value = call();
  if (value)
    return std::make_shared<const HostValue>(std::move(*value));
  llvm::consumeError(value.takeError());
  return nullptr;
}

llvm::Error Session::prepare(const HostFunction &function) {
  if (function.entry)
    return llvm::Error::success();
  if (auto found = impl->failures.find(function.name);
      found != impl->failures.end())
    return makeFailure(found->second.first, found->second.second);
  OwningOpRef<ModuleOp> module =
      ts::extractFunction(getModule(), function.symbol);
  if (llvm::Error error = applyDecompositions(*module))
    return remember(function.name, std::move(error));
  auto entry = build(*module, function.symbol, function.symbol);
  if (!entry)
    return remember(function.name, entry.takeError());
  impl->functions[function.name]->entry = *entry;
  return llvm::Error::success();
}

llvm::Error Session::applyDecompositions(ModuleOp module) {
  if (impl->options.decompositions.empty())
    return llvm::Error::success();
  std::string reason;
  ScopedDiagnosticHandler handler(
      impl->context.get(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          reason += spellDiagnostic(diagnostic) + "\n";
        return success();
      });
  LogicalResult done = ts::runPipeline(module, [&](OpPassManager &pm) {
    ts::buildApplyDecompositions(pm, impl->options.decompositions);
  });
  if (succeeded(done))
    return llvm::Error::success();
  return makeFailure(Failure::Kind::Unsupported,
                     reason + "the decompositions cannot be applied");
}

/// The tensor operators that would run in the runtime, one a line with place
/// and reason; empty when there are none.
static std::string listBoxed(llvm::ArrayRef<Residue> operators) {
  std::string text;
  unsigned count = 0;
  for (const Residue &residue : operators) {
    if (!residue.isBoxedTensor)
      continue;
    ++count;
    if (!residue.file.empty())
      text += residue.file + ":" + std::to_string(residue.line) + ":" +
              std::to_string(residue.column) + ": ";
    text += residue.op + ": " + residue.reason + "\n";
  }
  if (count)
    text += std::to_string(count) + " tensor operator(s) run in the runtime";
  return text;
}

llvm::Expected<tsrt_entry>
Session::build(ModuleOp module, llvm::StringRef symbol, llvm::StringRef key) {
  auto fail = [](const llvm::Twine &message) {
    return makeFailure(Failure::Kind::Unsupported, message);
  };
  LoweringHooks hooks = impl->options.hooks;
  if (tsrt_device_get_target())
    ts::setPlacement(module, ts::Placement::Target);
  std::string boxed;
  if (impl->options.tier == Tier::Compiled)
    hooks.onResidue = [&](llvm::ArrayRef<Residue> operators) {
      if (impl->options.hooks.onResidue)
        impl->options.hooks.onResidue(operators);
      boxed = listBoxed(operators);
    };
  if (llvm::Error error = lowerModule(module, hooks)) {
    // IR that a user wrote may be wrong, programs become right IR.
    std::string text = llvm::toString(std::move(error));
    return makeFailure(impl->isMLIR || isAboutSupport(text)
                           ? Failure::Kind::Unsupported
                           : Failure::Kind::Internal,
                       text);
  }
  if (!boxed.empty())
    return fail("'" + key + "' is not compiled as a whole:\n" + boxed);
  impl->beginPhase("generate machine code");
  if (auto sources =
          module->getAttrOfType<DictionaryAttr>(ts::TSDialect::kSourcesAttr))
    for (NamedAttribute file : sources)
      if (auto text = dyn_cast<StringAttr>(file.getValue()))
        tsrt_register_source(file.getName().data(), text.getValue().data(),
                             text.size());
  impl->jit->define(ts::kLoadTensorSymbol,
                    reinterpret_cast<void *>(&loadHostTensor));
  impl->jit->define(ts::kHostSymbol, impl->objects.get());
  auto loaded = impl->jit->load(key, module, impl->options.optimization);
  if (!loaded)
    return fail(llvm::toString(loaded.takeError()));
  if (llvm::Error error = impl->objects->takeProblem())
    return fail(llvm::toString(std::move(error)));
  impl->types->linkMethods(
      [&](llvm::StringRef function) { return (*loaded)->getEntry(function); });
  for (auto object : getModule().getOps<ts::ObjectOp>())
    if (void *variable = (*loaded)->lookup(
            (ts::kVariablePrefix + object.getSymName()).str())) {
      auto value = impl->objects->getObject(object.getSymName());
      if (!value)
        return fail(llvm::toString(value.takeError()));
      if (tsrt_error *error = tsrt_value_to_target(&(*value)->get())) {
        std::string message = tsrt_error_message(error);
        tsrt_error_release(error);
        return fail(message);
      }
      *static_cast<void **>(variable) = (*value)->get().u.p;
    }
  if (tsrt_entry entry = (*loaded)->getEntry(symbol))
    return entry;
  return fail("the code of '" + key + "' is missing");
}

/// Whether a method computes with tensors itself. Without tensor arguments that
/// is what makes a copy with the attributes' values in it worth its time.
static bool usesTensors(ModuleOp module, StringRef symbol) {
  auto function = module.lookupSymbol<func::FuncOp>(symbol);
  auto isTensor = [](mlir::Type type) { return isa<ts::TSTensorType>(type); };
  return function &&
         function
             .walk([&](ts::OperatorOp op) {
               return WalkResult(llvm::any_of(op->getResultTypes(), isTensor)
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance());
             })
             .wasInterrupted();
}

const HostFunction *Session::specialize(const HostFunction &function,
                                        llvm::ArrayRef<HostValue> arguments) {
  if (impl->options.tier == Tier::Runtime || impl->library ||
      (function.self && impl->arePartsCalled))
    return &function;
  if (impl->areTensorsShared && !impl->objects->areSharedTensorsUnchanged())
    return &function;
  // What restored objects hold is not known before they are.
  if (llvm::any_of(getModule().getOps<ts::ObjectOp>(),
                   [](ts::ObjectOp op) { return op->hasAttr("ts.restorer"); }))
    return &function;
  std::optional<std::string> signature =
      spellSignature(arguments, impl->options.dynamic);
  if (!signature || (signature->empty() && !function.self))
    return &function;
  std::string key = function.name + "(" + *signature + ")";
  if (auto found = impl->specialized.find(key);
      found != impl->specialized.end())
    return found->second ? found->second.get() : &function;
  std::unique_ptr<HostFunction> &made = impl->specialized[key];
  if (signature->empty() && !usesTensors(getModule(), function.symbol))
    return &function;
  // What goes wrong here costs speed, not the result.
  auto entry = buildFor(function, *signature, key);
  if (!entry) {
    auto tell = [&](const Failure &why) {
      if (impl->options.onNotSpecialized)
        impl->options.onNotSpecialized(key, why);
      if (impl->options.tier == Tier::Compiled)
        impl->failures[function.name] = {Failure::Kind::Unsupported,
                                         why.getMessage()};
    };
    llvm::handleAllErrors(
        entry.takeError(), tell, [&](const llvm::ErrorInfoBase &other) {
          tell(Failure(Failure::Kind::Unsupported, other.message()));
        });
    return &function;
  }
  made = std::make_unique<HostFunction>(function);
  made->self = nullptr;
  made->entry = *entry;
  return made.get();
}

llvm::Expected<tsrt_entry> Session::buildFor(const HostFunction &function,
                                             llvm::StringRef signature,
                                             llvm::StringRef key) {
  impl->beginPhase("specialize");
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
  if (llvm::Error error = applyDecompositions(*module))
    return std::move(error);
  // Compiled kernels have one place for all they work on.
  bool isOnTarget = tsrt_device_get_target() != nullptr;
  if (!isOnTarget && ts::namesDevices(*module))
    return makeFailure(Failure::Kind::Unsupported,
                       "the program places tensors on devices itself; with "
                       "--target all of it runs on one");
  if (isOnTarget)
    ts::setPlacement(*module, ts::Placement::Target);
  std::string reason, symbol;
  {
    ScopedDiagnosticHandler handler(
        impl->context.get(), [&](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            reason = spellDiagnostic(diagnostic);
          return success();
        });
    symbol = torchscript::specialize(
        *module, function.symbol, function.self ? &method : nullptr, signature);
  }
  if (symbol.empty())
    return makeFailure(impl->isMLIR ? Failure::Kind::Unsupported
                                    : Failure::Kind::Internal,
                       reason);
  // Nothing may be kept of the elements of shared tensors.
  if (impl->areTensorsShared)
    (*module)->setAttr(ts::kMutableTensorsAttr,
                       UnitAttr::get(impl->context.get()));
  return build(*module, symbol, key);
}
