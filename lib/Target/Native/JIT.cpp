//===- JIT.cpp - Compilation in the running process -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thin layer over ORC's LLJIT: one library per loaded module, symbols of the
// runtime from the process.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Target/Native/JIT.h"

#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TSRuntime/IR/SymbolNames.h"
#include "TorchScript/Target/Native/NativeCode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/TargetSelect.h"

using namespace torchscript;

namespace {

/// Generates machine code; for large modules fast.
class SizedCompiler : public llvm::orc::IRCompileLayer::IRCompiler {
public:
  explicit SizedCompiler(std::unique_ptr<llvm::TargetMachine> made)
      : IRCompiler(
            llvm::orc::irManglingOptionsFromTargetOptions(made->Options)),
        machine(std::move(made)) {}

  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  operator()(llvm::Module &module) override {
    machine->setOptLevel(getCodeGenLevel(module));
    return llvm::orc::SimpleCompiler(*machine)(module);
  }

private:
  std::unique_ptr<llvm::TargetMachine> machine;
};

} // namespace

struct JIT::Impl {
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::orc::SymbolMap hostSymbols;
  llvm::StringMap<std::unique_ptr<LoadedModule>> modules;
  unsigned counter = 0;
  /// What the session reported since the last load began.
  std::vector<std::string> missing, problems;

  /// Takes what the session would print itself.
  void take(llvm::Error error);
  /// The error of a lookup, with what was reported meanwhile.
  llvm::Error explain(llvm::Error error);
};

void JIT::Impl::take(llvm::Error error) {
  llvm::handleAllErrors(
      std::move(error),
      [&](const llvm::orc::SymbolsNotFound &found) {
        for (const llvm::orc::SymbolStringPtr &name : found.getSymbols())
          missing.push_back((*name).str());
      },
      [&](const llvm::ErrorInfoBase &other) {
        problems.push_back(other.message());
      });
}

llvm::Error JIT::Impl::explain(llvm::Error error) {
  if (!missing.empty()) {
    llvm::consumeError(std::move(error));
    std::string names;
    for (const std::string &name : missing)
      names += (names.empty() ? "'" : ", '") + name + "'";
    return llvm::createStringError(
        "the program calls %s, which neither it nor the runtime defines",
        names.c_str());
  }
  if (problems.empty())
    return error;
  llvm::consumeError(std::move(error));
  return llvm::createStringError("%s", llvm::join(problems, "\n").c_str());
}

JIT::JIT() : impl(std::make_unique<Impl>()) {}
JIT::~JIT() {
  for (auto &entry : impl->modules)
    if (void *release = entry.second->lookup(mlir::ts::kModuleFiniSymbol))
      reinterpret_cast<void (*)()>(release)();
}

llvm::Expected<std::unique_ptr<JIT>> JIT::create() {
  std::unique_ptr<JIT> result(new JIT);
  auto machine = createHostMachine();
  if (!machine)
    return machine.takeError();
  result->impl->machine = std::move(*machine);
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setRelocationModel(llvm::Reloc::PIC_);
  auto jit =
      llvm::orc::LLJITBuilder()
          .setJITTargetMachineBuilder(std::move(*builder))
          .setCompileFunctionCreator(
              [](llvm::orc::JITTargetMachineBuilder builder)
                  -> llvm::Expected<
                      std::unique_ptr<llvm::orc::IRCompileLayer::IRCompiler>> {
                auto machine = builder.createTargetMachine();
                if (!machine)
                  return machine.takeError();
                return std::make_unique<SizedCompiler>(std::move(*machine));
              })
          .create();
  if (!jit)
    return jit.takeError();
  result->impl->jit = std::move(*jit);
  result->impl->jit->getExecutionSession().setErrorReporter(
      [impl = result->impl.get()](llvm::Error error) {
        impl->take(std::move(error));
      });
  return result;
}

void JIT::define(llvm::StringRef name, void *address) {
  impl->hostSymbols[impl->jit->mangleAndIntern(name)] = {
      llvm::orc::ExecutorAddr::fromPtr(address),
      llvm::JITSymbolFlags::Exported};
}

LoadedModule *JIT::find(llvm::StringRef key) {
  auto found = impl->modules.find(key);
  return found == impl->modules.end() ? nullptr : found->second.get();
}

llvm::Expected<LoadedModule *>
JIT::load(llvm::StringRef key, mlir::ModuleOp module, unsigned level) {
  impl->missing.clear();
  impl->problems.clear();
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> code = translateToLLVMIR(module, *context);
  if (!code)
    return llvm::createStringError("translation to LLVM IR failed");
  if (llvm::Error error = optimize(*code, *impl->machine, level))
    return std::move(error);
  auto library =
      impl->jit->createJITDylib("module" + std::to_string(impl->counter++));
  if (!library)
    return library.takeError();
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      impl->jit->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  if (!impl->hostSymbols.empty())
    if (llvm::Error error =
            library->define(llvm::orc::absoluteSymbols(impl->hostSymbols)))
      return std::move(error);
  library->addGenerator(std::move(*process));
  if (llvm::Error error = impl->jit->addIRModule(
          *library,
          llvm::orc::ThreadSafeModule(std::move(code), std::move(context))))
    return std::move(error);

  auto loaded = std::make_unique<LoadedModule>();
  loaded->jit = impl->jit.get();
  loaded->library = &*library;
  auto init = impl->jit->lookup(*library, mlir::ts::kModuleInitSymbol.str());
  if (!init)
    return impl->explain(init.takeError());
  init->toPtr<void (*)()>()();
  return (impl->modules[key] = std::move(loaded)).get();
}

void *LoadedModule::lookup(llvm::StringRef symbol) const {
  auto address = jit->lookup(*library, symbol.str());
  if (!address) {
    llvm::consumeError(address.takeError());
    return nullptr;
  }
  return address->toPtr<void *>();
}

tsrt_entry LoadedModule::getEntry(llvm::StringRef name) const {
  return reinterpret_cast<tsrt_entry>(
      lookup((mlir::ts::kProgramPrefix + name + mlir::ts::kBoxedSuffix).str()));
}
