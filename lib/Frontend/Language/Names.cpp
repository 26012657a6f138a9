//===- Names.cpp - Variables and names ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves names and assigns variables (section 11 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ValueNames.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

TypedValue FunctionEmitter::loadVariable(SourceRange range,
                                         const Binding &binding) {
  return {builder.create<ts::LoadOp>(loc(range), binding.own.slot),
          binding.own.type, binding.inferred};
}

Meaning *FunctionEmitter::tryLookupName(SourceRange range,
                                        llvm::StringRef name) {
  if (Binding *binding = env.find(name)) {
    if (!binding->isVariable())
      return binding->meaning;
    return makeValue(loadVariable(range, *binding));
  }
  if (Meaning *builtin = unit.lookupBuiltin(name))
    return builtin;
  if (Meaning *global = entry.scope->lookup(name))
    return global;
  return unit.lookupPythonBuiltin(name);
}

Meaning *FunctionEmitter::lookupName(SourceRange range, llvm::StringRef name) {
  if (Meaning *meaning = tryLookupName(range, name)) {
    if (!llvm::isa<UnknownMeaning>(meaning))
      return meaning;
    failSilently();
    return nullptr;
  }
  if (const Diagnostic *why = env.findUnusable(name)) {
    Diagnostic &diagnostic = error(why->range, why->message);
    diagnostic.note(range, "and was used here");
    diagnostic.notes.back().within(entry.def->getRange());
    diagnostic.notes.back().isTorchScripts = true;
    llvm::append_range(diagnostic.notes, why->notes);
    return nullptr;
  }
  undefinedName(range, name);
  return nullptr;
}

mlir::Value FunctionEmitter::makeSlot(SourceRange range, llvm::StringRef name,
                                      const Type *type) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  if (block && block->slotAnchor)
    builder.setInsertionPoint(block->slotAnchor);
  return builder.create<ts::VarOp>(loc(range), name, lower(type));
}

void FunctionEmitter::bindVariable(SourceRange range, llvm::StringRef name,
                                   TypedValue value, const Type *type) {
  llvm::SmallVector<Slot, 1> outer = env.outerSlots(name);
  bool inferred = value.inferred && type->isTensor();
  auto &names = env.current().names;
  auto it = names.find(name);
  mlir::Value slot;
  // The same block assigns the same type again: the slot stays.
  if (it != names.end() && it->second.isVariable() &&
      it->second.own.type == type)
    slot = it->second.own.slot;
  // An inner block assigns the type of the outer variable: its slot serves.
  else if (it == names.end() && !outer.empty() && outer[0].type == type)
    slot = outer[0].slot;
  else
    slot = makeSlot(range, name, type);
  builder.create<ts::StoreOp>(loc(range), derefine(range, value, type), slot);
  for (const Slot &other : outer)
    if (other.slot != slot)
      builder.create<ts::StoreOp>(
          loc(range), derefine(range, value, other.type), other.slot);
  Binding binding;
  binding.own = {slot, type};
  binding.place = range;
  binding.inferred = inferred;
  binding.outer = std::move(outer);
  llvm::erase_if(binding.outer,
                 [&](const Slot &other) { return other.slot == slot; });
  env.bind(name, std::move(binding));
}

void FunctionEmitter::cannotReassign(SourceRange range, llvm::StringRef name,
                                     const Meaning &meaning) {
  error(range, "Cannot re-assign '" + name + "' to a value of type " +
                   meaning.describe() + " because " + name +
                   " is not a first-class value.  Only reassignments to "
                   "first-class values are allowed");
}

void FunctionEmitter::cannotHide(SourceRange range, llvm::StringRef name,
                                 const Meaning &meaning) {
  error(range, "Cannot re-assign '" + name + "' because it has type " +
                   meaning.describe() + " and " + name +
                   " is not a first-class value.  Only reassignments to "
                   "first-class values are allowed");
}

bool FunctionEmitter::assignName(SourceRange range, llvm::StringRef name,
                                 Meaning *meaning, const Type *annotation) {
  // The constants of Python modules are values like others.
  if (llvm::isa<ConstantMeaning>(meaning)) {
    TypedValue constant = meaning->asValue(*this, range);
    if (!constant)
      return false;
    meaning = makeValue(constant);
  }
  TypedValue value;
  if (auto *simple = llvm::dyn_cast<ValueMeaning>(meaning))
    value = simple->value;
  auto hasTypeOf = [&](const Binding &other) {
    const Type *previous = other.own.type;
    std::string why;
    if (isSubtypeOf(value.type, previous, &why))
      return true;
    std::string text = "Variable '" + name.str() + "' previously had type " +
                       TypedValue({}, previous, other.inferred).spelling() +
                       " but is now being assigned to a value of type " +
                       value.spelling();
    if (llvm::isa<ListType>(previous) && llvm::isa<ListType>(value.type))
      text += "\nEmpty lists default to List[Tensor]. Add a variable "
              "annotation to the assignment to create an empty list of "
              "another type (torch.jit.annotate(List[T, []]) where T is the "
              "type of elements in the list for Python 2)";
    Diagnostic &diagnostic = error(range, text + "\n" + why);
    if (other.place)
      diagnostic.note(other.place, "'" + name + "' got its type here")
          .notes.back()
          .within(entry.def->getRange());
    return false;
  };
  if (Binding *outside = env.findOutside(name)) {
    if (annotation) {
      error(range, "Attempting to declare and annotate the type of variable '" +
                       name + "' but it is already defined in an outer block");
      return false;
    }
    if (!outside->isVariable() && llvm::isa<UnknownMeaning>(outside->meaning)) {
      Binding binding;
      binding.meaning = outside->meaning;
      env.bind(name, std::move(binding));
      return true;
    }
    if (!value || !outside->isVariable()) {
      if (!value)
        cannotReassign(range, name, *meaning);
      else
        cannotHide(range, name, *meaning);
      return false;
    }
    mlir::Value before = value.value;
    value = convert(range, value, outside->own.type,
                    /*allowConversions=*/true);
    if (auto conversion = value ? value.value.getDefiningOp<ts::OperatorOp>()
                                : ts::OperatorOp();
        conversion && value.value != before)
      conversion->setAttr(ts::kUnnamedAttr, builder.getUnitAttr());
    if (!hasTypeOf(*outside))
      return false;
  } else if (Binding *hidden = value ? env.findHidden(name) : nullptr) {
    // The target of a comprehension has a scope of its own, but the type of
    // the variable it hides.
    if (!hidden->isVariable() && !llvm::isa<UnknownMeaning>(hidden->meaning)) {
      cannotHide(range, name, *meaning);
      return false;
    }
    if (hidden->isVariable() && !hasTypeOf(*hidden))
      return false;
  }
  if (!value) {
    Binding binding;
    binding.meaning = meaning;
    env.bind(name, std::move(binding));
    return true;
  }
  if (annotation && !isSubtypeOf(value.type, annotation)) {
    error(range, "Variable '" + name + "' is annotated with type " +
                     annotation->spelling() +
                     " but is being assigned to a value of type " +
                     value.spelling());
    return false;
  }
  // A name keeps the function, module or other meaning it was bound to in this
  // block: what is assigned to it later as a value is never seen.
  Binding *own = env.findHere(name);
  if (own && !own->isVariable() && !llvm::isa<UnknownMeaning>(own->meaning))
    return true;
  bindVariable(range, name, value, annotation ? annotation : value.type);
  return true;
}
