//===- NativeCode.cpp - LLVM IR and machine code -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translation to LLVM IR and LLVM's optimisation pipeline.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Target/Native/NativeCode.h"

#include "LargeFunctions.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace torchscript;

/// Removes what other dialects say of arguments and results. The translation
/// would warn of each, with the text of the whole function.
static void removeForeignAttributes(mlir::FunctionOpInterface function) {
  auto isForeign = [](mlir::NamedAttribute attribute) {
    auto [space, rest] = attribute.getName().getValue().split('.');
    return !rest.empty() && space != "llvm";
  };
  auto keep = [&](llvm::ArrayRef<mlir::NamedAttribute> attributes) {
    return llvm::to_vector(llvm::make_filter_range(
        attributes, [&](mlir::NamedAttribute a) { return !isForeign(a); }));
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (llvm::any_of(function.getArgAttrs(i), isForeign))
      function.setArgAttrs(i, keep(function.getArgAttrs(i)));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (llvm::any_of(function.getResultAttrs(i), isForeign))
      function.setResultAttrs(i, keep(function.getResultAttrs(i)));
}

std::unique_ptr<llvm::Module>
torchscript::translateToLLVMIR(mlir::ModuleOp module,
                               llvm::LLVMContext &context) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  // There is no debug information; the translation would look for it at each
  // place.
  mlir::Location nowhere = mlir::UnknownLoc::get(module.getContext());
  module.walk([&](mlir::Operation *op) {
    op->setLoc(nowhere);
    if (auto function = mlir::dyn_cast<mlir::FunctionOpInterface>(op))
      removeForeignAttributes(function);
  });
  return mlir::translateModuleToLLVMIR(module, context, "torchscript");
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
torchscript::createHostMachine() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setRelocationModel(llvm::Reloc::PIC_);
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  return builder->createTargetMachine();
}

/// Bytes from which on data lie apart from code and small data.
static constexpr uint64_t kLargeData = 1 << 16;

/// What the levels of x86-64 have beside those below.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    kCpuLevels[] = {
        {"x86-64", ""},
        {"x86-64-v2", "+ssse3,+sse4.2,+popcnt"},
        {"x86-64-v3", "+avx2,+fma,+bmi,+bmi2"},
        {"x86-64-v4", "+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"}};

/// The words of a list of levels, lowest first, each once; the error says what
/// is no level.
static llvm::Expected<std::vector<std::string>>
readCpuLevels(llvm::StringRef list) {
  std::array<bool, std::size(kCpuLevels)> named{};
  llvm::SmallVector<llvm::StringRef> words;
  list.split(words, ',');
  for (llvm::StringRef word : words) {
    auto *found = llvm::find_if(
        kCpuLevels, [&](const auto &level) { return level.first == word; });
    if (found == std::end(kCpuLevels))
      return llvm::createStringError(
          "--target-cpu=%s: a list names levels of a processor, x86-64, "
          "x86-64-v2, x86-64-v3 and x86-64-v4; '%s' is none",
          list.str().c_str(), word.str().c_str());
    named[size_t(found - kCpuLevels)] = true;
  }
  std::vector<std::string> levels;
  for (auto [isNamed, level] : llvm::zip_equal(named, kCpuLevels))
    if (isNamed)
      levels.push_back(level.first.str());
  return levels;
}

std::vector<std::string>
torchscript::getCpuLevels(llvm::StringRef cpu,
                          const llvm::TargetMachine &machine) {
  if (machine.getTargetTriple().getArch() != llvm::Triple::x86_64 ||
      cpu == "baseline")
    return {};
  if (cpu.contains(','))
    return llvm::cantFail(readCpuLevels(cpu));
  std::string highest;
  for (const auto &[name, features] : kCpuLevels) {
    if (!features.empty() &&
        !machine.getMCSubtargetInfo()->checkFeatures(features))
      break;
    highest = name.str();
  }
  return {highest};
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
torchscript::createMachine(const MachineOptions &options) {
  if (llvm::StringRef(options.cpu).contains(',')) {
    auto levels = readCpuLevels(options.cpu);
    if (!levels)
      return levels.takeError();
    if (llvm::Triple(llvm::sys::getDefaultTargetTriple()).getArch() !=
        llvm::Triple::x86_64)
      return llvm::createStringError("--target-cpu=%s: only x86-64 has levels",
                                     options.cpu.c_str());
    return createMachine({levels->front(), options.level});
  }
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  bool isNative = options.cpu == "native",
       isBaseline = options.cpu == "baseline";
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  llvm::orc::JITTargetMachineBuilder builder(triple);
  if (isNative) {
    auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
    if (!host)
      return host.takeError();
    builder = std::move(*host);
  } else if (!isBaseline) {
    builder.setCPU(options.cpu);
  }
  builder.setRelocationModel(llvm::Reloc::PIC_);
  // Unlike code in a process, that of one file lies close together; weights
  // may be large.
  builder.setCodeModel(triple.isX86() ? llvm::CodeModel::Medium
                                      : llvm::CodeModel::Small);
  builder.setCodeGenOptLevel(options.level == 0
                                 ? llvm::CodeGenOptLevel::None
                                 : llvm::CodeGenOptLevel::Default);
  auto machine = builder.createTargetMachine();
  // Weights; the medium model reaches them by way of a register that all their
  // users share. Small data need not.
  if (machine)
    (*machine)->setLargeDataThreshold(kLargeData);
  if (machine && !isNative && !isBaseline &&
      !(*machine)->getMCSubtargetInfo()->isCPUStringValid(options.cpu))
    return llvm::createStringError(
        "'%s' is no CPU of %s; use native, baseline, or a name that `llc "
        "-mcpu=help` lists",
        options.cpu.c_str(), (*machine)->getTargetTriple().str().c_str());
  return machine;
}

/// Has the pipeline of `builder` instrument the functions of `module`, after it
/// has optimised them.
static void addSanitizer(llvm::Module &module, llvm::PassBuilder &builder,
                         Sanitizer sanitizer) {
  if (sanitizer == Sanitizer::None)
    return;
  bool isAddress = sanitizer == Sanitizer::Address;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(isAddress ? llvm::Attribute::SanitizeAddress
                                   : llvm::Attribute::SanitizeThread);
  builder.registerOptimizerLastEPCallback(
      [isAddress](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
        if (isAddress) {
          passes.addPass(
              llvm::AddressSanitizerPass(llvm::AddressSanitizerOptions()));
          return;
        }
        passes.addPass(llvm::ModuleThreadSanitizerPass());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(
            llvm::ThreadSanitizerPass()));
      });
}

/// Instructions from which on a module is large: some 5,000 calls of operators,
/// or as many functions. Beyond that the usual passes take minutes.
static constexpr unsigned kLargeModule = 200000;
/// What a function costs the passes besides its instructions, in instructions.
static constexpr unsigned kFunctionCost = 20;

/// The named metadata of a module that was large.
static constexpr const char *kLargeMark = "ts.large";

llvm::CodeGenOptLevel torchscript::getCodeGenLevel(const llvm::Module &module,
                                                   unsigned level) {
  return level == 0 || module.getNamedMetadata(kLargeMark)
             ? llvm::CodeGenOptLevel::None
             : llvm::CodeGenOptLevel::Default;
}

/// Whether the usual passes would take too long.
static bool isLarge(const llvm::Module &module) {
  size_t cost = module.getInstructionCount();
  for (const llvm::Function &function : module)
    cost += function.isDeclaration() ? 0 : kFunctionCost;
  return cost > kLargeModule;
}

/// The passes for large modules: those that make code short, each once.
static llvm::ModulePassManager buildPassesForLarge() {
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass());
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass());
  functions.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  passes.addPass(llvm::GlobalDCEPass());
  return passes;
}

llvm::Error torchscript::optimize(llvm::Module &module,
                                  llvm::TargetMachine &machine, unsigned level,
                                  Sanitizer sanitizer) {
  module.setTargetTriple(machine.getTargetTriple().str());
  module.setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : module) {
    // Versions of kernels name their own.
    if (function.isDeclaration() || function.hasFnAttribute("target-cpu"))
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
  keepHelperCalls(module);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = level >= 2;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(SkipLargeBlocks());
      });
  addSanitizer(module, builder, sanitizer);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
      llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
  llvm::OptimizationLevel chosen = levels[std::min(level, 3u)];
  bool quick = level > 0 && sanitizer == Sanitizer::None && isLarge(module);
  if (quick) {
    module.getOrInsertNamedMetadata(kLargeMark);
    keepCommonHelpers(module);
    // No exception passes through a program, and the linker in a process takes
    // the square of what unwinding needs.
    for (llvm::Function &function : module)
      if (!function.isDeclaration())
        function.setDoesNotThrow();
  }
  llvm::ModulePassManager passes =
      quick        ? buildPassesForLarge()
      : level == 0 ? builder.buildO0DefaultPipeline(chosen)
                   : builder.buildPerModuleDefaultPipeline(chosen);
  passes.run(module, modules);
  forgetSkipped(module);
  if (getCodeGenLevel(module, level) != llvm::CodeGenOptLevel::None) {
    simplifyLargeBlocks(module, functions);
    splitMerges(module);
  }
  return llvm::Error::success();
}
