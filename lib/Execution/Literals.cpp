//===- Literals.cpp - Values on the command line -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses literals (Python's notation) into data. Tensors among them are made by
// TensorLiterals.cpp.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/Literals.h"

#include "TorchScript/Execution/TensorData.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;

char LiteralError::ID = 0;

namespace {

constexpr unsigned kMaxDepth = 100;

/// A recursive-descent parser with a limit on depth.
class LiteralParser {
public:
  LiteralParser(llvm::StringRef text, TensorReader readTensor)
      : readTensor(readTensor), text(text), rest(text) {}

  llvm::Expected<json> parse() {
    json value;
    if (!parseValue(value, 0))
      return fail();
    rest = rest.ltrim();
    if (!rest.empty()) {
      message = "unexpected '" + rest.str() + "' after the value";
      return fail();
    }
    return value;
  }

private:
  llvm::Error fail() {
    return llvm::make_error<LiteralError>("'" + text +
                                          "' is not a value: " + message);
  }
  bool error(const llvm::Twine &what) {
    message = what.str();
    return false;
  }
  bool consume(llvm::StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  /// Values of dicts and elements may be tensors, keys not.
  bool parseValue(json &value, unsigned depth, bool isKey = false) {
    if (depth > kMaxDepth)
      return error("nested too deeply");
    rest = rest.ltrim();
    if (rest.empty())
      return error("a value is missing");
    if (consume("["))
      return parseSequence(value, "]", "list", depth);
    if (consume("("))
      return parseSequence(value, ")", "tuple", depth);
    if (consume("{"))
      return parseDict(value, depth);
    if (rest.front() == '"' || rest.front() == '\'')
      return parseString(value);
    if (!isKey) {
      if (auto parsed = parseTensorCall(value, depth))
        return *parsed;
      if (auto parsed = parseTensor(value))
        return *parsed;
    }
    llvm::StringRef word = rest.take_while([](char c) {
      return llvm::isAlnum(c) || c == '_' || c == '.' || c == '+' || c == '-';
    });
    // What cannot begin a value is shown up to the next blank.
    if (word.empty())
      word = rest.take_until([](char c) { return llvm::isSpace(c); });
    rest = rest.drop_front(word.size());
    if (word == "None") {
      value = {{"t", "None"}};
      return true;
    }
    if (word == "True" || word == "False") {
      value = {{"t", "bool"}, {"v", word == "True"}};
      return true;
    }
    return parseNumber(word, value);
  }

  /// `tensor(DATA)` or `tensor(DATA, dtype=NAME)`, both names also after
  /// `torch.`; nothing when the next words are no such call.
  std::optional<bool> parseTensorCall(json &value, unsigned depth) {
    llvm::StringRef begin = rest;
    rest.consume_front("torch.");
    if (!rest.consume_front("tensor") || !consume("(")) {
      rest = begin;
      return std::nullopt;
    }
    json data;
    int32_t dtype = -1;
    if (!parseValue(data, depth + 1))
      return false;
    if (consume(",") && consume("dtype")) {
      if (!consume("="))
        return error("expected '=' after dtype");
      consume("torch.");
      llvm::StringRef name = rest.ltrim().take_while(
          [](char c) { return llvm::isAlnum(c) || c == '_'; });
      consume(name);
      if ((dtype = parseDtype(name)) < 0)
        return error("unknown dtype '" + name +
                     "'; known are f32, f64, i64, bool, ...");
      consume(",");
    }
    if (!consume(")"))
      return error("expected ')' or dtype=NAME in tensor(...)");
    llvm::Expected<json> tensor = makeTensorLiteral(data, dtype);
    if (!tensor)
      return error(llvm::toString(tensor.takeError()));
    value = std::move(*tensor);
    return true;
  }

  /// A tensor shorthand or the name of a file with a tensor; nothing when the
  /// next word is neither.
  std::optional<bool> parseTensor(json &value) {
    llvm::StringRef word = rest.take_while([](char c) {
      return llvm::isAlnum(c) || llvm::StringRef("_.+-:=/~").contains(c);
    });
    std::optional<llvm::Expected<json>> tensor;
    if (isTensorFile(word))
      tensor.emplace(readTensor(word));
    else if (word.contains(':'))
      tensor = parseTensorShorthand(word);
    if (!tensor)
      return std::nullopt;
    rest = rest.drop_front(word.size());
    if (!*tensor)
      return error(llvm::toString(tensor->takeError()));
    value = std::move(**tensor);
    return true;
  }

  bool parseNumber(llvm::StringRef word, json &value) {
    llvm::StringRef digits = word;
    if (!digits.consume_front("+") || digits.starts_with("-"))
      digits = word;
    int64_t integer;
    if (!digits.getAsInteger(0, integer)) {
      value = {{"t", "int"}, {"v", integer}};
      return true;
    }
    if (llvm::APInt wide; !digits.ltrim('-').getAsInteger(0, wide))
      return error("'" + word + "' does not fit into an int of 64 bits");
    std::string copy = word.str();
    char *end = nullptr;
    double real = std::strtod(copy.c_str(), &end);
    if (copy.empty() || end == copy.c_str())
      return error(
          "expected a number, a string, a list, a tuple, a dict, a tensor such "
          "as 2x3:f32=0.5 or tensor([1, 2]), or an .npy or .png file" +
          (word.empty() || word == text ? "" : "; found '" + word + "'"));
    if (*end == 'j' && end[1] == 0) {
      value = {{"t", "complex"}, {"v", {0.0, encodeFloat(real)}}};
      return true;
    }
    if (*end == 'x')
      return error("a tensor has a dtype behind its sizes, such as 2x3:f32=0.5");
    if (*end)
      return error("'" + word + "' is not a number");
    value = {{"t", "float"}, {"v", encodeFloat(real)}};
    return true;
  }

  bool parseString(json &value) {
    char quote = rest.front();
    rest = rest.drop_front();
    std::string result;
    while (!rest.empty() && rest.front() != quote) {
      char c = rest.front();
      rest = rest.drop_front();
      if (c == '\\' && !rest.empty()) {
        c = llvm::StringSwitch<char>(rest.take_front(1))
                .Case("n", '\n')
                .Case("t", '\t')
                .Case("r", '\r')
                .Default(rest.front());
        rest = rest.drop_front();
      }
      result += c;
    }
    if (rest.empty())
      return error("the string does not end");
    rest = rest.drop_front();
    value = {{"t", "str"}, {"v", result}};
    return true;
  }

  bool parseSequence(json &value, llvm::StringRef close, const char *tag,
                     unsigned depth) {
    json items = json::array();
    bool comma = true;
    while (!consume(close)) {
      if (!comma)
        return error("expected ',' or '" + close + "'");
      json item;
      if (!parseValue(item, depth + 1))
        return false;
      items.push_back(std::move(item));
      comma = consume(",");
    }
    // A parenthesised value is no tuple without a comma.
    if (close == ")" && items.size() == 1 && !comma) {
      value = std::move(items[0]);
      return true;
    }
    value = {{"t", tag}, {"v", items}};
    return true;
  }

  bool parseDict(json &value, unsigned depth) {
    json entries = json::array();
    bool comma = true;
    while (!consume("}")) {
      if (!comma)
        return error("expected ',' or '}'");
      json key, item;
      if (!parseValue(key, depth + 1, /*isKey=*/true))
        return false;
      if (!consume(":"))
        return error("expected ':' after a key");
      if (!parseValue(item, depth + 1))
        return false;
      entries.push_back(json::array({key, item}));
      comma = consume(",");
    }
    value = {{"t", "dict"}, {"v", entries}};
    return true;
  }

  TensorReader readTensor;
  llvm::StringRef text, rest;
  std::string message;
};

} // namespace

bool torchscript::isTensorFile(llvm::StringRef text) {
  return text.ends_with(".npy") || text.ends_with(".png");
}

llvm::Expected<json> torchscript::parseLiteral(llvm::StringRef text,
                                               TensorReader readTensor) {
  if (isTensorFile(text))
    return readTensor(text);
  if (auto tensor = parseTensorShorthand(text.trim()))
    return std::move(*tensor);
  return LiteralParser(text, readTensor).parse();
}
