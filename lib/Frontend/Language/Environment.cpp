//===- Environment.cpp - Names and their meanings inside a function -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the stack of frames.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/Environment.h"

using namespace torchscript;

void Environment::push() {
  Frame *parent = frames.empty() ? nullptr : frames.back().get();
  frames.push_back(std::make_unique<Frame>(parent));
}

std::unique_ptr<Frame> Environment::pop() {
  std::unique_ptr<Frame> frame = std::move(frames.back());
  frames.pop_back();
  return frame;
}

static Binding *findFrom(Frame *frame, llvm::StringRef name) {
  for (; frame; frame = frame->parent) {
    auto it = frame->names.find(name);
    if (it != frame->names.end())
      return &it->second;
  }
  return nullptr;
}

Binding *Environment::find(llvm::StringRef name) {
  return findFrom(frames.back().get(), name);
}

Binding *Environment::findHere(llvm::StringRef name) {
  auto it = frames.back()->names.find(name);
  return it == frames.back()->names.end() ? nullptr : &it->second;
}

Binding *Environment::findOutside(llvm::StringRef name) {
  for (Frame *frame = frames.back().get(); frame && !frame->hidesOuter;) {
    frame = frame->parent;
    if (!frame)
      break;
    auto it = frame->names.find(name);
    if (it != frame->names.end())
      return &it->second;
  }
  return nullptr;
}

Binding *Environment::findHidden(llvm::StringRef name) {
  Frame *frame = frames.back().get();
  while (frame && !frame->hidesOuter && !frame->names.count(name.str()))
    frame = frame->parent;
  return frame && frame->hidesOuter && !frame->names.count(name.str())
             ? findFrom(frame->parent, name)
             : nullptr;
}

const Diagnostic *Environment::findUnusable(llvm::StringRef name) const {
  for (const Frame *frame = frames.back().get(); frame; frame = frame->parent) {
    auto it = frame->unusable.find(name);
    if (it != frame->unusable.end())
      return &it->second;
  }
  return nullptr;
}

Binding &Environment::bind(llvm::StringRef name, Binding binding) {
  return frames.back()->names[name.str()] = std::move(binding);
}

void Environment::forEachName(
    llvm::function_ref<void(llvm::StringRef)> visit) const {
  for (const auto &frame : frames)
    for (const auto &entry : frame->names)
      visit(entry.first);
}

bool Environment::remove(llvm::StringRef name) {
  bool removed = false;
  for (auto &frame : frames) {
    auto it = frame->names.find(name);
    if (it == frame->names.end())
      continue;
    frame->names.erase(it);
    removed |= frame == frames.front();
  }
  return removed;
}

llvm::SmallVector<Slot, 1> Environment::outerSlots(llvm::StringRef name) {
  llvm::SmallVector<Slot, 1> slots;
  Binding *outside = findOutside(name);
  if (!outside || !outside->isVariable())
    return slots;
  slots.push_back(outside->own);
  slots.append(outside->outer);
  return slots;
}
