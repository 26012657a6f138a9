//===- TensorSignature.cpp - What a function is specialized for -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints and parses the dtypes and sizes of arguments.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/TensorSignature.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace torchscript;
using llvm::StringRef;

/// The dtype of `f32`, `float` or `float32`.
static std::optional<DType> parseDType(StringRef name) {
  std::optional<DType> brief = parseBriefName(name);
  return brief ? brief : parseDTypeName(name);
}

/// `f32[2,3]`, or `(f32[2],f32[3])`.
static std::string spellShape(const TensorShape &shape) {
  std::string text;
  if (shape.elements) {
    for (const TensorShape &element : *shape.elements)
      text += (text.empty() ? "" : ",") + spellShape(element);
    return "(" + text + ")";
  }
  StringRef brief = getBriefName(shape.dtype);
  text = brief.empty() ? getDTypeName(shape.dtype).str() : brief.str();
  text += "[";
  for (auto [dimension, size] : llvm::enumerate(shape.sizes)) {
    text += dimension ? "," : "";
    auto symbol = shape.symbols.find(dimension);
    if (symbol == shape.symbols.end()) {
      text += std::to_string(size);
      continue;
    }
    const SizeSymbol &known = symbol->second;
    text += known.name.empty() ? "?" : known.name;
    if (known.min > 0)
      text += ">=" + std::to_string(known.min);
  }
  return text + (shape.strided ? "]@strided" : "]");
}

std::string torchscript::spellSignature(const TensorSignature &signature) {
  if (llvm::none_of(signature, [](auto &shape) { return shape.has_value(); }))
    return "";
  std::string text;
  for (auto [index, shape] : llvm::enumerate(signature)) {
    if (index)
      text += ";";
    text += shape ? spellShape(*shape) : "-";
  }
  return text;
}

llvm::Error torchscript::makeSignatureError(StringRef text,
                                            const llvm::Twine &expected,
                                            StringRef rest) {
  return llvm::createStringError(
      "in the signature '%s': expected %s%s", text.str().c_str(),
      expected.str().c_str(),
      rest.empty() ? " at the end"
                   : (" at '" + rest.take_front(20).str() + "'").c_str());
}

/// Reads a number.
static bool consumeNumber(StringRef &rest, int64_t &number) {
  StringRef digits = rest.take_while(llvm::isDigit);
  if (digits.empty() || digits.getAsInteger(10, number))
    return false;
  rest = rest.drop_front(digits.size());
  return true;
}

/// Reads a number, `?` or the name of a symbol with its least value.
static bool consumeSize(StringRef &rest, TensorShape &shape) {
  int64_t &size = shape.sizes.emplace_back(kUnknownSize);
  if (consumeNumber(rest, size))
    return true;
  SizeSymbol symbol;
  if (!rest.consume_front("?")) {
    StringRef name =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (name.empty() || llvm::isDigit(name.front()))
      return false;
    symbol.name = name.str();
    rest = rest.drop_front(name.size());
  }
  StringRef after = rest.ltrim();
  if (after.consume_front(">=")) {
    rest = after.ltrim();
    if (!consumeNumber(rest, symbol.min))
      return false;
  }
  shape.symbols[shape.sizes.size() - 1] = symbol;
  return true;
}

bool torchscript::consumeTensorShape(StringRef name, StringRef &rest,
                                     TensorShape &shape,
                                     std::string &expected) {
  std::optional<DType> dtype = parseDType(name);
  if (!dtype) {
    expected =
        ("a dtype (f32, f64, i64, bool, ...) instead of '" + name + "'").str();
    return false;
  }
  shape.dtype = *dtype;
  expected = "'[' and sizes";
  if (!rest.consume_front("["))
    return false;
  rest = rest.ltrim();
  while (!rest.consume_front("]")) {
    expected = "',' or ']'";
    if (!shape.sizes.empty() && !rest.consume_front(","))
      return false;
    rest = rest.ltrim();
    expected = "a size, which is a number, a name or '?'";
    if (!consumeSize(rest, shape))
      return false;
    rest = rest.ltrim();
  }
  return true;
}

/// Reads `f32[2,3]`, and a list of those in parentheses, off `rest`.
static llvm::Error parseShape(StringRef text, StringRef &rest,
                              TensorShape &shape) {
  if (rest.consume_front("(")) {
    shape.elements.emplace();
    rest = rest.ltrim();
    while (!rest.consume_front(")")) {
      if (!shape.elements->empty() && !rest.consume_front(","))
        return makeSignatureError(text, "',' or ')'", rest);
      rest = rest.ltrim();
      TensorShape &element = shape.elements->emplace_back();
      if (rest.starts_with("("))
        return makeSignatureError(text, "a tensor in the list", rest);
      if (llvm::Error error = parseShape(text, rest, element))
        return error;
      rest = rest.ltrim();
    }
    return llvm::Error::success();
  }
  StringRef name =
      rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (name.empty())
    return makeSignatureError(text, "'-' or DTYPE[SIZE,...]", rest);
  StringRef after = rest.drop_front(name.size()).ltrim();
  std::string expected;
  if (!consumeTensorShape(name, after, shape, expected))
    return makeSignatureError(text, expected, parseDType(name) ? after : rest);
  if (after.consume_front("@")) {
    shape.strided = after.consume_front("strided");
    if (!shape.strided)
      return makeSignatureError(text, "'strided'", after);
  }
  rest = after;
  return llvm::Error::success();
}

llvm::Expected<TensorSignature>
torchscript::parseTensorSignature(StringRef text) {
  TensorSignature signature;
  StringRef rest = text.trim();
  while (!rest.empty() || !signature.empty()) {
    std::optional<TensorShape> &shape = signature.emplace_back();
    rest = rest.ltrim();
    if (!rest.consume_front("-"))
      if (llvm::Error error = parseShape(text, rest, shape.emplace()))
        return error;
    rest = rest.ltrim();
    if (rest.empty())
      break;
    if (!rest.consume_front(";"))
      return makeSignatureError(text, "';'", rest);
  }
  return signature;
}
