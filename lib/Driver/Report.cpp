//===- Report.cpp - What tools print besides results -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text for people, JSON for programs.
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "TorchScript/Execution/Failure.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace torchscript;

/// Of several errors the status that says most.
static void worsen(ExitStatus &status, ExitStatus other) {
  if (other > status)
    status = other;
}

ExitStatus torchscript::reportError(llvm::Error error, Session *session) {
  ExitStatus status = kFailure;
  llvm::handleAllErrors(
      std::move(error),
      [&](const Failure &failure) {
        if (failure.getKind() == Failure::Kind::Internal) {
          std::string module;
          llvm::raw_string_ostream os(module);
          if (session && !session->isCompiled())
            session->getModule().print(os);
          worsen(status, failInternally(failure.getMessage(), module));
        } else if (const DiagnosticSink *diagnostics =
                       failure.getDiagnostics()) {
          diagnostics->print(llvm::errs());
        } else if (failure.isRendered()) {
          llvm::errs() << failure.getMessage() << "\n";
        } else {
          failWith(failure.getMessage());
        }
      },
      [](const RunError &raised) { llvm::errs() << raised.getReport(); },
      [](const llvm::ErrorInfoBase &other) { failWith(other.message()); });
  return status;
}

/// Where the program asks for it.
static void printPlace(const Residue &residue) {
  if (!residue.file.empty())
    llvm::errs() << residue.file << ":" << residue.line << ":"
                 << residue.column << ": ";
}

/// One operator a line, then how many there are for each reason.
static void printResidue(llvm::ArrayRef<Residue> operators) {
  llvm::MapVector<llvm::StringRef, unsigned> counts;
  for (const Residue &residue : operators) {
    printPlace(residue);
    llvm::errs() << residue.op << " runs in the runtime: " << residue.reason
                 << "\n";
    ++counts[residue.reason];
  }
  llvm::errs() << operators.size() << " operator(s) run in the runtime\n";
  for (auto [reason, count] : counts)
    llvm::errs() << "  " << count << ": " << reason << "\n";
}

void ToolReport::addResidue(llvm::ArrayRef<Residue> operators) {
  if (!isJson)
    return printResidue(operators);
  append("residue", "operator", operators);
}

void ToolReport::addHostKernels(llvm::ArrayRef<Residue> kernels) {
  if (isJson)
    return append("host_kernels", "kernel", kernels);
  for (const Residue &kernel : kernels) {
    printPlace(kernel);
    llvm::errs() << kernel.op << " stays on the processor: " << kernel.reason
                 << "\n";
  }
}

void ToolReport::append(llvm::StringRef key, llvm::StringRef name,
                        llvm::ArrayRef<Residue> entries) {
  json &list = object[key.str()];
  if (!list.is_array())
    list = json::array();
  for (const Residue &residue : entries) {
    json entry = {{name.str(), residue.op}, {"reason", residue.reason}};
    if (!residue.file.empty()) {
      entry["file"] = residue.file;
      entry["line"] = residue.line;
      entry["column"] = residue.column;
    }
    list.push_back(std::move(entry));
  }
}

void ToolReport::addGeneric(llvm::StringRef function, llvm::StringRef reason) {
  if (!isJson) {
    llvm::errs() << function << " is not specialized: " << reason << "\n";
    return;
  }
  object["not_specialized"].push_back(
      {{"function", function.str()}, {"reason", reason.str()}});
}

void ToolReport::print() {
  // What the program printed comes first.
  std::fflush(stdout);
  if (isJson)
    llvm::outs() << object.dump(-1, ' ', false, json::error_handler_t::replace)
                 << "\n";
}
