//===- PrintStmt.cpp - Statements as source text --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints statements with their blocks.
//
//===----------------------------------------------------------------------===//

#include "PrintPython.h"

using namespace torchscript;

void PythonPrinter::body(Block block, unsigned indent) {
  os << ":\n";
  if (block.empty())
    os.indent(indent + 4) << "pass\n";
  statements(block, indent + 4);
}

void PythonPrinter::clause(llvm::StringRef head, Block block, unsigned indent) {
  if (block.empty())
    return;
  os.indent(indent) << head;
  body(block, indent);
}

void PythonPrinter::names(llvm::StringRef head, llvm::ArrayRef<NameRef> list) {
  os << head << ' ';
  llvm::interleave(
      list, os, [&](const NameRef &name) { os << name.name; }, ", ");
}

void PythonPrinter::aliases(llvm::ArrayRef<ImportAlias> list) {
  auto print = [&](const ImportAlias &alias) {
    os << alias.name;
    if (!alias.asName.empty())
      os << " as " << alias.asName;
  };
  llvm::interleave(list, os, print, ", ");
}

//===----------------------------------------------------------------------===//
// Simple statements
//===----------------------------------------------------------------------===//

void PythonPrinter::simple(const Stmt *stmt) {
  switch (stmt->getKind()) {
  case Stmt::Kind::Return:
    os << "return";
    if (auto *value = llvm::cast<ReturnStmt>(stmt)->value) {
      os << ' ';
      expr(value);
    }
    return;
  case Stmt::Kind::Delete:
    os << "del ";
    llvm::interleave(
        llvm::cast<DeleteStmt>(stmt)->targets, os,
        [&](const Expr *e) { expr(e); }, ", ");
    return;
  case Stmt::Kind::Assign: {
    auto *s = llvm::cast<AssignStmt>(stmt);
    for (const Expr *target : s->targets) {
      expr(target);
      os << " = ";
    }
    return expr(s->value);
  }
  case Stmt::Kind::AugAssign: {
    auto *s = llvm::cast<AugAssignStmt>(stmt);
    expr(s->target);
    os << ' ' << getSpelling(s->op) << "= ";
    return expr(s->value);
  }
  case Stmt::Kind::AnnAssign: {
    auto *s = llvm::cast<AnnAssignStmt>(stmt);
    bool parens = s->target->getNumParens() != 0;
    os << (parens ? "(" : "");
    expr(s->target);
    os << (parens ? "): " : ": ");
    expr(s->annotation);
    if (s->value) {
      os << " = ";
      expr(s->value);
    }
    return;
  }
  case Stmt::Kind::Raise: {
    auto *s = llvm::cast<RaiseStmt>(stmt);
    os << "raise";
    if (s->exception) {
      os << ' ';
      expr(s->exception);
    }
    if (s->cause) {
      os << " from ";
      expr(s->cause);
    }
    return;
  }
  case Stmt::Kind::Assert: {
    auto *s = llvm::cast<AssertStmt>(stmt);
    os << "assert ";
    expr(s->condition);
    if (s->message) {
      os << ", ";
      expr(s->message);
    }
    return;
  }
  case Stmt::Kind::Import:
    os << "import ";
    return aliases(llvm::cast<ImportStmt>(stmt)->names);
  case Stmt::Kind::ImportFrom: {
    auto *s = llvm::cast<ImportFromStmt>(stmt);
    os << "from " << std::string(s->level, '.') << s->module << " import ";
    return aliases(s->names);
  }
  case Stmt::Kind::Global:
    return names("global", llvm::cast<GlobalStmt>(stmt)->names);
  case Stmt::Kind::Nonlocal:
    return names("nonlocal", llvm::cast<NonlocalStmt>(stmt)->names);
  case Stmt::Kind::ExprStmt: {
    // A walrus at statement level needs its parentheses.
    const Expr *value = llvm::cast<ExprStmt>(stmt)->value;
    bool parens = llvm::isa<NamedExpr>(value);
    os << (parens ? "(" : "");
    expr(value);
    os << (parens ? ")" : "");
    return;
  }
  case Stmt::Kind::Break:
    os << "break";
    return;
  case Stmt::Kind::Continue:
    os << "continue";
    return;
  default:
    os << "pass";
    return;
  }
}

//===----------------------------------------------------------------------===//
// Compound statements
//===----------------------------------------------------------------------===//

void PythonPrinter::decorators(llvm::ArrayRef<Expr *> list, unsigned indent) {
  for (const Expr *decorator : list) {
    os << '@';
    expr(decorator);
    os << '\n';
    os.indent(indent);
  }
}

void PythonPrinter::function(const FunctionDef *stmt, unsigned indent) {
  decorators(stmt->decorators, indent);
  os << (stmt->isAsync ? "async def " : "def ") << stmt->name << '(';
  parameters(stmt->parameters);
  os << ')';
  if (stmt->returns) {
    os << " -> ";
    expr(stmt->returns);
  }
  body(stmt->body, indent);
}

void PythonPrinter::classDef(const ClassDef *stmt, unsigned indent) {
  decorators(stmt->decorators, indent);
  os << "class " << stmt->name;
  if (!stmt->bases.empty() || !stmt->keywords.empty()) {
    os << '(';
    arguments(stmt->bases, stmt->keywords);
    os << ')';
  }
  body(stmt->body, indent);
}

void PythonPrinter::ifStmt(const IfStmt *stmt, unsigned indent) {
  os << "if ";
  expr(stmt->condition);
  body(stmt->body, indent);
  auto *next = stmt->orelse.size() == 1
                   ? llvm::dyn_cast<IfStmt>(stmt->orelse[0])
                   : nullptr;
  if (!next || !next->isElif)
    return clause("else", stmt->orelse, indent);
  os.indent(indent) << "el";
  ifStmt(next, indent);
}

void PythonPrinter::withStmt(const WithStmt *stmt, unsigned indent) {
  os << (stmt->isAsync ? "async with " : "with ");
  auto item = [&](const WithItem &i) {
    // A tuple in parentheses would be read as a list of items.
    bool parens = llvm::isa<TupleExpr>(i.context) && !i.target;
    os << (parens ? "(" : "");
    expr(i.context);
    os << (parens ? ")" : "");
    if (i.target) {
      os << " as ";
      expr(i.target);
    }
  };
  llvm::interleave(stmt->items, os, item, ", ");
  body(stmt->body, indent);
}

void PythonPrinter::tryStmt(const TryStmt *stmt, unsigned indent) {
  os << "try";
  body(stmt->body, indent);
  for (const ExceptHandler &handler : stmt->handlers) {
    os.indent(indent) << (stmt->isStar ? "except*" : "except");
    if (handler.type) {
      os << ' ';
      expr(handler.type);
    }
    if (!handler.name.empty())
      os << " as " << handler.name;
    body(handler.body, indent);
  }
  clause("else", stmt->orelse, indent);
  clause("finally", stmt->finalbody, indent);
}

void PythonPrinter::match(const MatchStmt *stmt, unsigned indent) {
  unsigned column = stmt->getRange().getBegin().column - 1;
  llvm::SmallVector<llvm::StringRef> lines;
  stmt->getRange().getText().split(lines, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    llvm::StringRef line = lines[i].rtrim('\r');
    if (i != 0) {
      size_t blanks = line.size() - line.ltrim(" \t").size();
      line = line.drop_front(std::min<size_t>(blanks, column));
      os << '\n';
      os.indent(indent);
    }
    os << line;
  }
  os << '\n';
}

void PythonPrinter::statement(const Stmt *stmt, unsigned indent) {
  os.indent(indent);
  switch (stmt->getKind()) {
  case Stmt::Kind::FunctionDef:
    return function(llvm::cast<FunctionDef>(stmt), indent);
  case Stmt::Kind::ClassDef:
    return classDef(llvm::cast<ClassDef>(stmt), indent);
  case Stmt::Kind::If:
    return ifStmt(llvm::cast<IfStmt>(stmt), indent);
  case Stmt::Kind::With:
    return withStmt(llvm::cast<WithStmt>(stmt), indent);
  case Stmt::Kind::Try:
    return tryStmt(llvm::cast<TryStmt>(stmt), indent);
  case Stmt::Kind::Match:
    return match(llvm::cast<MatchStmt>(stmt), indent);
  case Stmt::Kind::While: {
    auto *s = llvm::cast<WhileStmt>(stmt);
    os << "while ";
    expr(s->condition);
    body(s->body, indent);
    return clause("else", s->orelse, indent);
  }
  case Stmt::Kind::For: {
    auto *s = llvm::cast<ForStmt>(stmt);
    os << (s->isAsync ? "async for " : "for ");
    expr(s->target);
    os << " in ";
    expr(s->iterable);
    body(s->body, indent);
    return clause("else", s->orelse, indent);
  }
  default:
    simple(stmt);
    os << '\n';
  }
}

void PythonPrinter::statements(Block block, unsigned indent) {
  for (const Stmt *stmt : block)
    statement(stmt, indent);
}

void torchscript::printPython(Block block, llvm::raw_ostream &os,
                              unsigned indent) {
  PythonPrinter(os).statements(block, indent);
}
