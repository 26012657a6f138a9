//===- HostConstants.cpp - Constants the host evaluates --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates what Python evaluates when a function is defined: defaults and
// members of enums (TS-CALL-003).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "TorchScript/Frontend/Syntax/Parser.h"

#include <cmath>

using namespace torchscript;

/// Operators that only two ints have.
static std::optional<Constant> evaluateIntegers(BinaryOperator op, int64_t a,
                                                int64_t b) {
  bool isShift = b >= 0 && b < 64;
  switch (op) {
  case BinaryOperator::FloorDiv:
  case BinaryOperator::Mod: {
    if (b == 0 || (b == -1 && a == INT64_MIN))
      return std::nullopt;
    bool roundsDown = a % b != 0 && (a < 0) != (b < 0);
    if (op == BinaryOperator::FloorDiv)
      return Constant::integer(a / b - roundsDown);
    return Constant::integer(a % b + (roundsDown ? b : 0));
  }
  case BinaryOperator::LShift:
    return isShift ? std::optional(Constant::integer(int64_t(uint64_t(a) << b)))
                   : std::nullopt;
  case BinaryOperator::RShift:
    return isShift ? std::optional(Constant::integer(a >> b)) : std::nullopt;
  case BinaryOperator::BitAnd:
    return Constant::integer(a & b);
  case BinaryOperator::BitOr:
    return Constant::integer(a | b);
  case BinaryOperator::BitXor:
    return Constant::integer(a ^ b);
  case BinaryOperator::Pow: {
    uint64_t result = 1;
    for (int64_t i = 0; i < b; ++i)
      result *= uint64_t(a);
    return Constant::integer(int64_t(result));
  }
  default:
    return std::nullopt;
  }
}

static std::optional<Constant>
evaluateBinary(const BinaryExpr *expr, const Constant &a, const Constant &b) {
  auto isNumber = [](const Constant &c) {
    return c.getKind() == Constant::Kind::Int ||
           c.getKind() == Constant::Kind::Float;
  };
  auto number = [](const Constant &c) {
    return c.getKind() == Constant::Kind::Int ? double(c.getInt())
                                              : c.getFloat();
  };
  if (a.getKind() == Constant::Kind::String &&
      b.getKind() == Constant::Kind::String && expr->op == BinaryOperator::Add)
    return Constant::string((llvm::Twine(a.getString()) + b.getString()).str());
  bool isSum =
      expr->op == BinaryOperator::Add || expr->op == BinaryOperator::Sub;
  if (isSum && b.getKind() == Constant::Kind::Complex && isNumber(a)) {
    double sign = expr->op == BinaryOperator::Add ? 1 : -1;
    return Constant::complex(number(a) + sign * b.getReal(),
                             sign * b.getImag());
  }
  if (!isNumber(a) || !isNumber(b))
    return std::nullopt;
  bool ints =
      a.getKind() == Constant::Kind::Int && b.getKind() == Constant::Kind::Int;
  switch (expr->op) {
  case BinaryOperator::Add:
    return ints ? Constant::integer(int64_t(uint64_t(a.getInt()) + b.getInt()))
                : Constant::floating(number(a) + number(b));
  case BinaryOperator::Sub:
    return ints ? Constant::integer(int64_t(uint64_t(a.getInt()) - b.getInt()))
                : Constant::floating(number(a) - number(b));
  case BinaryOperator::Mult:
    return ints ? Constant::integer(
                      int64_t(uint64_t(a.getInt()) * uint64_t(b.getInt())))
                : Constant::floating(number(a) * number(b));
  case BinaryOperator::Div:
    if (number(b) == 0)
      return std::nullopt;
    return Constant::floating(number(a) / number(b));
  case BinaryOperator::Pow:
    if (!ints)
      return Constant::floating(std::pow(number(a), number(b)));
    if (b.getInt() < 0 || b.getInt() > 63)
      return std::nullopt;
    break;
  default:
    break;
  }
  if (!ints)
    return std::nullopt;
  return evaluateIntegers(expr->op, a.getInt(), b.getInt());
}

namespace {
/// Evaluates expressions of the host; nothing for what it does not know.
class HostEvaluator {
public:
  HostEvaluator(Compilation &unit, Scope &scope) : unit(unit), scope(&scope) {}

  std::optional<Constant> evaluate(Expr *expr);

private:
  using Result = std::optional<Constant>;

  Result unary(const UnaryExpr *expr);
  Result compare(const CompareExpr *expr);
  Result subscript(const SubscriptExpr *expr);
  Result call(const CallExpr *expr);
  Result elements(llvm::ArrayRef<Expr *> exprs, bool isTuple);
  Result name(Expr *expr);

  Compilation &unit;
  Scope *scope;
  unsigned depth = 0;
};
} // namespace

static bool isNumber(const Constant &c) {
  return c.getKind() == Constant::Kind::Int ||
         c.getKind() == Constant::Kind::Float;
}

static double asDouble(const Constant &c) {
  return c.getKind() == Constant::Kind::Int ? double(c.getInt()) : c.getFloat();
}

/// Python's truth value.
static std::optional<bool> isTrue(const Constant &c) {
  switch (c.getKind()) {
  case Constant::Kind::None:
    return false;
  case Constant::Kind::Bool:
    return c.getBool();
  case Constant::Kind::Int:
    return c.getInt() != 0;
  case Constant::Kind::Float:
    return c.getFloat() != 0;
  case Constant::Kind::String:
    return !c.getString().empty();
  case Constant::Kind::List:
  case Constant::Kind::Tuple:
    return !c.getElements().empty();
  default:
    return std::nullopt;
  }
}

std::optional<Constant> HostEvaluator::unary(const UnaryExpr *expr) {
  Result value = evaluate(expr->operand);
  if (!value)
    return std::nullopt;
  switch (expr->op) {
  case UnaryOperator::Minus:
    if (value->getKind() == Constant::Kind::Int)
      return Constant::integer(int64_t(-uint64_t(value->getInt())));
    if (value->getKind() == Constant::Kind::Float)
      return Constant::floating(-value->getFloat());
    if (value->getKind() == Constant::Kind::Complex)
      return Constant::complex(-value->getReal(), -value->getImag());
    return std::nullopt;
  case UnaryOperator::Plus:
    return isNumber(*value) ? value : std::nullopt;
  case UnaryOperator::Invert:
    return value->getKind() == Constant::Kind::Int
               ? Result(Constant::integer(~value->getInt()))
               : std::nullopt;
  case UnaryOperator::Not:
    if (std::optional<bool> truth = isTrue(*value))
      return Constant::boolean(!*truth);
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Constant> HostEvaluator::compare(const CompareExpr *expr) {
  if (expr->operators.size() != 1)
    return std::nullopt;
  Result lhs = evaluate(expr->operands[0]), rhs = evaluate(expr->operands[1]);
  if (!lhs || !rhs)
    return std::nullopt;
  bool numbers = isNumber(*lhs) && isNumber(*rhs);
  double a = numbers ? asDouble(*lhs) : 0, b = numbers ? asDouble(*rhs) : 0;
  bool equal = numbers ? a == b : *lhs == *rhs;
  switch (expr->operators[0]) {
  case CompareOperator::Eq:
    return Constant::boolean(equal);
  case CompareOperator::NotEq:
    return Constant::boolean(!equal);
  case CompareOperator::Lt:
    return numbers ? Result(Constant::boolean(a < b)) : std::nullopt;
  case CompareOperator::LtE:
    return numbers ? Result(Constant::boolean(a <= b)) : std::nullopt;
  case CompareOperator::Gt:
    return numbers ? Result(Constant::boolean(a > b)) : std::nullopt;
  case CompareOperator::GtE:
    return numbers ? Result(Constant::boolean(a >= b)) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<Constant> HostEvaluator::subscript(const SubscriptExpr *expr) {
  Result value = evaluate(expr->value), index = evaluate(expr->index);
  if (!value || !index || index->getKind() != Constant::Kind::Int ||
      (value->getKind() != Constant::Kind::List &&
       value->getKind() != Constant::Kind::Tuple))
    return std::nullopt;
  int64_t size = int64_t(value->getElements().size()), at = index->getInt();
  at = at < 0 ? at + size : at;
  return at >= 0 && at < size ? Result(value->getElements()[at]) : std::nullopt;
}

/// `int(x)`, `float(x)` and `bool(x)`.
static std::optional<Constant> convertNumber(llvm::StringRef to,
                                             const Constant &value) {
  if (to == "bool") {
    std::optional<bool> truth = isTrue(value);
    return truth ? std::optional(Constant::boolean(*truth)) : std::nullopt;
  }
  bool isString = value.getKind() == Constant::Kind::String;
  if (to == "float") {
    double number;
    if (isString &&
        llvm::StringRef(value.getString()).trim().getAsDouble(number))
      return std::nullopt;
    if (isString || isNumber(value))
      return Constant::floating(isString ? number : asDouble(value));
    return std::nullopt;
  }
  int64_t number;
  if (isString &&
      llvm::StringRef(value.getString()).trim().getAsInteger(10, number))
    return std::nullopt;
  if (isString)
    return Constant::integer(number);
  if (value.getKind() == Constant::Kind::Bool)
    return Constant::integer(value.getBool());
  if (value.getKind() == Constant::Kind::Int)
    return value;
  if (value.getKind() == Constant::Kind::Float &&
      std::abs(value.getFloat()) < 9.2e18)
    return Constant::integer(int64_t(value.getFloat()));
  return std::nullopt;
}

std::optional<Constant> HostEvaluator::call(const CallExpr *expr) {
  std::string callee = getDottedName(expr->callee);
  if (!expr->keywords.empty() || callee.empty())
    return std::nullopt;
  std::vector<Constant> arguments;
  for (Expr *argument : expr->arguments) {
    Result value = evaluate(argument);
    if (!value)
      return std::nullopt;
    arguments.push_back(*value);
  }
  llvm::StringRef name = callee;
  size_t count = arguments.size();
  if (count == 1 && (name == "int" || name == "float" || name == "bool"))
    return convertNumber(name, arguments[0]);
  if (count == 1 && (name == "torch.device" || name == "device") &&
      arguments[0].getKind() == Constant::Kind::String)
    return Constant::device(arguments[0].getString());
  if (name == "str" && count == 1) {
    if (arguments[0].getKind() == Constant::Kind::String)
      return arguments[0];
    if (arguments[0].getKind() == Constant::Kind::Int)
      return Constant::string(std::to_string(arguments[0].getInt()));
    return std::nullopt;
  }
  if (name == "len" && count == 1) {
    if (arguments[0].getKind() == Constant::Kind::String) {
      // Python counts characters, not bytes.
      int64_t size = 0;
      for (char c : arguments[0].getString())
        size += (c & 0xC0) != 0x80;
      return Constant::integer(size);
    }
    if (arguments[0].getKind() == Constant::Kind::List ||
        arguments[0].getKind() == Constant::Kind::Tuple)
      return Constant::integer(int64_t(arguments[0].getElements().size()));
    return std::nullopt;
  }
  if (name == "complex" && count >= 1 && count <= 2 &&
      llvm::all_of(arguments, isNumber))
    return Constant::complex(asDouble(arguments[0]),
                             count == 2 ? asDouble(arguments[1]) : 0);
  if ((name == "max" || name == "min") && count >= 2 &&
      llvm::all_of(arguments, isNumber)) {
    size_t best = 0;
    for (size_t i = 1; i < count; ++i)
      if (name == "max" ? asDouble(arguments[i]) > asDouble(arguments[best])
                        : asDouble(arguments[i]) < asDouble(arguments[best]))
        best = i;
    return arguments[best];
  }
  if (name == "tuple" && count == 1 &&
      arguments[0].getKind() == Constant::Kind::List)
    return Constant::tuple(std::vector<Constant>(arguments[0].getElements()));
  return std::nullopt;
}

std::optional<Constant> HostEvaluator::elements(llvm::ArrayRef<Expr *> exprs,
                                                bool isTuple) {
  std::vector<Constant> values;
  for (Expr *element : exprs) {
    Result value = evaluate(element);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return isTuple ? Constant::tuple(std::move(values))
                 : Constant::list(std::move(values));
}

std::optional<Constant> HostEvaluator::name(Expr *expr) {
  if (auto *constant = llvm::dyn_cast_or_null<ConstantMeaning>(
          evaluateStatic(unit, *scope, expr)))
    return constant->value;
  auto *named = llvm::dyn_cast<NameExpr>(expr);
  if (!named)
    return std::nullopt;
  auto [value, where] = scope->findValue(named->name);
  if (!value)
    return std::nullopt;
  Scope *outer = std::exchange(scope, where);
  Result result = evaluate(value);
  scope = outer;
  return result;
}

std::optional<Constant> HostEvaluator::evaluate(Expr *expr) {
  struct Leave {
    unsigned &depth;
    ~Leave() { --depth; }
  } leave{depth};
  // Also ends names that are defined by themselves.
  if (++depth > 100)
    return std::nullopt;
  switch (expr->getKind()) {
  case Expr::Kind::Integer: {
    auto *literal = llvm::cast<IntegerLiteral>(expr);
    if (!literal->fitsInt64())
      return std::nullopt;
    return Constant::integer(int64_t(literal->value));
  }
  case Expr::Kind::Float:
    return Constant::floating(llvm::cast<FloatLiteral>(expr)->value);
  case Expr::Kind::Imaginary:
    return Constant::complex(0, llvm::cast<ImaginaryLiteral>(expr)->value);
  case Expr::Kind::String:
    return Constant::string(llvm::cast<StringLiteral>(expr)->value);
  case Expr::Kind::Boolean:
    return Constant::boolean(llvm::cast<BooleanLiteral>(expr)->value);
  case Expr::Kind::None:
    return Constant::none();
  case Expr::Kind::Unary:
    return unary(llvm::cast<UnaryExpr>(expr));
  case Expr::Kind::Binary: {
    auto *binary = llvm::cast<BinaryExpr>(expr);
    Result lhs = evaluate(binary->lhs), rhs = evaluate(binary->rhs);
    return lhs && rhs ? evaluateBinary(binary, *lhs, *rhs) : std::nullopt;
  }
  case Expr::Kind::Compare:
    return compare(llvm::cast<CompareExpr>(expr));
  case Expr::Kind::Conditional: {
    auto *choice = llvm::cast<ConditionalExpr>(expr);
    Result condition = evaluate(choice->condition);
    std::optional<bool> truth = condition ? isTrue(*condition) : std::nullopt;
    if (!truth)
      return std::nullopt;
    return evaluate(*truth ? choice->thenValue : choice->elseValue);
  }
  case Expr::Kind::Tuple:
    return elements(llvm::cast<TupleExpr>(expr)->elements, /*isTuple=*/true);
  case Expr::Kind::List:
    return elements(llvm::cast<ListExpr>(expr)->elements, /*isTuple=*/false);
  case Expr::Kind::Dict:
    // Refused as a mutable default, whatever it holds.
    return Constant::list({});
  case Expr::Kind::Subscript:
    return subscript(llvm::cast<SubscriptExpr>(expr));
  case Expr::Kind::Call:
    return call(llvm::cast<CallExpr>(expr));
  case Expr::Kind::Name:
  case Expr::Kind::Attribute:
    return name(expr);
  default:
    return std::nullopt;
  }
}

std::optional<Constant>
torchscript::evaluateConstant(Compilation &unit, Scope &scope, Expr *expr) {
  return HostEvaluator(unit, scope).evaluate(expr);
}

FunctionEntry *torchscript::makeHostFunction(Compilation &unit, Scope &scope,
                                             llvm::StringRef name, Expr *expr) {
  // A name stands for what it was bound to.
  Scope *where = &scope;
  for (unsigned steps = 0; llvm::isa<NameExpr>(expr) && steps < 100; ++steps) {
    auto [value, outer] = where->findValue(llvm::cast<NameExpr>(expr)->name);
    if (!value)
      return nullptr;
    expr = value;
    where = outer;
  }
  if (!llvm::isa<CallExpr, BinaryExpr, UnaryExpr, SubscriptExpr, AttributeExpr>(
          expr))
    return nullptr;
  auto file = std::make_shared<SourceFile>(
      "default " + name.str(),
      ("def " + name + "():\n    return (" + expr->getRange().getText() + ")\n")
          .str());
  DiagnosticSink sink;
  std::unique_ptr<SyntaxTree> tree = parseFile(file, sink);
  auto *def = tree->body.size() == 1
                  ? llvm::dyn_cast<FunctionDef>(tree->body[0])
                  : nullptr;
  if (!def || sink.hasErrors())
    return nullptr;
  unit.addSource(*file);
  Scope *inside =
      unit.addScope(std::make_unique<FileScope>(unit, *where, std::move(tree)));
  FunctionEntry *entry = unit.makeFunction(def, inside, name, name);
  return unit.compile(*entry) ? entry : nullptr;
}
