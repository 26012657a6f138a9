//===- Code.h - Compiled code of the evaluator -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function, class body or module is compiled to: instructions for a
// machine with a stack, whose names are resolved to slots.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EVALUATE_CODE_H
#define TORCHSCRIPT_LIB_FRONTEND_EVALUATE_CODE_H

#include "TorchScript/Frontend/Evaluate/Interpreter.h"
#include "TorchScript/Frontend/Syntax/Tree.h"

namespace torchscript::evaluate {

enum class Op : uint8_t {
#define TS_OP(name) name,
#include "Opcodes.def"
};

struct Instruction {
  Op op;
  uint32_t operand;
};

/// A pattern of a `case`, with what it needs to be tried.
struct CompiledPattern {
  const torchscript::Pattern *pattern = nullptr;
  /// The places of its values and classes in the tuple of those.
  llvm::DenseMap<const torchscript::Expr *, unsigned> values;
  /// The names it binds, each once.
  std::vector<llvm::StringRef> names;
};

/// Code of one scope. Slots of a frame: parameters and other locals, then own
/// cells, then those of the closure, then the stack.
struct CodeObject : Object {
  static constexpr Kind kKind = Kind::Code;
  explicit CodeObject(TypeObject *cls) : Object(kKind, cls) {}

  std::vector<Instruction> instructions;
  std::vector<torchscript::SourceRange> ranges; ///< one for each instruction
  ValueVector constants;
  std::vector<StrObject *> names;
  std::vector<CompiledPattern> patterns;
  std::string name, qualifiedName;
  const torchscript::SourceFile *file = nullptr;
  /// What it was compiled from; null for modules.
  const void *node = nullptr;
  Value doc;

  std::vector<StrObject *> localNames, cellNames, freeNames;
  /// For each cell the parameter that begins in it, or -1.
  std::vector<int> cellParameters;
  size_t numPositional = 0; ///< parameters that may be given by position
  size_t numPositionalOnly = 0;
  size_t numKeywordOnly = 0;
  bool gathersPositional = false, gathersKeywords = false;
  bool isGenerator = false;
  bool isClass = false;
  size_t maxStack = 0;
  size_t getNumParameters() const {
    return numPositional + numKeywordOnly + gathersPositional +
           gathersKeywords;
  }
  size_t getNumSlots() const {
    return localNames.size() + cellNames.size() + freeNames.size() + maxStack;
  }
};

/// Flags of MakeFunction.
enum : uint32_t {
  kHasDefaults = 1,
  kHasKeywordDefaults = 2,
  kHasAnnotations = 4,
  kHasClosure = 8,
};

/// Compiles the statements of a file; empty after errors were reported.
Value compileModule(Interpreter &in, const SyntaxTree &tree,
                    DiagnosticSink &sink);

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_LIB_FRONTEND_EVALUATE_CODE_H
