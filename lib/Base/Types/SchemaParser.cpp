//===- SchemaParser.cpp - Signatures from their spelling ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses one-line operator schemas.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/TypeParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace torchscript;

namespace {
/// Recursive-descent parser of one schema.
class SchemaParser {
public:
  SchemaParser(TypeContext &context, llvm::StringRef text)
      : context(context), all(text), rest(text) {}

  std::optional<FunctionSchema> parse() {
    FunctionSchema schema;
    if (!parseName(schema) || !parseArguments(schema) || !parseReturns(schema))
      return std::nullopt;
    if (!rest.trim().empty()) {
      fail("unexpected text");
      return std::nullopt;
    }
    return schema;
  }

  const std::string &getError() const { return error; }

private:
  static constexpr unsigned maxDepth = 64;

  /// A parsed type: for matching, as written, and its annotations.
  struct Parsed {
    const Type *type = nullptr;
    const Type *written = nullptr;
    AliasInfo alias;
    std::optional<int64_t> listSize;
  };

  bool fail(const llvm::Twine &message) {
    if (error.empty())
      error = (message + " at offset " + llvm::Twine(all.size() - rest.size()) +
               " of schema '" + all.take_front(200) + "'")
                  .str();
    return false;
  }

  bool consume(llvm::StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  bool expect(llvm::StringRef token) {
    return consume(token) || fail("expected '" + token + "'");
  }

  llvm::StringRef takeIdentifier(llvm::StringRef more = "") {
    rest = rest.ltrim();
    llvm::StringRef name = rest.take_while([&](char c) {
      return llvm::isAlnum(c) || c == '_' || more.contains(c);
    });
    rest = rest.drop_front(name.size());
    return name;
  }

  bool parseName(FunctionSchema &schema) {
    llvm::StringRef name = takeIdentifier(":.");
    // The overload follows a dot after the namespace; names of user functions
    // contain dots themselves.
    size_t colons = name.find("::");
    if (colons != llvm::StringRef::npos) {
      size_t dot = name.find('.', colons);
      schema.name = name.substr(0, dot).str();
      if (dot != llvm::StringRef::npos)
        schema.overload = name.substr(dot + 1).str();
    } else {
      schema.name = name.str();
    }
    return !name.empty() || fail("expected a name");
  }

  bool parseArguments(FunctionSchema &schema) {
    if (!expect("("))
      return false;
    if (consume(")"))
      return true;
    bool kwOnly = false;
    do {
      if (consume("...")) {
        schema.isVararg = true;
        break;
      }
      if (consume("*")) {
        kwOnly = true;
        continue;
      }
      Argument argument;
      argument.kwOnly = kwOnly;
      if (!parseTyped(argument))
        return false;
      argument.name = takeIdentifier().str();
      if (argument.name.empty())
        return fail("expected an argument name");
      if (consume("=") &&
          !parseDefault(unwrapOptional(argument.type), argument.defaultValue,
                        /*depth=*/0))
        return false;
      schema.arguments.push_back(std::move(argument));
    } while (consume(","));
    return expect(")");
  }

  bool parseReturns(FunctionSchema &schema) {
    if (!expect("->"))
      return false;
    if (consume("...")) {
      schema.isVarret = true;
      return true;
    }
    // A parenthesis opens a list of results; a tuple result has two.
    bool several = consume("(");
    if (several && consume(")"))
      return true;
    do {
      if (several && consume("...")) {
        schema.isVarret = true;
        break;
      }
      Argument result;
      if (!parseTyped(result))
        return false;
      result.name = takeIdentifier().str();
      schema.returns.push_back(std::move(result));
    } while (several && consume(","));
    return !several || expect(")");
  }

  bool parseTyped(Argument &argument) {
    Parsed parsed;
    if (!parseType(parsed, 0))
      return false;
    argument.type = parsed.type;
    if (parsed.written != parsed.type)
      argument.writtenType = parsed.written;
    argument.alias = std::move(parsed.alias);
    argument.listSize = parsed.listSize;
    return true;
  }

  bool parseType(Parsed &result, unsigned depth) {
    if (depth > maxDepth)
      return fail("type nested deeper than " + llvm::Twine(maxDepth));
    if (!parseBaseType(result, depth) || !parseAlias(result.alias))
      return false;
    // Suffixes: `[]`, `[2]`, `?`, each list perhaps with its own annotation.
    while (true) {
      if (consume("[")) {
        int64_t size;
        if (!rest.consumeInteger(10, size))
          result.listSize = size;
        if (!expect("]"))
          return false;
        result.type = context.getList(result.type);
        result.written = context.getList(result.written);
        AliasInfo outer;
        if (!parseAlias(outer))
          return false;
        if (result.alias)
          outer.elements.push_back(std::move(result.alias));
        result.alias = std::move(outer);
      } else if (consume("?")) {
        result.type = context.getOptional(result.type);
        result.written = context.getOptional(result.written);
      } else {
        return true;
      }
    }
  }

  bool parseBaseType(Parsed &result, unsigned depth) {
    if (consume("(")) {
      llvm::SmallVector<const Type *> types, written;
      if (!consume(")")) {
        if (!parseTypes(types, written, depth) || !expect(")"))
          return false;
      }
      result.type = context.getTuple(types);
      result.written = context.getTuple(written);
      return true;
    }
    llvm::StringRef name = takeIdentifier(".");
    if (name.empty())
      return fail("expected a type");
    bool constructor = name == "Dict" || name == "Future" || name == "RRef" ||
                       name == "Await" || name == "Union";
    if (constructor)
      return parseConstructor(name, result, depth);
    result.type = result.written = lookupName(name);
    // Enums and similar integers match as int, names of dimensions as str.
    if (result.type->is(TypeKind::ScalarType) ||
        result.type->is(TypeKind::Layout) ||
        result.type->is(TypeKind::MemoryFormat) ||
        result.type->is(TypeKind::SymInt))
      result.type = TypeContext::getInt();
    return true;
  }

  const Type *lookupName(llvm::StringRef name) {
    if (name == "Scalar")
      return TypeContext::getNumber();
    if (name == "Dimname")
      return TypeContext::getString();
    if (name == "ScalarType")
      return TypeContext::getLeaf(TypeKind::ScalarType);
    if (name == "Layout")
      return TypeContext::getLeaf(TypeKind::Layout);
    if (name == "MemoryFormat")
      return TypeContext::getLeaf(TypeKind::MemoryFormat);
    if (name == "SymInt")
      return TypeContext::getLeaf(TypeKind::SymInt);
    if (const Type *type = lookupBuiltinType(name))
      return type;
    if (name.contains('.'))
      return context.getOrCreateCapsule(name);
    return context.getVariable(name);
  }

  bool parseTypes(llvm::SmallVectorImpl<const Type *> &types,
                  llvm::SmallVectorImpl<const Type *> &written,
                  unsigned depth) {
    do {
      Parsed part;
      if (!parseType(part, depth + 1))
        return false;
      types.push_back(part.type);
      written.push_back(part.written);
    } while (consume(","));
    return true;
  }

  bool parseConstructor(llvm::StringRef name, Parsed &result, unsigned depth) {
    llvm::SmallVector<const Type *> types, written;
    if (!expect("(") || !parseTypes(types, written, depth) || !expect(")"))
      return false;
    if (name != "Union" && types.size() != (name == "Dict" ? 2 : 1))
      return fail("wrong number of arguments of '" + name + "'");
    auto make = [&](llvm::ArrayRef<const Type *> parts) -> const Type * {
      if (name == "Dict")
        return context.getDict(parts[0], parts[1]);
      if (name == "Future")
        return context.getFuture(parts[0]);
      if (name == "Await")
        return context.getAwait(parts[0]);
      if (name == "RRef")
        return context.getRRef(parts[0]);
      return context.getUnion(parts);
    };
    result.type = make(types);
    result.written = make(written);
    return true;
  }

  /// `(a)`, `(a!)`, `(a|b)`, `(a -> *)`; nothing is fine too.
  bool parseAlias(AliasInfo &alias) {
    rest = rest.ltrim();
    if (!consume("("))
      return true;
    if (!parseSets(alias.before))
      return false;
    alias.isWrite = consume("!");
    if (!consume("->"))
      alias.after = alias.before;
    else if (!parseSets(alias.after))
      return false;
    return expect(")");
  }

  bool parseSets(std::vector<std::string> &sets) {
    do {
      if (consume("*"))
        sets.push_back("*");
      else
        sets.push_back(takeIdentifier().str());
      if (sets.back().empty())
        return fail("expected an alias set");
    } while (consume("|"));
    return true;
  }

  bool parseDefault(const Type *type, Constant &value, unsigned depth) {
    if (depth > maxDepth)
      return fail("default value nested too deep");
    rest = rest.ltrim();
    if (rest.starts_with("\""))
      return parseString(value);
    if (consume("["))
      return parseList(type, value, depth);
    llvm::StringRef word = rest.take_until(
        [](char c) { return c == ',' || c == ')' || c == ']' || c == ' '; });
    rest = rest.drop_front(word.size());
    if (word == "None")
      value = Constant::none();
    else if (word == "True" || word == "False")
      value = Constant::boolean(word == "True");
    else
      return parseNumber(word, type, value);
    return true;
  }

  bool parseNumber(llvm::StringRef word, const Type *type, Constant &value) {
    int64_t integer;
    double floating;
    bool isInteger = !word.getAsInteger(10, integer);
    if (isInteger && !type->isFloat())
      value = Constant::integer(integer);
    else if (isInteger)
      value = Constant::floating(double(integer));
    else if (!word.getAsDouble(floating))
      value = Constant::floating(floating);
    else
      return fail("invalid default value '" + word + "'");
    return true;
  }

  bool parseList(const Type *type, Constant &value, unsigned depth) {
    if (auto *list = llvm::dyn_cast<ListType>(type))
      type = list->getElement();
    std::vector<Constant> elements;
    if (!consume("]")) {
      do {
        Constant element;
        if (!parseDefault(type, element, depth + 1))
          return false;
        elements.push_back(std::move(element));
      } while (consume(","));
      if (!expect("]"))
        return false;
    }
    value = Constant::list(std::move(elements));
    return true;
  }

  bool parseString(Constant &value) {
    std::string text;
    size_t i = 1;
    for (; i < rest.size() && rest[i] != '"'; ++i) {
      if (rest[i] != '\\' || i + 1 == rest.size()) {
        text += rest[i];
        continue;
      }
      constexpr llvm::StringLiteral letters = "ntrfvab";
      constexpr llvm::StringLiteral meanings("\n\t\r\f\v\a\b");
      size_t found = letters.find(rest[++i]);
      text += found == llvm::StringRef::npos ? rest[i] : meanings[found];
    }
    if (i >= rest.size())
      return fail("unterminated string");
    rest = rest.drop_front(i + 1);
    value = Constant::string(text);
    return true;
  }

  TypeContext &context;
  llvm::StringRef all, rest;
  std::string error;
};
} // namespace

std::optional<FunctionSchema> torchscript::parseSchema(TypeContext &context,
                                                       llvm::StringRef text,
                                                       std::string *error) {
  SchemaParser parser(context, text);
  std::optional<FunctionSchema> schema = parser.parse();
  if (!schema && error)
    *error = parser.getError();
  return schema;
}
