//===- Texts.cpp - repr, str and UTF-8 -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Natives.h"

#include <charconv>
#include <cmath>

using namespace torchscript;
using namespace torchscript::evaluate;

//===----------------------------------------------------------------------===//
// UTF-8
//===----------------------------------------------------------------------===//

std::u32string evaluate::decodeUtf8(llvm::StringRef text) {
  std::u32string points;
  // A character goes up to the next byte that continues none, so that the
  // number of them is a string's length whatever its bytes are.
  for (size_t i = 0; i < text.size();) {
    uint8_t lead = text[i++];
    uint32_t point = lead < 0x80   ? lead
                     : lead < 0xe0 ? lead & 0x1f
                     : lead < 0xf0 ? lead & 0x0f
                                   : lead & 0x07;
    for (; i < text.size() && (text[i] & 0xc0) == 0x80; ++i)
      point = (point << 6 | (uint8_t(text[i]) & 0x3f)) & 0x1fffff;
    points.push_back(point);
  }
  return points;
}

void evaluate::appendUtf8(std::string &text, uint32_t point) {
  if (point < 0x80) {
    text.push_back(char(point));
  } else if (point < 0x800) {
    text.push_back(char(0xc0 | point >> 6));
    text.push_back(char(0x80 | (point & 0x3f)));
  } else if (point < 0x10000) {
    text.push_back(char(0xe0 | point >> 12));
    text.push_back(char(0x80 | (point >> 6 & 0x3f)));
    text.push_back(char(0x80 | (point & 0x3f)));
  } else {
    text.push_back(char(0xf0 | point >> 18));
    text.push_back(char(0x80 | (point >> 12 & 0x3f)));
    text.push_back(char(0x80 | (point >> 6 & 0x3f)));
    text.push_back(char(0x80 | (point & 0x3f)));
  }
}

std::string evaluate::encodeUtf8(const std::u32string &points) {
  std::string text;
  for (char32_t point : points)
    appendUtf8(text, point);
  return text;
}

//===----------------------------------------------------------------------===//
// repr
//===----------------------------------------------------------------------===//

std::string evaluate::formatFloat(double number) {
  if (std::isnan(number))
    return "nan";
  if (std::isinf(number))
    return number < 0 ? "-inf" : "inf";
  char digits[32];
  auto end = std::to_chars(digits, digits + sizeof digits, std::abs(number),
                           std::chars_format::scientific)
                 .ptr;
  llvm::StringRef text(digits, end - digits);
  auto [mantissa, exponentText] = text.split('e');
  int exponent = 0;
  exponentText.consume_front("+");
  exponentText.getAsInteger(10, exponent);
  std::string plain;
  for (char c : mantissa)
    if (c != '.')
      plain.push_back(c);
  std::string sign = std::signbit(number) ? "-" : "";
  if (exponent < -4 || exponent >= 16) {
    std::string result = sign + plain.substr(0, 1);
    if (plain.size() > 1)
      result += "." + plain.substr(1);
    int size = std::abs(exponent);
    return result + (exponent < 0 ? "e-" : "e+") + (size < 10 ? "0" : "") +
           std::to_string(size);
  }
  if (exponent < 0)
    return sign + "0." + std::string(-exponent - 1, '0') + plain;
  if (int(plain.size()) <= exponent + 1)
    return sign + plain + std::string(exponent + 1 - plain.size(), '0') + ".0";
  return sign + plain.substr(0, exponent + 1) + "." +
         plain.substr(exponent + 1);
}

/// A part of a complex number: no `.0`.
static std::string formatPart(double number) {
  std::string text = formatFloat(number);
  return llvm::StringRef(text).ends_with(".0") ? text.substr(0, text.size() - 2)
                                               : text;
}

static std::string formatComplex(const ComplexObject *number) {
  std::string imaginary = formatPart(number->imaginary) + "j";
  if (number->real == 0 && !std::signbit(number->real))
    return imaginary;
  if (imaginary[0] != '-')
    imaginary = "+" + imaginary;
  return "(" + formatPart(number->real) + imaginary + ")";
}

static bool isPrintable(uint32_t point) {
  if (point < 0x20 || (point >= 0x7f && point < 0xa1) || point == 0xad)
    return false;
  if ((point >= 0xd800 && point < 0xe000) || point == 0x2028 ||
      point == 0x2029 || (point >= 0x200b && point <= 0x200f) ||
      (point >= 0x2000 && point <= 0x200a) || point == 0x3000 ||
      point == 0xfeff || point == 0x202f || point == 0x205f)
    return false;
  return true;
}

static void appendEscape(std::string &text, uint32_t point) {
  char buffer[16];
  snprintf(buffer, sizeof buffer,
           point < 0x100     ? "\\x%02x"
           : point < 0x10000 ? "\\u%04x"
                             : "\\U%08x",
           point);
  text += buffer;
}

std::string evaluate::quoteStr(llvm::StringRef text) {
  char quote = text.contains('\'') && !text.contains('"') ? '"' : '\'';
  std::string result(1, quote);
  for (char32_t point : decodeUtf8(text)) {
    if (point == char32_t(quote) || point == '\\') {
      result.push_back('\\');
      result.push_back(char(point));
    } else if (point == '\n') {
      result += "\\n";
    } else if (point == '\r') {
      result += "\\r";
    } else if (point == '\t') {
      result += "\\t";
    } else if (!isPrintable(point)) {
      appendEscape(result, point);
    } else {
      appendUtf8(result, point);
    }
  }
  result.push_back(quote);
  return result;
}

static std::string quoteBytes(llvm::StringRef data) {
  char quote = data.contains('\'') && !data.contains('"') ? '"' : '\'';
  std::string result = "b";
  result.push_back(quote);
  for (char c : data) {
    if (c == quote || c == '\\') {
      result.push_back('\\');
      result.push_back(c);
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\r') {
      result += "\\r";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c < 0x20 || c == 0x7f) {
      appendEscape(result, uint8_t(c));
    } else {
      result.push_back(c);
    }
  }
  result.push_back(quote);
  return result;
}

namespace {
/// Containers whose text is being made, so that one in itself is `...`.
struct ReprScope {
  static thread_local std::vector<Object *> open;
  bool isOpen;
  explicit ReprScope(const Value &value)
      : isOpen(llvm::is_contained(open, value.getObject())) {
    open.push_back(value.getObject());
  }
  ~ReprScope() { open.pop_back(); }
};
thread_local std::vector<Object *> ReprScope::open;
} // namespace

static std::string joinReprs(Interpreter &in, const Value &container,
                             const char *open, const char *close) {
  std::string text = open;
  bool isFirst = true;
  in.forEach(in.iteratePlain(container), [&](const Value &item) {
    if (!isFirst)
      text += ", ";
    isFirst = false;
    text += in.repr(item);
    in.reserve(text.size());
    return true;
  });
  return text + close;
}

static std::string reprDict(Interpreter &in, DictObject *dict) {
  std::string text = "{";
  auto entries = dict->entries;
  for (auto &entry : entries) {
    if (!entry.key)
      continue;
    if (text.size() > 1)
      text += ", ";
    text += in.repr(entry.key) + ": " + in.repr(entry.value);
    in.reserve(text.size());
  }
  return text + "}";
}

static std::string reprContainer(Interpreter &in, const Value &value) {
  DepthGuard guard(in);
  ReprScope scope(value);
  switch (value.kind()) {
  case Kind::List:
    return scope.isOpen ? "[...]" : joinReprs(in, value, "[", "]");
  case Kind::Tuple:
    if (scope.isOpen)
      return "(...)";
    return joinReprs(in, value, "(",
                     value.as<TupleObject>()->items.size() == 1 ? ",)" : ")");
  case Kind::Dict:
    return scope.isOpen ? "{...}" : reprDict(in, value.as<DictObject>());
  default: {
    if (scope.isOpen)
      return in.typeName(value) + "(...)";
    bool isEmpty = value.as<SetObject>()->used == 0;
    bool isPlainSet = in.typeOf(value) == in.types.set;
    if (isEmpty)
      return in.typeName(value) + "()";
    std::string items = joinReprs(in, value, "{", "}");
    return isPlainSet ? items : in.typeName(value) + "(" + items + ")";
  }
  }
}

/// The qualified name of a class: `__main__.C`, `int`.
static std::string getQualifiedName(Interpreter &in, TypeObject *type) {
  std::string name = type->qualifiedName.is(Kind::Str)
                         ? type->qualifiedName.as<StrObject>()->text
                         : type->name;
  Value module = in.findAttr(Value(type), in.names.module_);
  if (!module.is(Kind::Str) || module.as<StrObject>()->text == "builtins")
    return name;
  return module.as<StrObject>()->text + "." + name;
}

/// ` at 0x7f...`; the numbers mean nothing.
static std::string getAddress(const Value &value) {
  char buffer[32];
  snprintf(buffer, sizeof buffer, " at 0x%012lx", (unsigned long)value.getBits());
  return buffer;
}

static std::string reprException(Interpreter &in, const Value &value) {
  auto &items = value.as<ExceptionObject>()->arguments.as<TupleObject>()->items;
  std::string text = in.typeName(value) + "(";
  for (size_t i = 0; i < items.size(); ++i)
    text += (i ? ", " : "") + in.repr(items[i]);
  return text + ")";
}

static std::string reprRange(const RangeObject *range) {
  std::string text = "range(" + std::to_string(range->start) + ", " +
                     std::to_string(range->stop);
  return range->step == 1 ? text + ")"
                          : text + ", " + std::to_string(range->step) + ")";
}

static std::string reprOther(Interpreter &in, const Value &value) {
  switch (value.kind()) {
  case Kind::Type:
    return "<class '" + getQualifiedName(in, value.as<TypeObject>()) + "'>";
  case Kind::Function:
    // Written here, but in C by CPython.
    if (Value module = value.as<FunctionObject>()->module;
        module.is(Kind::Str) && module.as<StrObject>()->text == "_operator")
      return "<built-in function " + in.str(value.as<FunctionObject>()->name) +
             ">";
    return "<function " + in.str(value.as<FunctionObject>()->qualifiedName) +
           getAddress(value) + ">";
  case Kind::Native: {
    auto *native = value.as<NativeObject>();
    std::string name = native->definition->name;
    return native->owner ? "<method '" + name + "' of '" +
                               native->owner->name + "' objects>"
                         : "<built-in function " + name + ">";
  }
  case Kind::BoundMethod: {
    auto *method = value.as<BoundMethodObject>();
    if (auto *native = method->function.dyn<NativeObject>())
      return "<built-in method " + std::string(native->definition->name) +
             " of " + in.typeName(method->self) + " object" +
             getAddress(method->self) + ">";
    return "<bound method " +
           in.str(in.getAttr(method->function, in.names.qualname_)) + " of " +
           in.repr(method->self) + ">";
  }
  case Kind::Module:
    return "<module '" + value.as<ModuleObject>()->name + "'>";
  case Kind::Generator:
    return "<generator object " + in.str(value.as<GeneratorObject>()->name) +
           getAddress(value) + ">";
  case Kind::View: {
    std::string list =
        in.repr(in.makeList(in.unpack(value)));
    return in.typeName(value) + "(" + list + ")";
  }
  case Kind::Slice: {
    auto *slice = value.as<SliceObject>();
    return "slice(" + in.repr(slice->start) + ", " + in.repr(slice->stop) +
           ", " + in.repr(slice->step) + ")";
  }
  default: {
    TypeObject *type = in.typeOf(value);
    return "<" + getQualifiedName(in, type) + " object" + getAddress(value) +
           ">";
  }
  }
}

std::string Interpreter::reprPlain(const Value &value) {
  switch (value.kind()) {
  case Kind::None:
    return "None";
  case Kind::Ellipsis:
    return "Ellipsis";
  case Kind::NotImplemented:
    return "NotImplemented";
  case Kind::Bool:
    return value.isTrue() ? "True" : "False";
  case Kind::Int:
    return formatInt(*this, value, 10);
  case Kind::Float:
    return formatFloat(value.as<FloatObject>()->number);
  case Kind::Complex:
    return formatComplex(value.as<ComplexObject>());
  case Kind::Str:
    return quoteStr(value.as<StrObject>()->text);
  case Kind::Bytes:
    return quoteBytes(value.as<BytesObject>()->data);
  case Kind::List:
  case Kind::Tuple:
  case Kind::Dict:
  case Kind::Set:
    return reprContainer(*this, value);
  case Kind::Range:
    return reprRange(value.as<RangeObject>());
  case Kind::Exception:
    return reprException(*this, value);
  case Kind::Host: {
    std::string text = value.as<HostObject>()->repr(*this);
    return text.empty() ? reprOther(*this, value) : text;
  }
  default:
    return reprOther(*this, value);
  }
}

/// What a method such as `__str__` says; it must be a string.
static std::string callForText(Interpreter &in, const Value &value,
                               StrObject *name) {
  Value text = in.call(in.findSpecial(value, name), {});
  if (!text.is(Kind::Str))
    in.raiseTypeError(name->text + " returned non-string (type " +
                      in.typeName(text) + ")");
  return text.as<StrObject>()->text;
}

std::string Interpreter::repr(const Value &value) {
  TypeObject *type = typeOf(value);
  if (type->isHeap || type->cls != types.type || value.is(Kind::Type)) {
    Value *found = lookUp(type, names.repr_);
    if (found && !found->is(Kind::Native)) {
      DepthGuard guard(*this);
      return callForText(*this, value, names.repr_);
    }
  }
  return reprPlain(value);
}

std::string Interpreter::str(const Value &value) {
  if (auto *text = value.dyn<StrObject>())
    if (!text->cls->isHeap)
      return text->text;
  TypeObject *type = typeOf(value);
  if (type->isHeap || type->cls != types.type) {
    Value *found = lookUp(type, names.str_);
    if (found && !found->is(Kind::Native)) {
      DepthGuard guard(*this);
      return callForText(*this, value, names.str_);
    }
    // A `__repr__` in a class closer than the built-in one is the text, too.
    if (Value *own = lookUp(type, names.repr_))
      if (!own->is(Kind::Native) && !value.is(Kind::Str) &&
          !value.is(Kind::Exception))
        return repr(value);
  }
  if (auto *text = value.dyn<StrObject>())
    return text->text;
  if (auto *exception = value.dyn<ExceptionObject>()) {
    auto &items = exception->arguments.as<TupleObject>()->items;
    if (items.empty())
      return "";
    if (items.size() > 1)
      return repr(exception->arguments);
    return isInstance(value, types.KeyError) ? repr(items[0]) : str(items[0]);
  }
  return repr(value);
}

llvm::StringRef Interpreter::toStr(const Value &value, const char *what) {
  auto *text = value.dyn<StrObject>();
  if (!text)
    raiseTypeError(llvm::Twine(what) + " must be str, not " + typeName(value));
  return text->text;
}

double Interpreter::toFloat(const Value &value) {
  if (std::optional<double> number = asFloat(value))
    return *number;
  if (Value method = findSpecial(value, names.float_)) {
    Value result = call(method, {});
    if (auto *number = result.dyn<FloatObject>())
      return number->number;
    raiseTypeError(typeName(value) + ".__float__ returned non-float (type " +
                   typeName(result) + ")");
  }
  if (Value method = findSpecial(value, names.index_))
    if (std::optional<double> number = asFloat(call(method, {})))
      return *number;
  raiseTypeError("must be real number, not " + typeName(value));
}
