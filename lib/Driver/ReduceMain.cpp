//===- ReduceMain.cpp - The command line of ts-reduce ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reducer gives up without a word when its test cannot run or finds
// nothing; that is looked at before.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Driver/ReduceMain.h"

#include "TorchScript/Driver/Tool.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

using namespace torchscript;

/// What `-reduction-tree='... test=SCRIPT ...'` names; empty without it.
static llvm::StringRef findTest(llvm::ArrayRef<char *> arguments) {
  for (llvm::StringRef argument : arguments) {
    argument = argument.ltrim('-');
    if (!argument.consume_front("reduction-tree=") &&
        !argument.consume_front("opt-reduction-pass="))
      continue;
    size_t at = argument.find("test=");
    if (at != llvm::StringRef::npos)
      return argument.drop_front(at + 5).take_until(
          [](char c) { return c == ' ' || c == ',' || c == '\''; });
  }
  return "";
}

/// The file that is reduced: the only argument that is no option.
static llvm::StringRef findInput(llvm::ArrayRef<char *> arguments) {
  llvm::StringRef found;
  bool isValue = false;
  for (llvm::StringRef argument : arguments) {
    bool skip = isValue;
    isValue = argument == "-o";
    if (!skip && !argument.starts_with("-"))
      found = argument;
  }
  return found;
}

/// Says what is wrong with the test; kSuccess when nothing is.
static int checkTest(llvm::StringRef test, llvm::StringRef input) {
  if (!llvm::sys::fs::exists(test))
    return failWith("the test '" + test + "' does not exist");
  if (!llvm::sys::fs::can_execute(test))
    return failWith("the test '" + test + "' is not executable");
  if (input.empty() || !llvm::sys::fs::exists(input))
    return kSuccess; // the reducer says so
  std::string error;
  std::optional<llvm::StringRef> redirects[] = {"", "", ""};
  int status = llvm::sys::ExecuteAndWait(test, {test, input}, std::nullopt,
                                         redirects, 0, 0, &error);
  if (status < 0)
    return failWith("the test '" + test + "' cannot be run: " + error);
  if (status != 1)
    return failWith("nothing to reduce: the test '" + test + "' exits with " +
                    llvm::Twine(status) + " for " + input +
                    "; it has to exit with 1 while the fault is there");
  return kSuccess;
}

int torchscript::runReduceMain(int argc, char **argv,
                               mlir::MLIRContext &context) {
  Tool::hideLibraryOptions();
  llvm::ArrayRef<char *> arguments(argv + 1, argv + argc);
  if (llvm::StringRef test = findTest(arguments); !test.empty())
    if (int status = checkTest(test, findInput(arguments)))
      return status;
  Tool::ParsingScope parsing;
  return toExitStatus(mlir::mlirReduceMain(argc, argv, context));
}
