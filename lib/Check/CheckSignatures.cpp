//===- CheckSignatures.cpp - Signatures of compiled names ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the signatures of what a recorded program compiled (TS-CALL-024).
//
//===----------------------------------------------------------------------===//

#include "CheckSignatures.h"

#include "TorchScript/Dialect/TS/IR/TSOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <set>

using namespace mlir;
using namespace torchscript;

/// Without the numbers that tell several types of one module class apart,
/// which are not normative.
static std::string unmangle(std::string text) {
  const std::string mark = "___torch_mangle_";
  for (size_t at; (at = text.find(mark)) != std::string::npos;) {
    size_t end = text.find_first_not_of("0123456789", at + mark.size());
    bool isPrefix = end != std::string::npos && text[end] == '.';
    text.erase(at,
               (end == std::string::npos ? text.size() : end + isPrefix) - at);
  }
  return text;
}

/// With the elements of default tensors left out.
static std::string withoutTensors(std::string text) {
  for (size_t at; (at = text.find("[ CPU")) != std::string::npos;) {
    size_t begin = text.rfind('=', at), end = text.find("} ]", at);
    if (begin == std::string::npos || end == std::string::npos)
      break;
    text.replace(begin, end + 3 - begin, "=<Tensor>");
  }
  return text;
}

static std::string getSchema(ModuleOp module, StringRef symbol) {
  auto function = module.lookupSymbol<func::FuncOp>(symbol);
  auto schema = function ? function->getAttrOfType<StringAttr>("ts.schema")
                         : StringAttr();
  return schema ? unmangle(schema.str()) : std::string();
}

static bool isSeparator(char c) { return c == ',' || c == ')'; }

static std::string join(const std::set<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += "\n  " + line;
  return text;
}

std::string torchscript::compareSignatures(Session &session, StringRef name,
                                           const json &compiled) {
  auto [base, path] = name.split('.');
  json record = compiled.value(base.str(), json::object());
  if (session.isCompiled())
    return "";
  auto resolved = session.resolve(name);
  if (!resolved) {
    llvm::consumeError(resolved.takeError());
    return "";
  }
  std::set<std::string> expected, found;
  if (resolved->object.empty() && record.contains("schema")) {
    expected.insert(
        unmangle(withoutTensors(record["schema"].get<std::string>())));
    found.insert(getSchema(session.getModule(), resolved->symbol));
  } else if (!path.contains('.') && record.contains("methods")) {
    for (const json &method : record["methods"])
      expected.insert(unmangle(withoutTensors(method.get<std::string>())));
    auto object =
        session.getModule().lookupSymbol<ts::ObjectOp>(resolved->object);
    auto declaration = session.getModule().lookupSymbol<ts::ClassOp>(
        object.getObjectType().getName());
    // Static methods are functions.
    for (auto method : declaration.getBody().getOps<ts::MethodOp>()) {
      std::string schema = getSchema(session.getModule(), method.getFunction());
      if (StringRef(schema).take_until(isSeparator).ends_with(" self"))
        found.insert(schema);
    }
  }
  if (expected == found)
    return "";
  return "signature: expected" + join(expected) + "\nfound" + join(found);
}
