//===- ProgramExpressions.cpp - Expressions of sizes as text --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Since PyTorch 2.6 files spell expressions as calls:
// `Add(Mul(Integer(2), Symbol('s0', positive=True)), Integer(1))`. Terms and
// factors stand in the order in which people are shown them.
//
//===----------------------------------------------------------------------===//

#include "ProgramReader.h"
#include "ProgramStatements.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
using namespace torchscript::exported;
using llvm::StringRef;

namespace {
/// How tight the outermost operator of a text binds.
enum Binding { Sum, Product, Power, Atom };

struct Spelled {
  std::string text;
  Binding binding = Atom;

  std::string in(Binding outer) const {
    return binding < outer ? "(" + text + ")" : text;
  }
};

class CallParser {
public:
  explicit CallParser(StringRef text) : rest(text) {}

  std::optional<Spelled> parse(unsigned depth);
  bool isAtEnd() const { return rest.trim().empty(); }

private:
  std::optional<Spelled> parseSymbol();
  StringRef takeWord() {
    rest = rest.ltrim();
    StringRef word =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(word.size());
    return word;
  }
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  StringRef rest;
};
} // namespace

/// `'s0', positive=True, integer=True)`
std::optional<Spelled> CallParser::parseSymbol() {
  if (!consume("'"))
    return std::nullopt;
  std::string name = takeWord().str();
  size_t end = rest.find(')');
  if (name.empty() || !rest.starts_with("'") || end == StringRef::npos)
    return std::nullopt;
  rest = rest.drop_front(end + 1);
  return Spelled{name};
}

/// `a + b - c`
static Spelled spellSum(llvm::ArrayRef<Spelled> terms) {
  std::string text;
  for (const Spelled &term : terms) {
    StringRef spelled = term.text;
    bool isNegative = !text.empty() && term.binding > Sum &&
                      spelled.consume_front("-");
    if (!text.empty())
      text += isNegative ? " - " : " + ";
    text += isNegative ? spelled.str() : term.in(Product);
  }
  return {text, Sum};
}

/// `2*a*b`; a factor of -1 is a sign.
static Spelled spellProduct(llvm::ArrayRef<Spelled> factors) {
  std::string text;
  for (const Spelled &factor : factors) {
    if (text.empty() && factor.text == "-1" && factors.size() > 1) {
      text = "-";
      continue;
    }
    if (!text.empty() && text != "-")
      text += "*";
    text += factor.in(Power);
  }
  return {text, Product};
}

std::optional<Spelled> CallParser::parse(unsigned depth) {
  rest = rest.ltrim();
  if (depth > maxDepth)
    return std::nullopt;
  bool isNegative = rest.consume_front("-");
  StringRef name = takeWord();
  if (name.empty())
    return std::nullopt;
  if (llvm::all_of(name, llvm::isDigit))
    return Spelled{(isNegative ? "-" : "") + name.str(), Atom};
  if (isNegative)
    return std::nullopt;
  if (!consume("("))
    return Spelled{name.str()};
  if (name == "Symbol")
    return parseSymbol();
  std::vector<Spelled> parts;
  do {
    std::optional<Spelled> part = parse(depth + 1);
    if (!part)
      return std::nullopt;
    parts.push_back(std::move(*part));
  } while (consume(","));
  if (!consume(")"))
    return std::nullopt;
  if (name == "Integer" && parts.size() == 1)
    return parts.front();
  if (name == "Add")
    return spellSum(parts);
  if (name == "Mul")
    return spellProduct(parts);
  if (name == "Rational" && parts.size() == 2)
    return Spelled{parts[0].text + "/" + parts[1].text, Product};
  bool isPower = name == "Pow" || name == "PowByNatural";
  if (isPower && parts.size() == 2)
    return Spelled{parts[0].in(Atom) + "**" + parts[1].in(Atom), Power};
  if ((name == "FloorDiv" || name == "CleanDiv") && parts.size() == 2)
    return Spelled{"(" + parts[0].in(Power) + "//" + parts[1].in(Power) + ")"};
  StringRef relation = llvm::StringSwitch<StringRef>(name)
                           .Cases("GreaterThan", "Ge", " >= ")
                           .Cases("LessThan", "Le", " <= ")
                           .Cases("StrictGreaterThan", "Gt", " > ")
                           .Cases("StrictLessThan", "Lt", " < ")
                           .Default("");
  if (!relation.empty() && parts.size() == 2)
    return Spelled{parts[0].text + relation.str() + parts[1].text, Sum};
  name = name == "Equality" ? "Eq" : name == "Unequality" ? "Ne" : name;
  std::string text = name.str() + "(";
  for (const Spelled &part : parts)
    text += (text.back() == '(' ? "" : ", ") + part.text;
  return Spelled{text + ")"};
}

std::string exported::spellExpression(StringRef expression) {
  if (!expression.contains('('))
    return expression.str();
  CallParser parser(expression);
  std::optional<Spelled> spelled = parser.parse(0);
  if (!spelled || !parser.isAtEnd())
    return expression.str();
  return spelled->text;
}
