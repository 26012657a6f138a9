//===- CompileExpressions.cpp - Instructions of expressions -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

using namespace torchscript;
using namespace torchscript::evaluate;

/// The value of an integer literal of any size.
static Value makeBigLiteral(Interpreter &in, llvm::StringRef text) {
  std::string digits;
  for (char c : text)
    if (c != '_')
      digits.push_back(c);
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0' && !isdigit(digits[1])) {
    char kind = digits[1] | 0x20;
    base = kind == 'x' ? 16 : kind == 'o' ? 8 : 2;
    digits = digits.substr(2);
  }
  mpz_t number;
  mpz_init_set_str(number, digits.c_str(), base);
  Value result = in.makeBig(number);
  mpz_clear(number);
  return result;
}

void Compiler::compileLiteral(const Expr *expr) {
  switch (expr->getKind()) {
  case Expr::Kind::Integer: {
    auto *literal = llvm::cast<IntegerLiteral>(expr);
    return emitConst(literal->fitsInt64()
                         ? in.makeInt(int64_t(literal->value))
                         : makeBigLiteral(in, literal->getText()));
  }
  case Expr::Kind::Float:
    return emitConst(in.makeFloat(llvm::cast<FloatLiteral>(expr)->value));
  case Expr::Kind::Imaginary:
    return emitConst(
        in.makeComplex(0, llvm::cast<ImaginaryLiteral>(expr)->value));
  case Expr::Kind::String:
    return emitConst(Value(in.intern(llvm::cast<StringLiteral>(expr)->value)));
  case Expr::Kind::Bytes:
    return emitConst(in.makeBytes(llvm::cast<BytesLiteral>(expr)->value.str()));
  case Expr::Kind::Boolean:
    return emitConst(Value::boolean(llvm::cast<BooleanLiteral>(expr)->value));
  case Expr::Kind::Ellipsis:
    return emitConst(Value::ellipsis());
  default:
    return emitConst(Value::none());
  }
}

void Compiler::compilePart(const Expr *expr) {
  if (auto *attribute = llvm::dyn_cast<AttributeExpr>(expr)) {
    compile(attribute->value);
    unit->range = expr->getRange();
    emit(Op::LoadAttr, nameOperand(attribute->name));
    return;
  }
  if (auto *subscript = llvm::dyn_cast<SubscriptExpr>(expr)) {
    compile(subscript->value);
    compile(subscript->index);
    emit(Op::LoadItem);
    return;
  }
  auto *slice = llvm::cast<SliceExpr>(expr);
  for (Expr *part : {slice->lower, slice->upper, slice->step}) {
    if (part)
      compile(part);
    else
      emitConst(Value::none());
  }
  emit(Op::BuildSlice, 3);
}

void Compiler::compileOperator(const Expr *expr) {
  switch (expr->getKind()) {
  case Expr::Kind::Unary: {
    auto *unary = llvm::cast<UnaryExpr>(expr);
    compile(unary->operand);
    return emit(Op::Unary, uint32_t(unary->op));
  }
  case Expr::Kind::Binary: {
    auto *binary = llvm::cast<BinaryExpr>(expr);
    compile(binary->lhs);
    compile(binary->rhs);
    return emit(Op::Binary, uint32_t(binary->op));
  }
  case Expr::Kind::Bool:
    return compileBool(llvm::cast<BoolExpr>(expr));
  case Expr::Kind::Compare:
    return compileCompare(llvm::cast<CompareExpr>(expr));
  default:
    return compileConditional(llvm::cast<ConditionalExpr>(expr));
  }
}

void Compiler::compileDisplay(const Expr *expr) {
  Expr::Kind kind = expr->getKind();
  switch (kind) {
  case Expr::Kind::List:
    return compileElements(kind, llvm::cast<ListExpr>(expr)->elements);
  case Expr::Kind::Tuple:
    return compileElements(kind, llvm::cast<TupleExpr>(expr)->elements);
  case Expr::Kind::Set:
    return compileElements(kind, llvm::cast<SetExpr>(expr)->elements);
  case Expr::Kind::Dict:
    return compileDict(llvm::cast<DictExpr>(expr));
  default:
    return compileComprehension(llvm::cast<ComprehensionExpr>(expr));
  }
}

void Compiler::compileYield(const Expr *expr) {
  if (auto *from = llvm::dyn_cast<YieldFromExpr>(expr)) {
    compile(from->value);
    emit(Op::GetIter);
    emitConst(Value::none());
    emit(Op::YieldFrom);
    return;
  }
  if (const Expr *value = llvm::cast<YieldExpr>(expr)->value)
    compile(value);
  else
    emitConst(Value::none());
  emit(Op::Yield);
}

void Compiler::compileNamed(const NamedExpr *expr) {
  compile(expr->value);
  emit(Op::Dup);
  accessName(expr->target->name, Access::Store);
}

void Compiler::compileByKind(const Expr *expr) {
  switch (expr->getKind()) {
  case Expr::Kind::Name:
    return accessName(llvm::cast<NameExpr>(expr)->name, Access::Load);
  case Expr::Kind::Attribute:
  case Expr::Kind::Subscript:
  case Expr::Kind::Slice:
    return compilePart(expr);
  case Expr::Kind::Starred:
    return error(expr->getRange(), "can't use starred expression here");
  case Expr::Kind::Call:
    return compileCall(llvm::cast<CallExpr>(expr));
  case Expr::Kind::Unary:
  case Expr::Kind::Binary:
  case Expr::Kind::Bool:
  case Expr::Kind::Compare:
  case Expr::Kind::Conditional:
    return compileOperator(expr);
  case Expr::Kind::Named:
    return compileNamed(llvm::cast<NamedExpr>(expr));
  case Expr::Kind::List:
  case Expr::Kind::Tuple:
  case Expr::Kind::Set:
  case Expr::Kind::Dict:
  case Expr::Kind::ListComprehension:
  case Expr::Kind::SetComprehension:
  case Expr::Kind::DictComprehension:
  case Expr::Kind::Generator:
    return compileDisplay(expr);
  case Expr::Kind::Lambda:
    return compileLambda(llvm::cast<LambdaExpr>(expr));
  case Expr::Kind::Yield:
  case Expr::Kind::YieldFrom:
    return compileYield(expr);
  case Expr::Kind::Await:
    return error(expr->getRange(), "'await' is not supported", true);
  case Expr::Kind::FString:
    return compileFString(llvm::cast<FStringExpr>(expr));
  default:
    return compileLiteral(expr);
  }
}

void Compiler::compile(const Expr *expr) {
  SourceRange outer = unit->range;
  unit->range = expr->getRange();
  compileByKind(expr);
  unit->range = outer;
}

void Compiler::compileFString(const FStringExpr *expr) {
  uint32_t count = 0;
  for (const FStringPart &part : expr->parts) {
    ++count;
    if (!part.value) {
      emitConst(in.makeStr(part.text.str()));
      continue;
    }
    compile(part.value);
    uint32_t flags = part.conversion == 's'   ? 1
                     : part.conversion == 'r' ? 2
                     : part.conversion == 'a' ? 3
                                              : 0;
    if (part.spec) {
      compileFString(part.spec);
      flags |= 8;
    }
    emit(Op::FormatValue, flags);
  }
  emit(Op::BuildString, count);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void Compiler::compileCall(const CallExpr *expr) {
  bool spreads = false;
  for (const Expr *argument : expr->arguments)
    spreads |= llvm::isa<StarredExpr>(argument);
  for (const KeywordArgument &keyword : expr->keywords)
    spreads |= keyword.name.empty();
  auto *method = llvm::dyn_cast<AttributeExpr>(expr->callee);
  if (method && !spreads && expr->keywords.empty()) {
    compile(method->value);
    emit(Op::LoadMethod, nameOperand(method->name));
    for (const Expr *argument : expr->arguments)
      compile(argument);
    return emit(Op::CallMethod, expr->arguments.size());
  }
  compile(expr->callee);
  if (spreads)
    return compileSpreadCall(expr->arguments, expr->keywords);
  for (const Expr *argument : expr->arguments)
    compile(argument);
  if (expr->keywords.empty())
    return emit(Op::Call, expr->arguments.size());
  ValueVector names;
  for (const KeywordArgument &keyword : expr->keywords) {
    for (const Value &earlier : names)
      if (earlier.as<StrObject>()->text == keyword.name)
        error(keyword.range,
              "keyword argument repeated: '" + keyword.name + "'");
    names.push_back(Value(in.intern(keyword.name)));
    compile(keyword.value);
  }
  emitConst(in.makeTuple(std::move(names)));
  emit(Op::CallNamed, expr->arguments.size() + expr->keywords.size());
}

void Compiler::compileSequence(llvm::ArrayRef<Expr *> elements) {
  uint32_t before = 0;
  while (before < elements.size() && !llvm::isa<StarredExpr>(elements[before]))
    compile(elements[before++]);
  emit(Op::BuildList, before);
  for (const Expr *element : elements.drop_front(before)) {
    if (auto *starred = llvm::dyn_cast<StarredExpr>(element)) {
      compile(starred->value);
      emit(Op::ListExtend, 1);
    } else {
      compile(element);
      emit(Op::ListAppend, 1);
    }
  }
}

void Compiler::compileKeywords(llvm::ArrayRef<KeywordArgument> keywords) {
  emit(Op::BuildDict, 0);
  for (const KeywordArgument &keyword : keywords) {
    if (keyword.name.empty()) {
      compile(keyword.value);
    } else {
      emitConst(Value(in.intern(keyword.name)));
      compile(keyword.value);
      emit(Op::BuildDict, 1);
    }
    emit(Op::DictMerge);
  }
}

void Compiler::compileSpreadCall(llvm::ArrayRef<Expr *> arguments,
                                 llvm::ArrayRef<KeywordArgument> keywords) {
  compileSequence(arguments);
  emit(Op::ListToTuple);
  if (!keywords.empty())
    compileKeywords(keywords);
  emit(Op::CallSpread, keywords.empty() ? 0 : 1);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

void Compiler::compileBool(const BoolExpr *expr) {
  Label end = newLabel();
  for (size_t i = 0; i < expr->values.size(); ++i) {
    compile(expr->values[i]);
    if (i + 1 < expr->values.size())
      emit(expr->op == BoolOperator::And ? Op::JumpIfFalseOrPop
                                         : Op::JumpIfTrueOrPop,
           end);
  }
  bind(end);
}

void Compiler::compileCompare(const CompareExpr *expr) {
  compile(expr->operands[0]);
  if (expr->operators.size() == 1) {
    compile(expr->operands[1]);
    return emit(Op::Compare, uint32_t(expr->operators[0]));
  }
  Label cleanup = newLabel(), end = newLabel();
  for (size_t i = 0; i < expr->operators.size(); ++i) {
    compile(expr->operands[i + 1]);
    bool isLast = i + 1 == expr->operators.size();
    if (!isLast) {
      emit(Op::Dup);
      emit(Op::RotThree);
    }
    emit(Op::Compare, uint32_t(expr->operators[i]));
    if (!isLast)
      emit(Op::JumpIfFalseOrPop, cleanup);
  }
  emit(Op::Jump, end);
  bind(cleanup);
  emit(Op::RotTwo);
  emit(Op::Pop);
  bind(end);
}

void Compiler::compileCondition(const Expr *expr, Label target, bool jumpsIf) {
  auto *unary = llvm::dyn_cast<UnaryExpr>(expr);
  if (unary && unary->op == UnaryOperator::Not)
    return compileCondition(unary->operand, target, !jumpsIf);
  auto *both = llvm::dyn_cast<BoolExpr>(expr);
  if (!both) {
    compile(expr);
    return emit(jumpsIf ? Op::JumpIfTrue : Op::JumpIfFalse, target);
  }
  // The value that decides at once.
  bool decides = both->op == BoolOperator::Or;
  if (decides == jumpsIf) {
    for (const Expr *value : both->values)
      compileCondition(value, target, jumpsIf);
    return;
  }
  Label skip = newLabel();
  for (const Expr *value : both->values.drop_back())
    compileCondition(value, skip, decides);
  compileCondition(both->values.back(), target, jumpsIf);
  bind(skip);
}

void Compiler::compileConditional(const ConditionalExpr *expr) {
  Label otherwise = newLabel(), end = newLabel();
  compileCondition(expr->condition, otherwise, false);
  compile(expr->thenValue);
  emit(Op::Jump, end);
  bind(otherwise);
  compile(expr->elseValue);
  bind(end);
}

//===----------------------------------------------------------------------===//
// Displays
//===----------------------------------------------------------------------===//

/// A number, text, or a negative number.
static bool isConstant(const Expr *expr) {
  if (auto *unary = llvm::dyn_cast<UnaryExpr>(expr))
    return unary->op == UnaryOperator::Minus && isConstant(unary->operand);
  return expr->getKind() <= Expr::Kind::Ellipsis;
}

void Compiler::compileElements(Expr::Kind kind,
                               llvm::ArrayRef<Expr *> elements) {
  bool spreads = false;
  for (const Expr *element : elements)
    spreads |= llvm::isa<StarredExpr>(element);
  if (spreads) {
    if (kind == Expr::Kind::Set)
      emit(Op::BuildSet, 0);
    compileSequence(elements);
    if (kind == Expr::Kind::Set)
      emit(Op::SetExtend);
    if (kind == Expr::Kind::Tuple)
      emit(Op::ListToTuple);
    return;
  }
  for (const Expr *element : elements)
    compile(element);
  emit(kind == Expr::Kind::List    ? Op::BuildList
       : kind == Expr::Kind::Tuple ? Op::BuildTuple
                                   : Op::BuildSet,
       elements.size());
  // CPython fills a set of constants from a constant set.
  if (kind == Expr::Kind::Set && elements.size() >= 3 &&
      llvm::all_of(elements, isConstant))
    emit(Op::CopySet);
}

void Compiler::compileDict(const DictExpr *expr) {
  emit(Op::BuildDict, 0);
  for (const DictEntry &entry : expr->entries) {
    if (entry.key) {
      compile(entry.key);
      compile(entry.value);
      emit(Op::DictAdd, 1);
    } else {
      compile(entry.value);
      emit(Op::DictExtend);
    }
  }
}

void Compiler::compileLambda(const LambdaExpr *expr) {
  uint32_t flags = compileDefaults(expr->parameters);
  Unit inner;
  enter(inner, scopes.get(expr), "<lambda>", expr);
  layOutSlots(inner, expr->parameters);
  compile(expr->body);
  emit(Op::Return);
  makeFunction(leave(), flags);
}

void Compiler::compileComprehension(const ComprehensionExpr *expr) {
  const char *name =
      expr->getKind() == Expr::Kind::ListComprehension   ? "<listcomp>"
      : expr->getKind() == Expr::Kind::SetComprehension  ? "<setcomp>"
      : expr->getKind() == Expr::Kind::DictComprehension ? "<dictcomp>"
                                                         : "<genexpr>";
  bool isGenerator = expr->getKind() == Expr::Kind::Generator;
  Unit inner;
  enter(inner, scopes.get(expr), name, expr);
  layOutSlots(inner, nullptr);
  unit->range = expr->getRange();
  if (!isGenerator)
    emit(expr->getKind() == Expr::Kind::ListComprehension  ? Op::BuildList
         : expr->getKind() == Expr::Kind::SetComprehension ? Op::BuildSet
                                                           : Op::BuildDict,
         0);
  compileClause(expr, 0);
  if (isGenerator)
    emitConst(Value::none());
  emit(Op::Return);
  makeFunction(leave(), 0);
  compile(expr->clauses.front().iterable);
  emit(Op::GetIter);
  emit(Op::Call, 1);
}

void Compiler::compileClause(const ComprehensionExpr *expr, unsigned index) {
  const ComprehensionClause &clause = expr->clauses[index];
  if (clause.isAsync)
    error(clause.range, "'async for' is not supported", true);
  Label start = newLabel(), end = newLabel();
  if (index == 0) {
    emit(Op::LoadFast, 0);
  } else {
    compile(clause.iterable);
    emit(Op::GetIter);
  }
  bind(start);
  emit(Op::ForIter, end);
  store(clause.target);
  for (const Expr *condition : clause.conditions)
    compileCondition(condition, start, false);
  if (index + 1 < expr->clauses.size()) {
    compileClause(expr, index + 1);
  } else {
    // The container lies below the iterators.
    uint32_t depth = expr->clauses.size() + 1;
    if (expr->key)
      compile(expr->key);
    compile(expr->element);
    switch (expr->getKind()) {
    case Expr::Kind::ListComprehension:
      emit(Op::ListAppend, depth);
      break;
    case Expr::Kind::SetComprehension:
      emit(Op::SetAdd, depth);
      break;
    case Expr::Kind::DictComprehension:
      emit(Op::DictAdd, depth);
      break;
    default:
      emit(Op::Yield);
      emit(Op::Pop);
      break;
    }
  }
  emit(Op::Jump, start);
  bind(end);
}
