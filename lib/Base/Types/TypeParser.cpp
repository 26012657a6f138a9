//===- TypeParser.cpp - Types from their spellings ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses types in Python spelling, as archives and quoted annotations have
// them.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Base/Types/TypeParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace torchscript;

const Type *torchscript::lookupBuiltinType(llvm::StringRef name) {
  constexpr TypeKind unknown = TypeKind::Union;
  TypeKind kind = llvm::StringSwitch<TypeKind>(name)
                      .Case("Any", TypeKind::Any)
                      .Case("AnyEnumType", TypeKind::AnyEnum)
                      .Case("AnyClassType", TypeKind::AnyClass)
                      .Case("Capsule", TypeKind::Capsule)
                      .Case("Device", TypeKind::Device)
                      .Case("Generator", TypeKind::Generator)
                      .Case("NoneType", TypeKind::None)
                      .Case("PyObject", TypeKind::PyObject)
                      .Case("QScheme", TypeKind::QScheme)
                      .Case("Quantizer", TypeKind::Quantizer)
                      .Case("Storage", TypeKind::Storage)
                      .Case("Stream", TypeKind::Stream)
                      .Case("Tensor", TypeKind::Tensor)
                      .Case("bool", TypeKind::Bool)
                      .Case("complex", TypeKind::Complex)
                      .Case("float", TypeKind::Float)
                      .Case("int", TypeKind::Int)
                      .Case("list", TypeKind::AnyList)
                      .Case("number", TypeKind::Number)
                      .Case("str", TypeKind::String)
                      .Case("tuple", TypeKind::AnyTuple)
                      .Default(unknown);
  return kind == unknown ? nullptr : TypeContext::getLeaf(kind);
}

namespace {
/// Recursive-descent parser with a depth limit.
class PythonTypeParser {
public:
  PythonTypeParser(TypeContext &context, llvm::StringRef text,
                   TypeNameResolver resolve)
      : context(context), all(text), rest(text), resolve(resolve) {}

  /// The type of the whole text, or null with getError() set.
  const Type *parseAll() {
    const Type *type = parse(0);
    if (type && !rest.ltrim().empty())
      return fail("unexpected '" + rest.ltrim().take_front(20) + "'");
    return type;
  }

  const std::string &getError() const { return error; }

private:
  static constexpr unsigned maxDepth = 64;

  const Type *fail(const llvm::Twine &message) {
    if (error.empty())
      error = (message + " at offset " + llvm::Twine(all.size() - rest.size()) +
               " of type '" + all.take_front(120) + "'")
                  .str();
    return nullptr;
  }

  bool consume(char c) {
    rest = rest.ltrim();
    return rest.consume_front(llvm::StringRef(&c, 1));
  }

  /// A dotted name; the parts of torchbind and mangled names are ordinary
  /// identifiers.
  llvm::StringRef takeName() {
    rest = rest.ltrim();
    llvm::StringRef name = rest.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    rest = rest.drop_front(name.size());
    return name;
  }

  const Type *parse(unsigned depth) {
    if (depth > maxDepth)
      return fail("type nested deeper than " + llvm::Twine(maxDepth));
    llvm::StringRef name = takeName();
    if (name.empty())
      return fail("expected a type name");
    // The prefixes under which builtin names can be written.
    llvm::StringRef plain = name;
    plain.consume_front("typing.") || plain.consume_front("torch.jit.") ||
        plain.consume_front("torch.");
    if (consume('['))
      return parseArguments(plain, depth);
    if (const Type *type = lookupBuiltinType(plain))
      return type;
    if (plain == "None")
      return TypeContext::getNone();
    if (plain == "device")
      return TypeContext::getDevice();
    if (const Type *type = resolve(name))
      return type;
    return fail("unknown type name '" + name + "'");
  }

  const Type *parseArguments(llvm::StringRef constructor, unsigned depth) {
    llvm::SmallVector<const Type *> arguments;
    bool emptyTuple = consume('(');
    if (emptyTuple) {
      if (!consume(')') || !consume(']'))
        return fail("expected ')' and ']'");
    } else {
      do {
        const Type *argument = parse(depth + 1);
        if (!argument)
          return nullptr;
        arguments.push_back(argument);
      } while (consume(','));
      if (!consume(']'))
        return fail("expected ',' or ']'");
    }
    if (constructor == "Tuple" || constructor == "tuple")
      return context.getTuple(arguments);
    if (constructor == "Union" && !arguments.empty())
      return context.getUnion(arguments);
    bool isDict = constructor == "Dict" || constructor == "dict";
    if (isDict && arguments.size() == 2)
      return isValidDictKey(arguments[0])
                 ? context.getDict(arguments[0], arguments[1])
                 : fail("invalid dict key type '" + arguments[0]->spelling() +
                        "'");
    if (arguments.size() == 1 && !isDict)
      if (const Type *type = makeUnary(constructor, arguments[0]))
        return type;
    return fail("invalid type constructor '" + constructor + "' with " +
                llvm::Twine(arguments.size()) + " arguments");
  }

  const Type *makeUnary(llvm::StringRef constructor, const Type *argument) {
    if (constructor == "List" || constructor == "list")
      return context.getList(argument);
    if (constructor == "Optional")
      return context.getOptional(argument);
    if (constructor == "Future")
      return context.getFuture(argument);
    if (constructor == "Await")
      return context.getAwait(argument);
    if (constructor == "RRef")
      return context.getRRef(argument);
    return nullptr;
  }

  TypeContext &context;
  llvm::StringRef all, rest;
  TypeNameResolver resolve;
  std::string error;
};
} // namespace

const Type *torchscript::parseType(TypeContext &context, llvm::StringRef text,
                                   TypeNameResolver resolve,
                                   std::string *error) {
  PythonTypeParser parser(context, text, resolve);
  const Type *type = parser.parseAll();
  if (!type && error)
    *error = parser.getError();
  return type;
}
