//===- ChipImage.cpp - PTX and code objects by LLVM -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's own back ends, so that the result does not depend on toolkits that are
// installed.
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::ts;

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTarget();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmPrinter();
void LLVMInitializeAMDGPUAsmParser();
}

/// Makes the back ends known, once in the process.
static void initializeTargets() {
  static const bool done = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    LLVMInitializeAMDGPUAsmParser();
    return true;
  }();
  (void)done;
}

/// LLVM's machine for the target; reports a chip that it does not know.
static std::unique_ptr<llvm::TargetMachine>
createMachine(ModuleOp module, const DeviceTarget &target) {
  initializeTargets();
  bool isNVIDIA = target.kind == DeviceKind::NVVM;
  StringRef triple = isNVIDIA ? "nvptx64-nvidia-cuda" : "amdgcn-amd-amdhsa";
  std::string error;
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(
      triple.str(), error);
  if (!found) {
    module.emitError("LLVM has no back end for ") << target.spell() << ": "
                                                  << error;
    return nullptr;
  }
  std::unique_ptr<llvm::MCSubtargetInfo> chips(
      found->createMCSubtargetInfo(triple, "", ""));
  if (!chips || !chips->isCPUStringValid(target.chip)) {
    module.emitError("LLVM's back end does not know the chip '")
        << target.chip << "' of " << target.spell();
    return nullptr;
  }
  return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(
      triple, target.chip, "", llvm::TargetOptions(), llvm::Reloc::PIC_,
      std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

/// LLVM's passes at the third level.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
}

/// Text of the assembler, or an object.
static FailureOr<std::string> emit(ModuleOp from, llvm::Module &module,
                                   llvm::TargetMachine &machine,
                                   llvm::CodeGenFileType kind) {
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, kind)) {
    from.emitError("LLVM's back end emits no files of this kind");
    return failure();
  }
  passes.run(module);
  return bytes.str().str();
}

/// The linker of code objects, on the path; empty when there is none.
static std::string findLinker() {
  for (StringRef name : {"ld.lld-19", "ld.lld"})
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  return "";
}

/// Makes a loadable code object of a relocatable one.
static FailureOr<std::string> link(ModuleOp from, StringRef object) {
  std::string linker = findLinker();
  if (linker.empty()) {
    from.emitError("code for AMD's chips is linked by ld.lld, which is not on "
                   "the path: install lld-19");
    return failure();
  }
  llvm::SmallString<128> input, output, messages;
  auto remove = llvm::make_scope_exit([&] {
    for (StringRef path : {StringRef(input), StringRef(output),
                           StringRef(messages)})
      if (!path.empty())
        (void)llvm::sys::fs::remove(path);
  });
  if (llvm::sys::fs::createTemporaryFile("kernels", "o", input) ||
      llvm::sys::fs::createTemporaryFile("kernels", "hsaco", output) ||
      llvm::sys::fs::createTemporaryFile("kernels", "txt", messages)) {
    from.emitError("no temporary file for ld.lld can be made");
    return failure();
  }
  std::error_code code;
  {
    llvm::raw_fd_ostream file(input, code);
    file << object;
  }
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(messages),
                                          StringRef(messages)};
  std::string text;
  int status = llvm::sys::ExecuteAndWait(
      linker, {linker, "-shared", StringRef(input), "-o", StringRef(output)},
      std::nullopt, redirects, /*SecondsToWait=*/120, 0, &text);
  auto read = [](StringRef path) -> std::string {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "";
  };
  if (code || status != 0) {
    from.emitError("ld.lld failed: ") << text << read(messages);
    return failure();
  }
  return read(output);
}

FailureOr<std::string> ts::compileForChip(ModuleOp module,
                                          const DeviceTarget &target) {
  std::unique_ptr<llvm::TargetMachine> machine =
      createMachine(module, target);
  if (!machine)
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, context, "kernels");
  if (!code)
    return failure();
  code->setTargetTriple(machine->getTargetTriple().str());
  code->setDataLayout(machine->createDataLayout());
  if (target.kind == DeviceKind::ROCDL)
    code->addModuleFlag(llvm::Module::Error, "amdhsa_code_object_version", 500);
  optimize(*code, *machine);
  if (target.kind == DeviceKind::ROCDL) {
    FailureOr<std::string> object =
        emit(module, *code, *machine, llvm::CodeGenFileType::ObjectFile);
    return failed(object) ? object : link(module, *object);
  }
  FailureOr<std::string> text =
      emit(module, *code, *machine, llvm::CodeGenFileType::AssemblyFile);
  if (succeeded(text) && StringRef(*text).contains(".extern")) {
    module.emitError("device code calls functions that no chip has");
    return failure();
  }
  // The driver reads a C string.
  if (succeeded(text))
    text->push_back('\0');
  return text;
}
