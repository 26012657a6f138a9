//===- Refinement.cpp - Type refinement -----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines refinements, applies them to variables, and decides isinstance
// (section 12 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

static const Refinement *findRefinement(llvm::ArrayRef<Refinement> list,
                                        llvm::StringRef name) {
  for (const Refinement &refinement : list)
    if (refinement.name == name)
      return &refinement;
  return nullptr;
}

/// Facts of both lists; where both speak of one variable, they must agree, or
/// nothing is known of it (TS-REF-026).
static llvm::SmallVector<Refinement, 1> both(llvm::ArrayRef<Refinement> a,
                                             llvm::ArrayRef<Refinement> b) {
  llvm::SmallVector<Refinement, 1> result(a.begin(), a.end());
  for (const Refinement &refinement : b) {
    auto *other = llvm::find_if(result, [&](const Refinement &known) {
      return known.name == refinement.name;
    });
    if (other == result.end())
      result.push_back(refinement);
    else if (other->type != refinement.type)
      result.erase(other);
  }
  return result;
}

/// Facts that hold whichever list does: those that are in both.
static llvm::SmallVector<Refinement, 1> either(llvm::ArrayRef<Refinement> a,
                                               llvm::ArrayRef<Refinement> b) {
  llvm::SmallVector<Refinement, 1> result;
  for (const Refinement &refinement : a) {
    const Refinement *other = findRefinement(b, refinement.name);
    if (other && other->type == refinement.type)
      result.push_back(refinement);
  }
  return result;
}

Refinements Refinements::conjunction(const Refinements &a, const Refinements &b,
                                     TypeContext &types) {
  return {both(a.whenTrue, b.whenTrue), either(a.whenFalse, b.whenFalse)};
}

Refinements Refinements::disjunction(const Refinements &a, const Refinements &b,
                                     TypeContext &types) {
  return {either(a.whenTrue, b.whenTrue), both(a.whenFalse, b.whenFalse)};
}

void FunctionEmitter::refine(SourceRange range,
                             llvm::ArrayRef<Refinement> refinements) {
  for (const Refinement &refinement : refinements) {
    Binding *binding = env.find(refinement.name);
    if (!binding || !binding->isVariable() ||
        binding->own.type == refinement.type)
      continue;
    TypedValue value = loadVariable(range, *binding);
    TypedValue narrowed = uncheckedCast(range, value, refinement.type);
    Binding refined;
    refined.own = {makeSlot(range, refinement.name, refinement.type),
                   refinement.type};
    refined.outer = env.outerSlots(refinement.name);
    builder.create<ts::StoreOp>(loc(range), narrowed.value, refined.own.slot);
    env.bind(refinement.name, std::move(refined));
  }
}

/// The members of a union or optional, nested ones too.
static void flatten(const Type *type,
                    llvm::SmallVectorImpl<const Type *> &out) {
  if (!type->is(TypeKind::Optional) && !type->is(TypeKind::Union)) {
    out.push_back(type);
    return;
  }
  for (const Type *alternative : getAlternatives(type))
    flatten(alternative, out);
}

/// Collects the types of the second argument of isinstance.
static bool gatherTypes(FunctionEmitter &emitter, Expr *expr,
                        llvm::SmallVectorImpl<const Type *> &types) {
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(expr)) {
    for (Expr *element : tuple->elements)
      if (!gatherTypes(emitter, element, types))
        return false;
    return true;
  }
  const Type *type = emitter.parseType(expr);
  if (!type)
    return false;
  flatten(type, types);
  return true;
}

Condition FunctionEmitter::emitIsInstance(SourceRange range, Expr *object,
                                          Expr *typesExpr) {
  TypedValue value = emitExpr(object);
  if (!value)
    return {};
  llvm::SmallVector<const Type *> tested, candidates;
  if (!gatherTypes(*this, typesExpr, tested))
    return {};
  flatten(value.type, candidates);

  // Which alternatives of the value pass, which may fail.
  llvm::SmallVector<const Type *> passing, failing;
  bool always = true;
  for (const Type *candidate : candidates) {
    if (candidate->isAny()) {
      passing.append(tested.begin(), tested.end());
      failing.push_back(candidate);
      always = tested.size() == 1 && tested[0]->isAny();
      break;
    }
    const Type *found = nullptr;
    for (const Type *type : tested) {
      if (isSubtypeOf(candidate, type)) {
        found = candidate;
        break;
      }
      if (isSubtypeOf(type, candidate)) {
        found = type;
        break;
      }
    }
    if (found)
      passing.push_back(found);
    if (found != candidate) {
      always = false;
      failing.push_back(candidate);
    }
  }

  Condition result;
  if (auto *name = llvm::dyn_cast<NameExpr>(object)) {
    if (!passing.empty())
      result.refinements.whenTrue.push_back(
          {name->name.str(), getTypes().getUnion(passing)});
    if (!failing.empty())
      result.refinements.whenFalse.push_back(
          {name->name.str(), getTypes().getUnion(failing)});
  }
  if (passing.empty() || always) {
    result.known = !passing.empty();
    result.value = constantBool(range, *result.known).value;
    return result;
  }
  llvm::SmallVector<mlir::Attribute> types;
  for (const Type *type : tested)
    types.push_back(mlir::TypeAttr::get(lower(type)));
  result.value = builder.create<ts::IsInstanceOp>(
      loc(range), builder.getI1Type(), value.value,
      builder.getArrayAttr(types));
  return result;
}

Condition FunctionEmitter::emitHasAttr(SourceRange range, Expr *object,
                                       Expr *nameExpr) {
  Meaning *meaning = emitMeaning(object);
  if (!meaning)
    return {};
  auto *name = llvm::dyn_cast<StringLiteral>(nameExpr);
  if (!name) {
    error(rangeOf(nameExpr),
          "hasattr's second argument must be a string literal");
    return {};
  }
  std::optional<bool> has =
      meaning->hasAttribute(*this, rangeOf(object), name->value);
  if (!has)
    return {};
  Condition result;
  result.known = *has;
  result.value = constantBool(range, *has).value;
  return result;
}
