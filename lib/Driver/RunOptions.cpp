//===- RunOptions.cpp - The options of ts-run -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An option that would be ignored is an error: whoever gave it expects
// something of it.
//
//===----------------------------------------------------------------------===//

#include "RunOptions.h"

#include <functional>

using namespace torchscript;
namespace cl = llvm::cl;

static bool isGiven(const cl::Option &option) {
  return option.getNumOccurrences();
}

/// The name of the first option that is given, or null.
static const char *
findFirst(std::initializer_list<std::reference_wrapper<const cl::Option>> all) {
  for (const cl::Option &option : all)
    if (isGiven(option))
      return option.ArgStr.data();
  return nullptr;
}

bool RunOptions::isWholeFile() const {
  return !findFirst({entry, check, inputs, source.state, expect, saveOutput,
                     benchmark, profile, trace}) &&
         !source.wantsEvaluation() && !worker.isGiven();
}

const char *RunOptions::findCompilation() const {
  return findFirst({tier, specialize, dynamic, reportResidue, reportKernels,
                    decompositions, printIR, accuracy, level});
}

/// Two options that do not go together.
static std::string contradict(const char *first, const char *second) {
  return "--" + std::string(first) + " and --" + second +
         " contradict each other";
}

/// An option that only another one uses.
static std::string miss(const char *name, const char *user) {
  return "--" + std::string(name) + " does nothing without " + user;
}

std::string RunOptions::findContradiction() const {
  const cl::Option *named[] = {&entry,      &check, &expect,
                               &saveOutput, &trace, &source.state};
  for (const cl::Option *option : named)
    if (isGiven(*option) &&
        static_cast<const cl::opt<std::string> *>(option)->empty())
      return "--" + option->ArgStr.str() + " needs a value";
  if (!specialize && tier == Tier::Compiled)
    return contradict("specialize=false", "tier=compiled");
  if (!specialize || tier == Tier::Runtime)
    if (const char *name = findFirst({dynamic, reportKernels, accuracy}))
      return "--" + std::string(name) +
             " is about compiled code, and --tier=runtime compiles none";
  if (isGiven(dynamic) && !readDynamic())
    return "--dynamic=" + dynamic.getValue() +
           ": expected 'all' or numbers of dimensions";
  if (isTimed() && isProfiled())
    return contradict("benchmark", findFirst({profile, trace}));
  if (isGiven(check)) {
    const char *name = findFirst(
        {entry, inputs, expect, saveOutput, benchmark, profile, trace});
    if (name)
      return contradict("check", name) + ": the calls are recorded";
  } else if (const char *name =
                 findFirst({checkMessages, checkWarnings, strided})) {
    return miss(name, "--check");
  }
  if (!isGiven(check) && !isGiven(expect))
    if (const char *name = findFirst({rtol, atol}))
      return miss(name, "--check or --expect");
  if (isTimed() || isProfiled())
    if (const char *name = findFirst({expect, saveOutput}))
      return contradict(findFirst({benchmark, profile, trace}), name) +
             ": the results of calls that are timed are not kept";
  if (std::string wrong = source.findContradiction(file); !wrong.empty())
    return wrong;
  return worker.findContradiction();
}

std::optional<DynamicSizes> RunOptions::readDynamic() const {
  DynamicSizes sizes;
  llvm::StringRef text = dynamic;
  if (text.empty() || text == "all") {
    sizes.all = isGiven(dynamic);
    return sizes;
  }
  while (!text.empty()) {
    auto [word, rest] = text.split(',');
    if (word.trim().getAsInteger(10, sizes.dims.emplace_back()))
      return std::nullopt;
    text = rest;
  }
  return sizes;
}
