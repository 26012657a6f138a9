//===- Expr.h - Syntax tree: expressions ------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expressions of the whole Python 3 grammar. Ranges are those of CPython's
// `ast`: from the first to the last token, enclosing parentheses left out
// (tuple displays and generator expressions include theirs).
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_SYNTAX_EXPR_H
#define TORCHSCRIPT_FRONTEND_SYNTAX_EXPR_H

#include "TorchScript/Frontend/Syntax/Source.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"

namespace torchscript {

struct TypeComment;

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

enum class UnaryOperator { Plus, Minus, Invert, Not };

enum class BinaryOperator {
  Add,
  Sub,
  Mult,
  MatMult,
  Div,
  FloorDiv,
  Mod,
  Pow,
  LShift,
  RShift,
  BitAnd,
  BitOr,
  BitXor,
};

enum class BoolOperator { And, Or };

enum class CompareOperator {
  Eq,
  NotEq,
  Lt,
  LtE,
  Gt,
  GtE,
  Is,
  IsNot,
  In,
  NotIn
};

/// The operator's spelling: "-", "not".
llvm::StringRef getSpelling(UnaryOperator op);
/// The operator's spelling: "+", "//".
llvm::StringRef getSpelling(BinaryOperator op);
/// The operator's spelling: "and", "or".
llvm::StringRef getSpelling(BoolOperator op);
/// The operator's spelling: "<=", "is not".
llvm::StringRef getSpelling(CompareOperator op);

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Base of all expressions. Nodes live in a SyntaxTree and are immutable once
/// parsed.
class Expr {
public:
  enum class Kind {
    // Literals.
    Integer,
    Float,
    Imaginary,
    String,
    Bytes,
    Boolean,
    None,
    Ellipsis,
    FString,
    // Names and access.
    Name,
    Attribute,
    Subscript,
    Slice,
    Starred,
    Call,
    // Operators.
    Unary,
    Binary,
    Bool,
    Compare,
    Conditional,
    Named,
    // Displays.
    List,
    Tuple,
    Set,
    Dict,
    // Comprehensions.
    ListComprehension,
    SetComprehension,
    DictComprehension,
    Generator,
    // Functions.
    Lambda,
    Yield,
    YieldFrom,
    Await,
  };

  Kind getKind() const { return exprKind; }
  /// First to last token, without enclosing parentheses.
  SourceRange getRange() const { return range; }
  /// Number of pairs of parentheses directly around the expression. The pair of
  /// a tuple display or generator expression is part of it and not counted.
  unsigned getNumParens() const { return numParens; }
  /// The range with the outermost enclosing parentheses.
  SourceRange getParenRange() const {
    return numParens ? SourceRange(range.file, parenBegin, parenEnd) : range;
  }
  /// Records one more pair of enclosing parentheses; for the parser.
  void addParens(SourceRange parens) {
    ++numParens;
    parenBegin = parens.begin;
    parenEnd = parens.end;
  }

protected:
  Expr(Kind kind, SourceRange range) : exprKind(kind), range(range) {}

private:
  Kind exprKind;
  unsigned numParens = 0;
  SourceRange range;
  uint32_t parenBegin = 0;
  uint32_t parenEnd = 0;
};

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// `12`, `0x_ff`. The sign is a separate operator.
class IntegerLiteral : public Expr {
public:
  IntegerLiteral(SourceRange range, uint64_t value, bool overflow)
      : Expr(Kind::Integer, range), value(value), overflow(overflow) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Integer; }
  /// The value, when it is below 2^64.
  uint64_t value;
  /// True when the value is 2^64 or more; `value` is then meaningless.
  bool overflow;
  /// True when the value fits a signed 64-bit integer.
  bool fitsInt64() const { return !overflow && value <= uint64_t(INT64_MAX); }
  /// The literal as written.
  llvm::StringRef getText() const { return getRange().getText(); }
};

/// `1.5`, `1e3`; infinite when too large.
class FloatLiteral : public Expr {
public:
  FloatLiteral(SourceRange range, double value)
      : Expr(Kind::Float, range), value(value) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Float; }
  double value;
};

/// `3j`: the imaginary part.
class ImaginaryLiteral : public Expr {
public:
  ImaginaryLiteral(SourceRange range, double value)
      : Expr(Kind::Imaginary, range), value(value) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Imaginary; }
  double value;
};

/// One or more adjacent string literals, decoded.
class StringLiteral : public Expr {
public:
  StringLiteral(SourceRange range, llvm::StringRef value, unsigned numPieces)
      : Expr(Kind::String, range), value(value), numPieces(numPieces) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::String; }
  /// UTF-8 bytes; may contain NUL. A lone surrogate is encoded like any other
  /// code point.
  llvm::StringRef value;
  /// Number of literals joined.
  unsigned numPieces;
};

/// `b"..."`, decoded.
class BytesLiteral : public Expr {
public:
  BytesLiteral(SourceRange range, llvm::StringRef value)
      : Expr(Kind::Bytes, range), value(value) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Bytes; }
  llvm::StringRef value;
};

/// `True`, `False`.
class BooleanLiteral : public Expr {
public:
  BooleanLiteral(SourceRange range, bool value)
      : Expr(Kind::Boolean, range), value(value) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Boolean; }
  bool value;
};

/// `None`.
class NoneLiteral : public Expr {
public:
  explicit NoneLiteral(SourceRange range) : Expr(Kind::None, range) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::None; }
};

/// `...`. The name `Ellipsis` is a NameExpr.
class EllipsisLiteral : public Expr {
public:
  explicit EllipsisLiteral(SourceRange range) : Expr(Kind::Ellipsis, range) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Ellipsis; }
};

class FStringExpr;

/// One part of an f-string: literal text, or `{value!conversion:spec}`.
struct FStringPart {
  /// The text of a literal part, decoded; for the `=` form of a field the
  /// literal in front of it is a part of its own.
  llvm::StringRef text;
  /// The expression of a field; null for literal text.
  Expr *value = nullptr;
  /// 's', 'r', 'a', or 0.
  char conversion = 0;
  /// The format specification, or null.
  FStringExpr *spec = nullptr;
  /// The field with its braces, or the bytes of the literal text.
  SourceRange range;
};

/// An f-string, or adjacent string literals of which one is an f-string.
class FStringExpr : public Expr {
public:
  FStringExpr(SourceRange range, llvm::ArrayRef<FStringPart> parts)
      : Expr(Kind::FString, range), parts(parts) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::FString; }
  /// Never two literal parts in a row, never an empty literal part.
  llvm::ArrayRef<FStringPart> parts;
};

//===----------------------------------------------------------------------===//
// Names, access, calls
//===----------------------------------------------------------------------===//

/// An identifier.
class NameExpr : public Expr {
public:
  NameExpr(SourceRange range, llvm::StringRef name)
      : Expr(Kind::Name, range), name(name) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Name; }
  llvm::StringRef name;
};

/// `value.name`.
class AttributeExpr : public Expr {
public:
  AttributeExpr(SourceRange range, Expr *value, llvm::StringRef name,
                SourceRange nameRange)
      : Expr(Kind::Attribute, range), value(value), name(name),
        nameRange(nameRange) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Attribute; }
  Expr *value;
  llvm::StringRef name;
  SourceRange nameRange;
};

/// `value[index]`; several indices are an unparenthesized TupleExpr.
class SubscriptExpr : public Expr {
public:
  SubscriptExpr(SourceRange range, Expr *value, Expr *index)
      : Expr(Kind::Subscript, range), value(value), index(index) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Subscript; }
  Expr *value;
  Expr *index;
};

/// `lower:upper:step` inside a subscript; each may be null.
class SliceExpr : public Expr {
public:
  SliceExpr(SourceRange range, Expr *lower, Expr *upper, Expr *step)
      : Expr(Kind::Slice, range), lower(lower), upper(upper), step(step) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Slice; }
  Expr *lower;
  Expr *upper;
  Expr *step;
};

/// `*value` in a call, a display, or a target.
class StarredExpr : public Expr {
public:
  StarredExpr(SourceRange range, Expr *value)
      : Expr(Kind::Starred, range), value(value) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Starred; }
  Expr *value;
};

/// `name=value` or `**value` in a call or class header.
struct KeywordArgument {
  /// Empty for `**value`.
  llvm::StringRef name;
  SourceRange nameRange;
  Expr *value = nullptr;
  SourceRange range;
};

/// `callee(arguments, keywords)`.
class CallExpr : public Expr {
public:
  CallExpr(SourceRange range, Expr *callee, llvm::ArrayRef<Expr *> arguments,
           llvm::ArrayRef<KeywordArgument> keywords)
      : Expr(Kind::Call, range), callee(callee), arguments(arguments),
        keywords(keywords) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Call; }
  Expr *callee;
  /// Positional arguments, possibly StarredExpr.
  llvm::ArrayRef<Expr *> arguments;
  llvm::ArrayRef<KeywordArgument> keywords;
};

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// `-x`, `not x`.
class UnaryExpr : public Expr {
public:
  UnaryExpr(SourceRange range, UnaryOperator op, Expr *operand)
      : Expr(Kind::Unary, range), op(op), operand(operand) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Unary; }
  UnaryOperator op;
  Expr *operand;
};

/// `a + b`.
class BinaryExpr : public Expr {
public:
  BinaryExpr(SourceRange range, BinaryOperator op, SourceRange opRange,
             Expr *lhs, Expr *rhs)
      : Expr(Kind::Binary, range), op(op), opRange(opRange), lhs(lhs),
        rhs(rhs) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Binary; }
  BinaryOperator op;
  /// The operator token.
  SourceRange opRange;
  Expr *lhs;
  Expr *rhs;
};

/// `a and b and c`: one node for a run of the same operator.
class BoolExpr : public Expr {
public:
  BoolExpr(SourceRange range, BoolOperator op, llvm::ArrayRef<Expr *> values)
      : Expr(Kind::Bool, range), op(op), values(values) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Bool; }
  BoolOperator op;
  /// At least two.
  llvm::ArrayRef<Expr *> values;
};

/// `a < b <= c`: `operators[i]` stands between `operands[i]` and
/// `operands[i + 1]`.
class CompareExpr : public Expr {
public:
  CompareExpr(SourceRange range, llvm::ArrayRef<CompareOperator> operators,
              llvm::ArrayRef<SourceRange> operatorRanges,
              llvm::ArrayRef<Expr *> operands)
      : Expr(Kind::Compare, range), operators(operators),
        operatorRanges(operatorRanges), operands(operands) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Compare; }
  llvm::ArrayRef<CompareOperator> operators;
  /// `is not` and `not in` cover both words.
  llvm::ArrayRef<SourceRange> operatorRanges;
  llvm::ArrayRef<Expr *> operands;
};

/// `thenValue if condition else elseValue`.
class ConditionalExpr : public Expr {
public:
  ConditionalExpr(SourceRange range, Expr *condition, Expr *thenValue,
                  Expr *elseValue)
      : Expr(Kind::Conditional, range), condition(condition),
        thenValue(thenValue), elseValue(elseValue) {}
  static bool classof(const Expr *e) {
    return e->getKind() == Kind::Conditional;
  }
  Expr *condition;
  Expr *thenValue;
  Expr *elseValue;
};

/// `target := value`.
class NamedExpr : public Expr {
public:
  NamedExpr(SourceRange range, NameExpr *target, Expr *value)
      : Expr(Kind::Named, range), target(target), value(value) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Named; }
  NameExpr *target;
  Expr *value;
};

//===----------------------------------------------------------------------===//
// Displays and comprehensions
//===----------------------------------------------------------------------===//

/// `[a, *b]`.
class ListExpr : public Expr {
public:
  ListExpr(SourceRange range, llvm::ArrayRef<Expr *> elements)
      : Expr(Kind::List, range), elements(elements) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::List; }
  llvm::ArrayRef<Expr *> elements;
};

/// `(a, b)` or `a, b`.
class TupleExpr : public Expr {
public:
  TupleExpr(SourceRange range, llvm::ArrayRef<Expr *> elements,
            bool parenthesized)
      : Expr(Kind::Tuple, range), elements(elements),
        parenthesized(parenthesized) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Tuple; }
  llvm::ArrayRef<Expr *> elements;
  /// True when the range includes a pair of parentheses.
  bool parenthesized;
};

/// `{a, b}`.
class SetExpr : public Expr {
public:
  SetExpr(SourceRange range, llvm::ArrayRef<Expr *> elements)
      : Expr(Kind::Set, range), elements(elements) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Set; }
  llvm::ArrayRef<Expr *> elements;
};

/// `key: value`, or `**value` (null key), of a dict display.
struct DictEntry {
  Expr *key = nullptr;
  Expr *value = nullptr;
};

/// `{a: b, **c}`.
class DictExpr : public Expr {
public:
  DictExpr(SourceRange range, llvm::ArrayRef<DictEntry> entries)
      : Expr(Kind::Dict, range), entries(entries) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Dict; }
  llvm::ArrayRef<DictEntry> entries;
};

/// `for target in iterable if condition ...` of a comprehension.
struct ComprehensionClause {
  bool isAsync = false;
  Expr *target = nullptr;
  Expr *iterable = nullptr;
  llvm::ArrayRef<Expr *> conditions;
  SourceRange range;
};

/// `[element for ...]`, `{element for ...}`, `(element for ...)`,
/// `{key: element for ...}`: which one, says the kind.
class ComprehensionExpr : public Expr {
public:
  ComprehensionExpr(Kind kind, SourceRange range, Expr *key, Expr *element,
                    llvm::ArrayRef<ComprehensionClause> clauses)
      : Expr(kind, range), key(key), element(element), clauses(clauses) {}
  static bool classof(const Expr *e) {
    return e->getKind() >= Kind::ListComprehension &&
           e->getKind() <= Kind::Generator;
  }
  /// Null unless the kind is DictComprehension.
  Expr *key;
  Expr *element;
  /// At least one.
  llvm::ArrayRef<ComprehensionClause> clauses;
};

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// How a parameter can be given.
enum class ParameterKind {
  PositionalOnly,
  Regular,
  /// `*args`.
  VarPositional,
  KeywordOnly,
  /// `**kwargs`.
  VarKeyword,
};

/// One parameter of a function or lambda.
struct Parameter {
  ParameterKind kind = ParameterKind::Regular;
  llvm::StringRef name;
  SourceRange nameRange;
  /// Null when there is none.
  Expr *annotation = nullptr;
  /// Null when there is none.
  Expr *defaultValue = nullptr;
  /// Name, annotation and default; stars are outside, as in CPython.
  SourceRange range;
  /// A `# type:` comment behind the parameter on its line, or null.
  const TypeComment *typeComment = nullptr;
};

/// All parameters in source order: positional-only, regular, `*args`,
/// keyword-only, `**kwargs`.
struct ParameterList {
  llvm::ArrayRef<Parameter> parameters;
  /// Between the parentheses, without them.
  SourceRange range;
};

/// `lambda parameters: body`.
class LambdaExpr : public Expr {
public:
  LambdaExpr(SourceRange range, ParameterList *parameters, Expr *body)
      : Expr(Kind::Lambda, range), parameters(parameters), body(body) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Lambda; }
  ParameterList *parameters;
  Expr *body;
};

/// `yield`, `yield value`.
class YieldExpr : public Expr {
public:
  YieldExpr(SourceRange range, Expr *value)
      : Expr(Kind::Yield, range), value(value) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Yield; }
  /// Null for a bare `yield`.
  Expr *value;
};

/// `yield from value`.
class YieldFromExpr : public Expr {
public:
  YieldFromExpr(SourceRange range, Expr *value)
      : Expr(Kind::YieldFrom, range), value(value) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::YieldFrom; }
  Expr *value;
};

/// `await value`.
class AwaitExpr : public Expr {
public:
  AwaitExpr(SourceRange range, Expr *value)
      : Expr(Kind::Await, range), value(value) {}
  static bool classof(const Expr *e) { return e->getKind() == Kind::Await; }
  Expr *value;
};

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_SYNTAX_EXPR_H
