//===- ArchiveClasses.cpp - Classes of an archive -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the classes of an archive's code: modules, plain classes, named
// tuples, enums and interfaces.
//
//===----------------------------------------------------------------------===//

#include "ArchiveProgram.h"

#include "TorchScript/Base/Types/TypeParser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
using llvm::StringRef;
using llvm::Twine;

/// Deepest nesting of named tuples in each other.
static constexpr unsigned maxDeclareDepth = 64;

Constant torchscript::evaluateLiteral(const Expr *expr) {
  switch (expr->getKind()) {
  case Expr::Kind::None:
    return Constant::none();
  case Expr::Kind::Boolean:
    return Constant::boolean(llvm::cast<BooleanLiteral>(expr)->value);
  case Expr::Kind::Integer: {
    const auto *integer = llvm::cast<IntegerLiteral>(expr);
    return integer->fitsInt64() ? Constant::integer(integer->value)
                                : Constant();
  }
  case Expr::Kind::Float:
    return Constant::floating(llvm::cast<FloatLiteral>(expr)->value);
  case Expr::Kind::String:
    return Constant::string(llvm::cast<StringLiteral>(expr)->value);
  case Expr::Kind::Name: {
    StringRef name = llvm::cast<NameExpr>(expr)->name;
    if (name == "inf")
      return Constant::floating(std::numeric_limits<double>::infinity());
    if (name == "nan")
      return Constant::floating(std::numeric_limits<double>::quiet_NaN());
    return Constant();
  }
  case Expr::Kind::Unary: {
    const auto *unary = llvm::cast<UnaryExpr>(expr);
    if (unary->op != UnaryOperator::Minus)
      return Constant();
    if (const auto *integer = llvm::dyn_cast<IntegerLiteral>(unary->operand))
      if (!integer->overflow && integer->value <= uint64_t(INT64_MAX) + 1)
        return Constant::integer(int64_t(0 - integer->value));
    Constant inner = evaluateLiteral(unary->operand);
    return inner.getKind() == Constant::Kind::Float
               ? Constant::floating(-inner.getFloat())
               : Constant();
  }
  case Expr::Kind::List:
  case Expr::Kind::Tuple: {
    // The parser bounds the nesting of expressions.
    bool isList = expr->getKind() == Expr::Kind::List;
    std::vector<Constant> elements;
    for (const Expr *element : isList ? llvm::cast<ListExpr>(expr)->elements
                                      : llvm::cast<TupleExpr>(expr)->elements) {
      elements.push_back(evaluateLiteral(element));
      if (!elements.back())
        return Constant();
    }
    return isList ? Constant::list(std::move(elements))
                  : Constant::tuple(std::move(elements));
  }
  case Expr::Kind::Call: {
    // annotate(List[int], [])
    const auto *call = llvm::cast<CallExpr>(expr);
    const auto *callee = llvm::dyn_cast<NameExpr>(call->callee);
    if (callee && callee->name == "annotate" && call->arguments.size() == 2)
      return evaluateLiteral(call->arguments[1]);
    return Constant();
  }
  default:
    return Constant();
  }
}

/// Names in `["a", "b", ]`.
static std::vector<StringRef> namesIn(const Expr *expr) {
  std::vector<StringRef> names;
  if (const auto *list = llvm::dyn_cast<ListExpr>(expr))
    for (const Expr *element : list->elements)
      if (const auto *name = llvm::dyn_cast<StringLiteral>(element))
        names.push_back(name->value);
  return names;
}

const Type *ArchiveProgram::resolve(Expr *annotation) {
  std::string error;
  const Type *type = parseType(annotation->getRange().getText(), error);
  if (!type)
    diagnostics.error(annotation->getRange(), error);
  return type;
}

ArchiveClass *ArchiveProgram::findClass(StringRef qualifiedName) {
  auto it = classesByName.find(qualifiedName);
  if (it != classesByName.end())
    return it->second;
  auto [path, name] = qualifiedName.rsplit('.');
  ArchiveFile *file = name.empty() ? nullptr : getFile(path);
  const auto *def =
      file ? llvm::dyn_cast_or_null<ClassDef>(file->find(name)) : nullptr;
  if (!def)
    return nullptr;
  ArchiveClass &declared = classes.emplace_back();
  declared.def = def;
  declared.file = file;
  declared.name = qualifiedName.str();
  classesByName[qualifiedName] = &declared;
  declare(declared);
  // Members are declared by the outermost call, so that classes that refer to
  // each other in long chains do not nest.
  if (!isDeclaring) {
    isDeclaring = true;
    declareMembers();
    isDeclaring = false;
  }
  return &declared;
}

void ArchiveProgram::declare(ArchiveClass &declared) {
  const ClassDef *def = declared.def;
  StringRef base;
  if (def->bases.size() == 1)
    if (const auto *name = llvm::dyn_cast<NameExpr>(def->bases[0]))
      base = name->name;
  TypeContext &types = unit.getTypes();
  if (base == "NamedTuple") {
    declared.kind = ArchiveClass::Kind::NamedTuple;
    declareNamedTuple(declared);
  } else if (base == "Enum") {
    declared.kind = ArchiveClass::Kind::Enum;
    declareEnum(declared);
  } else if (base == "Interface" || base == "ModuleInterface") {
    declared.kind = ArchiveClass::Kind::Interface;
    declared.type =
        types.getOrCreateInterface(declared.name, base == "ModuleInterface");
    pending.push_back(&declared);
  } else if (base == "Module" || def->bases.empty()) {
    bool isModule = base == "Module";
    declared.kind =
        isModule ? ArchiveClass::Kind::Module : ArchiveClass::Kind::Plain;
    ClassType *type = types.getOrCreateClass(declared.name, isModule);
    declared.type = type;
    declared.entry = unit.declareClass(def, declared.file, type);
    pending.push_back(&declared);
  } else {
    diagnostics.error(def->nameRange,
                      "class '" + def->name +
                          "' has a base that archives do not have; Module, "
                          "NamedTuple, Enum, Interface and ModuleInterface "
                          "are known");
  }
}

void ArchiveProgram::declareMembers() {
  while (!pending.empty()) {
    ArchiveClass &declared = *pending.back();
    pending.pop_back();
    if (declared.kind == ArchiveClass::Kind::Interface)
      declareInterface(declared);
    else
      declareMembersOf(declared);
  }
  linkInterfaces();
}

/// The class of the packed weights in modules that older archives declare as
/// `_packed_params : Tensor`; empty for others.
static StringRef getPackedClass(StringRef className) {
  // Without the parts that tell classes of one name apart.
  llvm::SmallVector<StringRef> parts;
  className.split(parts, '.');
  llvm::erase_if(parts, [](StringRef part) {
    return part.starts_with("___torch_mangle_");
  });
  std::string name = llvm::join(parts, ".");
  return llvm::StringSwitch<StringRef>(name)
      .Cases("__torch__.torch.nn.quantized.modules.linear.LinearPackedParams",
             "__torch__.torch.nn.quantized.modules.linear.Linear",
             "__torch__.torch.nn.quantized.dynamic.modules.linear.Linear",
             "__torch__.torch.classes.quantized.LinearPackedParamsBase")
      .Cases("__torch__.torch.nn.quantized.modules.conv.Conv1d",
             "__torch__.torch.nn.quantized.modules.conv.Conv2d",
             "__torch__.torch.nn.intrinsic.quantized.modules.conv_relu."
             "ConvReLU1d",
             "__torch__.torch.nn.intrinsic.quantized.modules.conv_relu."
             "ConvReLU2d",
             "__torch__.torch.classes.quantized.Conv2dPackedParamsBase")
      .Cases("__torch__.torch.nn.quantized.modules.conv.Conv3d",
             "__torch__.torch.nn.intrinsic.quantized.modules.conv_relu."
             "ConvReLU3d",
             "__torch__.torch.classes.quantized.Conv3dPackedParamsBase")
      .Default("");
}

void ArchiveProgram::declareAttribute(
    ArchiveClass &declared, StringRef name, Expr *annotation, Expr *value,
    const llvm::StringMap<AttributeKind> &kinds) {
  ClassAttribute attribute;
  attribute.name = name.str();
  auto it = kinds.find(name);
  if (it != kinds.end())
    attribute.kind = it->second;
  // x : Final[int] = 4
  const auto *final = llvm::dyn_cast<SubscriptExpr>(annotation);
  const auto *finalName =
      final ? llvm::dyn_cast<NameExpr>(final->value) : nullptr;
  bool isFinal = finalName && finalName->name == "Final";
  attribute.type = resolve(isFinal ? final->index : annotation);
  if (!attribute.type)
    return;
  if (name == "_packed_params" && attribute.type->isTensor())
    if (StringRef packed = getPackedClass(
            llvm::cast<NominalType>(declared.type)->getName());
        !packed.empty())
      attribute.type = lookupType(packed);
  if (isFinal) {
    attribute.kind = AttributeKind::Constant;
    if (value)
      attribute.value = evaluateLiteral(value);
    if (!attribute.value) {
      diagnostics.error(value ? value->getRange() : annotation->getRange(),
                        "not supported yet: a class constant that is not a "
                        "literal");
      return;
    }
  }
  auto *type = const_cast<ClassType *>(llvm::cast<ClassType>(declared.type));
  type->addAttribute(std::move(attribute));
}

void ArchiveProgram::declareMembersOf(ArchiveClass &declared) {
  auto *type = const_cast<ClassType *>(llvm::cast<ClassType>(declared.type));
  llvm::StringMap<AttributeKind> kinds;
  for (Stmt *statement : declared.def->body) {
    if (auto *assign = llvm::dyn_cast<AssignStmt>(statement)) {
      Expr *target = assign->targets[0];
      if (auto *name = llvm::dyn_cast<NameExpr>(target)) {
        std::vector<StringRef> names = namesIn(assign->value);
        for (StringRef member : names) {
          if (name->name == "__parameters__")
            kinds[member] = AttributeKind::Parameter;
          else if (name->name == "__buffers__")
            kinds[member] = AttributeKind::Buffer;
          else if (name->name == "__forward_pre_hooks__")
            declared.preHooks.push_back(member.str());
          else if (name->name == "__forward_hooks__")
            declared.hooks.push_back(member.str());
        }
        continue;
      }
      // __annotations__["0"] = T
      auto *subscript = llvm::dyn_cast<SubscriptExpr>(target);
      auto *key =
          subscript ? llvm::dyn_cast<StringLiteral>(subscript->index) : nullptr;
      if (key)
        declareAttribute(declared, key->value, assign->value, nullptr, kinds);
    } else if (auto *annotated = llvm::dyn_cast<AnnAssignStmt>(statement)) {
      if (auto *name = llvm::dyn_cast<NameExpr>(annotated->target))
        declareAttribute(declared, name->name, annotated->annotation,
                         annotated->value, kinds);
    } else if (auto *def = llvm::dyn_cast<FunctionDef>(statement)) {
      FunctionEntry *method = unit.makeFunction(
          def, declared.file, def->name, declared.name + "." + def->name.str());
      method->selfType = type;
      method->owner = declared.entry;
      declared.entry->methods[def->name.str()] = method;
      type->addMethod({def->name.str(), nullptr, /*isStatic=*/false});
    }
  }
}

void ArchiveProgram::declareNamedTuple(ArchiveClass &declared) {
  if (++declareDepth > maxDeclareDepth) {
    diagnostics.error(declared.def->nameRange,
                      "named tuples are nested too deeply");
    --declareDepth;
    return;
  }
  std::vector<std::string> fields;
  std::vector<const Type *> types;
  std::vector<Constant> defaults;
  bool good = true;
  for (Stmt *statement : declared.def->body) {
    auto *field = llvm::dyn_cast<AnnAssignStmt>(statement);
    auto *name = field ? llvm::dyn_cast<NameExpr>(field->target) : nullptr;
    if (!name)
      continue;
    const Type *type = resolve(field->annotation);
    good &= type != nullptr;
    fields.push_back(name->name.str());
    types.push_back(type);
    if (field->value)
      defaults.push_back(evaluateLiteral(field->value));
  }
  --declareDepth;
  if (good)
    declared.type =
        unit.getTypes().getNamedTuple(declared.name, fields, types, defaults);
}

void ArchiveProgram::declareEnum(ArchiveClass &declared) {
  std::vector<EnumMember> members;
  const Type *valueType = nullptr;
  for (Stmt *statement : declared.def->body) {
    auto *assign = llvm::dyn_cast<AssignStmt>(statement);
    auto *name =
        assign ? llvm::dyn_cast<NameExpr>(assign->targets[0]) : nullptr;
    if (!name)
      continue;
    Constant value = evaluateLiteral(assign->value);
    const Type *type = nullptr;
    if (value.getKind() == Constant::Kind::Int)
      type = TypeContext::getInt();
    else if (value.getKind() == Constant::Kind::Float)
      type = TypeContext::getFloat();
    else if (value.getKind() == Constant::Kind::String)
      type = TypeContext::getString();
    if (!type || (valueType && valueType != type)) {
      diagnostics.error(assign->value->getRange(),
                        "the members of an enum are all int, all float or all "
                        "str");
      return;
    }
    valueType = type;
    members.push_back({name->name.str(), value});
  }
  if (!valueType) {
    diagnostics.error(declared.def->nameRange, "an enum without members");
    return;
  }
  declared.type =
      unit.getTypes().getOrCreateEnum(declared.name, valueType, members);
}

void ArchiveProgram::declareInterface(ArchiveClass &declared) {
  auto *type =
      const_cast<InterfaceType *>(llvm::cast<InterfaceType>(declared.type));
  for (Stmt *statement : declared.def->body) {
    auto *def = llvm::dyn_cast<FunctionDef>(statement);
    if (!def)
      continue;
    FunctionSchema &schema = schemas.emplace_back();
    schema.name = def->name.str();
    bool isSelf = true;
    for (const Parameter &parameter : def->parameters->parameters) {
      Argument &argument = schema.arguments.emplace_back();
      argument.name = parameter.name.str();
      argument.type = isSelf                 ? type
                      : parameter.annotation ? resolve(parameter.annotation)
                                             : TypeContext::getTensor();
      isSelf = false;
      if (!argument.type)
        return;
      if (parameter.defaultValue)
        argument.defaultValue = evaluateLiteral(parameter.defaultValue);
    }
    Argument &result = schema.returns.emplace_back();
    result.type = def->returns ? resolve(def->returns) : TypeContext::getNone();
    if (!result.type)
      return;
    type->addMethod({schema.name, &schema, /*isStatic=*/false});
  }
  interfaces.push_back(type);
}

bool ArchiveProgram::isInterfaceMethod(StringRef name) const {
  return llvm::any_of(interfaces, [&](const InterfaceType *interface) {
    return interface->findMethod(name);
  });
}

void ArchiveProgram::linkInterfaces() {
  // Whether a class implements an interface is told from its signatures.
  for (size_t i = 0; i < classes.size() && !interfaces.empty(); ++i) {
    ArchiveClass &declared = classes[i];
    if (!declared.entry)
      continue;
    auto *type = const_cast<ClassType *>(llvm::cast<ClassType>(declared.type));
    for (auto &[name, method] : declared.entry->methods) {
      const ClassMethod *known = type->findMethod(name);
      if (!known || known->schema)
        continue;
      if (isInterfaceMethod(name) && unit.resolveSignature(*method))
        type->addMethod({name, &method->schema, /*isStatic=*/false});
    }
  }
}
