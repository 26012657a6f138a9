//===- TypeExpressions.cpp - Type expressions -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves annotations in every form (section 4.2 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/DictKeys.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/ModuleInterface.h"

#include "TorchScript/Base/Types/TypeParser.h"
#include "TorchScript/Frontend/Syntax/Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;

using Report = llvm::function_ref<void(SourceRange, const llvm::Twine &)>;

namespace {
/// Resolves one annotation.
class TypeResolver {
public:
  TypeResolver(Compilation &unit, Scope &scope, Report report,
               unsigned depth = 0, bool inString = false)
      : unit(unit), scope(scope), report(report), depth(depth),
        inString(inString) {}
  const Type *resolve(Expr *expr);

private:
  const Type *fail(SourceRange range, const llvm::Twine &message) {
    report(range, message);
    return nullptr;
  }
  const Type *resolveName(Expr *expr, const std::string &name);
  const Type *resolveSubscript(const SubscriptExpr *expr);
  const Type *resolveUnion(SourceRange range,
                           llvm::ArrayRef<const Type *> members);
  bool resolveArguments(Expr *index, llvm::SmallVectorImpl<const Type *> &out);

  Compilation &unit;
  Scope &scope;
  Report report;
  unsigned depth;
  /// In a string only names of Python count, not those of TorchScript.
  bool inString;
};
} // namespace

/// `a.b.c` as written, or empty.
static std::string dottedName(Expr *expr) {
  if (auto *name = llvm::dyn_cast<NameExpr>(expr))
    return name->name.str();
  if (auto *attribute = llvm::dyn_cast<AttributeExpr>(expr)) {
    std::string base = dottedName(attribute->value);
    return base.empty() ? base : base + "." + attribute->name.str();
  }
  return "";
}

/// The type a meaning stands for as an annotation, or null.
static const Type *typeOfMeaning(Meaning *meaning) {
  if (!meaning)
    return nullptr;
  if (auto *type = llvm::dyn_cast<TypeMeaning>(meaning))
    return type->type;
  // An alias of `int` and the like.
  if (auto *cast = llvm::dyn_cast<CastMeaning>(meaning))
    return cast->target;
  if (auto *classMeaning = llvm::dyn_cast<ClassMeaning>(meaning))
    return classMeaning->entry->type;
  if (auto *tuple = llvm::dyn_cast<NamedTupleMeaning>(meaning))
    return tuple->type;
  if (auto *enumClass = llvm::dyn_cast<EnumClassMeaning>(meaning))
    return enumClass->type;
  return nullptr;
}

/// Types that Python's builtins and \c typing know, and dotted names.
static bool isPythonTypeName(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("int", "float", "complex", "bool", "str", "Any", true)
      .Default(name.contains('.'));
}

/// The constructors that \c typing knows without an import.
static bool isTypingConstructor(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("List", "Dict", "Tuple", "Optional", "Union", true)
      .Default(false);
}

const Type *TypeResolver::resolveName(Expr *expr, const std::string &name) {
  SourceRange range = expr->getRange();
  std::string plain = name;
  for (llvm::StringRef prefix : {"typing.", "t."})
    if (llvm::StringRef(plain).starts_with(prefix))
      plain = plain.substr(prefix.size());
  llvm::StringRef example = llvm::StringSwitch<llvm::StringRef>(plain)
                                .Case("List", "List[int]")
                                .Case("Tuple", "Tuple[int]")
                                .Case("Optional", "Optional[int]")
                                .Case("Union", "Union[int]")
                                .Default("");
  if (!example.empty())
    return fail(range, "Attempted to use " + plain +
                           " without a contained type. Please add a contained "
                           "type, e.g. " +
                           example);
  if (plain == "Dict")
    return fail(range, "Attempted to use Dict without contained types. Please "
                       "add contained type, e.g. Dict[int, int]");
  if (const Type *type = scope.lookupType(plain))
    return type;
  Meaning *meaning = evaluateStatic(unit, scope, expr);
  // A class is compiled when an annotation names it.
  if (auto *named = llvm::dyn_cast_or_null<ClassMeaning>(meaning))
    if (!unit.compileClass(*named->entry))
      return fail(named->entry->failure.range, named->entry->failure.message);
  if (const Type *type = typeOfMeaning(meaning))
    return type;
  if (auto *failedEnum = llvm::dyn_cast_or_null<OpaqueMeaning>(meaning))
    if (!failedEnum->messages.annotation.empty())
      return fail(range, failedEnum->messages.annotation);
  if (inString && !isPythonTypeName(plain))
    return fail(range, "Unknown type name '" + name + "'");
  if (const Type *type = lookupBuiltinType(plain))
    return type;
  if (plain == "list")
    return TypeContext::getLeaf(TypeKind::AnyList);
  if (plain == "tuple")
    return TypeContext::getLeaf(TypeKind::AnyTuple);
  // A module class means the first type made of its instances, if any.
  if (auto *module = llvm::dyn_cast_or_null<ModuleClassMeaning>(meaning))
    if (const NominalType *type = unit.getTypes().lookupNominal(
            module->scope->qualify(module->def->name)))
      return type;
  return fail(range, "Unknown type name '" + name + "'");
}

bool TypeResolver::resolveArguments(Expr *index,
                                    llvm::SmallVectorImpl<const Type *> &out) {
  llvm::ArrayRef<Expr *> exprs = index;
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(index))
    exprs = tuple->elements;
  for (Expr *expr : exprs) {
    out.push_back(resolve(expr));
    if (!out.back())
      return false;
  }
  return true;
}

const Type *TypeResolver::resolveUnion(SourceRange range,
                                       llvm::ArrayRef<const Type *> members) {
  const Type *type = unit.getTypes().getUnion(members);
  bool isOneType = llvm::all_equal(members);
  if (llvm::isa<UnionType, OptionalType>(type) || type->isNumber() ||
      (isOneType && !type->isNone()))
    return type;
  std::vector<std::string> spellings;
  for (const Type *member : members)
    spellings.push_back(member->spelling());
  return fail(range, "After type unification was performed, the Union with "
                     "the original types {" +
                         llvm::join(spellings, ", ") +
                         "} has the single type " + type->spelling() +
                         ". Use the common supertype instead of creating a "
                         "Union type");
}

const Type *TypeResolver::resolveSubscript(const SubscriptExpr *expr) {
  SourceRange range = expr->getRange();
  std::string name = dottedName(expr->value);
  llvm::StringRef plain = llvm::StringRef(name).rsplit('.').second;
  if (plain.empty())
    plain = name;
  TypeContext &types = unit.getTypes();
  enum class Constructor {
    List,
    Dict,
    Tuple,
    Optional,
    Union,
    Future,
    RRef,
    Await,
    Broadcast,
    Unknown
  };
  auto constructor = llvm::StringSwitch<Constructor>(plain)
                         .Cases("List", "list", Constructor::List)
                         .Cases("Dict", "dict", Constructor::Dict)
                         .Cases("Tuple", "tuple", Constructor::Tuple)
                         .Case("Optional", Constructor::Optional)
                         .Case("Union", Constructor::Union)
                         .Case("Future", Constructor::Future)
                         .Case("RRef", Constructor::RRef)
                         .Cases("BroadcastingList1", "BroadcastingList2",
                                "BroadcastingList3", Constructor::Broadcast)
                         .Default(Constructor::Unknown);
  if (constructor == Constructor::Unknown ||
      (inString && name == plain && !isTypingConstructor(plain)))
    return fail(range, "Unknown type constructor " + name);
  llvm::SmallVector<const Type *> arguments;
  if (!resolveArguments(expr->index, arguments))
    return nullptr;
  // Python's annotations hold a bare `list` only in lists.
  for (const Type *argument : arguments)
    if ((argument->is(TypeKind::AnyList) || argument->is(TypeKind::AnyTuple)) &&
        constructor != Constructor::List && !scope.isArchive())
      return fail(range, "Unsupported annotation " + range.getText() +
                             " could not be resolved because " +
                             argument->spelling() +
                             " could not be resolved: it has no element type");
  size_t count = arguments.size();
  auto need = [&](size_t wanted) {
    if (count == wanted)
      return true;
    fail(range, plain + " type must have exactly " + llvm::Twine(wanted) +
                    " element type" + (wanted == 1 ? "" : "s"));
    return false;
  };
  switch (constructor) {
  case Constructor::List:
  case Constructor::Broadcast:
    return need(1) ? types.getList(arguments[0]) : nullptr;
  case Constructor::Dict:
    if (!need(2))
      return nullptr;
    if (!isValidDictKey(arguments[0]))
      return fail(range, describeInvalidDictKey(arguments[0]));
    return types.getDict(arguments[0], arguments[1]);
  case Constructor::Tuple:
    return types.getTuple(arguments);
  case Constructor::Optional:
    if (!need(1))
      return nullptr;
    // Python flattens what it reads, archives say what they mean.
    return scope.isArchive()
               ? types.getOptional(arguments[0])
               : resolveUnion(range, {arguments[0], TypeContext::getNone()});
  case Constructor::Union:
    if (arguments.empty())
      return fail(range, "Union needs at least one type");
    return scope.isArchive() ? types.getUnion(arguments)
                             : resolveUnion(range, arguments);
  case Constructor::Future:
    return need(1) ? types.getFuture(arguments[0]) : nullptr;
  case Constructor::RRef:
    return need(1) ? types.getRRef(arguments[0]) : nullptr;
  case Constructor::Await:
    return need(1) ? types.getAwait(arguments[0]) : nullptr;
  case Constructor::Unknown:
    break;
  }
  return nullptr;
}

const Type *TypeResolver::resolve(Expr *expr) {
  SourceRange range = rangeOf(expr);
  if (++depth > 64)
    return fail(range, "type annotation is nested too deeply");
  struct Leave {
    unsigned &depth;
    ~Leave() { --depth; }
  } leave{depth};
  auto refuse = [&](const llvm::Twine &what) {
    return fail(range, "Expression of type " + what +
                           " cannot be used in a type expression");
  };
  switch (expr->getKind()) {
  case Expr::Kind::None:
    return inString ? refuse("None") : TypeContext::getNone();
  case Expr::Kind::Name:
    return resolveName(expr, llvm::cast<NameExpr>(expr)->name.str());
  case Expr::Kind::Attribute: {
    std::string name = dottedName(expr);
    if (name.empty())
      return refuse(".");
    return resolveName(expr, name);
  }
  case Expr::Kind::Subscript:
    return resolveSubscript(llvm::cast<SubscriptExpr>(expr));
  case Expr::Kind::String: {
    if (inString)
      return refuse("str");
    DiagnosticSink sink;
    Expr *inner = parseStringAsExpression(
        scope.getTree(), *llvm::cast<StringLiteral>(expr), sink);
    // What is wrong inside makes the whole string an unknown name.
    std::string problem;
    auto note = [&](SourceRange, const llvm::Twine &message) {
      problem = message.str();
    };
    const Type *type =
        inner ? TypeResolver(unit, scope, note, depth, /*inString=*/true)
                    .resolve(inner)
              : nullptr;
    if (!type && !llvm::StringRef(problem).starts_with("Attempted to use"))
      problem = "Unknown type name '" +
                llvm::cast<StringLiteral>(expr)->value.str() + "'";
    return type ? type : fail(rangeOf(expr), problem);
  }
  case Expr::Kind::Tuple:
    return refuse("tuple-literal");
  case Expr::Kind::Ellipsis:
    return refuse("dots");
  case Expr::Kind::Call:
    return refuse("apply");
  case Expr::Kind::Conditional:
    return refuse("if");
  case Expr::Kind::Binary:
    return refuse(getSpelling(llvm::cast<BinaryExpr>(expr)->op));
  case Expr::Kind::Bool:
    return refuse(getSpelling(llvm::cast<BoolExpr>(expr)->op));
  case Expr::Kind::Integer:
  case Expr::Kind::Float:
  case Expr::Kind::Imaginary:
    return refuse("const");
  case Expr::Kind::List:
    return refuse("list-literal");
  case Expr::Kind::Dict:
    return refuse("dict-literal");
  case Expr::Kind::Boolean:
    return refuse(llvm::cast<BooleanLiteral>(expr)->value ? "True" : "False");
  default:
    return refuse("this kind");
  }
}

const Type *torchscript::resolveType(Compilation &unit, Scope &scope,
                                     Expr *expr, Report report) {
  return TypeResolver(unit, scope, report).resolve(expr);
}
