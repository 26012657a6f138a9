//===- ValueCheck.cpp - Checks of a finished value graph ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Refuses cycles, too deep nesting, graphs that unfold beyond bounds, and
// values that only exist while a pickle is read.
//
//===----------------------------------------------------------------------===//

#include "Unpickler.h"

#include "llvm/Support/MathExtras.h"

using namespace torchscript;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// What is known of a value.
struct Info {
  enum State : uint8_t { New, Open, Done } state = New;
  uint32_t depth = 0;
  uint64_t unfolded = 1;
};

/// A value whose children are being visited.
struct Frame {
  const ArchiveValue *value;
  size_t nextChild;
};
} // namespace

/// Child number `i` of a value, or null behind the last.
static const ArchiveValue *getChild(const ArchiveValue *value, size_t i) {
  switch (value->getKind()) {
  case ArchiveValue::Kind::List: {
    const auto &elements = llvm::cast<ArchiveList>(value)->elements;
    return i < elements.size() ? elements[i] : nullptr;
  }
  case ArchiveValue::Kind::Tuple: {
    const auto &elements = llvm::cast<ArchiveTuple>(value)->elements;
    return i < elements.size() ? elements[i] : nullptr;
  }
  case ArchiveValue::Kind::Dict: {
    const auto &entries = llvm::cast<ArchiveDict>(value)->entries;
    if (i / 2 >= entries.size())
      return nullptr;
    return i % 2 ? entries[i / 2].second : entries[i / 2].first;
  }
  case ArchiveValue::Kind::Object:
    return i == 0 ? llvm::cast<ArchiveObject>(value)->state : nullptr;
  case ArchiveValue::Kind::Enum:
    return i == 0 ? llvm::cast<ArchiveEnum>(value)->value : nullptr;
  default:
    return nullptr;
  }
}

/// True for values that are referred to, not written out, where they are used.
static bool isReferred(const ArchiveValue *value) {
  return llvm::isa<ArchiveObject, ArchiveTensor>(value);
}

llvm::Error Unpickler::checkGraph(const ArchiveValue *root) const {
  std::vector<Info> infos(graph.size());
  std::vector<Frame> frames;
  auto open = [&](const ArchiveValue *value) -> llvm::Error {
    if (const auto *global = llvm::dyn_cast<ArchiveGlobal>(value))
      return failureAt(value->getOffset(), "the name '" + global->module + "." +
                                               global->name +
                                               "' where a value is expected");
    if (llvm::isa<ArchiveStorage>(value))
      return failureAt(value->getOffset(),
                       Twine(describeKind(value->getKind())) +
                           " where a value is expected");
    if (frames.size() >= context.limits.maxNestingDepth)
      return failureAt(value->getOffset(),
                       "values are nested deeper than " +
                           Twine(context.limits.maxNestingDepth));
    infos[value->getIndex()].state = Info::Open;
    frames.push_back({value, 0});
    return llvm::Error::success();
  };
  if (llvm::Error error = open(root))
    return error;
  while (!frames.empty()) {
    Frame &frame = frames.back();
    Info &info = infos[frame.value->getIndex()];
    const ArchiveValue *child = getChild(frame.value, frame.nextChild);
    if (!child) {
      info.state = Info::Done;
      frames.pop_back();
      continue;
    }
    const Info &childInfo = infos[child->getIndex()];
    if (childInfo.state == Info::Open)
      return failureAt(child->getOffset(),
                       Twine(describeKind(child->getKind())) +
                           " contains itself; archives cannot hold cycles");
    if (childInfo.state == Info::New) {
      if (llvm::Error error = open(child))
        return error;
      continue;
    }
    ++frame.nextChild;
    info.depth = std::max(info.depth, childInfo.depth + 1);
    info.unfolded = llvm::SaturatingAdd(
        info.unfolded, isReferred(child) ? uint64_t(1) : childInfo.unfolded);
    if (info.depth >= context.limits.maxNestingDepth)
      return failureAt(frame.value->getOffset(),
                       "values are nested deeper than " +
                           Twine(context.limits.maxNestingDepth));
    if (info.unfolded > context.limits.maxUnfoldedValues)
      return failureAt(frame.value->getOffset(),
                       "shared values unfold to more than " +
                           Twine(context.limits.maxUnfoldedValues) + " values");
  }
  return llvm::Error::success();
}
