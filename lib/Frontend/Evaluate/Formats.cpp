//===- Formats.cpp - Format specifications -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mini-language of format(): [[fill]align][sign][z][#][0][width][,][.p][t].
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include <cmath>

using namespace torchscript;
using namespace torchscript::evaluate;

namespace {
struct Spec {
  std::string fill = " ";
  char align = 0, sign = '-', grouping = 0, type = 0;
  bool alternate = false, zero = false;
  int64_t width = -1, precision = -1;
};
} // namespace

/// Widths and precisions beyond this are errors of the program.
static constexpr int64_t kMaxWidth = 1 << 24;

static size_t firstLength(llvm::StringRef text) {
  size_t end = 1;
  while (end < text.size() && (text[end] & 0xc0) == 0x80)
    ++end;
  return std::min(end, text.size());
}

static int64_t readNumber(Interpreter &in, llvm::StringRef &text) {
  int64_t number = -1;
  while (!text.empty() && isdigit(uint8_t(text[0]))) {
    number = std::max<int64_t>(number, 0) * 10 + (text[0] - '0');
    if (number > kMaxWidth)
      in.raiseValueError("Too many decimal digits in format string");
    text = text.drop_front();
  }
  return number;
}

static Spec readSpec(Interpreter &in, llvm::StringRef text,
                     llvm::StringRef typeName) {
  Spec spec;
  auto isAlign = [](char c) {
    return c == '<' || c == '>' || c == '^' || c == '=';
  };
  llvm::StringRef whole = text;
  size_t first = text.empty() ? 0 : firstLength(text);
  if (first < text.size() && isAlign(text[first])) {
    spec.fill = text.take_front(first).str();
    spec.align = text[first];
    text = text.drop_front(first + 1);
  } else if (!text.empty() && isAlign(text[0])) {
    spec.align = text[0];
    text = text.drop_front();
  }
  if (!text.empty() && (text[0] == '+' || text[0] == '-' || text[0] == ' ')) {
    spec.sign = text[0];
    text = text.drop_front();
  }
  text.consume_front("z");
  spec.alternate = text.consume_front("#");
  if (text.starts_with("0")) {
    text = text.drop_front();
    spec.zero = true;
    if (!spec.align) {
      spec.align = '=';
      spec.fill = "0";
    }
  }
  spec.width = readNumber(in, text);
  if (text.starts_with(",") || text.starts_with("_")) {
    spec.grouping = text[0];
    text = text.drop_front();
  }
  if (text.consume_front(".")) {
    spec.precision = readNumber(in, text);
    if (spec.precision < 0)
      in.raiseValueError("Format specifier missing precision");
  }
  if (!text.empty()) {
    spec.type = text[0];
    text = text.drop_front();
  }
  if (!text.empty())
    in.raiseValueError("Invalid format specifier '" + whole +
                       "' for object of type '" + typeName + "'");
  return spec;
}

static size_t countPoints(llvm::StringRef text) {
  size_t count = 0;
  for (char c : text)
    count += (c & 0xc0) != 0x80;
  return count;
}

/// Fills `prefix + text` to the width.
static std::string pad(const Spec &spec, llvm::StringRef prefix,
                       llvm::StringRef text, char align) {
  size_t length = countPoints(prefix) + countPoints(text);
  size_t missing = spec.width > int64_t(length) ? spec.width - length : 0;
  auto fill = [&](size_t count) {
    std::string result;
    for (size_t i = 0; i < count; ++i)
      result += spec.fill;
    return result;
  };
  switch (spec.align ? spec.align : align) {
  case '<':
    return (prefix + text).str() + fill(missing);
  case '^':
    return fill(missing / 2) + (prefix + text).str() +
           fill(missing - missing / 2);
  case '=':
    return prefix.str() + fill(missing) + text.str();
  default:
    return fill(missing) + (prefix + text).str();
  }
}

/// Puts separators between groups of digits in front of the point; with zeros
/// in front up to `width` digits and separators.
static std::string group(std::string digits, char separator, unsigned size,
                         int64_t width) {
  size_t end = 0;
  while (end < digits.size() && isalnum(uint8_t(digits[end])) &&
         !(size == 3 && (digits[end] == 'e' || digits[end] == 'E')))
    ++end;
  std::string rest = digits.substr(end), result;
  digits.resize(end);
  size_t count = 0;
  for (size_t i = digits.size(); i > 0; --i) {
    if (count && count % size == 0)
      result.insert(result.begin(), separator);
    result.insert(result.begin(), digits[i - 1]);
    ++count;
  }
  while (int64_t(result.size() + rest.size()) < width) {
    if (count % size == 0)
      result.insert(result.begin(), separator);
    result.insert(result.begin(), '0');
    ++count;
  }
  return result + rest;
}

static std::string signOf(const Spec &spec, bool isNegative) {
  return isNegative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
}

static std::string printFloat(double number, char type, int precision,
                              bool alternate) {
  std::string format = alternate ? "%#.*" : "%.*";
  format.push_back(type);
  int size = snprintf(nullptr, 0, format.c_str(), precision, number);
  std::string text(size + 1, '\0');
  snprintf(text.data(), text.size(), format.c_str(), precision, number);
  text.resize(size);
  return text;
}

/// The digits of a float without its sign, in a format type.
static std::string formatDigits(Interpreter &in, double number,
                                const Spec &spec) {
  if (std::isnan(number) || std::isinf(number)) {
    std::string text = std::isnan(number) ? "nan" : "inf";
    if (isupper(uint8_t(spec.type)))
      for (char &c : text)
        c = char(toupper(c));
    return spec.type == '%' ? text + "%" : text;
  }
  number = std::abs(number);
  int precision = spec.precision < 0 ? 6 : int(spec.precision);
  switch (spec.type) {
  case 'e':
  case 'E':
  case 'f':
  case 'F':
    return printFloat(number, spec.type, precision, spec.alternate);
  case '%':
    return printFloat(number * 100, 'f', precision, spec.alternate) + "%";
  case 'g':
  case 'G':
  case 'n':
    return printFloat(number, spec.type == 'n' ? 'g' : spec.type,
                      std::max(precision, 1), spec.alternate);
  default: {
    if (spec.precision < 0)
      return formatFloat(number);
    // Like `g`, but with at least one digit behind the point.
    std::string text =
        printFloat(number, 'g', std::max<int>(int(spec.precision), 1), false);
    if (text.find('e') == std::string::npos &&
        text.find('.') == std::string::npos) {
      // A number with all its digits before the point goes to an exponent.
      if (int(text.size()) >= std::max<int>(int(spec.precision), 1) &&
          number != 0) {
        text = printFloat(number, 'e',
                          std::max<int>(int(spec.precision) - 1, 0), false);
        size_t exponent = text.find('e'), end = exponent;
        if (text.find('.') != std::string::npos)
          while (text[end - 1] == '0' || text[end - 1] == '.')
            if (text[--end] == '.')
              break;
        return text.erase(end, exponent - end);
      }
      text += ".0";
    }
    return text;
  }
  }
}

static std::string formatFloatSpec(Interpreter &in, double number,
                                   const Spec &spec) {
  std::string digits = formatDigits(in, number, spec);
  std::string sign = signOf(spec, std::signbit(number) && !std::isnan(number));
  if (spec.grouping) {
    bool fills = spec.align == '=' && spec.fill == "0";
    digits = group(digits, spec.grouping, 3,
                   fills ? spec.width - int64_t(sign.size()) : 0);
  }
  return pad(spec, sign, digits, '>');
}

static std::string formatIntSpec(Interpreter &in, const Value &number,
                                 const Spec &spec) {
  if (spec.precision >= 0)
    in.raiseValueError("Precision not allowed in integer format specifier");
  int base = spec.type == 'b'   ? 2
             : spec.type == 'o' ? 8
             : (spec.type | 0x20) == 'x' ? 16
                                         : 10;
  std::string digits = formatInt(in, number, base);
  bool isNegative = digits[0] == '-';
  if (isNegative)
    digits.erase(0, 1);
  std::string prefix = signOf(spec, isNegative);
  if (spec.alternate && base != 10)
    prefix += base == 2 ? "0b" : base == 8 ? "0o" : "0x";
  if (spec.type == 'X') {
    for (char &c : digits)
      c = char(toupper(c));
    if (spec.alternate)
      prefix.back() = 'X';
  }
  if (spec.grouping) {
    bool fills = spec.align == '=' && spec.fill == "0";
    digits = group(digits, spec.grouping, base == 10 ? 3 : 4,
                   fills ? spec.width - int64_t(prefix.size()) : 0);
  }
  return pad(spec, prefix, digits, '>');
}

std::string evaluate::formatNumber(Interpreter &in, const Value &number,
                                   llvm::StringRef text) {
  Spec spec = readSpec(in, text, in.typeName(number));
  if (in.isInt(number)) {
    if (spec.type == 'c') {
      std::string character;
      appendUtf8(character, uint32_t(in.toIndex(number)));
      return pad(spec, "", character, '<');
    }
    bool isIntType = spec.type == 0 || llvm::StringRef("bdoxXn").contains(spec.type);
    if (isIntType)
      return formatIntSpec(in, number, spec);
  }
  if (spec.type && !llvm::StringRef("eEfFgGn%").contains(spec.type))
    in.raiseValueError(llvm::Twine("Unknown format code '") +
                       llvm::Twine(spec.type) + "' for object of type '" +
                       in.typeName(number) + "'");
  if (auto *complex = number.dyn<ComplexObject>()) {
    Spec part = spec;
    part.width = -1;
    part.align = 0;
    std::string result = formatFloatSpec(in, complex->real, part);
    part.sign = '+';
    result += formatFloatSpec(in, complex->imaginary, part) + "j";
    if (!spec.type)
      result = "(" + result + ")";
    return pad(spec, "", result, '>');
  }
  return formatFloatSpec(in, in.toFloat(number), spec);
}

std::string evaluate::formatText(Interpreter &in, llvm::StringRef text,
                                 llvm::StringRef format) {
  Spec spec = readSpec(in, format, "str");
  if (spec.type && spec.type != 's')
    in.raiseValueError(llvm::Twine("Unknown format code '") +
                       llvm::Twine(spec.type) + "' for object of type 'str'");
  if (spec.align == '=' && !spec.zero)
    in.raiseValueError("'=' alignment not allowed in string format specifier");
  if (spec.align == '=')
    spec.align = '<';
  std::string shortened = text.str();
  if (spec.precision >= 0 && countPoints(text) > size_t(spec.precision))
    shortened = encodeUtf8(decodeUtf8(text).substr(0, spec.precision));
  return pad(spec, "", shortened, '<');
}

std::string Interpreter::format(const Value &value, llvm::StringRef spec) {
  TypeObject *type = typeOf(value);
  if (type->isHeap || value.is(Kind::Host) || type->cls != types.type) {
    Value *found = lookUp(type, names.format_);
    if (found && (!found->is(Kind::Native) || value.is(Kind::Host))) {
      Value text = call(findSpecial(value, names.format_), {makeStr(spec.str())});
      return toStr(text, "__format__").str();
    }
  }
  if (spec.empty())
    return str(value);
  switch (value.kind()) {
  case Kind::Int:
  case Kind::Bool:
  case Kind::Float:
  case Kind::Complex:
    return formatNumber(*this, value, spec);
  case Kind::Str:
    return formatText(*this, value.as<StrObject>()->text, spec);
  default:
    raiseTypeError("unsupported format string passed to " + typeName(value) +
                   ".__format__");
  }
}

//===----------------------------------------------------------------------===//
// str.format
//===----------------------------------------------------------------------===//

namespace {
/// The fields of one call of `format`.
class FieldFormatter {
public:
  FieldFormatter(Interpreter &in, llvm::ArrayRef<Value> rest,
                 const Value &keywords)
      : in(in), rest(rest), keywords(keywords) {}

  std::string run(llvm::StringRef text, unsigned depth = 0) {
    if (depth > 2)
      in.raiseValueError("Max string recursion exceeded");
    std::string result;
    while (!text.empty()) {
      char c = text[0];
      if ((c == '{' || c == '}') && text.size() > 1 && text[1] == c) {
        result.push_back(c);
        text = text.drop_front(2);
      } else if (c == '{') {
        result += formatField(takeField(text), depth);
      } else if (c == '}') {
        in.raiseValueError("Single '}' encountered in format string");
      } else {
        size_t end = text.find_first_of("{}");
        result += text.take_front(end).str();
        text = text.drop_front(std::min(end, text.size()));
      }
      in.reserve(result.size());
    }
    return result;
  }

private:
  /// Cuts `{field}` off the front.
  llvm::StringRef takeField(llvm::StringRef &text) {
    unsigned open = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '{')
        ++open;
      if (text[i] == '}' && --open == 0) {
        llvm::StringRef field = text.substr(1, i - 1);
        text = text.drop_front(i + 1);
        return field;
      }
    }
    in.raiseValueError(text.size() == 1
                           ? "Single '{' encountered in format string"
                           : "expected '}' before end of string");
  }

  std::string formatField(llvm::StringRef field, unsigned depth) {
    size_t nameEnd = 0, brackets = 0;
    while (nameEnd < field.size() &&
           (brackets || (field[nameEnd] != ':' && field[nameEnd] != '!'))) {
      brackets += field[nameEnd] == '[';
      brackets -= field[nameEnd] == ']' && brackets;
      ++nameEnd;
    }
    Value value = find(field.take_front(nameEnd));
    field = field.drop_front(nameEnd);
    if (field.consume_front("!")) {
      if (field.starts_with("r"))
        value = in.makeStr(in.repr(value));
      else if (field.starts_with("s"))
        value = in.makeStr(in.str(value));
      else if (field.starts_with("a"))
        value = in.call(in.loadBuiltin(in.intern("ascii")), {value});
      else
        in.raiseValueError("Unknown conversion specifier");
      field = field.drop_front();
    }
    field.consume_front(":");
    std::string spec = run(field, depth + 1);
    return in.format(value, spec);
  }

  Value find(llvm::StringRef name) {
    size_t end = std::min(name.find_first_of(".["), name.size());
    llvm::StringRef first = name.take_front(end);
    name = name.drop_front(end);
    Value value;
    unsigned index;
    if (first.empty() || !first.getAsInteger(10, index)) {
      bool isNumbered = !first.empty();
      if (isNumbered ? automatic > 0 : manual)
        in.raiseValueError(
            isNumbered ? "cannot switch from automatic field numbering to "
                         "manual field specification"
                       : "cannot switch from manual field specification to "
                         "automatic field numbering");
      manual |= isNumbered;
      size_t place = isNumbered ? index : automatic++;
      if (place >= rest.size())
        in.raise(in.types.IndexError, "Replacement index " +
                                          llvm::Twine(place) +
                                          " out of range for positional args "
                                          "tuple");
      value = rest[place];
    } else {
      value = in.getItem(keywords, in.makeStr(first.str()));
    }
    while (!name.empty()) {
      if (name.consume_front(".")) {
        end = std::min(name.find_first_of(".["), name.size());
        value = in.getAttr(value, name.take_front(end));
      } else if (name.consume_front("[")) {
        end = name.find(']');
        if (end == llvm::StringRef::npos)
          in.raiseValueError("Missing ']' in format string");
        llvm::StringRef key = name.take_front(end);
        value = in.getItem(value, key.getAsInteger(10, index)
                                      ? in.makeStr(key.str())
                                      : in.makeInt(index));
        ++end;
      } else {
        in.raiseValueError("Only '.' or '[' may follow ']' in format field "
                           "specifier");
      }
      name = name.drop_front(end);
    }
    return value;
  }

  Interpreter &in;
  llvm::ArrayRef<Value> rest;
  const Value &keywords;
  size_t automatic = 0;
  bool manual = false;
};
} // namespace

std::string evaluate::formatFields(Interpreter &in, llvm::StringRef text,
                                   llvm::ArrayRef<Value> rest,
                                   const Value &keywords) {
  return FieldFormatter(in, rest, keywords).run(text);
}

//===----------------------------------------------------------------------===//
// The operator %
//===----------------------------------------------------------------------===//

namespace {
/// The conversions of one `text % values`.
class PercentFormatter {
public:
  PercentFormatter(Interpreter &in, const Value &values)
      : in(in), values(values) {
    if (auto *tuple = values.dyn<TupleObject>())
      items = tuple->items;
    else
      items.push_back(values);
  }

  std::string run(llvm::StringRef text) {
    std::string result;
    while (!text.empty()) {
      size_t end = std::min(text.find('%'), text.size());
      result += text.take_front(end).str();
      text = text.drop_front(end);
      if (!text.empty())
        result += convert(text);
      in.reserve(result.size());
    }
    bool isMapping = !values.is(Kind::Tuple) && !values.is(Kind::Str) &&
                     in.findSpecial(values, in.names.getitem_);
    if (next < items.size() && !isMapping && !usedMapping)
      in.raiseTypeError("not all arguments converted during string formatting");
    return result;
  }

private:
  Value take() {
    if (next >= items.size())
      in.raiseTypeError("not enough arguments for format string");
    return items[next++];
  }

  int64_t takeWidth(llvm::StringRef &text) {
    if (!text.consume_front("*"))
      return readNumber(in, text);
    int64_t width = in.toIndex(take());
    if (width > kMaxWidth || width < -kMaxWidth)
      in.raiseValueError("width too big");
    return width;
  }

  std::string convert(llvm::StringRef &text) {
    text = text.drop_front();
    if (text.consume_front("%"))
      return "%";
    Value value;
    if (text.consume_front("(")) {
      size_t end = text.find(')');
      if (end == llvm::StringRef::npos)
        in.raiseValueError("incomplete format key");
      if (values.is(Kind::Tuple))
        in.raiseTypeError("format requires a mapping");
      value = in.getItem(values, in.makeStr(text.take_front(end).str()));
      usedMapping = true;
      text = text.drop_front(end + 1);
    }
    Spec spec;
    bool left = false;
    while (!text.empty() && llvm::StringRef("#0- +").contains(text[0])) {
      left |= text[0] == '-';
      spec.zero |= text[0] == '0';
      spec.alternate |= text[0] == '#';
      if (text[0] == '+' || (text[0] == ' ' && spec.sign != '+'))
        spec.sign = text[0];
      text = text.drop_front();
    }
    spec.width = takeWidth(text);
    if (spec.width < -1) {
      left = true;
      spec.width = -spec.width;
    }
    if (text.consume_front("."))
      spec.precision = std::max<int64_t>(takeWidth(text), 0);
    while (!text.empty() && llvm::StringRef("hlL").contains(text[0]))
      text = text.drop_front();
    if (text.empty())
      in.raiseValueError("incomplete format");
    spec.type = text[0];
    text = text.drop_front();
    if (!value)
      value = take();
    spec.align = left ? '<' : '>';
    return convertValue(value, spec, left);
  }

  std::string convertValue(const Value &value, Spec &spec, bool left) {
    switch (spec.type) {
    case 's':
    case 'r':
    case 'a': {
      std::string shown = spec.type == 's' ? in.str(value) : in.repr(value);
      if (spec.precision >= 0)
        shown = encodeUtf8(decodeUtf8(shown).substr(0, spec.precision));
      return pad(spec, "", shown, '>');
    }
    case 'c': {
      std::string character;
      if (auto *str = value.dyn<StrObject>())
        character = str->text;
      else
        appendUtf8(character, uint32_t(in.toIndex(value)));
      return pad(spec, "", character, '>');
    }
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return convertInt(value, spec, left);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      if (spec.zero && !left) {
        spec.align = '=';
        spec.fill = "0";
      }
      return formatFloatSpec(in, in.toFloat(value), spec);
    default:
      in.raiseValueError(llvm::Twine("unsupported format character '") +
                         llvm::Twine(spec.type) + "'");
    }
  }

  std::string convertInt(const Value &value, Spec &spec, bool left) {
    Value number = value;
    bool isDecimal = spec.type == 'd' || spec.type == 'i' || spec.type == 'u';
    if (auto *real = value.dyn<FloatObject>()) {
      if (!isDecimal)
        in.raiseTypeError(llvm::Twine("%") + llvm::Twine(spec.type) +
                          " format: an integer is required, not float");
      number = truncateFloat(in, real->number);
    } else if (!in.isInt(value)) {
      if (!in.findSpecial(value, in.names.int_) &&
          !in.findSpecial(value, in.names.index_))
        in.raiseTypeError(llvm::Twine("%") + llvm::Twine(spec.type) +
                          " format: a real number is required, not " +
                          in.typeName(value));
      number = in.call(Value(in.types.integer), {value});
    }
    if (isDecimal)
      spec.type = 'd';
    if (spec.zero && !left) {
      spec.align = '=';
      spec.fill = "0";
    }
    int64_t precision = spec.precision;
    spec.precision = -1;
    if (precision < 0)
      return formatIntSpec(in, number, spec);
    Spec plain = spec;
    plain.width = -1;
    std::string text = formatIntSpec(in, number, plain);
    size_t digits = text.find_first_not_of("+- ");
    if (int64_t(text.size() - digits) < precision)
      text.insert(digits, precision - (text.size() - digits), '0');
    return pad(spec, "", text, '>');
  }

  Interpreter &in;
  const Value &values;
  ValueVector items;
  size_t next = 0;
  bool usedMapping = false;
};
} // namespace

Value evaluate::formatPercent(Interpreter &in, llvm::StringRef text,
                              const Value &values) {
  return in.makeStr(PercentFormatter(in, values).run(text));
}
