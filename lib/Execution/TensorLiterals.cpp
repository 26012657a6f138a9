//===- TensorLiterals.cpp - Tensors on the command line -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes tensors of shorthands such as 2x3:f32=1 and of nested lists of numbers,
// as torch.tensor does.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Execution/Literals.h"

#include "TorchScript/Base/DType.h"
#include "TorchScript/Execution/TensorData.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <limits>
#include <random>

using namespace torchscript;

int32_t torchscript::parseDtype(llvm::StringRef name) {
  std::optional<DType> dtype = parseBriefName(name);
  return dtype ? int32_t(*dtype) : getDtypeByName(name.str());
}

namespace {

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
bool fillElements(llvm::StringRef fill, int64_t count, json &elements) {
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
  int64_t whole = 0;
  double number = 0;
  json element = 0;
  if (!name.empty() && !name.getAsInteger(10, whole) && name != "-0")
    element = whole;
  else if (!name.empty() && !name.getAsDouble(number))
    element = encodeFloat(number);
  else if (!name.empty())
    return false;
  for (int64_t i = 0; i < count; ++i)
    elements.push_back(element);
  return true;
}

/// Elements of a nested list of numbers, and its sizes.
class Elements {
public:
  /// Adds the elements of `value`, dimension `depth` of the tensor.
  bool add(const json &value, size_t depth) {
    const std::string tag = value.value("t", "");
    if (tag == "list" || tag == "tuple")
      return addSequence(value.at("v"), depth);
    if (isLeafKnown && depth != shape.size())
      return error("the lists have different depths");
    if (tag != "bool" && tag != "int" && tag != "float" && tag != "complex")
      return error("its elements are numbers and lists of them");
    isLeafKnown = true;
    rank = std::max(rank, tag == "bool"    ? Bool
                          : tag == "int"   ? Int
                          : tag == "float" ? Float
                                           : Complex);
    data.push_back(value.at("v"));
    return true;
  }

  /// What torch.tensor chooses: the dtype that holds all elements.
  int32_t inferDtype() const {
    switch (rank) {
    case Bool:
      return TSRT_B8;
    case Int:
      return TSRT_I64;
    case None:
    case Float:
      return TSRT_F32;
    case Complex:
      return TSRT_C64;
    }
    llvm_unreachable("a rank without a dtype");
  }

  json data = json::array();
  json shape = json::array();
  std::string message;

private:
  enum Rank { None, Bool, Int, Float, Complex };

  bool addSequence(const json &items, size_t depth) {
    if (depth == shape.size()) {
      if (isLeafKnown)
        return error("the lists have different depths");
      shape.push_back(items.size());
    }
    if (shape[depth] != items.size())
      return error("dimension " + llvm::Twine(depth) + " has lists of " +
                   llvm::Twine(shape[depth].get<size_t>()) + " and of " +
                   llvm::Twine(items.size()) + " elements");
    // Below an empty list there is no dimension.
    isLeafKnown |= items.empty();
    for (const json &item : items)
      if (!add(item, depth + 1))
        return false;
    return true;
  }

  bool error(const llvm::Twine &what) {
    message = what.str();
    return false;
  }

  Rank rank = None;
  /// The number of dimensions is known: `shape` is whole.
  bool isLeafKnown = false;
};

/// True when an integral dtype holds a number, cut to a whole one as
/// torch.tensor does; ints below zero wrap around in uint8, as there.
bool holds(int32_t dtype, const json &element) {
  if (dtype == TSRT_I64 && element.is_number_integer())
    return true;
  double number = decodeFloat(element);
  double limit = std::ldexp(1.0, 8 * int(tsrt_dtype_size(dtype)) -
                                     (dtype == TSRT_U8 ? 0 : 1));
  if (dtype == TSRT_U8)
    return number < limit &&
           number > (element.is_number_integer() ? -limit : -1.0);
  return number >= -limit && number < limit;
}

bool isFloating(int32_t dtype) {
  return dtype == TSRT_F16 || dtype == TSRT_F32 || dtype == TSRT_F64 ||
         dtype == TSRT_BF16;
}

bool isComplex(int32_t dtype) {
  return dtype >= TSRT_C32 && dtype <= TSRT_C128;
}

/// Makes a number an element of `dtype`; a message when it does not fit.
llvm::Error convertElement(json &element, int32_t dtype) {
  if (isComplex(dtype))
    return llvm::Error::success();
  if (element.is_array())
    return llvm::make_error<LiteralError>("a complex number is no " +
                                          llvm::Twine(tsrt_dtype_name(dtype)));
  if (isFloating(dtype))
    return llvm::Error::success();
  double number = decodeFloat(element);
  if (dtype != TSRT_B8 && !holds(dtype, element))
    return llvm::make_error<LiteralError>(
        (element.is_string() ? element.get<std::string>() : element.dump()) +
        " does not fit into " + tsrt_dtype_name(dtype));
  if (dtype == TSRT_B8)
    element = number != 0;
  else if (!element.is_number_integer())
    element = int64_t(number);
  return llvm::Error::success();
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
      return llvm::Expected<json>(llvm::make_error<LiteralError>(
          "'" + text + "': the tensor is too large; at most " +
          llvm::Twine(maxCount) + " elements can be given so"));
    count *= n;
  }
  json elements;
  fill = fill.trim();
  if (!fillElements(fill, count, elements))
    return llvm::Expected<json>(llvm::make_error<LiteralError>(
        "'" + text + "': unknown fill '" + fill +
        "'; expected a number, rand, randn or arange; elements one by one: "
        "tensor([[1, 2], [3, 4]], dtype=i64)"));
  if (fill.starts_with("rand") && !isFloating(dtype) && !isComplex(dtype))
    return llvm::Expected<json>(llvm::make_error<LiteralError>(
        "'" + text + "': rand and randn make floats, not " +
        tsrt_dtype_name(dtype)));
  for (json &element : elements)
    if (llvm::Error error = convertElement(element, dtype))
      return llvm::Expected<json>(llvm::make_error<LiteralError>(
          "'" + text + "': " + llvm::toString(std::move(error))));
  return llvm::Expected<json>(json{{"t", "tensor"},
                                   {"dtype", tsrt_dtype_name(dtype)},
                                   {"shape", shape},
                                   {"data", elements}});
}

llvm::Expected<json> torchscript::makeTensorLiteral(const json &value,
                                                    int32_t dtype) {
  Elements elements;
  if (!elements.add(value, 0))
    return llvm::make_error<LiteralError>("no tensor: " + elements.message);
  if (dtype < 0)
    dtype = elements.inferDtype();
  for (json &element : elements.data)
    if (llvm::Error error = convertElement(element, dtype))
      return std::move(error);
  return json{{"t", "tensor"},
              {"dtype", tsrt_dtype_name(dtype)},
              {"shape", elements.shape},
              {"data", elements.data}};
}
