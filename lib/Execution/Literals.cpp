//===- Literals.cpp - Values on the command line -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses literals (Python's notation) and tensor shorthands such as 2x3:f32=1
// into data.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/Literals.h"

#include "TorchScript/Base/DType.h"
#include "TorchScript/Execution/TensorData.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>
#include <random>

using namespace torchscript;

int32_t torchscript::parseDtype(llvm::StringRef name) {
  std::optional<DType> dtype = parseBriefName(name);
  return dtype ? int32_t(*dtype) : getDtypeByName(name.str());
}

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
    if (!isKey)
      if (auto parsed = parseTensor(value))
        return *parsed;
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
    int64_t integer;
    if (!word.getAsInteger(0, integer)) {
      value = {{"t", "int"}, {"v", integer}};
      return true;
    }
    std::string copy = word.str();
    char *end = nullptr;
    double real = std::strtod(copy.c_str(), &end);
    if (copy.empty() || end == copy.c_str())
      return error(
          "expected a number, a string, a list, a tuple, a dict, a tensor such "
          "as 2x3:f32=0.5, or an .npy or .png file" +
          (word.empty() || word == text ? "" : "; found '" + word + "'"));
    if (*end == 'j' && end[1] == 0) {
      value = {{"t", "complex"}, {"v", {0.0, encodeFloat(real)}}};
      return true;
    }
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

/// `2x3`, `[2,3]`, `[]` or `` (no dimensions); false when it is none of them.
bool parseShape(llvm::StringRef text, json &shape) {
  shape = json::array();
  char separator = 'x';
  if (text.consume_front("[")) {
    if (!text.consume_back("]"))
      return false;
    separator = ',';
  }
  if (text.trim().empty())
    return true;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, separator);
  for (llvm::StringRef part : parts) {
    int64_t size;
    if (part.trim().getAsInteger(10, size) || size < 0)
      return false;
    shape.push_back(size);
  }
  return true;
}

/// Elements by the fill of a shorthand: a number, `randn`, `rand`, `arange`.
bool fillElements(llvm::StringRef fill, int64_t count, bool isFloat,
                  json &elements) {
  auto [name, seedText] = fill.split(':');
  uint64_t seed = 0;
  if (!seedText.empty() && seedText.getAsInteger(10, seed))
    return false;
  std::mt19937_64 generator(seed);
  elements = json::array();
  if (name == "randn" || name == "rand") {
    // Box and Muller's method, so that every standard library agrees.
    auto uniform = [&] { return double(generator() >> 11) * 0x1p-53; };
    for (int64_t i = 0; i < count; ++i) {
      double first = uniform();
      elements.push_back(name == "rand" ? first
                                        : std::sqrt(-2 * std::log(1 - first)) *
                                              std::cos(2 * M_PI * uniform()));
    }
    return true;
  }
  if (name == "arange") {
    for (int64_t i = 0; i < count; ++i)
      elements.push_back(i);
    return true;
  }
  double number = 0;
  if (!name.empty() && name.getAsDouble(number))
    return false;
  for (int64_t i = 0; i < count; ++i)
    if (isFloat)
      elements.push_back(number);
    else
      elements.push_back(int64_t(number));
  return true;
}

} // namespace

std::optional<llvm::Expected<json>>
torchscript::parseTensorShorthand(llvm::StringRef text) {
  // shape:dtype[=fill]; a dict has braces, a string quotes.
  if (text.empty() || text.find_first_of("{\"'") != llvm::StringRef::npos)
    return std::nullopt;
  auto [head, fill] = text.split('=');
  auto [shapeText, dtypeText] = head.split(':');
  json shape;
  if (dtypeText.empty() || !parseShape(shapeText.trim(), shape))
    return std::nullopt;
  int32_t dtype = parseDtype(dtypeText.trim());
  if (dtype < 0)
    return llvm::Expected<json>(llvm::make_error<LiteralError>(
        "'" + text + "': unknown dtype '" + dtypeText.trim() +
        "'; known are f32, f64, i64, bool, ..."));
  int64_t count = 1;
  constexpr int64_t maxCount = int64_t(1) << 28;
  for (const json &size : shape) {
    int64_t n = size.get<int64_t>();
    if (n != 0 && count > maxCount / n)
      return llvm::Expected<json>(llvm::createStringError(
          "'%s': the tensor is too large", text.str().c_str()));
    count *= n;
  }
  json elements;
  bool isFloat = dtype == TSRT_F16 || dtype == TSRT_F32 || dtype == TSRT_F64 ||
                 dtype == TSRT_BF16;
  if (!fillElements(fill.trim(), count, isFloat, elements))
    return llvm::Expected<json>(llvm::make_error<LiteralError>(
        "'" + text + "': unknown fill '" + fill.trim() +
        "'; expected a number, rand, randn or arange"));
  return llvm::Expected<json>(json{{"t", "tensor"},
                                   {"dtype", tsrt_dtype_name(dtype)},
                                   {"shape", shape},
                                   {"data", elements}});
}

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
