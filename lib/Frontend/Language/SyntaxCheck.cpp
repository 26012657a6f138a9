//===- SyntaxCheck.cpp - Constructs TorchScript does not have -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the first construct of a function that is refused before anything is
// resolved, even in code that is never reached (TS-MSG-004).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "llvm/ADT/StringSet.h"

using namespace torchscript;

using Report = llvm::function_ref<void(SourceRange, const llvm::Twine &)>;

namespace {
/// Walks statements and expressions in source order; nesting is bounded by the
/// parser.
class SyntaxChecker {
public:
  SyntaxChecker(llvm::StringRef functionName, bool isInit, bool isArchive,
                bool acceptsPython, Report report)
      : functionName(functionName), isInit(isInit), isArchive(isArchive),
        acceptsPython(acceptsPython), report(report) {}
  bool block(Block statements);
  bool expr(Expr *e);
  bool parameters(const FunctionDef *function);

private:
  /// Reports; the walk goes on behind the construct.
  bool refuse(SourceRange range, const llvm::Twine &message) {
    report(range, message);
    hasFailed = true;
    return true;
  }
  /// The first byte: what the oracle underlines of an expression.
  static SourceRange firstToken(Expr *e, unsigned length = 1) {
    SourceRange range = e->getRange();
    return SourceRange(range.file, range.begin,
                       std::min(range.end, range.begin + length));
  }
  bool statement(Stmt *s);
  bool nested(FunctionDef *definition);
  bool augmented(AugAssignStmt *assign);
  bool annotated(AnnAssignStmt *assign);
  bool loop(ForStmt *loop);
  bool loop(WhileStmt *loop);
  bool with(WithStmt *with);
  bool exprs(llvm::ArrayRef<Expr *> list) {
    return llvm::all_of(list, [&](Expr *e) { return expr(e); });
  }
  bool target(Expr *e);
  bool call(CallExpr *call);
  /// An argument of an operator of control flow: functions are such, too.
  bool operand(Expr *e);
  bool dict(DictExpr *e);
  bool comprehension(const ComprehensionExpr *e);
  bool fstring(const FStringExpr *e);

  llvm::StringRef functionName;
  bool isInit, isArchive, acceptsPython;
  Report report;

public:
  bool hasFailed = false;
  /// Names that operators of control flow are given, which functions inside
  /// this one may have; looked for in a walk of its own.
  llvm::StringSet<> operands;
  bool isCollecting = false;
};
} // namespace

/// The range of a parameter with a star before it.
static SourceRange withStar(const Parameter &p) {
  SourceRange range = p.nameRange;
  llvm::StringRef text = range.file->getText();
  if (range.begin > 0 && text[range.begin - 1] == '*')
    --range.begin;
  return range;
}

/// The last two characters of the operator of `a //= b`.
static SourceRange operatorOf(const AugAssignStmt *statement) {
  SourceRange target = statement->target->getRange();
  llvm::StringRef text = target.file->getText();
  size_t equals = text.find('=', target.end);
  if (equals == llvm::StringRef::npos)
    return statement->getRange();
  return {target.file, uint32_t(equals) - 1, uint32_t(equals) + 1};
}

bool SyntaxChecker::parameters(const FunctionDef *function) {
  constexpr llvm::StringLiteral variable =
      "Compiled functions can't take variable number of arguments or use "
      "keyword-only arguments with defaults";
  for (const Parameter &p : function->parameters->parameters)
    if (p.kind == ParameterKind::VarKeyword)
      return refuse(withStar(p), variable);
  for (const Parameter &p : function->parameters->parameters) {
    SourceRange name = p.nameRange;
    if (p.kind == ParameterKind::VarPositional ||
        (p.kind == ParameterKind::KeywordOnly && p.defaultValue &&
         !acceptsPython))
      return refuse(p.defaultValue ? p.defaultValue->getRange() : withStar(p),
                    variable);
    if (p.kind == ParameterKind::PositionalOnly)
      return refuse(name, "Compiled functions can't take positional-only "
                          "parameters");
  }
  return true;
}

bool SyntaxChecker::block(Block statements) {
  return llvm::all_of(statements, [&](Stmt *s) { return statement(s); });
}

bool SyntaxChecker::target(Expr *e) {
  if (auto *name = llvm::dyn_cast<NameExpr>(e))
    if (name->name.starts_with("__jit"))
      return refuse(e->getRange(),
                    "names of variables used in JIT-ed functions "
                    "can't start with __jit");
  return expr(e);
}

bool SyntaxChecker::nested(FunctionDef *definition) {
  SourceRange first = definition->getFirstToken();
  if (isArchive && definition->parameters->parameters.empty())
    return block(definition->body);
  if (definition->isAsync)
    return refuse({first.file, first.begin,
                   first.begin + uint32_t(sizeof("async def") - 1)},
                  "async function definitions aren't supported");
  if (!isCollecting && !operands.contains(definition->name))
    return refuse(first, "function definitions aren't supported");
  return parameters(definition) && block(definition->body);
}

bool SyntaxChecker::augmented(AugAssignStmt *assign) {
  if (assign->op == BinaryOperator::FloorDiv)
    return refuse(operatorOf(assign),
                  "unsupported kind of augumented assignment: FloorDiv");
  if (assign->op == BinaryOperator::MatMult)
    return refuse(operatorOf(assign),
                  "unsupported kind of augumented assignment: MatMult");
  return expr(assign->target) && expr(assign->value);
}

bool SyntaxChecker::annotated(AnnAssignStmt *assign) {
  if (!assign->value)
    return refuse(assign->target->getRange(),
                  "annotated assignments without assigned value aren't "
                  "supported");
  if (auto *attribute = llvm::dyn_cast<AttributeExpr>(assign->target))
    if (auto *self = llvm::dyn_cast<NameExpr>(attribute->value))
      if (self->name == "self" && !isInit)
        return refuse(
            assign->target->getRange().merge(assign->annotation->getRange()),
            "Type annotations on instance attributes must be declared in "
            "__init__, not '" +
                functionName + "'");
  return target(assign->target) && expr(assign->value);
}

bool SyntaxChecker::loop(ForStmt *loop) {
  SourceRange first = loop->getFirstToken();
  if (loop->isAsync)
    return refuse(first, "AsyncFor aren't supported");
  if (!loop->orelse.empty())
    return refuse(first, "else branches of for loops aren't supported");
  return target(loop->target) && expr(loop->iterable) && block(loop->body);
}

bool SyntaxChecker::loop(WhileStmt *loop) {
  SourceRange first = loop->getFirstToken();
  if (!loop->orelse.empty())
    return refuse(first, "else branches of while loops aren't supported");
  return expr(loop->condition) && block(loop->body);
}

bool SyntaxChecker::with(WithStmt *with) {
  SourceRange first = with->getFirstToken();
  if (with->isAsync)
    return refuse(first, "AsyncWith aren't supported");
  for (const WithItem &item : with->items)
    if (!expr(item.context))
      return false;
  return block(with->body);
}

bool SyntaxChecker::statement(Stmt *s) {
  SourceRange first = s->getFirstToken();
  switch (s->getKind()) {
  case Stmt::Kind::FunctionDef:
    return nested(llvm::cast<FunctionDef>(s));
  case Stmt::Kind::ClassDef:
    return refuse(first, "class definitions aren't supported");
  case Stmt::Kind::Match:
    return refuse({first.file, first.begin, first.begin + 1},
                  "Match aren't supported");
  case Stmt::Kind::Try:
    return refuse(first, "try blocks aren't supported");
  case Stmt::Kind::Import:
  case Stmt::Kind::ImportFrom:
    return refuse(first, "import statements aren't supported");
  case Stmt::Kind::Global:
    return refuse(first, "global variables aren't supported");
  case Stmt::Kind::Nonlocal:
    return refuse(first, "nonlocal variables aren't supported");
  case Stmt::Kind::Return: {
    Expr *value = llvm::cast<ReturnStmt>(s)->value;
    return !value || expr(value);
  }
  case Stmt::Kind::Delete:
    return exprs(llvm::cast<DeleteStmt>(s)->targets);
  case Stmt::Kind::Assign: {
    auto *assign = llvm::cast<AssignStmt>(s);
    return expr(assign->value) &&
           llvm::all_of(assign->targets, [&](Expr *e) { return target(e); });
  }
  case Stmt::Kind::AugAssign:
    return augmented(llvm::cast<AugAssignStmt>(s));
  case Stmt::Kind::AnnAssign:
    return annotated(llvm::cast<AnnAssignStmt>(s));
  case Stmt::Kind::For:
    return loop(llvm::cast<ForStmt>(s));
  case Stmt::Kind::While:
    return loop(llvm::cast<WhileStmt>(s));
  case Stmt::Kind::If: {
    auto *branch = llvm::cast<IfStmt>(s);
    return expr(branch->condition) && block(branch->body) &&
           block(branch->orelse);
  }
  case Stmt::Kind::With:
    return with(llvm::cast<WithStmt>(s));
  case Stmt::Kind::Raise: {
    auto *raise = llvm::cast<RaiseStmt>(s);
    if (!raise->exception)
      return refuse(first, "raise without an exception is not supported");
    return expr(raise->exception);
  }
  case Stmt::Kind::Assert: {
    auto *assertion = llvm::cast<AssertStmt>(s);
    return expr(assertion->condition) &&
           (!assertion->message || expr(assertion->message));
  }
  case Stmt::Kind::ExprStmt:
    return expr(llvm::cast<ExprStmt>(s)->value);
  case Stmt::Kind::Pass:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
    return true;
  }
  return true;
}

bool SyntaxChecker::comprehension(const ComprehensionExpr *e) {
  SourceRange start(e->getRange().file, e->getRange().begin,
                    e->getRange().begin);
  if (e->clauses.size() != 1)
    return refuse(start, "Only a single generator is currently supported");
  const ComprehensionClause &clause = e->clauses[0];
  if (!clause.conditions.empty())
    return refuse(start, "Comprehension ifs are not supported yet");
  return (!e->key || expr(e->key)) && expr(e->element) && expr(clause.target) &&
         expr(clause.iterable);
}

bool SyntaxChecker::fstring(const FStringExpr *e) {
  auto start = [](const FStringExpr *text) {
    SourceRange range = text->getRange();
    return SourceRange(range.file, range.begin, range.begin + 1);
  };
  for (const FStringPart &part : e->parts) {
    if (!part.value)
      continue;
    if (part.conversion)
      return refuse(start(e), "Don't support conversion in JoinedStr");
    if (part.spec)
      return refuse(start(e), "Don't support formatting in JoinedStr");
    if (!expr(part.value))
      return false;
  }
  return true;
}

/// Whether a call is one of an operator that runs functions, by its name.
static bool isControlFlow(const Expr *callee) {
  auto *member = llvm::dyn_cast<AttributeExpr>(callee);
  llvm::StringRef name;
  if (member)
    name = member->name;
  else if (auto *plain = llvm::dyn_cast<NameExpr>(callee))
    name = plain->name;
  return name == "cond" || name == "while_loop" ||
         ((name == "map" || name == "scan") && member);
}

bool torchscript::isCheck(const Expr *callee) {
  std::string name = getDottedName(callee);
  return name == "torch._check" || name == "torch._check_is_size";
}

bool SyntaxChecker::operand(Expr *e) {
  if (auto *lambda = llvm::dyn_cast<LambdaExpr>(e))
    return expr(lambda->body);
  if (auto *name = llvm::dyn_cast<NameExpr>(e); name && isCollecting)
    operands.insert(name->name);
  return expr(e);
}

bool SyntaxChecker::call(CallExpr *call) {
  bool runsFunctions = isControlFlow(call->callee) || isCheck(call->callee);
  if (!expr(call->callee))
    return false;
  for (Expr *argument : call->arguments)
    if (!(runsFunctions ? operand(argument) : expr(argument)))
      return false;
  for (const KeywordArgument &keyword : call->keywords) {
    if (keyword.name.empty())
      return refuse(firstToken(keyword.value),
                    "keyword-arg expansion is not supported");
    if (!(runsFunctions ? operand(keyword.value) : expr(keyword.value)))
      return false;
  }
  return true;
}

bool SyntaxChecker::dict(DictExpr *e) {
  for (const DictEntry &entry : e->entries) {
    if (!entry.key)
      return refuse(firstToken(e),
                    "Dict expansion (e.g. `{**dict}`) is not supported");
    if (!expr(entry.key) || !expr(entry.value))
      return false;
  }
  return true;
}

/// How the oracle calls an expression that TorchScript does not have.
static llvm::StringRef getUnsupportedName(Expr::Kind kind) {
  switch (kind) {
  case Expr::Kind::Named:
    return "NamedExpr";
  case Expr::Kind::Set:
    return "Set";
  case Expr::Kind::SetComprehension:
    return "SetComp";
  case Expr::Kind::Lambda:
    return "Lambda";
  case Expr::Kind::Yield:
    return "Yield";
  case Expr::Kind::YieldFrom:
    return "YieldFrom";
  default:
    return "Await";
  }
}

bool SyntaxChecker::expr(Expr *e) {
  switch (e->getKind()) {
  case Expr::Kind::Integer:
  case Expr::Kind::Float:
  case Expr::Kind::Imaginary:
  case Expr::Kind::String:
  case Expr::Kind::Boolean:
  case Expr::Kind::None:
  case Expr::Kind::Ellipsis:
    return true;
  case Expr::Kind::Bytes:
    return refuse(e->getRange(), "Unknown Constant expression type");
  case Expr::Kind::Name:
    if (llvm::cast<NameExpr>(e)->name.starts_with("__jit"))
      return refuse(e->getRange(),
                    "names of variables used in JIT-ed functions "
                    "can't start with __jit");
    return true;
  case Expr::Kind::FString:
    return fstring(llvm::cast<FStringExpr>(e));
  case Expr::Kind::Attribute:
    return expr(llvm::cast<AttributeExpr>(e)->value);
  case Expr::Kind::Subscript:
    return expr(llvm::cast<SubscriptExpr>(e)->value) &&
           expr(llvm::cast<SubscriptExpr>(e)->index);
  case Expr::Kind::Slice: {
    auto *slice = llvm::cast<SliceExpr>(e);
    return (!slice->lower || expr(slice->lower)) &&
           (!slice->upper || expr(slice->upper)) &&
           (!slice->step || expr(slice->step));
  }
  case Expr::Kind::Starred:
    return expr(llvm::cast<StarredExpr>(e)->value);
  case Expr::Kind::Call:
    return call(llvm::cast<CallExpr>(e));
  case Expr::Kind::Unary: {
    auto *unary = llvm::cast<UnaryExpr>(e);
    if (unary->op == UnaryOperator::Plus)
      return refuse(firstToken(e), "unsupported unary operator: UAdd");
    return expr(unary->operand);
  }
  case Expr::Kind::Binary:
    return expr(llvm::cast<BinaryExpr>(e)->lhs) &&
           expr(llvm::cast<BinaryExpr>(e)->rhs);
  case Expr::Kind::Bool:
    if (llvm::cast<BoolExpr>(e)->values.size() > 500)
      return refuse(firstToken(e),
                    "too many operands of one boolean operation");
    return exprs(llvm::cast<BoolExpr>(e)->values);
  case Expr::Kind::Compare:
    if (llvm::cast<CompareExpr>(e)->operands.size() > 500)
      return refuse(firstToken(e), "too many operands of one comparison");
    return exprs(llvm::cast<CompareExpr>(e)->operands);
  case Expr::Kind::Conditional: {
    auto *conditional = llvm::cast<ConditionalExpr>(e);
    return expr(conditional->condition) && expr(conditional->thenValue) &&
           expr(conditional->elseValue);
  }
  case Expr::Kind::List:
    return exprs(llvm::cast<ListExpr>(e)->elements);
  case Expr::Kind::Tuple:
    return exprs(llvm::cast<TupleExpr>(e)->elements);
  case Expr::Kind::Dict:
    return dict(llvm::cast<DictExpr>(e));
  case Expr::Kind::ListComprehension:
  case Expr::Kind::DictComprehension:
  case Expr::Kind::Generator:
    return comprehension(llvm::cast<ComprehensionExpr>(e));
  case Expr::Kind::Named:
  case Expr::Kind::Set:
  case Expr::Kind::SetComprehension:
  case Expr::Kind::Lambda:
  case Expr::Kind::Yield:
  case Expr::Kind::YieldFrom:
  case Expr::Kind::Await:
    return refuse(firstToken(e),
                  getUnsupportedName(e->getKind()) + " aren't supported");
  }
  return true;
}

bool torchscript::checkSyntax(const FunctionDef *function, bool isInit,
                              bool isArchive, bool acceptsPython,
                              Report report) {
  if (function->isAsync) {
    report(function->getFirstToken(), "async functions aren't supported");
    return false;
  }
  SyntaxChecker checker(function->name, isInit, isArchive, acceptsPython,
                        report);
  if (!isArchive) {
    auto ignore = [](SourceRange, const llvm::Twine &) {};
    SyntaxChecker collector(function->name, isInit, isArchive, acceptsPython,
                            ignore);
    collector.isCollecting = true;
    collector.block(function->body);
    checker.operands = std::move(collector.operands);
  }
  return checker.parameters(function) && checker.block(function->body) &&
         !checker.hasFailed;
}
