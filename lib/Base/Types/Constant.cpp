//===- Constant.cpp - Compile-time constant values ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Construction, comparison and spelling of constants.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/Constant.h"
#include "TorchScript/Base/Types/Type.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace torchscript;

Constant Constant::boolean(bool value) {
  Constant c(Kind::Bool);
  c.integerValue = value;
  return c;
}

Constant Constant::integer(int64_t value) {
  Constant c(Kind::Int);
  c.integerValue = value;
  return c;
}

Constant Constant::floating(double value) {
  Constant c(Kind::Float);
  c.real = value;
  return c;
}

Constant Constant::complex(double real, double imag) {
  Constant c(Kind::Complex);
  c.real = real;
  c.imag = imag;
  return c;
}

Constant Constant::string(llvm::StringRef value) {
  Constant c(Kind::String);
  c.text = value.str();
  return c;
}

Constant Constant::device(llvm::StringRef name) {
  Constant c(Kind::Device);
  c.text = name.str();
  return c;
}

Constant Constant::list(std::vector<Constant> elements) {
  Constant c(Kind::List);
  c.elements = std::move(elements);
  return c;
}

Constant Constant::tuple(std::vector<Constant> elements) {
  Constant c(Kind::Tuple);
  c.elements = std::move(elements);
  return c;
}

Constant Constant::enumMember(const Type *type, int64_t index) {
  Constant c(Kind::EnumMember);
  c.type = type;
  c.integerValue = index;
  return c;
}

Constant Constant::external(const Type *type, int64_t id) {
  Constant c(Kind::External);
  c.type = type;
  c.integerValue = id;
  return c;
}

/// Bitwise equality, so that NaN equals itself and -0.0 differs from 0.0.
static bool sameBits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

bool Constant::operator==(const Constant &other) const {
  return kind == other.kind && integerValue == other.integerValue &&
         sameBits(real, other.real) && sameBits(imag, other.imag) &&
         text == other.text && type == other.type && elements == other.elements;
}

/// Prints like TorchScript: whole numbers in the range of int as such, with a
/// dot and without the sign of zero; others with 17 significant digits.
static std::string spellFloat(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  constexpr double limit = 9223372036854775808.0;
  if (value >= -limit && value < limit && double(int64_t(value)) == value)
    return std::to_string(int64_t(value)) + ".";
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

/// Double quotes with C escapes; what is not printable ASCII in octal.
static std::string spellString(llvm::StringRef text) {
  constexpr llvm::StringLiteral special("\\'\"\a\b\f\n\r\t\v");
  constexpr llvm::StringLiteral letters("\\'\"abfnrtv");
  std::string result = "\"";
  for (char c : text) {
    size_t found = special.find(c);
    if (found != llvm::StringRef::npos) {
      result += {'\\', letters[found]};
    } else if (llvm::isPrint(c)) {
      result += c;
    } else {
      char octal[5];
      std::snprintf(octal, sizeof octal, "\\%03o", unsigned(uint8_t(c)));
      result += octal;
    }
  }
  return result + "\"";
}

static std::string spellElements(llvm::ArrayRef<Constant> elements) {
  std::vector<std::string> parts;
  for (const Constant &element : elements)
    parts.push_back(element.spelling());
  return llvm::join(parts, ", ");
}

std::string Constant::spelling() const {
  switch (kind) {
  case Kind::Unset:
    return "";
  case Kind::None:
    return "None";
  case Kind::Bool:
    return integerValue ? "True" : "False";
  case Kind::Int:
    return std::to_string(integerValue);
  case Kind::Float:
    return spellFloat(real);
  case Kind::Complex: {
    std::string imaginary = spellFloat(imag);
    return spellFloat(real) + (imaginary[0] == '-' ? "" : "+") + imaginary +
           "j";
  }
  case Kind::String:
  case Kind::Device:
    return spellString(text);
  case Kind::List:
    return "[" + spellElements(elements) + "]";
  case Kind::Tuple:
    return "(" + spellElements(elements) + (elements.size() == 1 ? ",)" : ")");
  case Kind::EnumMember: {
    const auto *enumType = llvm::dyn_cast_or_null<EnumType>(type);
    if (!enumType || integerValue < 0 ||
        size_t(integerValue) >= enumType->getMembers().size())
      return "<enum member>";
    return (enumType->getName() + "." +
            enumType->getMembers()[integerValue].name)
        .str();
  }
  case Kind::External:
    return type ? "<" + type->spelling() + ">" : "<value>";
  }
  return "";
}
