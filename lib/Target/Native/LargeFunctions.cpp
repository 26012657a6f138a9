//===- LargeFunctions.cpp - Linear time for large functions ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that stay calls, and blocks between a block and groups of its
// predecessors.
//
//===----------------------------------------------------------------------===//

#include "LargeFunctions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace torchscript;

/// The attribute of a function that SkipLargeBlocks keeps from the vectorizer.
static constexpr const char *kMark = "ts.large-block";

/// The most calls of helpers that are inlined into a function.
static constexpr unsigned kMostInlined = 500;

void torchscript::keepHelperCalls(Module &module) {
  for (Function &function : module) {
    SmallVector<CallBase *> calls;
    for (BasicBlock &block : function)
      for (Instruction &instruction : block) {
        auto *call = dyn_cast<CallBase>(&instruction);
        const Function *callee = call ? call->getCalledFunction() : nullptr;
        if (callee && !callee->isDeclaration() &&
            callee->getName().starts_with("tsrt.") && !callee->hasOneUse())
          calls.push_back(call);
      }
    if (calls.size() > kMostInlined)
      for (CallBase *call : calls)
        call->addFnAttr(Attribute::NoInline);
  }
}

/// The most copies of one helper that are made in a large module.
static constexpr unsigned kMostCopies = 5000;

void torchscript::keepCommonHelpers(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && function.getName().starts_with("tsrt.") &&
        function.hasFnAttribute(Attribute::AlwaysInline) &&
        function.hasNUsesOrMore(kMostCopies)) {
      function.removeFnAttr(Attribute::AlwaysInline);
      function.addFnAttr(Attribute::NoInline);
    }
}

/// The most instructions of a block whose arithmetic is looked at for vectors.
static constexpr unsigned kMostVectorized = 2000;
/// The most instructions of a block that become good machine code.
static constexpr unsigned kMostGood = 5000;

/// Whether each instruction of a function is run once at most, and one block
/// has more than `most`.
static bool isLongAndStraight(Function &function, unsigned most,
                              FunctionAnalysisManager &analyses) {
  bool isLong = any_of(
      function, [&](const BasicBlock &block) { return block.size() > most; });
  return isLong && analyses.getResult<LoopAnalysis>(function).empty();
}

void torchscript::simplifyLargeBlocks(Module &module,
                                      FunctionAnalysisManager &analyses) {
  for (Function &function : module)
    if (isLongAndStraight(function, kMostGood, analyses)) {
      for (auto kind : {Attribute::AlwaysInline, Attribute::InlineHint,
                        Attribute::MinSize, Attribute::OptimizeForSize})
        function.removeFnAttr(kind);
      function.addFnAttr(Attribute::NoInline);
      function.addFnAttr(Attribute::OptimizeNone);
    }
}

PreservedAnalyses SkipLargeBlocks::run(Function &function,
                                       FunctionAnalysisManager &analyses) {
  if (isLongAndStraight(function, kMostVectorized, analyses)) {
    function.addFnAttr(Attribute::NoImplicitFloat);
    function.addFnAttr(kMark);
  }
  return PreservedAnalyses::all();
}

void torchscript::forgetSkipped(Module &module) {
  for (Function &function : module)
    if (function.hasFnAttribute(kMark)) {
      function.removeFnAttr(Attribute::NoImplicitFloat);
      function.removeFnAttr(kMark);
    }
}

/// The most predecessors of a block that are left alone, and those of a group.
static constexpr unsigned kMost = 128, kGroup = 64;

/// Without an instruction the code generator would remove the block again: an
/// empty piece of assembly.
static void keepBlock(BasicBlock *block) {
  auto *type = FunctionType::get(Type::getVoidTy(block->getContext()), false);
  CallInst::Create(type, InlineAsm::get(type, "", "", /*hasSideEffects=*/true),
                   "", block->getTerminator()->getIterator());
}

static void splitMerge(BasicBlock *block) {
  SmallSetVector<BasicBlock *, 16> predecessors(pred_begin(block),
                                                pred_end(block));
  if (predecessors.size() <= kMost)
    return;
  for (BasicBlock *predecessor : predecessors)
    if (isa<IndirectBrInst, CallBrInst>(predecessor->getTerminator()))
      return;
  ArrayRef<BasicBlock *> rest = predecessors.getArrayRef();
  while (!rest.empty()) {
    BasicBlock *group =
        SplitBlockPredecessors(block, rest.take_back(kGroup), ".group");
    if (!group)
      return;
    keepBlock(group);
    rest = rest.drop_back(std::min<size_t>(kGroup, rest.size()));
  }
}

void torchscript::splitMerges(Module &module) {
  for (Function &function : module) {
    SmallVector<BasicBlock *> merges;
    for (BasicBlock &block : function)
      if (isa<PHINode>(block.front()) && block.hasNPredecessorsOrMore(kMost))
        merges.push_back(&block);
    for (BasicBlock *block : merges)
      splitMerge(block);
  }
}
