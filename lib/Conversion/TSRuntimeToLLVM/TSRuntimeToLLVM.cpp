//===- TSRuntimeToLLVM.cpp - Everything to the LLVM dialect -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements convert-tsrt-to-llvm: one conversion of all dialects that are
// left, then the entries for the host and the module's initialisation.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/Forms.h"
#include "TorchScript/Dialect/TS/IR/FunctionAttributes.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::ts {
#define GEN_PASS_DEF_CONVERTTSRUNTIMETOLLVM
#include "TorchScript/Conversion/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::tsrt;

namespace {

/// A function the host may call, and its type before conversion.
struct PublicFunction {
  std::string name;
  FunctionType type;
};

/// The type of a function as the host sees it.
FunctionType getHostType(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  auto named = function->getAttrOfType<TypeAttr>(ts::kNamedResultAttr);
  SmallVector<Type> results(type.getResults());
  // Only the names may differ.
  if (!named || results.empty() || !isa<ts::TSTupleType>(named.getValue()) ||
      ts::getTupleElements(named.getValue()) !=
          ts::getTupleElements(results.back()))
    return type;
  results.back() = named.getValue();
  return FunctionType::get(type.getContext(), type.getInputs(), results);
}

struct ConvertTSRuntimeToLLVM
    : ts::impl::ConvertTSRuntimeToLLVMBase<ConvertTSRuntimeToLLVM> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyRuntimeForm(module)))
      return signalPassFailure();
    MLIRContext *context = &getContext();
    // The conversion does not look into blocks that nothing reaches.
    IRRewriter rewriter(context);
    for (auto function : module.getOps<func::FuncOp>())
      (void)eraseUnreachableBlocks(rewriter, function->getRegions());
    LowerToLLVMOptions options(context);
    LLVMTypeConverter converter(context, options);
    addNativeTypes(converter);
    Lowering lowering(module, converter);

    // ts-export-library describes the functions and types of a library.
    bool isLibrary = module->hasAttr(ts::kLibraryAttr);
    SmallVector<PublicFunction> functions;
    llvm::StringSet<> calledByEntry = findCalledByEntry(module, isLibrary);
    for (auto func : module.getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      ++numFunctions;
      if (!isCallableByHost(func.getFunctionType()))
        continue;
      bool isCalled = calledByEntry.contains(func.getName());
      if (isCalled || (func.isPublic() && !isLibrary)) {
        functions.push_back({func.getName().str(), getHostType(func)});
        lowering.callable[func.getName()] = func.getFunctionType();
      }
      if (isLibrary && (isCalled || func.isPublic()))
        func->setAttr(ts::kSourceTypeAttr, TypeAttr::get(getHostType(func)));
    }
    numEntries += functions.size();
    // Methods are named by descriptors, so their entries are known early.
    SmallVector<LLVM::LLVMFuncOp> entries = declareEntries(lowering, functions);

    LLVMConversionTarget target(*context);
    target.addLegalOp<ModuleOp>();
    target.addLegalOp<ts::AttrOp, ts::ClassOp, ts::EnumOp, ts::GlobalOp,
                      ts::InterfaceOp, ts::MethodOp, ts::ObjectOp,
                      ts::SignatureOp>();
    RewritePatternSet patterns(context);
    populateCallPatterns(lowering, patterns);
    populateContainerPatterns(lowering, patterns);
    populateDataPatterns(lowering, patterns);
    populateDictPatterns(lowering, patterns);
    populateInterfacePatterns(lowering, patterns);
    populateKernelPatterns(lowering, patterns);
    populateLiteralPatterns(lowering, patterns);
    populateObjectPatterns(lowering, patterns);
    populateOperatorPatterns(lowering, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    populateComplexToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    SymbolTable before(module);
    populateFuncToLLVMConversionPatterns(converter, patterns, &before);
    index::populateIndexToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    populateMathToLibmConversionPatterns(patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      return signalPassFailure();

    SymbolTable after(module);
    for (auto [function, entry] : llvm::zip_equal(functions, entries)) {
      addBoxedEntry(lowering, entry,
                    after.lookup<LLVM::LLVMFuncOp>(function.name),
                    function.type);
    }
    lowering.finishModule();
    if (!isLibrary)
      eraseDeclarations(module);
  }

private:
  /// The functions that tasks, calls of interface methods and the runtime
  /// itself (`__lt__`, ...) reach without a call that names them. Objects of a
  /// library may be in the hands of other code, which asks for public methods.
  static llvm::StringSet<> findCalledByEntry(ModuleOp module, bool isLibrary) {
    llvm::StringSet<> functions, methods;
    module.walk([&](Operation *op) {
      if (auto fork = dyn_cast<ts::ForkOp>(op))
        functions.insert(fork.getCallee());
      else if (auto rpc = dyn_cast<ts::RpcOp>(op); rpc && rpc.getCallee())
        functions.insert(*rpc.getCallee());
      else if (auto call = dyn_cast<MethodCallOp>(op))
        methods.insert(call.getName());
    });
    llvm::StringSet<> exported;
    if (isLibrary)
      for (auto function : module.getOps<func::FuncOp>())
        if (function.isPublic())
          exported.insert(function.getName());
    for (auto declaration : module.getOps<ts::ClassOp>())
      for (auto method : declaration.getBody().getOps<ts::MethodOp>()) {
        StringRef name = method.getName();
        bool isSpecial = name.starts_with("__") && name.ends_with("__");
        if (isSpecial || methods.contains(name) ||
            exported.contains(method.getFunction()))
          functions.insert(method.getFunction());
      }
    return functions;
  }

  /// The entries for the host, without bodies.
  static SmallVector<LLVM::LLVMFuncOp>
  declareEntries(Lowering &lowering, ArrayRef<PublicFunction> functions) {
    OpBuilder b = OpBuilder::atBlockEnd(lowering.module.getBody());
    SmallVector<LLVM::LLVMFuncOp> entries;
    for (const PublicFunction &function : functions)
      entries.push_back(b.create<LLVM::LLVMFuncOp>(
          lowering.module.getLoc(), function.name + ts::kBoxedSuffix.str(),
          LLVM::LLVMFunctionType::get(lowering.ptr(),
                                      {lowering.ptr(), lowering.ptr()})));
    return entries;
  }
};

} // namespace

void tsrt::eraseDeclarations(ModuleOp module) {
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (isa<ts::ClassOp, ts::EnumOp, ts::GlobalOp, ts::InterfaceOp,
            ts::ObjectOp>(op))
      op.erase();
}
