//===- Frame.h - A running function -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EVALUATE_FRAME_H
#define TORCHSCRIPT_LIB_FRONTEND_EVALUATE_FRAME_H

#include "Code.h"

#include "llvm/ADT/SmallVector.h"

namespace torchscript::evaluate {

struct GeneratorObject;

/// A function, class body or module that runs, or a generator that waits.
struct Frame {
  /// What an exception comes to.
  struct Block {
    bool isHandler; ///< a handler that runs: the exception before is at depth
    uint32_t target;
    uint32_t depth;
  };

  Value codeOwner;
  CodeObject *code;
  Value function; ///< empty for modules
  Value globalsOwner;
  DictObject *globals;
  Value locals; ///< the dict of a class body or module; else empty
  Value *slots = nullptr, *cells = nullptr, *stack = nullptr, *top = nullptr;
  uint32_t pc = 0;
  llvm::SmallVector<Block, 4> blocks;
  Frame *back = nullptr;
  Value result;
  bool yields = false; ///< set when it was left by `yield`
  /// An exception to raise where a generator goes on.
  Value thrown;
  std::vector<Value> memory; ///< of slots that are not on the common stack

  Frame(Value codeOwner, Value globals);
  ~Frame();
  /// Gives the frame its slots, of its own or on the interpreter's stack.
  void allocate(Interpreter &in, bool own);
  void makeCells(Interpreter &in);

  void push(Value value) { *top++ = std::move(value); }
  Value pop() { return std::move(*--top); }
  Value &peek(size_t depth = 0) { return top[-1 - ptrdiff_t(depth)]; }
  uint32_t depth() const { return top - stack; }
  void truncate(uint32_t depth) {
    while (top > stack + depth)
      *--top = Value();
  }
  torchscript::SourceRange getRange() const;
  StrObject *name(uint32_t i) const { return code->names[i]; }

private:
  Interpreter *lender = nullptr;
  size_t lent = 0;
};

/// A generator and the frame it goes on with.
struct GeneratorObject : Container {
  static constexpr Kind kKind = Kind::Generator;
  std::unique_ptr<Frame> frame; ///< null when it is done
  Value name;
  Value handled = Value::none();
  bool isRunning = false, hasStarted = false;
  /// What it returned, until somebody asks.
  Value returned;
  explicit GeneratorObject(TypeObject *cls) : Container(kKind, cls) {}
  void traverse(Visitor visit, void *data) override;
  void clear() override;
};

/// Runs one instruction; true when the frame is left.
using Handler = bool (*)(Interpreter &in, Frame &f, uint32_t a);
#define TS_OP(name) bool run##name(Interpreter &in, Frame &f, uint32_t a);
#include "Opcodes.def"

/// Binds the arguments of a call to the slots of a function's parameters.
void bindArguments(Interpreter &in, FunctionObject *function, CodeObject *code,
                   const Arguments &arguments, Value *slots);

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_LIB_FRONTEND_EVALUATE_FRAME_H
