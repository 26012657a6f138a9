//===- FrameMatch.cpp - Trying patterns -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"

using namespace torchscript;
using namespace torchscript::evaluate;

namespace {

/// One attempt of a pattern.
class Matcher {
public:
  Matcher(Interpreter &in, const CompiledPattern &compiled,
          const ValueVector &values)
      : in(in), compiled(compiled), values(values),
        captures(compiled.names.size()) {}

  bool matches(const Pattern *pattern, const Value &subject);
  ValueVector takeCaptures() { return std::move(captures); }

private:
  bool matchesValue(const Pattern *pattern, const Value &subject);
  bool matchesSequence(const Pattern *pattern, const Value &subject);
  bool matchesMapping(const Pattern *pattern, const Value &subject);
  bool matchesClass(const Pattern *pattern, const Value &subject);
  bool matchesPositional(const Pattern *pattern, const Value &cls,
                         const Value &subject, size_t count);
  bool isOf(const Value &subject, llvm::StringRef module, llvm::StringRef name);
  bool capture(llvm::StringRef name, const Value &value) {
    if (!name.empty())
      captures[llvm::find(compiled.names, name) - compiled.names.begin()] =
          value;
    return true;
  }
  const Value &valueOf(const Expr *expr) {
    return values[compiled.values.find(expr)->second];
  }

  Interpreter &in;
  const CompiledPattern &compiled;
  const ValueVector &values;
  ValueVector captures;
};

} // namespace

bool Matcher::matches(const Pattern *pattern, const Value &subject) {
  in.step();
  switch (pattern->kind) {
  case Pattern::Kind::Value:
    return matchesValue(pattern, subject);
  case Pattern::Kind::Capture:
  case Pattern::Kind::Star:
    return capture(pattern->name, subject);
  case Pattern::Kind::Sequence:
    return matchesSequence(pattern, subject);
  case Pattern::Kind::Mapping:
    return matchesMapping(pattern, subject);
  case Pattern::Kind::Class:
    return matchesClass(pattern, subject);
  case Pattern::Kind::Or:
    return llvm::any_of(pattern->parts, [&](const Pattern *part) {
      return matches(part, subject);
    });
  case Pattern::Kind::As:
    return matches(pattern->parts[0], subject) &&
           capture(pattern->name, subject);
  }
  return false;
}

bool Matcher::matchesValue(const Pattern *pattern, const Value &subject) {
  const Value &value = valueOf(pattern->value);
  if (llvm::isa<NoneLiteral, BooleanLiteral>(pattern->value))
    return subject.isSame(value);
  return in.isTrue(in.compare(Comparison::Eq, subject, value));
}

/// Whether the subject is an instance of a class in a module of text, where
/// that module has been imported.
bool Matcher::isOf(const Value &subject, llvm::StringRef module,
                   llvm::StringRef name) {
  if (subject.is(Kind::Str) || subject.is(Kind::Bytes))
    return false;
  Value found = in.findModule(module);
  Value cls = found ? in.findAttr(found, name) : Value();
  return cls && in.isInstanceOfAny(subject, cls);
}

bool Matcher::matchesSequence(const Pattern *pattern, const Value &subject) {
  if (!subject.is(Kind::List) && !subject.is(Kind::Tuple) &&
      !subject.is(Kind::Range) && !isOf(subject, "collections", "deque") &&
      !isOf(subject, "collections.abc", "Sequence"))
    return false;
  llvm::ArrayRef<Pattern *> parts = pattern->parts;
  auto star = llvm::find_if(parts, [](const Pattern *part) {
    return part->kind == Pattern::Kind::Star;
  });
  size_t length = in.length(subject);
  bool hasStar = star != parts.end();
  if (hasStar ? length + 1 < parts.size() : length != parts.size())
    return false;
  ValueVector items = in.unpack(subject);
  if (items.size() != length)
    return false;
  size_t before = star - parts.begin();
  for (size_t i = 0; i < before; ++i)
    if (!matches(parts[i], items[i]))
      return false;
  if (!hasStar)
    return true;
  size_t after = parts.size() - before - 1;
  ValueVector middle(items.begin() + before, items.end() - after);
  capture((*star)->name, in.makeList(std::move(middle)));
  for (size_t i = 0; i < after; ++i)
    if (!matches(parts[before + 1 + i], items[length - after + i]))
      return false;
  return true;
}

bool Matcher::matchesMapping(const Pattern *pattern, const Value &subject) {
  bool isDict = subject.is(Kind::Dict);
  if (!isDict && !isOf(subject, "collections.abc", "Mapping"))
    return false;
  if (in.length(subject) < pattern->keys.size())
    return false;
  Value missing = in.makeInstance(in.types.object);
  for (size_t i = 0; i < pattern->keys.size(); ++i) {
    const Value &key = valueOf(pattern->keys[i]);
    Value item = missing;
    if (isDict) {
      if (Value *found = in.dictFind(subject, key))
        item = *found;
    } else {
      item = in.callMethod(subject, "get", {key, missing});
    }
    if (item.isSame(missing) || !matches(pattern->parts[i], item))
      return false;
  }
  if (pattern->name.empty())
    return true;
  Value rest = in.makeDict();
  in.dictUpdate(rest, subject);
  for (const Expr *key : pattern->keys)
    in.delItem(rest, valueOf(key));
  return capture(pattern->name, rest);
}

bool Matcher::matchesPositional(const Pattern *pattern, const Value &cls,
                                const Value &subject, size_t count) {
  auto *type = cls.as<TypeObject>();
  Value names = in.findAttr(cls, "__match_args__");
  if (!names) {
    // Numbers, texts and containers match their one argument as a whole.
    bool isWhole = false;
    for (TypeObject *builtin :
         {in.types.boolean, in.types.bytes, in.types.dict, in.types.floating,
          in.types.frozenset, in.types.integer, in.types.list, in.types.set,
          in.types.str, in.types.tuple})
      isWhole |= type->isSubclassOf(builtin);
    size_t most = isWhole;
    if (count > most)
      in.raiseTypeError(type->name + "() accepts " + llvm::Twine(most) +
                        " positional sub-pattern" + (most == 1 ? "" : "s") +
                        " (" + llvm::Twine(count) + " given)");
    return matches(pattern->parts[0], subject);
  }
  auto *tuple = names.dyn<TupleObject>();
  if (!tuple)
    in.raiseTypeError(type->name + ".__match_args__ must be a tuple (got " +
                      in.typeName(names) + ")");
  size_t most = tuple->items.size();
  if (count > most)
    in.raiseTypeError(type->name + "() accepts " + llvm::Twine(most) +
                      " positional sub-pattern" + (most == 1 ? "" : "s") +
                      " (" + llvm::Twine(count) + " given)");
  for (size_t i = 0; i < count; ++i) {
    Value found =
        in.findAttr(subject, in.toStr(tuple->items[i], "__match_args__"));
    if (!found || !matches(pattern->parts[i], found))
      return false;
  }
  return true;
}

bool Matcher::matchesClass(const Pattern *pattern, const Value &subject) {
  const Value &cls = valueOf(pattern->value);
  if (!cls.is(Kind::Type))
    in.raiseTypeError("called match pattern must be a class");
  if (!in.isInstanceOfAny(subject, cls))
    return false;
  size_t positional = pattern->parts.size() - pattern->keywords.size();
  if (positional && !matchesPositional(pattern, cls, subject, positional))
    return false;
  for (size_t i = 0; i < pattern->keywords.size(); ++i) {
    Value found = in.findAttr(subject, pattern->keywords[i].name);
    if (!found || !matches(pattern->parts[positional + i], found))
      return false;
  }
  return true;
}

/// [subject, values] becomes [subject, captures, whether it matches].
bool evaluate::runMatchCase(Interpreter &in, Frame &f, uint32_t a) {
  Value values = f.pop();
  const CompiledPattern &compiled = f.code->patterns[a];
  Matcher matcher(in, compiled, values.as<TupleObject>()->items);
  Value subject = f.peek();
  bool found = matcher.matches(compiled.pattern, subject);
  f.push(found ? in.makeTuple(matcher.takeCaptures()) : Value::none());
  f.push(Value::boolean(found));
  return false;
}
