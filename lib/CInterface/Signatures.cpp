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

#include "TorchScript/Execution/Literals.h"

using namespace torchscript;

llvm::Expected<Signature> torchscript::parseSignature(llvm::StringRef text) {
  auto fail = [&](const llvm::Twine &expected, llvm::StringRef at) {
    return llvm::createStringError(
        "in the signature '%s': expected %s%s", text.str().c_str(),
        expected.str().c_str(),
        at.empty() ? " at the end"
                   : (" at '" + at.take_front(20).str() + "'").c_str());
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
    if (rest.consume_front("[")) {
      parameter.dtype = parseDtype(word);
      if (parameter.dtype < 0)
        return fail("a dtype (f32, f64, i64, bool, ...) instead of '" + word +
                        "'",
                    rest);
      rest = rest.ltrim();
      while (!rest.consume_front("]")) {
        if (!parameter.sizes.empty() && !rest.consume_front(","))
          return fail("',' or ']'", rest);
        rest = rest.ltrim();
        int64_t size;
        if (rest.consumeInteger(10, size) || size < 0)
          return fail("a size, which is a number", rest);
        parameter.sizes.push_back(size);
        rest = rest.ltrim();
      }
      rest = rest.ltrim();
    }
    signature.parameters.push_back(std::move(parameter));
  }
  if (!rest.trim().empty())
    return fail("nothing", rest);
  return signature;
}

llvm::Expected<std::vector<HostValue>>
torchscript::makeArguments(const Signature &signature,
                           const HostFunction &function) {
  std::vector<HostValue> values(function.parameters.size());
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
    if (position >= values.size())
      return llvm::createStringError(
          parameter.name.empty()
              ? "the signature of '%s' has too many parameters"
              : "'%s' has no parameter '%s'",
          function.name.c_str(), parameter.name.c_str());
    if (parameter.dtype < 0)
      continue;
    if (function.parameters[position].type->kind != TSRT_TENSOR)
      return llvm::createStringError(
          "parameter '%s' of '%s' is no Tensor but a %s",
          function.parameters[position].name.c_str(), function.name.c_str(),
          function.parameters[position].type->name);
    if (parameter.sizes.size() > TSRT_MAX_RANK)
      return llvm::createStringError("a tensor has at most %d dimensions",
                                     TSRT_MAX_RANK);
    tsrt_value value{};
    value.type = &tsrt_type_tensor;
    value.u.p =
        tsrt_tensor_empty(parameter.dtype, int32_t(parameter.sizes.size()),
                          parameter.sizes.data());
    values[position] = HostValue(value);
  }
  return std::move(values);
}
