//===- Classes.cpp - Script classes ---------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles script classes: attributes from `__init__`, methods, properties,
// static methods, construction (section 14 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "TorchScript/Dialect/TS/IR/Locations.h"

using namespace torchscript;
namespace ts = mlir::ts;

ClassEntry *Compilation::findClass(const Type *type) {
  return classesByType.lookup(type);
}

/// Whether a class lists an accessor in `__jit_unused_properties__`.
static bool isUnusedProperty(const ClassDef *def, const FunctionDef *method) {
  if (!hasDecorator(method->decorators, "property") &&
      !hasDecorator(method->decorators, "setter"))
    return false;
  for (const Stmt *statement : def->body) {
    auto *assign = llvm::dyn_cast<AssignStmt>(statement);
    auto *label =
        assign ? llvm::dyn_cast<NameExpr>(assign->targets[0]) : nullptr;
    auto *list = label && label->name == "__jit_unused_properties__"
                     ? llvm::dyn_cast<ListExpr>(assign->value)
                     : nullptr;
    if (!list)
      continue;
    for (const Expr *element : list->elements)
      if (auto *name = llvm::dyn_cast<StringLiteral>(element))
        if (name->value == method->name)
          return true;
  }
  return false;
}

ClassEntry *Compilation::makeClass(const ClassDef *def, Scope *scope) {
  std::string qualified = scope->qualify(def->name);
  ClassEntry &entry = classes.emplace_back();
  entry.def = def;
  entry.scope = scope;
  entry.type = types.getOrCreateClass(qualified, /*isModule=*/false);
  classesByType[entry.type] = &entry;
  for (Stmt *statement : def->body) {
    if (auto *assign = llvm::dyn_cast<AssignStmt>(statement)) {
      for (Expr *target : assign->targets)
        if (auto *name = llvm::dyn_cast<NameExpr>(target))
          entry.classAttributes.push_back(name->name);
    } else if (auto *annotated = llvm::dyn_cast<AnnAssignStmt>(statement)) {
      if (auto *name = llvm::dyn_cast<NameExpr>(annotated->target))
        entry.classAttributes.push_back(name->name);
    }
    auto *method = llvm::dyn_cast<FunctionDef>(statement);
    if (method && !isUnusedProperty(def, method))
      declareMethod(entry, method, scope);
  }
  return &entry;
}

void Compilation::declareMethod(ClassEntry &entry, const FunctionDef *method,
                                Scope *scope) {
  bool isStatic = hasDecorator(method->decorators, "staticmethod");
  bool isGetter = hasDecorator(method->decorators, "property");
  bool isSetter = hasDecorator(method->decorators, "setter");
  std::string name = method->name.str();
  if (isGetter)
    name = "__" + name + "_getter";
  if (isSetter)
    name = "__" + name + "_setter";
  FunctionEntry *function = makeFunction(
      method, scope, name, entry.type->getName().str() + "." + name);
  function->owner = &entry;
  if (!isStatic)
    function->selfType = entry.type;
  if (hasDecorator(method->decorators, "jit.unused"))
    function->unusedMessage = "Cannot call @unused methods";
  if (isGetter || isSetter) {
    ClassProperty property;
    if (const ClassProperty *known = entry.type->findProperty(method->name))
      property = *known;
    property.name = method->name.str();
    (isGetter ? property.getter : property.setter) = name;
    entry.type->addProperty(property);
  }
  auto [it, inserted] = entry.methods.insert({name, function});
  if (!inserted)
    it->second = function;
  ClassMethod declared;
  declared.name = name;
  declared.schema = &function->schema;
  declared.isStatic = isStatic;
  entry.type->addMethod(declared);
}

/// Writes the attributes and methods of a compiled class into its `ts.class`.
static void fillClass(ts::ClassOp op, const ClassEntry &entry) {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(&op.getBody().front());
  for (const ClassAttribute &attribute : entry.type->getAttributes())
    builder.create<ts::AttrOp>(
        op.getLoc(), builder.getStringAttr(attribute.name),
        mlir::TypeAttr::get(lowerType(attribute.type, op.getContext())),
        ts::FieldKindAttr::get(op.getContext(), ts::FieldKind::Attribute),
        mlir::Attribute());
  auto isGetter = [&](const std::string &method) {
    return llvm::any_of(
        entry.type->getProperties(),
        [&](const ClassProperty &known) { return known.getter == method; });
  };
  for (const auto &[name, method] : entry.methods)
    builder.create<ts::MethodOp>(op.getLoc(), name, method->symbol,
                                 /*is_static=*/method->selfType == nullptr,
                                 /*is_property=*/isGetter(name));
}

bool Compilation::compileClass(ClassEntry &entry) {
  if (entry.state != ClassEntry::State::Untouched)
    return entry.state != ClassEntry::State::Failed;
  if (!entry.refusal.empty() && !acceptsPython) {
    entry.failure = Diagnostic();
    entry.failure.message = entry.refusal;
    entry.failure.range = entry.def->nameRange;
    return false;
  }
  entry.state = ClassEntry::State::Compiling;
  LineColumn begin = entry.def->getRange().getBegin();
  LineColumn end = entry.def->getRange().getEnd();
  mlir::OpBuilder builder(&context);
  builder.setInsertionPointToEnd(getModule().getBody());
  auto op = builder.create<ts::ClassOp>(
      ts::makeLocation(&context, entry.def->getRange().file->getName(),
                       begin.line, begin.column, end.line, end.column, ""),
      entry.type->getName());
  // `__init__` first: it declares the attributes.
  llvm::SmallVector<FunctionEntry *> order;
  if (FunctionEntry *init = entry.methods.lookup("__init__"))
    order.push_back(init);
  for (const auto &[name, method] : entry.methods)
    order.push_back(method);
  for (FunctionEntry *method : order)
    method->lacksDefaults = method->selfType && !method->scope->isArchive();
  for (FunctionEntry *method : order) {
    if (method->state == FunctionEntry::State::InProgress || compile(*method))
      continue;
    if (entry.failedMethod.empty()) {
      entry.failure = method->failure;
      entry.failedMethod = method->name;
    } else if (method->state == FunctionEntry::State::Failed &&
               !method->failure.message.empty()) {
      entry.moreFailures.push_back(method->failure);
    }
    llvm::append_range(entry.moreFailures, method->moreFailures);
    // Without its attributes, other methods have errors that are none.
    if (method->name == "__init__")
      break;
  }
  if (!entry.failedMethod.empty()) {
    entry.state = ClassEntry::State::Failed;
    op.erase();
    return false;
  }
  for (FunctionEntry *method : order)
    method->lacksDefaults = false;
  fillClass(op, entry);
  entry.state = ClassEntry::State::Done;
  return true;
}

/// Compiles the class on behalf of a function; false after an error.
static bool ensureClass(FunctionEmitter &emitter, SourceRange range,
                        ClassEntry &entry) {
  if (emitter.getUnit().compileClass(entry))
    return true;
  Diagnostic failure = entry.failure;
  failure.note(range, "'" + entry.def->name + "." + entry.failedMethod +
                          "' is being compiled since it was called from '" +
                          entry.type->getName() + "'");
  failure.notes.back().within(emitter.getEntry().def->getRange());
  failure.notes.back().isTorchScripts = true;
  emitter.nestedError(range, failure, entry.type->getName());
  return false;
}

Meaning *ClassMeaning::attribute(FunctionEmitter &emitter, SourceRange range,
                                 llvm::StringRef name) {
  auto it = entry->methods.find(name.str());
  if (it != entry->methods.end() && !it->second->selfType)
    return emitter.make<FunctionMeaning>(it->second);
  // A plain value of the class is one of the host, not usable.
  for (Stmt *statement : entry->def->body) {
    Expr *target = nullptr, *value = nullptr;
    if (auto *assign = llvm::dyn_cast<AssignStmt>(statement)) {
      target = assign->targets[0];
      value = assign->value;
    } else if (auto *annotated = llvm::dyn_cast<AnnAssignStmt>(statement)) {
      target = annotated->target;
      value = annotated->value;
    }
    auto *label = llvm::dyn_cast_or_null<NameExpr>(target);
    if (!label || label->name != name || !value)
      continue;
    std::string type = getPythonTypeOf(value).str();
    return makeUnusableValue(emitter.getUnit(), type.empty() ? "object" : type);
  }
  emitter.error(range, "Tried to lookup unknown attribute on class " +
                           entry->type->spelling());
  return nullptr;
}

std::optional<bool> ClassMeaning::hasAttribute(FunctionEmitter &, SourceRange,
                                               llvm::StringRef name) {
  return entry->methods.count(name.str()) ||
         llvm::is_contained(entry->classAttributes, name) ||
         entry->type->findProperty(name);
}

Meaning *ClassMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                            const ActualArguments &arguments) {
  if (!ensureClass(emitter, site.callee, *entry))
    return nullptr;
  FunctionEntry *init = entry->methods.lookup("__init__");
  if (!init) {
    emitter.error(site.callee, "Class " + entry->def->name +
                                   " does not have an __init__ function "
                                   "defined");
    return nullptr;
  }
  TypedValue object(emitter.getBuilder().create<ts::NewOp>(
                        emitter.loc(site.call), emitter.lower(entry->type)),
                    entry->type);
  ActualArguments all = arguments;
  all.positional.insert(all.positional.begin(), {"", site.callee, object});
  if (!emitter.callFunction(site, *init, all))
    return nullptr;
  return emitter.makeValue(object);
}

/// Whether a class occurs within a type.
static bool mentions(const Type *type, const Type *searched) {
  if (type == searched)
    return true;
  return llvm::any_of(type->getContained(), [&](const Type *part) {
    return mentions(part, searched);
  });
}

bool FunctionEmitter::declareAttribute(SourceRange range, const ClassType *type,
                                       TypedValue object, llvm::StringRef name,
                                       TypedValue value) {
  ClassEntry *owner = entry.owner;
  if (!owner || owner->type != type || entry.name != "__init__" ||
      type->findAttribute(name) || type->findProperty(name) ||
      !llvm::isa<mlir::BlockArgument>(object.value))
    return true;
  if (env.depth() > 1) {
    error(range, "First assignment cannot be in a control-flow block. "
                 "Initialize the field at the top level first");
    return false;
  }
  if (mentions(value.type, type)) {
    error(range, "Assignment to attribute '" + name +
                     "' cannot be of a type that contains class '" +
                     type->spelling() +
                     "'.\nClasses that recursively contain instances of "
                     "themselves are not yet supported");
    return false;
  }
  ClassAttribute attribute;
  attribute.name = name.str();
  attribute.type = value.type;
  owner->type->addAttribute(attribute);
  return true;
}

Meaning *InterfaceMethodMeaning::call(FunctionEmitter &emitter,
                                      const CallSite &site,
                                      const ActualArguments &arguments) {
  ActualArguments all = arguments;
  all.positional.insert(all.positional.begin(), {"", site.callee, self});
  llvm::SmallVector<TypedValue> operands;
  if (!emitter.bindArguments(site, *schema, all, operands))
    return nullptr;
  llvm::SmallVector<mlir::Value> values;
  for (const TypedValue &operand : llvm::drop_begin(operands))
    values.push_back(operand.value);
  const Type *result = schema->returns[0].type;
  llvm::SmallVector<mlir::Type> types;
  if (!result->isNone())
    types.push_back(emitter.lower(result));
  auto op = emitter.getBuilder().create<ts::CallMethodOp>(
      emitter.loc(site.callee), types, self.value,
      emitter.getBuilder().getStringAttr(schema->name), values);
  if (types.empty())
    return emitter.makeValue(emitter.constantNone(site.call));
  return emitter.makeValue({op->getResult(0), result});
}

Meaning *ExceptionClassMeaning::call(FunctionEmitter &emitter,
                                     const CallSite &site,
                                     const ActualArguments &arguments) {
  TypedValue message;
  if (arguments.positional.empty()) {
    message = emitter.constantString(site.call, "");
  } else if (arguments.positional.size() == 1) {
    message = arguments.positional[0].value;
  } else {
    llvm::SmallVector<TypedValue> values;
    for (const ActualArgument &argument : arguments.positional)
      values.push_back(argument.value);
    message = emitter.makeTuple(site.call, values);
  }
  if (!message.type->isString())
    message = emitter.emitOp(site.call, "aten::str", message,
                             TypeContext::getString());
  return emitter.make<ExceptionMeaning>(qualifiedName, message);
}
