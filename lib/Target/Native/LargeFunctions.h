//===- LargeFunctions.h - Linear time for large functions -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps LLVM's time for functions of thousands of calls linear.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_NATIVE_LARGEFUNCTIONS_H
#define TORCHSCRIPT_LIB_TARGET_NATIVE_LARGEFUNCTIONS_H

#include "llvm/IR/PassManager.h"

namespace torchscript {

/// Before optimisation: a function with very many calls of helpers that would
/// be inlined, such as that of reference counts, keeps them as calls. Inlined
/// they are four blocks each, through which all that lives must pass.
void keepHelperCalls(llvm::Module &module);

/// Before the passes for large modules: helpers that would be inlined into very
/// many places, such as the check before each exported function, stay calls.
void keepCommonHelpers(llvm::Module &module);

/// Before vectorization: keeps functions without loops that have very large
/// blocks from the vectorizer of straight code, which compares each instruction
/// of a block with all of its kind.
struct SkipLargeBlocks : llvm::PassInfoMixin<SkipLargeBlocks> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

/// After optimisation: removes the marks of SkipLargeBlocks.
void forgetSkipped(llvm::Module &module);

/// After optimisation: functions without loops that have extremely large blocks
/// become machine code without more ado; some passes of the code generator look
/// at all users of a value in a block for each of them.
void simplifyLargeBlocks(llvm::Module &module,
                         llvm::FunctionAnalysisManager &analyses);

/// After optimisation: lets at most some 64 values meet in a phi, and the
/// results of these in the next. A phi becomes a register with an assignment
/// for each value, and passes of the code generator that look at an assignment
/// look at all of them.
void splitMerges(llvm::Module &module);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_NATIVE_LARGEFUNCTIONS_H
