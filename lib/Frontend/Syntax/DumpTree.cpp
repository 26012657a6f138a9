//===- DumpTree.cpp - Syntax trees as S-expressions -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dump of syntax trees that tests compare.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Syntax/TreePrinter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace torchscript;

namespace {

/// Writes one tree.
class Dumper {
public:
  Dumper(llvm::raw_ostream &os, const DumpOptions &options)
      : os(os), options(options) {}

  void expr(const Expr *e);
  void literal(const Expr *e);
  void operation(const Expr *e);
  void block(Block statements, unsigned indent);

private:
  void place(SourceRange range);
  void optional(const Expr *e) {
    os << ' ';
    if (e)
      expr(e);
    else
      os << "()";
  }
  void list(llvm::ArrayRef<Expr *> elements) {
    for (const Expr *element : elements)
      optional(element);
  }
  void text(llvm::StringRef value, llvm::StringRef prefix = "") {
    os << prefix << '"';
    llvm::printEscapedString(value, os);
    os << '"';
  }
  void number(double value) { os << llvm::format("%.17g", value); }
  void node(llvm::StringRef head, std::initializer_list<const Expr *> children);
  void fstring(const FStringExpr *e);
  void call(const CallExpr *e);
  void keywords(llvm::ArrayRef<KeywordArgument> list);
  void comprehension(const ComprehensionExpr *e);
  void compare(const CompareExpr *e);
  void dict(const DictExpr *e);
  void parameters(const ParameterList *list);
  void statement(const Stmt *s, unsigned indent);
  bool simple(const Stmt *s);
  void compound(const Stmt *s, unsigned indent);
  void function(const FunctionDef *s, unsigned indent);
  void classDef(const ClassDef *s, unsigned indent);
  void tryStmt(const TryStmt *s, unsigned indent);
  void names(llvm::StringRef head, llvm::ArrayRef<NameRef> list);
  void aliases(llvm::ArrayRef<ImportAlias> list);
  void part(llvm::StringRef head, Block statements, unsigned indent);

  llvm::raw_ostream &os;
  const DumpOptions &options;
};

} // namespace

void Dumper::place(SourceRange range) {
  if (!options.ranges)
    return;
  LineColumn begin = range.getBegin(), end = range.getEnd();
  os << '@' << begin.line << ':' << begin.column << '-' << end.line << ':'
     << end.column;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void Dumper::node(llvm::StringRef head,
                  std::initializer_list<const Expr *> children) {
  os << '(' << head;
  for (const Expr *child : children)
    optional(child);
  os << ')';
}

void Dumper::fstring(const FStringExpr *e) {
  os << "(fstring";
  for (const FStringPart &part : e->parts) {
    os << ' ';
    if (!part.value) {
      text(part.text);
      continue;
    }
    os << "(field ";
    expr(part.value);
    if (part.conversion)
      os << " !" << part.conversion;
    if (part.spec) {
      os << ' ';
      fstring(part.spec);
    }
    os << ')';
  }
  os << ')';
}

void Dumper::keywords(llvm::ArrayRef<KeywordArgument> list) {
  for (const KeywordArgument &keyword : list) {
    os << " (" << (keyword.name.empty() ? "**" : "=");
    if (!keyword.name.empty())
      os << ' ' << keyword.name;
    optional(keyword.value);
    os << ')';
  }
}

void Dumper::call(const CallExpr *e) {
  os << "(call";
  optional(e->callee);
  list(e->arguments);
  keywords(e->keywords);
  os << ')';
}

void Dumper::comprehension(const ComprehensionExpr *e) {
  switch (e->getKind()) {
  case Expr::Kind::ListComprehension:
    os << "(listcomp";
    break;
  case Expr::Kind::SetComprehension:
    os << "(setcomp";
    break;
  case Expr::Kind::DictComprehension:
    os << "(dictcomp";
    break;
  default:
    os << "(generator";
    break;
  }
  if (e->key)
    optional(e->key);
  optional(e->element);
  for (const ComprehensionClause &clause : e->clauses) {
    os << (clause.isAsync ? " (async-for" : " (for");
    optional(clause.target);
    optional(clause.iterable);
    for (const Expr *condition : clause.conditions) {
      os << " (if";
      optional(condition);
      os << ')';
    }
    os << ')';
  }
  os << ')';
}

void Dumper::compare(const CompareExpr *e) {
  if (e->operators.size() == 1)
    return node(getSpelling(e->operators[0]), {e->operands[0], e->operands[1]});
  os << "(compare";
  optional(e->operands[0]);
  for (size_t i = 0; i < e->operators.size(); ++i) {
    os << ' ' << getSpelling(e->operators[i]);
    optional(e->operands[i + 1]);
  }
  os << ')';
}

void Dumper::dict(const DictExpr *e) {
  os << "(dict";
  for (const DictEntry &entry : e->entries) {
    os << " (";
    if (entry.key)
      expr(entry.key);
    else
      os << "**";
    optional(entry.value);
    os << ')';
  }
  os << ')';
}

void Dumper::parameters(const ParameterList *list) {
  os << "(params";
  for (const Parameter &parameter : list->parameters) {
    static constexpr llvm::StringLiteral kinds[] = {"posonly", "param", "star",
                                                    "kwonly", "starstar"};
    os << " (" << kinds[static_cast<unsigned>(parameter.kind)] << ' '
       << parameter.name;
    optional(parameter.annotation);
    optional(parameter.defaultValue);
    os << ')';
    place(parameter.range);
  }
  os << ')';
}

void Dumper::literal(const Expr *e) {
  switch (e->getKind()) {
  case Expr::Kind::Integer: {
    auto *i = llvm::cast<IntegerLiteral>(e);
    if (i->overflow)
      os << "overflow";
    else
      os << i->value;
    break;
  }
  case Expr::Kind::Float:
    os << "(float ";
    number(llvm::cast<FloatLiteral>(e)->value);
    os << ')';
    break;
  case Expr::Kind::Imaginary:
    os << "(imaginary ";
    number(llvm::cast<ImaginaryLiteral>(e)->value);
    os << ')';
    break;
  case Expr::Kind::String:
    text(llvm::cast<StringLiteral>(e)->value);
    break;
  case Expr::Kind::Bytes:
    text(llvm::cast<BytesLiteral>(e)->value, "b");
    break;
  case Expr::Kind::Boolean:
    os << (llvm::cast<BooleanLiteral>(e)->value ? "True" : "False");
    break;
  case Expr::Kind::None:
    os << "None";
    break;
  case Expr::Kind::Ellipsis:
    os << "...";
    break;
  default:
    llvm_unreachable("not a literal");
  }
}

void Dumper::operation(const Expr *e) {
  switch (e->getKind()) {
  case Expr::Kind::Unary: {
    auto *u = llvm::cast<UnaryExpr>(e);
    node(getSpelling(u->op), {u->operand});
    break;
  }
  case Expr::Kind::Binary: {
    auto *b = llvm::cast<BinaryExpr>(e);
    node(getSpelling(b->op), {b->lhs, b->rhs});
    break;
  }
  case Expr::Kind::Bool: {
    auto *b = llvm::cast<BoolExpr>(e);
    os << '(' << getSpelling(b->op);
    list(b->values);
    os << ')';
    break;
  }
  case Expr::Kind::Compare:
    compare(llvm::cast<CompareExpr>(e));
    break;
  case Expr::Kind::Conditional: {
    auto *c = llvm::cast<ConditionalExpr>(e);
    node("ifexp", {c->condition, c->thenValue, c->elseValue});
    break;
  }
  default:
    llvm_unreachable("not an operation");
  }
}

void Dumper::expr(const Expr *e) {
  switch (e->getKind()) {
  case Expr::Kind::Integer:
  case Expr::Kind::Float:
  case Expr::Kind::Imaginary:
  case Expr::Kind::String:
  case Expr::Kind::Bytes:
  case Expr::Kind::Boolean:
  case Expr::Kind::None:
  case Expr::Kind::Ellipsis:
    literal(e);
    break;
  case Expr::Kind::FString:
    fstring(llvm::cast<FStringExpr>(e));
    break;
  case Expr::Kind::Name:
    os << llvm::cast<NameExpr>(e)->name;
    break;
  case Expr::Kind::Attribute: {
    auto *a = llvm::cast<AttributeExpr>(e);
    os << "(.";
    optional(a->value);
    os << ' ' << a->name << ')';
    break;
  }
  case Expr::Kind::Subscript: {
    auto *s = llvm::cast<SubscriptExpr>(e);
    node("[]", {s->value, s->index});
    break;
  }
  case Expr::Kind::Slice: {
    auto *s = llvm::cast<SliceExpr>(e);
    node(":", {s->lower, s->upper, s->step});
    break;
  }
  case Expr::Kind::Starred:
    node("star", {llvm::cast<StarredExpr>(e)->value});
    break;
  case Expr::Kind::Call:
    call(llvm::cast<CallExpr>(e));
    break;
  case Expr::Kind::Unary:
  case Expr::Kind::Binary:
  case Expr::Kind::Bool:
  case Expr::Kind::Compare:
  case Expr::Kind::Conditional:
    operation(e);
    break;
  case Expr::Kind::Named: {
    auto *n = llvm::cast<NamedExpr>(e);
    node(":=", {n->target, n->value});
    break;
  }
  case Expr::Kind::List:
    os << "(list";
    list(llvm::cast<ListExpr>(e)->elements);
    os << ')';
    break;
  case Expr::Kind::Tuple:
    os << "(tuple";
    list(llvm::cast<TupleExpr>(e)->elements);
    os << ')';
    break;
  case Expr::Kind::Set:
    os << "(set";
    list(llvm::cast<SetExpr>(e)->elements);
    os << ')';
    break;
  case Expr::Kind::Dict:
    dict(llvm::cast<DictExpr>(e));
    break;
  case Expr::Kind::ListComprehension:
  case Expr::Kind::SetComprehension:
  case Expr::Kind::DictComprehension:
  case Expr::Kind::Generator:
    comprehension(llvm::cast<ComprehensionExpr>(e));
    break;
  case Expr::Kind::Lambda: {
    auto *l = llvm::cast<LambdaExpr>(e);
    os << "(lambda ";
    parameters(l->parameters);
    optional(l->body);
    os << ')';
    break;
  }
  case Expr::Kind::Yield:
    node("yield", {llvm::cast<YieldExpr>(e)->value});
    break;
  case Expr::Kind::YieldFrom:
    node("yield-from", {llvm::cast<YieldFromExpr>(e)->value});
    break;
  case Expr::Kind::Await:
    node("await", {llvm::cast<AwaitExpr>(e)->value});
    break;
  }
  place(e->getRange());
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Dumper::names(llvm::StringRef head, llvm::ArrayRef<NameRef> list) {
  os << '(' << head;
  for (const NameRef &name : list)
    os << ' ' << name.name;
  os << ')';
}

void Dumper::aliases(llvm::ArrayRef<ImportAlias> list) {
  for (const ImportAlias &alias : list) {
    os << ' ' << alias.name;
    if (!alias.asName.empty())
      os << " as " << alias.asName;
  }
}

/// Statements without a block; false for the others.
bool Dumper::simple(const Stmt *stmt) {
  switch (stmt->getKind()) {
  case Stmt::Kind::Return:
    node("return", {llvm::cast<ReturnStmt>(stmt)->value});
    return true;
  case Stmt::Kind::Delete:
    os << "(del";
    list(llvm::cast<DeleteStmt>(stmt)->targets);
    os << ')';
    return true;
  case Stmt::Kind::Assign: {
    auto *s = llvm::cast<AssignStmt>(stmt);
    os << "(=";
    list(s->targets);
    optional(s->value);
    os << ')';
    return true;
  }
  case Stmt::Kind::AugAssign: {
    auto *s = llvm::cast<AugAssignStmt>(stmt);
    node((getSpelling(s->op) + "=").str(), {s->target, s->value});
    return true;
  }
  case Stmt::Kind::AnnAssign: {
    auto *s = llvm::cast<AnnAssignStmt>(stmt);
    node("ann", {s->target, s->annotation, s->value});
    return true;
  }
  case Stmt::Kind::Match:
    os << "(match";
    optional(llvm::cast<MatchStmt>(stmt)->subject);
    os << " cases " << llvm::cast<MatchStmt>(stmt)->cases.size() << ')';
    return true;
  case Stmt::Kind::Raise: {
    auto *s = llvm::cast<RaiseStmt>(stmt);
    node("raise", {s->exception, s->cause});
    return true;
  }
  case Stmt::Kind::Assert: {
    auto *s = llvm::cast<AssertStmt>(stmt);
    node("assert", {s->condition, s->message});
    return true;
  }
  case Stmt::Kind::Import:
    os << "(import";
    aliases(llvm::cast<ImportStmt>(stmt)->names);
    os << ')';
    return true;
  case Stmt::Kind::ImportFrom: {
    auto *s = llvm::cast<ImportFromStmt>(stmt);
    os << "(from " << std::string(s->level, '.') << s->module << " import";
    aliases(s->names);
    os << ')';
    return true;
  }
  case Stmt::Kind::Global:
    names("global", llvm::cast<GlobalStmt>(stmt)->names);
    return true;
  case Stmt::Kind::Nonlocal:
    names("nonlocal", llvm::cast<NonlocalStmt>(stmt)->names);
    return true;
  case Stmt::Kind::ExprStmt:
    node("expr", {llvm::cast<ExprStmt>(stmt)->value});
    return true;
  case Stmt::Kind::Pass:
    os << "(pass)";
    return true;
  case Stmt::Kind::Break:
    os << "(break)";
    return true;
  case Stmt::Kind::Continue:
    os << "(continue)";
    return true;
  default:
    return false;
  }
}

void Dumper::part(llvm::StringRef head, Block statements, unsigned indent) {
  if (statements.empty())
    return;
  os << '\n';
  os.indent(indent) << '(' << head;
  block(statements, indent + 2);
  os << ')';
}

void Dumper::function(const FunctionDef *s, unsigned indent) {
  os << (s->isAsync ? "(async-def " : "(def ") << s->name << ' ';
  parameters(s->parameters);
  optional(s->returns);
  for (const Expr *decorator : s->decorators) {
    os << " @";
    expr(decorator);
  }
  block(s->body, indent + 2);
}

void Dumper::classDef(const ClassDef *s, unsigned indent) {
  os << "(class " << s->name;
  list(s->bases);
  keywords(s->keywords);
  for (const Expr *decorator : s->decorators) {
    os << " @";
    expr(decorator);
  }
  block(s->body, indent + 2);
}

void Dumper::tryStmt(const TryStmt *s, unsigned indent) {
  os << (s->isStar ? "(try-star" : "(try");
  block(s->body, indent + 2);
  for (const ExceptHandler &handler : s->handlers) {
    os << '\n';
    os.indent(indent + 2) << "(except";
    optional(handler.type);
    if (!handler.name.empty())
      os << " as " << handler.name;
    block(handler.body, indent + 4);
    os << ')';
  }
  part("else", s->orelse, indent + 2);
  part("finally", s->finalbody, indent + 2);
}

void Dumper::compound(const Stmt *stmt, unsigned indent) {
  switch (stmt->getKind()) {
  case Stmt::Kind::FunctionDef:
    return function(llvm::cast<FunctionDef>(stmt), indent);
  case Stmt::Kind::ClassDef:
    return classDef(llvm::cast<ClassDef>(stmt), indent);
  case Stmt::Kind::For: {
    auto *s = llvm::cast<ForStmt>(stmt);
    os << (s->isAsync ? "(async-for" : "(for");
    optional(s->target);
    optional(s->iterable);
    block(s->body, indent + 2);
    return part("else", s->orelse, indent + 2);
  }
  case Stmt::Kind::While: {
    auto *s = llvm::cast<WhileStmt>(stmt);
    os << "(while";
    optional(s->condition);
    block(s->body, indent + 2);
    return part("else", s->orelse, indent + 2);
  }
  case Stmt::Kind::If: {
    auto *s = llvm::cast<IfStmt>(stmt);
    os << "(if";
    optional(s->condition);
    block(s->body, indent + 2);
    return part("else", s->orelse, indent + 2);
  }
  case Stmt::Kind::With: {
    auto *s = llvm::cast<WithStmt>(stmt);
    os << (s->isAsync ? "(async-with" : "(with");
    for (const WithItem &item : s->items) {
      os << " (item";
      optional(item.context);
      optional(item.target);
      os << ')';
    }
    return block(s->body, indent + 2);
  }
  default:
    return tryStmt(llvm::cast<TryStmt>(stmt), indent);
  }
}

void Dumper::statement(const Stmt *stmt, unsigned indent) {
  if (!simple(stmt)) {
    compound(stmt, indent);
    os << ')';
  }
  place(stmt->getRange());
}

/// Each statement on a line of its own, begun by the line end.
void Dumper::block(Block statements, unsigned indent) {
  for (const Stmt *stmt : statements) {
    os << '\n';
    os.indent(indent);
    statement(stmt, indent);
  }
}

void torchscript::dumpExpr(const Expr *expr, llvm::raw_ostream &os,
                           const DumpOptions &options) {
  Dumper(os, options).expr(expr);
}

void torchscript::dumpTree(Block block, llvm::raw_ostream &os,
                           const DumpOptions &options) {
  Dumper dumper(os, options);
  dumper.block(block, 0);
  os << '\n';
}
