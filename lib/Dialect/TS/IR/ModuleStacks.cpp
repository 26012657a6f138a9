//===- ModuleStacks.cpp - Which modules an operation is of ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ModuleStacks.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ts;

/// What names of locations that are made here begin with.
static constexpr StringRef kCall = "ts.module_call:";
static constexpr StringRef kTurn = "ts.turn:";
static constexpr StringRef kStack = "nn_module_stack:";

static Location makeName(Location place, const Twine &name) {
  return NameLoc::get(StringAttr::get(place.getContext(), name), place);
}

Location ts::markModuleCall(Location call, StringRef object, int64_t number) {
  return makeName(call, kCall + Twine(number) + ":" + object);
}

Location ts::markTurn(Location place, Location loop, int64_t turn) {
  size_t depth = getModuleCalls(loop).size();
  if (getModuleCalls(place).size() <= depth)
    return place;
  return makeName(place, kTurn + Twine(depth) + ":" + Twine(turn));
}

/// Adds the calls of a location behind those around it.
static void collect(Location place, SmallVectorImpl<ModuleCall> &calls) {
  if (auto site = dyn_cast<CallSiteLoc>(place)) {
    collect(site.getCaller(), calls);
    collect(site.getCallee(), calls);
    return;
  }
  if (auto fused = dyn_cast<FusedLoc>(place)) {
    if (!fused.getLocations().empty())
      collect(fused.getLocations().front(), calls);
    return;
  }
  auto name = dyn_cast<NameLoc>(place);
  if (!name)
    return;
  collect(name.getChildLoc(), calls);
  StringRef text = name.getName();
  if (text.consume_front(kCall)) {
    auto [number, object] = text.split(':');
    calls.push_back({object, number.str()});
  } else if (text.consume_front(kTurn)) {
    auto [depth, turn] = text.split(':');
    size_t first = 0;
    if (depth.getAsInteger(10, first))
      return;
    for (size_t i = first; i < calls.size(); ++i)
      calls[i].id += ("." + turn).str();
  }
}

SmallVector<ModuleCall> ts::getModuleCalls(Location place) {
  SmallVector<ModuleCall> calls;
  collect(place, calls);
  return calls;
}

//===----------------------------------------------------------------------===//
// Stacks as files spell them
//===----------------------------------------------------------------------===//

/// The text up to a separator that is not in brackets or quotes; `text` is the
/// rest then.
static StringRef takeUntil(StringRef &text, char separator) {
  int depth = 0;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote) {
      quote = c == quote ? 0 : quote;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '[' || c == '(') {
      ++depth;
    } else if (c == ']' || c == ')') {
      --depth;
    } else if (c == separator && depth <= 0) {
      StringRef part = text.take_front(i);
      text = text.drop_front(i + 1);
      return part;
    }
  }
  StringRef part = text;
  text = "";
  return part;
}

/// `L['self'].layers[0].conv` of PyTorch 2.2 and before is `layers.0.conv`.
static std::string readPath(StringRef text) {
  text = text.trim();
  text.consume_front("L['self']");
  text.consume_front("L[\"self\"]");
  std::string path;
  for (char c : text) {
    bool isEnd = c == '[' || c == '.';
    if (isEnd && !path.empty() && path.back() != '.')
      path += '.';
    else if (!isEnd && c != ']' && c != '\'' && c != '"')
      path += c;
  }
  // A later call of the module.
  return StringRef(path).split('@').first.str();
}

/// Modules in modules, and calls in calls.
static constexpr size_t kMaxDepth = 64;

static bool isPath(StringRef path) {
  if (path.empty())
    return true;
  SmallVector<StringRef> parts;
  path.split(parts, '.');
  return parts.size() <= kMaxDepth && llvm::all_of(parts, [](StringRef part) {
    return !part.empty() && llvm::all_of(part, [](char c) {
      return llvm::isAlnum(c) || c == '_';
    });
  });
}

SmallVector<ModuleStackEntry> ts::parseModuleStack(StringRef text) {
  SmallVector<ModuleStackEntry> entries;
  while (!text.empty() && entries.size() < kMaxDepth) {
    StringRef entry = takeUntil(text, ';');
    StringRef key = takeUntil(entry, ',');
    StringRef path = takeUntil(entry, ',');
    StringRef type = entry.trim();
    // The text of a class.
    if (type.consume_front("<class '"))
      type.consume_back("'>");
    std::string read = readPath(path);
    if (isPath(read))
      entries.push_back({key.str(), read, type.str()});
  }
  return entries;
}

Location ts::setModuleStack(Location place, StringRef stack) {
  return stack.empty() ? place : makeName(place, kStack + stack);
}

StringRef ts::getModuleStack(Location place) {
  if (auto name = dyn_cast<NameLoc>(place)) {
    StringRef text = name.getName();
    return text.consume_front(kStack) ? text
                                      : getModuleStack(name.getChildLoc());
  }
  if (auto site = dyn_cast<CallSiteLoc>(place)) {
    StringRef stack = getModuleStack(site.getCaller());
    return stack.empty() ? getModuleStack(site.getCallee()) : stack;
  }
  if (auto fused = dyn_cast<FusedLoc>(place))
    for (Location part : fused.getLocations())
      if (StringRef stack = getModuleStack(part); !stack.empty())
        return stack;
  return "";
}

Location ts::stripModuleStack(Location place) {
  while (auto name = dyn_cast<NameLoc>(place)) {
    StringRef text = name.getName();
    if (!text.starts_with(kStack) && !text.starts_with(kCall) &&
        !text.starts_with(kTurn))
      break;
    place = name.getChildLoc();
  }
  return place;
}
