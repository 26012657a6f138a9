//===- ParseTargets.cpp - What can be assigned to -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks targets of assignments, loops, `with` and `del`.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace torchscript;

/// What an expression that cannot be a target is called.
static llvm::StringRef describeTarget(const Expr *expr) {
  switch (expr->getKind()) {
  case Expr::Kind::Integer:
  case Expr::Kind::Float:
  case Expr::Kind::Imaginary:
  case Expr::Kind::String:
  case Expr::Kind::Bytes:
    return "a literal";
  case Expr::Kind::FString:
    return "an f-string";
  case Expr::Kind::Boolean:
    return llvm::cast<BooleanLiteral>(expr)->value ? "True" : "False";
  case Expr::Kind::None:
    return "None";
  case Expr::Kind::Ellipsis:
    return "'...'";
  case Expr::Kind::Call:
    return "a function call";
  case Expr::Kind::Compare:
    return "a comparison";
  case Expr::Kind::Conditional:
    return "a conditional expression";
  case Expr::Kind::Named:
    return "an assignment expression";
  case Expr::Kind::Set:
    return "a set display";
  case Expr::Kind::Dict:
    return "a dict display";
  case Expr::Kind::ListComprehension:
  case Expr::Kind::SetComprehension:
  case Expr::Kind::DictComprehension:
    return "a comprehension";
  case Expr::Kind::Generator:
    return "a generator expression";
  case Expr::Kind::Lambda:
    return "a lambda";
  case Expr::Kind::Yield:
  case Expr::Kind::YieldFrom:
    return "a yield expression";
  case Expr::Kind::Await:
    return "an await expression";
  case Expr::Kind::Tuple:
    return "a tuple";
  case Expr::Kind::List:
    return "a list";
  case Expr::Kind::Starred:
    return "a starred expression";
  default:
    return "an expression";
  }
}

bool Parser::checkTarget(Expr *target, TargetUse use, bool inList) {
  auto checkAll = [&](llvm::ArrayRef<Expr *> elements) {
    const Expr *starred = nullptr;
    for (Expr *element : elements) {
      if (!checkTarget(element, use, /*inList=*/true))
        return false;
      if (!llvm::isa<StarredExpr>(element))
        continue;
      if (starred) {
        sink.error(element->getRange(),
                   "an assignment can have only one starred target")
            .note(starred->getRange(), "the first one is here");
        return false;
      }
      starred = element;
    }
    return true;
  };
  bool isSingle = use == TargetUse::Augmented;
  switch (target->getKind()) {
  case Expr::Kind::Name:
  case Expr::Kind::Attribute:
  case Expr::Kind::Subscript:
    return true;
  case Expr::Kind::Tuple:
    if (!isSingle)
      return checkAll(llvm::cast<TupleExpr>(target)->elements);
    break;
  case Expr::Kind::List:
    if (!isSingle)
      return checkAll(llvm::cast<ListExpr>(target)->elements);
    break;
  case Expr::Kind::Starred:
    if (isSingle || use == TargetUse::Delete)
      break;
    if (!inList) {
      fail(target->getRange(), "a starred target must be in a list or tuple");
      return false;
    }
    return checkTarget(llvm::cast<StarredExpr>(target)->value, use);
  default:
    break;
  }
  llvm::StringRef verb = use == TargetUse::Delete ? "cannot delete "
                         : isSingle ? "cannot use an augmented assignment on "
                                    : "cannot assign to ";
  fail(target->getRange(), verb + describeTarget(target));
  return false;
}

/// `a`, `a, b`, `*a, b`: the targets of a `for`.
Expr *Parser::parseTargetList(TargetUse use) {
  uint32_t begin = current().begin;
  llvm::SmallVector<Expr *> elements;
  bool isTuple = false;
  do {
    if (!elements.empty()) {
      isTuple = true;
      if (!atExpressionStart())
        break;
    }
    Expr *target = at(Tok::Star) ? parseStarred() : parseBinary(0);
    if (!target)
      return nullptr;
    elements.push_back(target);
  } while (accept(Tok::Comma));
  Expr *result = elements[0];
  if (isTuple)
    result = tree.create<TupleExpr>(
        since(begin), tree.copy(llvm::ArrayRef<Expr *>(elements)), false);
  return checkTarget(result, use) ? result : nullptr;
}
