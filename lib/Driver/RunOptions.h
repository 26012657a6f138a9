//===- RunOptions.h - The options of ts-run ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ts-run may be asked for, and what does not go together.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_RUNOPTIONS_H
#define TORCHSCRIPT_LIB_DRIVER_RUNOPTIONS_H

#include "Benchmark.h"
#include "DeviceOptions.h"
#include "OptionParsers.h"
#include "RunProgram.h"
#include "SourceOptions.h"
#include "WorkerOptions.h"

#include "TorchScript/Execution/Session.h"

#include "llvm/Support/CommandLine.h"

namespace torchscript {

/// The options of one invocation.
struct RunOptions {
  llvm::cl::OptionCategory category{"ts-run options"};
  llvm::cl::opt<std::string> file{
      llvm::cl::Positional, llvm::cl::Required,
      llvm::cl::desc(
          "FILE (.py, .pt, .mlir, or .so of ts-compile; - for standard "
          "input)"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> entry{
      "entry",
      llvm::cl::desc("Function or method to call (default: forward, main, "
                     "or the only one)"),
      llvm::cl::value_desc("NAME"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> inputs{
      "input",
      llvm::cl::desc(
          "An argument: a literal (3, 2.5, \"s\", [1,2], (1,\"a\"), "
          "{\"k\":1}, None, True), a tensor SHAPE:DTYPE[=FILL] such as "
          "2x3:f32=randn, tensor([[1,2],[3,4]]), an .npy, .npz or .png "
          "file; NAME=VALUE by name"),
      llvm::cl::value_desc("VALUE"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> check{
      "check",
      llvm::cl::desc("Run the recorded calls of this file and compare"),
      llvm::cl::value_desc("FILE.json"), llvm::cl::cat(category)};
  SourceOptions source{category};
  LimitOptions limits{category};
  mutable WorkerOptions worker{category};
  llvm::cl::opt<bool> checkMessages{
      "check-messages",
      llvm::cl::desc("With --check, also compare the texts "
                     "of errors and the places they name"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> checkWarnings{
      "check-warnings", llvm::cl::init(true), llvm::cl::cat(category),
      llvm::cl::desc(
          "With --check, a warning that is not recorded is a difference "
          "(default; --check-warnings=false for records without them)")};
  llvm::cl::opt<bool> strided{
      "strided", llvm::cl::cat(category),
      llvm::cl::desc(
          "With --check, tensors that are arguments have gaps between "
          "their elements")};
  llvm::cl::opt<bool> checkLeaks{
      "check-leaks", llvm::cl::cat(category),
      llvm::cl::desc(
          "Fail when objects of the runtime are alive after the run, the "
          "program and its results are gone (cycles are not collected)")};
  llvm::cl::opt<std::string> expect{
      "expect", llvm::cl::desc("Compare the tensors of the result with a file"),
      llvm::cl::value_desc("FILE.npz"), llvm::cl::cat(category)};
  llvm::cl::opt<double, false, ToleranceParser> rtol{
      "rtol", llvm::cl::init(1e-5), llvm::cl::cat(category),
      llvm::cl::desc(
          "Relative tolerance (default 1e-5, of float64 with --check 1e-12)")};
  llvm::cl::opt<double, false, ToleranceParser> atol{
      "atol", llvm::cl::init(1e-6), llvm::cl::cat(category),
      llvm::cl::desc("Absolute tolerance (default 1e-6)")};
  llvm::cl::opt<std::string> saveOutput{
      "save-output",
      llvm::cl::desc("Write the tensors of the result to a file"),
      llvm::cl::value_desc("FILE.npz"), llvm::cl::cat(category)};
  llvm::cl::opt<unsigned, false, CallsParser> benchmark{
      "benchmark",
      llvm::cl::ValueOptional,
      llvm::cl::init(CallsParser::kDefaultCalls),
      llvm::cl::cat(category),
      llvm::cl::desc("Time N calls (default 20) after a warm-up"),
      llvm::cl::value_desc("N")};
  llvm::cl::opt<unsigned, false, CallsParser> profile{
      "profile",
      llvm::cl::ValueOptional,
      llvm::cl::init(CallsParser::kDefaultCalls),
      llvm::cl::cat(category),
      llvm::cl::desc(
          "Say where the time of N calls (default 20) goes: library calls "
          "and loops of kernels by source line, operators of the runtime"),
      llvm::cl::value_desc("N")};
  llvm::cl::opt<std::string> trace{
      "trace", llvm::cl::cat(category), llvm::cl::value_desc("FILE.json"),
      llvm::cl::desc(
          "Profile, and write each call with its parts as events that "
          "Perfetto shows")};
  llvm::cl::opt<bool> reportKernels{
      "report-kernels", llvm::cl::cat(category),
      llvm::cl::desc(
          "List the library calls and loops of compiled kernels with "
          "their lines, operations and bytes")};
  llvm::cl::opt<bool> timePhases{
      "time-phases", llvm::cl::cat(category),
      llvm::cl::desc("Print how long each phase took")};
  llvm::cl::opt<bool> reportResidue{
      "report-residue", llvm::cl::cat(category),
      llvm::cl::desc(
          "List the operators that run in the runtime, with their places and "
          "why they were not compiled")};
  llvm::cl::opt<bool> specialize{
      "specialize", llvm::cl::init(true), llvm::cl::cat(category),
      llvm::cl::desc("--specialize=false is --tier=runtime")};
  llvm::cl::opt<Tier> tier{
      "tier", llvm::cl::init(Tier::Auto), llvm::cl::cat(category),
      llvm::cl::desc("What runs tensor operators:"),
      llvm::cl::values(
          clEnumValN(Tier::Auto, "auto",
                     "code compiled for the dtypes and shapes of the inputs, "
                     "and the runtime's kernels for the rest (default)"),
          clEnumValN(Tier::Compiled, "compiled",
                     "compiled code only: an error lists the operators that "
                     "would run in the runtime"),
          clEnumValN(Tier::Runtime, "runtime", "the runtime's kernels only"))};
  llvm::cl::opt<std::string> dynamic{
      "dynamic", llvm::cl::ValueOptional, llvm::cl::cat(category),
      llvm::cl::desc(
          "Compile for all sizes of the inputs' dimensions (default all; "
          "DIM,...: those, negative ones from the last), but 0 and 1; "
          "equal sizes stay equal"),
      llvm::cl::value_desc("all|DIM,...")};
  llvm::cl::list<std::string> decompositions{
      "decompositions", llvm::cl::CommaSeparated, llvm::cl::cat(category),
      llvm::cl::desc("TorchScript texts whose functions, decorated with "
                     "@register_decomposition(OPERATOR), replace operators"),
      llvm::cl::value_desc("FILE.py,...")};
  llvm::cl::opt<bool> printIR{"print-ir-after-all", llvm::cl::cat(category),
                              llvm::cl::desc("Print the IR after each phase")};
  llvm::cl::opt<bool> json{
      "json", llvm::cl::cat(category),
      llvm::cl::desc("Print the result, or what --check, --benchmark "
                     "and the reports find, as a line of JSON")};
  ThreadsOption threads{
      "threads", llvm::cl::init(0), llvm::cl::cat(category),
      llvm::cl::desc("Threads of parallel kernels (default: all cores)"),
      llvm::cl::value_desc("N")};
  DeviceOptions devices{category};
  llvm::cl::opt<Accuracy> accuracy{
      "accuracy", llvm::cl::init(Accuracy::Default), llvm::cl::cat(category),
      llvm::cl::desc("How results of compiled code may round:"),
      llvm::cl::values(
          clEnumValN(Accuracy::Default, "default",
                     "convolutions of 3x3 by Winograd's method, too, and "
                     "products in halves of floats where there is AMX, whose "
                     "errors are a few millionths of the largest result "
                     "(default)"),
          clEnumValN(Accuracy::Strict, "strict", "sums of products only"))};
  LevelOption level{"O", llvm::cl::Prefix, llvm::cl::init(2),
                    llvm::cl::cat(category),
                    llvm::cl::desc("Optimisation level, 0 to 3 (default 2)")};

  bool isTimed() const { return benchmark.getNumOccurrences(); }
  bool isProfiled() const {
    return profile.getNumOccurrences() || !trace.empty();
  }
  /// Whether the file runs as Python would run it if its statements do
  /// something: nothing that is asked for is about one function of it.
  bool isWholeFile() const;
  /// What is wrong with the options together, or nothing.
  std::string findContradiction() const;
  /// The option that says how to compile, for a program that is compiled
  /// already: its name, or null.
  const char *findCompilation() const;
  /// The value of --dynamic; nothing when it is not understood.
  std::optional<DynamicSizes> readDynamic() const;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_RUNOPTIONS_H
