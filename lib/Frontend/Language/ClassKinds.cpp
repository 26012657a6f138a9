//===- ClassKinds.cpp - Enums, named tuples and other kinds of classes ----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides what a class statement defines and builds enums, named tuples and
// interfaces (section 15 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/ModuleInterface.h"
#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "TorchScript/Dialect/TS/IR/Locations.h"

using namespace torchscript;
namespace ts = mlir::ts;

namespace {
/// What the bases of a class make it.
enum class ClassKind { Plain, Enum, NamedTuple, Exception, Module };
} // namespace

static ClassKind classify(Compilation &unit, Scope &scope, const ClassDef *def,
                          unsigned depth = 0);

static ClassKind classifyBase(Compilation &unit, Scope &scope, Expr *base,
                              unsigned depth) {
  std::string name = getDottedName(base);
  llvm::StringRef last = llvm::StringRef(name).rsplit('.').second;
  if (last.empty())
    last = name;
  if (last == "Enum" || last == "IntEnum" || last == "StrEnum" ||
      last == "Flag" || last == "IntFlag")
    return ClassKind::Enum;
  if (last == "NamedTuple")
    return ClassKind::NamedTuple;
  if (last == "Module" || last == "ScriptModule" ||
      llvm::StringRef(name).starts_with("nn.") ||
      llvm::StringRef(name).starts_with("torch.nn."))
    return ClassKind::Module;
  Meaning *meaning = evaluateStatic(unit, scope, base);
  if (llvm::isa_and_nonnull<ExceptionClassMeaning>(meaning))
    return ClassKind::Exception;
  if (auto *known = llvm::dyn_cast_or_null<ClassMeaning>(meaning))
    return classify(unit, *known->entry->scope, known->entry->def, depth + 1);
  if (llvm::isa_and_nonnull<EnumClassMeaning>(meaning))
    return ClassKind::Enum;
  if (auto *opaque = llvm::dyn_cast_or_null<OpaqueMeaning>(meaning)) {
    if (opaque->description == "EnumClass")
      return ClassKind::Enum;
  }
  if (llvm::isa_and_nonnull<ModuleClassMeaning>(meaning))
    return ClassKind::Module;
  return ClassKind::Plain;
}

static ClassKind classify(Compilation &unit, Scope &scope, const ClassDef *def,
                          unsigned depth) {
  if (depth > 32)
    return ClassKind::Plain;
  for (Expr *base : def->bases) {
    ClassKind kind = classifyBase(unit, scope, base, depth);
    if (kind != ClassKind::Plain)
      return kind;
  }
  return ClassKind::Plain;
}

/// A class that exists but cannot be used: everything reports `message`.
static Meaning *makeBroken(Compilation &unit, llvm::StringRef description,
                           const std::string &message,
                           bool isUnsupported = false) {
  OpaqueMeaning::Messages messages;
  messages.isUnsupported = isUnsupported;
  messages.value = messages.attribute = messages.call = messages.annotation =
      message;
  return unit.make<OpaqueMeaning>(description, messages);
}

static mlir::Location locationOf(Compilation &unit, SourceRange range) {
  LineColumn begin = range.getBegin(), end = range.getEnd();
  return ts::makeLocation(&unit.getContext(), range.file->getName(), begin.line,
                          begin.column, end.line, end.column, "");
}

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

static void emitEnum(Compilation &unit, const EnumType *type,
                     SourceRange range) {
  mlir::OpBuilder builder(&unit.getContext());
  builder.setInsertionPointToStart(unit.getModule().getBody());
  llvm::SmallVector<llvm::StringRef> names;
  llvm::SmallVector<mlir::Attribute> values;
  for (const EnumMember &member : type->getMembers()) {
    names.push_back(member.name);
    values.push_back(
        lowerConstant(member.value, type->getValueType(), &unit.getContext()));
  }
  builder.create<ts::EnumOp>(
      locationOf(unit, range), builder.getStringAttr(type->getName()),
      mlir::StringAttr(),
      mlir::TypeAttr::get(lowerType(type->getValueType(), &unit.getContext())),
      builder.getStrArrayAttr(names), builder.getArrayAttr(values));
}

/// Whether the members are of another type too: ints, or of a base that is no
/// enum (TS-ENUM-006).
static bool isMixedEnum(Compilation &unit, Scope &scope, const ClassDef *def) {
  return llvm::any_of(def->bases, [&](Expr *base) {
    std::string name = getDottedName(base);
    llvm::StringRef last = llvm::StringRef(name).rsplit('.').second;
    if (last.empty())
      last = name;
    return last == "IntEnum" || last == "IntFlag" || last == "StrEnum" ||
           classifyBase(unit, scope, base, 0) != ClassKind::Enum;
  });
}

static Meaning *resolveEnum(Compilation &unit, Scope &scope,
                            const ClassDef *def) {
  if (isMixedEnum(unit, scope, def))
    return makeBroken(unit, "EnumClass",
                      "enum '" + def->name.str() +
                          "' is not supported: its members are values of "
                          "another type, too; derive it from enum.Enum");
  std::vector<EnumMember> members;
  const Type *valueType = nullptr;
  int64_t automatic = 0;
  for (Stmt *statement : def->body) {
    auto *assign = llvm::dyn_cast<AssignStmt>(statement);
    auto *name =
        assign ? llvm::dyn_cast<NameExpr>(assign->targets[0]) : nullptr;
    if (!name || name->name.starts_with("__"))
      continue;
    std::optional<Constant> value;
    auto *call = llvm::dyn_cast<CallExpr>(assign->value);
    if (call && llvm::StringRef(getDottedName(call->callee)).ends_with("auto"))
      value = Constant::integer(automatic + 1);
    else
      value = evaluateConstant(unit, scope, assign->value);
    if (value && value->getKind() == Constant::Kind::Int)
      automatic = value->getInt();
    const Type *type =
        value ? typeOfConstant(*value, unit.getTypes()) : nullptr;
    if (!type)
      return makeBroken(unit, "EnumClass",
                        "not supported yet: the value of enum member '" +
                            name->name.str() + "'",
                        /*isUnsupported=*/true);
    valueType = valueType ? unify(unit.getTypes(), valueType, type) : type;
    if (!valueType || (!valueType->isInt() && !valueType->isFloat() &&
                       !valueType->isString()))
      return makeBroken(
          unit, "EnumClass",
          "Cannot create Enum with value type '" +
              (valueType && valueType == type && !llvm::isa<TupleType>(type)
                   ? type->spelling()
                   : std::string("Any")) +
              "', only int, float and string are supported");
    // A second name of a value is no member.
    if (llvm::none_of(members, [&](const EnumMember &member) {
          return member.value == *value;
        }))
      members.push_back({name->name.str(), *value});
  }
  if (members.empty())
    return makeBroken(unit, "EnumClass",
                      "No enum values defined for: '<class '" +
                          def->name.str() + "'>'");
  const EnumType *type = unit.getTypes().getOrCreateEnum(
      scope.qualify(def->name), valueType, members);
  emitEnum(unit, type, def->getRange());
  return unit.make<EnumClassMeaning>(type);
}

Meaning *EnumClassMeaning::attribute(FunctionEmitter &emitter,
                                     SourceRange range, llvm::StringRef name) {
  int index = type->getMemberIndex(name);
  if (index < 0) {
    llvm::SmallVector<std::string> names;
    for (const EnumMember &member : type->getMembers())
      names.push_back(member.name);
    FunctionEmitter::suggest(
        emitter.error(range,
                      type->spelling() + "' has no attribute '" + name + "'"),
        name, names);
    return nullptr;
  }
  // The name and value of a member are constants.
  return emitter.makeValue(
      emitter.constant(range, Constant::enumMember(type, index)));
}

bool EnumClassMeaning::asElements(FunctionEmitter &emitter, SourceRange range,
                                  llvm::SmallVectorImpl<Meaning *> &elements,
                                  std::optional<size_t>) {
  for (size_t i = 0; i < type->getMembers().size(); ++i)
    elements.push_back(emitter.makeValue(
        emitter.constant(range, Constant::enumMember(type, i))));
  return true;
}

Meaning *EnumClassMeaning::iterable(FunctionEmitter &emitter,
                                    SourceRange range) {
  llvm::SmallVector<TypedValue> members;
  for (size_t i = 0; i < type->getMembers().size(); ++i)
    members.push_back(emitter.constant(range, Constant::enumMember(type, i)));
  return emitter.makeValue(emitter.makeList(range, members, type));
}

//===----------------------------------------------------------------------===//
// Named tuples
//===----------------------------------------------------------------------===//

/// The default of a field, converted like that of a parameter. Tensors are
/// refused.
static Constant fieldDefault(Compilation &unit, Scope &scope, Expr *expr,
                             const Type *type, std::string &problem) {
  std::optional<Constant> value = evaluateConstant(unit, scope, expr);
  if (!value) {
    FunctionEntry *maker = makeHostFunction(unit, scope, "field_default", expr);
    if (maker && maker->schema.returns[0].type->isTensor())
      problem = "Tensors are not supported as default NamedTuple fields. Their "
                "mutability could lead to potential memory aliasing problems";
    return {};
  }
  if (type->isFloat() && value->getKind() == Constant::Kind::Int)
    return Constant::floating(double(value->getInt()));
  return *value;
}

static Meaning *resolveNamedTuple(Compilation &unit, Scope &scope,
                                  const ClassDef *def) {
  std::vector<std::string> names;
  llvm::SmallVector<const Type *> fieldTypes;
  std::vector<Constant> defaults;
  std::string problem;
  for (Stmt *statement : def->body) {
    auto *field = llvm::dyn_cast<AnnAssignStmt>(statement);
    auto *name = field ? llvm::dyn_cast<NameExpr>(field->target) : nullptr;
    if (!name)
      continue;
    const Type *type = resolveType(
        unit, scope, field->annotation,
        [&](SourceRange, const llvm::Twine &text) { problem = text.str(); });
    if (!type)
      return makeBroken(unit, "Python type", problem);
    names.push_back(name->name.str());
    fieldTypes.push_back(type);
    if (field->value)
      defaults.push_back(
          fieldDefault(unit, scope, field->value, type, problem));
    if (!problem.empty())
      return makeBroken(unit, "Python type", problem);
  }
  return unit.make<NamedTupleMeaning>(unit.getTypes().getNamedTuple(
      scope.qualify(def->name), names, fieldTypes, defaults));
}

/// The types of `NAME.__annotations__ = {...}`, which a file may say after the
/// class was made by `namedtuple`, by the names of fields.
static llvm::StringMap<Expr *> findAnnotations(Scope &scope,
                                               llvm::StringRef name) {
  llvm::StringMap<Expr *> found;
  for (Stmt *statement : scope.getTree().body) {
    auto *assign = llvm::dyn_cast<AssignStmt>(statement);
    auto *dict = assign ? llvm::dyn_cast<DictExpr>(assign->value) : nullptr;
    auto *target =
        dict ? llvm::dyn_cast<AttributeExpr>(assign->targets[0]) : nullptr;
    if (!target || target->name != "__annotations__" ||
        getDottedName(target->value) != name)
      continue;
    for (const DictEntry &entry : dict->entries)
      if (auto *key = llvm::dyn_cast_or_null<StringLiteral>(entry.key))
        found[key->value] = entry.value;
  }
  return found;
}

Meaning *torchscript::resolveNamedTupleCall(Compilation &unit, Scope &scope,
                                            const CallExpr *call) {
  std::string callee = getDottedName(call->callee);
  llvm::StringRef last = llvm::StringRef(callee).rsplit('.').second;
  if (last.empty())
    last = callee;
  bool typed = last == "NamedTuple";
  if ((!typed && last != "namedtuple") || call->arguments.size() < 2)
    return nullptr;
  auto *name = llvm::dyn_cast<StringLiteral>(call->arguments[0]);
  if (!name)
    return nullptr;
  std::vector<std::string> names;
  llvm::SmallVector<const Type *> fieldTypes;
  std::string problem;
  auto elementsOf = [](Expr *expr) -> llvm::ArrayRef<Expr *> {
    if (auto *list = llvm::dyn_cast<ListExpr>(expr))
      return list->elements;
    if (auto *tuple = llvm::dyn_cast<TupleExpr>(expr))
      return tuple->elements;
    return {};
  };
  if (auto *text = llvm::dyn_cast<StringLiteral>(call->arguments[1])) {
    llvm::SmallVector<llvm::StringRef> pieces;
    llvm::SplitString(text->value, pieces, " ,");
    for (llvm::StringRef piece : pieces)
      names.push_back(piece.str());
  }
  for (Expr *element : elementsOf(call->arguments[1])) {
    Expr *label = element;
    const Type *type = TypeContext::getTensor();
    if (typed) {
      llvm::ArrayRef<Expr *> pair = elementsOf(element);
      if (pair.size() != 2)
        return nullptr;
      label = pair[0];
      type = resolveType(
          unit, scope, pair[1],
          [&](SourceRange, const llvm::Twine &text) { problem = text.str(); });
      if (!type)
        return makeBroken(unit, "Python type", problem);
    }
    auto *literal = llvm::dyn_cast<StringLiteral>(label);
    if (!literal)
      return nullptr;
    names.push_back(literal->value.str());
    fieldTypes.push_back(type);
  }
  fieldTypes.resize(names.size(), TypeContext::getTensor());
  for (const auto &[field, annotation] : findAnnotations(scope, name->value)) {
    auto place = llvm::find(names, field.str());
    if (place == names.end())
      continue;
    const Type *type = resolveType(
        unit, scope, annotation,
        [&](SourceRange, const llvm::Twine &text) { problem = text.str(); });
    if (!type)
      return makeBroken(unit, "Python type", problem);
    fieldTypes[place - names.begin()] = type;
    typed = true;
  }
  return unit.make<NamedTupleMeaning>(
      unit.getTypes().getNamedTuple(scope.qualify(name->value), names,
                                    fieldTypes),
      typed);
}

Meaning *NamedTupleMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                                 const ActualArguments &arguments) {
  FunctionSchema schema;
  schema.name = type->getName().rsplit('.').second.str();
  size_t count = type->size();
  llvm::ArrayRef<Constant> defaults = type->getDefaults();
  for (size_t i = 0; i < count; ++i) {
    Argument field;
    field.name = type->getFieldNames()[i];
    field.type = type->getElements()[i];
    field.isInferred = !isTyped;
    if (i + defaults.size() >= count)
      field.defaultValue = defaults[i + defaults.size() - count];
    schema.arguments.push_back(std::move(field));
  }
  llvm::SmallVector<TypedValue> operands;
  if (!emitter.bindArguments(site, schema, arguments, operands))
    return nullptr;
  return emitter.makeValue(emitter.makeTuple(site.call, operands, type));
}

//===----------------------------------------------------------------------===//
// Interfaces and the rest
//===----------------------------------------------------------------------===//

static Meaning *resolveInterface(Compilation &unit, Scope &scope,
                                 const ClassDef *def, bool isModule) {
  InterfaceType *type =
      unit.getTypes().getOrCreateInterface(scope.qualify(def->name), isModule);
  mlir::OpBuilder builder(&unit.getContext());
  builder.setInsertionPointToStart(unit.getModule().getBody());
  auto op = builder.create<ts::InterfaceOp>(locationOf(unit, def->getRange()),
                                            type->getName(), isModule);
  builder.setInsertionPointToEnd(&op.getBody().front());
  for (Stmt *statement : def->body) {
    auto *method = llvm::dyn_cast<FunctionDef>(statement);
    if (!method)
      continue;
    FunctionEntry *entry =
        unit.makeFunction(method, &scope, method->name,
                          (type->getName() + "." + method->name).str());
    entry->selfType = type;
    if (!unit.resolveSignature(*entry))
      return makeBroken(unit, "Python type", entry->failure.message);
    if (!entry->resultAnnotated)
      return makeBroken(unit, "Python type",
                        "interface declarations must have a return type "
                        "annotated.");
    ClassMethod declared;
    declared.name = method->name.str();
    declared.schema = &entry->schema;
    type->addMethod(declared);
    llvm::SmallVector<mlir::Type> inputs, outputs;
    for (const Argument &argument : llvm::drop_begin(entry->schema.arguments))
      inputs.push_back(lowerType(argument.type, &unit.getContext()));
    const Type *result = entry->schema.returns[0].type;
    if (!result->isNone())
      outputs.push_back(lowerType(result, &unit.getContext()));
    builder.create<ts::SignatureOp>(locationOf(unit, method->getRange()),
                                    builder.getStringAttr(method->name),
                                    mlir::TypeAttr::get(mlir::FunctionType::get(
                                        &unit.getContext(), inputs, outputs)));
  }
  return unit.make<TypeMeaning>(type);
}

Meaning *torchscript::resolveClass(Compilation &unit, Scope &scope,
                                   const ClassDef *def) {
  ClassKind kind = classify(unit, scope, def);
  if (hasDecorator(def->decorators, "jit.interface"))
    return resolveInterface(unit, scope, def, kind == ClassKind::Module);
  switch (kind) {
  case ClassKind::Enum:
    return resolveEnum(unit, scope, def);
  case ClassKind::NamedTuple:
    return resolveNamedTuple(unit, scope, def);
  case ClassKind::Exception:
    return unit.make<ExceptionClassMeaning>("__main__." + def->name.str());
  case ClassKind::Module:
    return unit.make<ModuleClassMeaning>(def, &scope);
  case ClassKind::Plain:
    break;
  }
  ClassEntry *entry = unit.makeClass(def, &scope);
  if (hasDecorator(def->decorators, "dataclass"))
    addDataclassMethods(unit, scope, *entry);
  return unit.make<ClassMeaning>(entry);
}
