//===- SourceRanges.cpp - Ranges as TorchScript underlines them -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ranges of expressions and statements that TorchScript shows in messages:
// merged from those of their parts, so without closing brackets (TS-MSG-003).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/SourceRanges.h"

using namespace torchscript;

static SourceRange prefix(SourceRange range, uint32_t length) {
  return {range.file, range.begin, std::min(range.end, range.begin + length)};
}

static SourceRange mergeAll(SourceRange range, llvm::ArrayRef<Expr *> exprs) {
  for (Expr *expr : exprs)
    range = range.merge(rangeOf(expr));
  return range;
}

SourceRange torchscript::rangeOfSlice(const SubscriptExpr *subscript,
                                      const SliceExpr *slice) {
  SourceRange result = rangeOf(subscript->value);
  for (Expr *bound : {slice->lower, slice->upper, slice->step})
    if (bound)
      result = result.merge(rangeOf(bound));
  return result;
}

SourceRange torchscript::rangeOf(const Expr *expr) {
  SourceRange range = expr->getRange();
  switch (expr->getKind()) {
  // The closing quote is left out, and escapes count as what they stand for.
  case Expr::Kind::String: {
    auto *literal = llvm::cast<StringLiteral>(expr);
    return {range.file, range.begin,
            std::min(range.begin + uint32_t(literal->value.size()) + 1,
                     range.file->size())};
  }
  case Expr::Kind::Attribute: {
    auto *attribute = llvm::cast<AttributeExpr>(expr);
    SourceRange base = rangeOf(attribute->value);
    // The name is taken to stand behind one character after the base.
    llvm::StringRef text = base.file->getText();
    uint32_t begin = base.end + 1;
    while (begin < text.size() && (text[begin] == ' ' || text[begin] == '\t' ||
                                   text[begin] == '\n' || text[begin] == '\r'))
      ++begin;
    uint32_t end = std::min<uint32_t>(begin + uint32_t(attribute->name.size()),
                                      uint32_t(text.size()));
    return base.merge({base.file, std::min(begin, end), end});
  }
  case Expr::Kind::Subscript: {
    auto *subscript = llvm::cast<SubscriptExpr>(expr);
    SourceRange base = rangeOf(subscript->value);
    Expr *last = subscript->index;
    if (auto *tuple = llvm::dyn_cast<TupleExpr>(last)) {
      if (tuple->elements.empty())
        return {base.file, base.begin, range.end};
      last = tuple->elements.back();
    }
    auto *slice = llvm::dyn_cast<SliceExpr>(last);
    uint32_t end =
        slice ? rangeOfSlice(subscript, slice).end : rangeOf(last).end;
    return {base.file, base.begin, std::min(end + 1, range.end)};
  }
  case Expr::Kind::Call: {
    auto *call = llvm::cast<CallExpr>(expr);
    SourceRange result = mergeAll(rangeOf(call->callee), call->arguments);
    for (const KeywordArgument &keyword : call->keywords)
      result = result.merge(rangeOf(keyword.value));
    return result;
  }
  case Expr::Kind::Starred:
    return prefix(range, 1).merge(
        rangeOf(llvm::cast<StarredExpr>(expr)->value));
  case Expr::Kind::Unary:
    return prefix(range, 1).merge(
        rangeOf(llvm::cast<UnaryExpr>(expr)->operand));
  case Expr::Kind::Binary:
    return rangeOf(llvm::cast<BinaryExpr>(expr)->lhs)
        .merge(rangeOf(llvm::cast<BinaryExpr>(expr)->rhs));
  case Expr::Kind::Bool: {
    auto values = llvm::cast<BoolExpr>(expr)->values;
    return rangeOf(values.front()).merge(rangeOf(values.back()));
  }
  case Expr::Kind::Compare: {
    auto operands = llvm::cast<CompareExpr>(expr)->operands;
    return rangeOf(operands.front()).merge(rangeOf(operands.back()));
  }
  case Expr::Kind::Conditional:
    return rangeOf(llvm::cast<ConditionalExpr>(expr)->thenValue)
        .merge(rangeOf(llvm::cast<ConditionalExpr>(expr)->elseValue));
  case Expr::Kind::List:
    return mergeAll(prefix(range, 1), llvm::cast<ListExpr>(expr)->elements);
  case Expr::Kind::Tuple:
    return mergeAll(prefix(range, 1), llvm::cast<TupleExpr>(expr)->elements);
  case Expr::Kind::Dict: {
    SourceRange result = prefix(range, 1);
    for (const DictEntry &entry : llvm::cast<DictExpr>(expr)->entries)
      if (entry.key)
        result = result.merge(rangeOf(entry.key)).merge(rangeOf(entry.value));
    return result;
  }
  case Expr::Kind::FString: {
    SourceRange result = prefix(range, 1);
    for (const FStringPart &part : llvm::cast<FStringExpr>(expr)->parts)
      if (part.value)
        result = result.merge(rangeOf(part.value));
    return result;
  }
  case Expr::Kind::ListComprehension:
  case Expr::Kind::DictComprehension:
  case Expr::Kind::Generator: {
    auto *comprehension = llvm::cast<ComprehensionExpr>(expr);
    SourceRange result = prefix(range, 0);
    if (comprehension->key)
      result = result.merge(rangeOf(comprehension->key));
    return result.merge(rangeOf(comprehension->element))
        .merge(rangeOf(comprehension->clauses[0].target))
        .merge(rangeOf(comprehension->clauses[0].iterable));
  }
  default:
    return range;
  }
}

/// The range of the last statement of a block, or "nowhere".
static SourceRange lastOf(Block block) {
  return block.empty() ? SourceRange() : rangeOf(block.back());
}

SourceRange torchscript::rangeOf(const Stmt *statement) {
  SourceRange range = statement->getRange();
  SourceRange first = statement->getFirstToken();
  switch (statement->getKind()) {
  case Stmt::Kind::Return: {
    Expr *value = llvm::cast<ReturnStmt>(statement)->value;
    return value ? first.merge(rangeOf(value)) : first;
  }
  case Stmt::Kind::Assign: {
    auto *assign = llvm::cast<AssignStmt>(statement);
    return rangeOf(assign->targets[0]).merge(rangeOf(assign->value));
  }
  case Stmt::Kind::AugAssign: {
    auto *assign = llvm::cast<AugAssignStmt>(statement);
    return rangeOf(assign->target).merge(rangeOf(assign->value));
  }
  case Stmt::Kind::AnnAssign: {
    auto *assign = llvm::cast<AnnAssignStmt>(statement);
    return assign->value ? rangeOf(assign->target).merge(rangeOf(assign->value))
                         : range;
  }
  case Stmt::Kind::ExprStmt:
    return rangeOf(llvm::cast<ExprStmt>(statement)->value);
  case Stmt::Kind::Raise: {
    Expr *exception = llvm::cast<RaiseStmt>(statement)->exception;
    return exception ? first.merge(rangeOf(exception)) : first;
  }
  case Stmt::Kind::Assert: {
    auto *assertion = llvm::cast<AssertStmt>(statement);
    SourceRange result = first.merge(rangeOf(assertion->condition));
    return assertion->message ? result.merge(rangeOf(assertion->message))
                              : result;
  }
  case Stmt::Kind::If: {
    auto *branch = llvm::cast<IfStmt>(statement);
    return first.merge(rangeOf(branch->condition))
        .merge(lastOf(branch->body))
        .merge(lastOf(branch->orelse));
  }
  case Stmt::Kind::While:
    return first.merge(lastOf(llvm::cast<WhileStmt>(statement)->body));
  case Stmt::Kind::For:
    return first.merge(lastOf(llvm::cast<ForStmt>(statement)->body));
  case Stmt::Kind::With:
    return first.merge(lastOf(llvm::cast<WithStmt>(statement)->body));
  default:
    return range;
  }
}
