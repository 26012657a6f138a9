//===- Environment.h - Names and their meanings inside a function  -*- C++
//-*--===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frames of a function: which names are bound where, to which slot and with
// which static type (sections 11 and 12 of the language).
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_ENVIRONMENT_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_ENVIRONMENT_H

#include "TorchScript/Frontend/Language/Meaning.h"

#include "TorchScript/Frontend/Syntax/Diagnostics.h"

#include "llvm/ADT/StringMap.h"

#include <map>
#include <memory>

namespace torchscript {

/// A slot with the static type of what it holds.
struct Slot {
  mlir::Value slot;
  const Type *type = nullptr;
};

/// What a name means in one frame: a variable or another meaning.
struct Binding {
  /// Set for everything that is not a variable.
  Meaning *meaning = nullptr;
  /// The variable's own slot, read by loads.
  Slot own;
  /// Where it was bound last.
  SourceRange place;
  bool inferred = false;
  /// Slots of enclosing frames that every assignment also writes, so that the
  /// value is there when the block ends.
  llvm::SmallVector<Slot, 1> outer;

  bool isVariable() const { return meaning == nullptr; }
};

/// The names bound in one block.
struct Frame {
  explicit Frame(Frame *parent) : parent(parent) {}
  Frame *parent;
  /// Assignments further inside do not see variables outside this frame.
  bool hidesOuter = false;
  /// Ordered by name, so that joins are deterministic.
  std::map<std::string, Binding, std::less<>> names;
  /// Why a name bound in some branch cannot be used after it.
  std::map<std::string, Diagnostic, std::less<>> unusable;
};

/// The stack of frames of one function.
class Environment {
public:
  Environment() { push(); }
  /// Opens a block.
  void push();
  /// Closes the innermost block and hands over its frame.
  std::unique_ptr<Frame> pop();

  Frame &current() { return *frames.back(); }
  /// The binding of a name in the innermost frame that has it, or null.
  Binding *find(llvm::StringRef name);
  /// Its binding in the innermost frame itself, or null.
  Binding *findHere(llvm::StringRef name);
  /// Its binding in the innermost frame around that one that has it, or null.
  Binding *findOutside(llvm::StringRef name);
  /// The binding that a name of this frame hides, with which it must agree in
  /// type; null unless the frame hides the outer ones.
  Binding *findHidden(llvm::StringRef name);
  /// Why the name is not usable, or null.
  const Diagnostic *findUnusable(llvm::StringRef name) const;
  /// Binds a name in the innermost frame.
  Binding &bind(llvm::StringRef name, Binding binding);
  /// Forgets a name everywhere; false when it was not bound in the outermost
  /// frame: what only an inner block knows cannot be deleted.
  bool remove(llvm::StringRef name);
  /// The slots an assignment in the innermost frame must also write.
  llvm::SmallVector<Slot, 1> outerSlots(llvm::StringRef name);
  /// Calls `visit` with each bound name.
  void forEachName(llvm::function_ref<void(llvm::StringRef)> visit) const;
  /// Number of open blocks.
  size_t depth() const { return frames.size(); }

private:
  std::vector<std::unique_ptr<Frame>> frames;
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_ENVIRONMENT_H
