//===- Failure.cpp - Why a session cannot do something --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts of the errors of sessions.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/Failure.h"

using namespace torchscript;

char Failure::ID = 0;
char RunError::ID = 0;

std::string Failure::getMessage() const {
  if (!diagnostics)
    return message;
  std::string text;
  llvm::raw_string_ostream os(text);
  diagnostics->print(os);
  return text;
}

void Failure::log(llvm::raw_ostream &os) const { os << getMessage(); }

std::error_code Failure::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

void RunError::log(llvm::raw_ostream &os) const { os << report; }

std::error_code RunError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}
