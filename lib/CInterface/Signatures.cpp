//===- Signatures.cpp - Shapes on the command line ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parser of one line.
//
//===----------------------------------------------------------------------===//

#include "Signatures.h"

using namespace torchscript;

llvm::Expected<Signature> torchscript::parseSignature(llvm::StringRef text) {
  auto fail = [&](const llvm::Twine &expected, llvm::StringRef at) {
    return makeSignatureError(text, expected, at);
  };
  auto isName = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  Signature signature;
  llvm::StringRef rest = text.trim();
  signature.function = rest.take_while(isName).str();
  rest = rest.drop_while(isName).ltrim();
  if (signature.function.empty() || !rest.consume_front("("))
    return fail("FUNCTION(NAME: DTYPE[SIZE,...], ...)", rest);
  rest = rest.ltrim();
  while (!rest.consume_front(")")) {
    if (!signature.parameters.empty()) {
      if (!rest.consume_front(","))
        return fail("',' or ')'", rest);
      rest = rest.ltrim();
    }
    SignatureParameter parameter;
    llvm::StringRef word = rest.take_while(isName);
    rest = rest.drop_front(word.size()).ltrim();
    if (rest.consume_front(":")) {
      parameter.name = word.str();
      rest = rest.ltrim();
      word = rest.take_while(isName);
      rest = rest.drop_front(word.size()).ltrim();
    }
    if (word.empty())
      return fail("a type", rest);
    if (rest.starts_with("[")) {
      std::string expected;
      if (!consumeTensorShape(word, rest, parameter.shape.emplace(), expected))
        return fail(expected, rest);
      rest = rest.ltrim();
    }
    signature.parameters.push_back(std::move(parameter));
  }
  if (!rest.trim().empty())
    return fail("nothing", rest);
  return signature;
}

llvm::Expected<TensorSignature>
torchscript::matchParameters(const Signature &signature,
                             const HostFunction &function) {
  TensorSignature shapes(function.parameters.size());
  for (size_t i = 0; i < signature.parameters.size(); ++i) {
    const SignatureParameter &parameter = signature.parameters[i];
    size_t position = i;
    if (!parameter.name.empty()) {
      auto found =
          llvm::find_if(function.parameters, [&](const HostParameter &p) {
            return p.name == parameter.name;
          });
      position = found - function.parameters.begin();
    }
    if (position >= shapes.size())
      return llvm::createStringError(
          parameter.name.empty()
              ? "the signature of '%s' has too many parameters"
              : "'%s' has no parameter '%s'",
          function.name.c_str(), parameter.name.c_str());
    if (!parameter.shape)
      continue;
    if (function.parameters[position].type->kind != TSRT_TENSOR)
      return llvm::createStringError(
          "parameter '%s' of '%s' is no Tensor but a %s",
          function.parameters[position].name.c_str(), function.name.c_str(),
          function.parameters[position].type->name);
    if (parameter.shape->sizes.size() > TSRT_MAX_RANK)
      return llvm::createStringError("a tensor has at most %d dimensions",
                                     TSRT_MAX_RANK);
    shapes[position] = parameter.shape;
  }
  return std::move(shapes);
}
