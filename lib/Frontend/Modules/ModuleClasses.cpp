//===- ModuleClasses.cpp - Classes below nn.Module ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up members of module classes the way Python does.
//
//===----------------------------------------------------------------------===//

#include "ModuleProgram.h"
#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "llvm/ADT/SetVector.h"

using namespace torchscript;
using llvm::StringRef;

/// Longest chain of base classes.
static constexpr unsigned maxBases = 64;

using Order = std::vector<ClassMember<ClassDef>>;

/// Python's method resolution order of a class: the merge of the orders of its
/// bases and the list of bases. Where that fails, the bases from left to right.
static Order linearize(Compilation &unit, const ClassDef *def, Scope *scope,
                       unsigned depth = 0) {
  Order result{{def, scope}};
  std::vector<Order> lists;
  Order bases;
  for (Expr *base : def->bases) {
    Meaning *meaning = evaluateStatic(unit, *scope, base);
    ClassMember<ClassDef> member;
    if (auto *module = llvm::dyn_cast_or_null<ModuleClassMeaning>(meaning))
      member = {module->def, module->scope};
    else if (auto *other = llvm::dyn_cast_or_null<ClassMeaning>(meaning))
      member = {other->entry->def, other->entry->scope};
    if (!member || member.node == def || depth >= maxBases)
      continue;
    lists.push_back(linearize(unit, member.node, member.scope, depth + 1));
    bases.push_back(member);
  }
  lists.push_back(bases);
  auto isInTail = [&](const ClassDef *candidate) {
    return llvm::any_of(lists, [&](const Order &list) {
      return !list.empty() &&
             llvm::any_of(llvm::drop_begin(list), [&](const auto &member) {
               return member.node == candidate;
             });
    });
  };
  while (llvm::any_of(lists, [](const Order &list) { return !list.empty(); })) {
    const ClassMember<ClassDef> *next = nullptr, *first = nullptr;
    for (const Order &list : lists) {
      if (list.empty())
        continue;
      first = first ? first : &list.front();
      if (!next && !isInTail(list.front().node))
        next = &list.front();
    }
    ClassMember<ClassDef> taken = next ? *next : *first;
    result.push_back(taken);
    for (Order &list : lists)
      llvm::erase_if(
          list, [&](const auto &member) { return member.node == taken.node; });
  }
  return result;
}

ModuleClass::ModuleClass(Compilation &unit, const ClassDef *def, Scope *scope)
    : unit(unit), order(linearize(unit, def, scope)) {}

static bool isOverload(const FunctionDef *def) {
  return hasDecorator(def->decorators, "jit._overload_method") ||
         hasDecorator(def->decorators, "_overload_method");
}

/// `name = value` in a class body, or null.
static const AssignStmt *asAlias(const Stmt *statement) {
  const auto *assign = llvm::dyn_cast<AssignStmt>(statement);
  return assign && assign->targets.size() == 1 &&
                 llvm::isa<NameExpr>(assign->targets[0]) &&
                 llvm::isa<NameExpr, AttributeExpr>(assign->value)
             ? assign
             : nullptr;
}

/// The function that an expression in the body of a class stands for: one
/// defined before in it, of the file, or of another class.
static ClassMember<FunctionDef> resolveAlias(Compilation &unit,
                                             ClassMember<ClassDef> owner,
                                             const AssignStmt *alias) {
  if (auto *attribute = llvm::dyn_cast<AttributeExpr>(alias->value)) {
    auto *base = llvm::dyn_cast_or_null<ModuleClassMeaning>(
        evaluateStatic(unit, *owner.scope, attribute->value));
    return base && base->def != owner.node
               ? ModuleClass(unit, base->def, base->scope)
                     .findFunction(attribute->name)
               : ClassMember<FunctionDef>();
  }
  StringRef name = llvm::cast<NameExpr>(alias->value)->name;
  const FunctionDef *found = nullptr;
  for (const Stmt *statement : owner.node->body) {
    if (statement == alias)
      break;
    const auto *function = llvm::dyn_cast<FunctionDef>(statement);
    if (function && function->name == name)
      found = function;
  }
  if (found)
    return {found, owner.scope};
  auto *global =
      llvm::dyn_cast_or_null<FunctionMeaning>(owner.scope->lookup(name));
  if (!global)
    return {};
  return {global->entry->def, global->entry->scope};
}

ClassMember<FunctionDef> ModuleClass::findFunction(StringRef name) const {
  for (const auto &[def, scope] : order) {
    ClassMember<FunctionDef> found;
    for (const Stmt *statement : def->body) {
      if (const AssignStmt *alias = asAlias(statement)) {
        if (llvm::cast<NameExpr>(alias->targets[0])->name == name)
          found = resolveAlias(unit, {def, scope}, alias);
        continue;
      }
      const auto *function = llvm::dyn_cast<FunctionDef>(statement);
      if (function && function->name == name && !isOverload(function) &&
          !hasDecorator(function->decorators, "setter"))
        found = {function, scope};
    }
    if (found)
      return found;
  }
  return {};
}

ClassMember<FunctionDef> ModuleClass::findSetter(StringRef name) const {
  for (const auto &[def, scope] : order)
    for (const Stmt *statement : def->body) {
      const auto *function = llvm::dyn_cast<FunctionDef>(statement);
      if (function && function->name == name &&
          hasDecorator(function->decorators, "setter"))
        return {function, scope};
    }
  return {};
}

llvm::SmallVector<ClassMember<FunctionDef>>
ModuleClass::findOverloads(StringRef name) const {
  llvm::SmallVector<ClassMember<FunctionDef>> found;
  for (const auto &[def, scope] : order) {
    for (const Stmt *statement : def->body) {
      const auto *function = llvm::dyn_cast<FunctionDef>(statement);
      if (function && function->name == name && isOverload(function))
        found.push_back({function, scope});
    }
    if (!found.empty())
      break;
  }
  return found;
}

std::vector<std::string> ModuleClass::getFunctionNames() const {
  std::vector<std::string> names;
  for (const auto &[def, scope] : order)
    for (const Stmt *statement : def->body)
      if (const auto *function = llvm::dyn_cast<FunctionDef>(statement))
        names.push_back(function->name.str());
      else if (const AssignStmt *alias = asAlias(statement))
        names.push_back(llvm::cast<NameExpr>(alias->targets[0])->name.str());
  llvm::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// `name: annotation` in a class body, or null.
static const AnnAssignStmt *asAnnotation(const Stmt *statement) {
  const auto *annotated = llvm::dyn_cast<AnnAssignStmt>(statement);
  return annotated && llvm::isa<NameExpr>(annotated->target) ? annotated
                                                             : nullptr;
}

/// The dict that a class body assigns to `__annotations__`, or null.
static const DictExpr *findAnnotationDict(const ClassDef *def) {
  const DictExpr *found = nullptr;
  for (const Stmt *statement : def->body)
    if (const auto *assign = llvm::dyn_cast<AssignStmt>(statement))
      for (const Expr *target : assign->targets)
        if (const auto *label = llvm::dyn_cast<NameExpr>(target))
          if (label->name == "__annotations__")
            found = llvm::dyn_cast<DictExpr>(assign->value);
  return found;
}

const ClassMember<ClassDef> *ModuleClass::findAnnotated() const {
  for (const auto &member : order)
    if (llvm::any_of(member.node->body, asAnnotation) ||
        findAnnotationDict(member.node))
      return &member;
  return nullptr;
}

ClassMember<Expr> ModuleClass::findAnnotation(StringRef name) const {
  const ClassMember<ClassDef> *owner = findAnnotated();
  ClassMember<Expr> found;
  if (const DictExpr *dict = owner ? findAnnotationDict(owner->node) : nullptr)
    for (const DictEntry &entry : dict->entries)
      if (const auto *key = llvm::dyn_cast_or_null<StringLiteral>(entry.key))
        if (key->value == name)
          found = {entry.value, owner->scope};
  if (owner)
    for (const Stmt *statement : owner->node->body)
      if (const AnnAssignStmt *annotated = asAnnotation(statement))
        if (llvm::cast<NameExpr>(annotated->target)->name == name)
          found = {annotated->annotation, owner->scope};
  return found;
}

/// Whether an annotation is `Final` or `Final[...]`.
static bool isFinal(const Expr *annotation) {
  if (const auto *subscript = llvm::dyn_cast<SubscriptExpr>(annotation))
    annotation = subscript->value;
  std::string name = getDottedName(annotation);
  return name == "Final" || StringRef(name).ends_with(".Final");
}

std::vector<StringRef> ModuleClass::getFinalNames() const {
  std::vector<StringRef> names;
  if (const ClassMember<ClassDef> *owner = findAnnotated())
    for (const Stmt *statement : owner->node->body)
      if (const AnnAssignStmt *annotated = asAnnotation(statement))
        if (isFinal(annotated->annotation))
          names.push_back(llvm::cast<NameExpr>(annotated->target)->name);
  return names;
}

ClassMember<Expr> ModuleClass::findValue(StringRef name) const {
  for (const auto &[def, scope] : order) {
    const Expr *found = nullptr;
    for (const Stmt *statement : def->body) {
      if (const auto *assign = llvm::dyn_cast<AssignStmt>(statement)) {
        for (const Expr *target : assign->targets)
          if (const auto *label = llvm::dyn_cast<NameExpr>(target))
            if (label->name == name)
              found = assign->value;
      } else if (const AnnAssignStmt *annotated = asAnnotation(statement)) {
        if (llvm::cast<NameExpr>(annotated->target)->name == name &&
            annotated->value)
          found = annotated->value;
      }
    }
    if (found)
      return {found, scope};
  }
  return {};
}

std::vector<StringRef> ModuleClass::getNames(StringRef list) const {
  std::vector<StringRef> names;
  ClassMember<Expr> value = findValue(list);
  llvm::ArrayRef<Expr *> elements;
  if (const auto *display = llvm::dyn_cast_or_null<ListExpr>(value.node))
    elements = display->elements;
  else if (const auto *tuple = llvm::dyn_cast_or_null<TupleExpr>(value.node))
    elements = tuple->elements;
  else if (const auto *set = llvm::dyn_cast_or_null<SetExpr>(value.node))
    elements = set->elements;
  for (const Expr *element : elements)
    if (const auto *name = llvm::dyn_cast<StringLiteral>(element))
      names.push_back(name->value);
  return names;
}

bool ModuleClass::isA(StringRef libraryClass) const {
  return llvm::any_of(order, [&](const ClassMember<ClassDef> &member) {
    return member.node->name == libraryClass &&
           StringRef(member.scope->qualify(""))
               .starts_with("__torch__.torch.nn.");
  });
}
