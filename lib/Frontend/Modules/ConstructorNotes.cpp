//===- ConstructorNotes.cpp - What constructors tell of instances ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the objects through the straight-line code of constructors and
// compares them with the recorded instance.
//
//===----------------------------------------------------------------------===//

#include "ConstructorNotes.h"

#include "ModuleProgram.h"
#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
using llvm::StringRef;
using Kind = InstanceValue::Kind;

/// Deepest nesting of calls, and of members when they are compared.
static constexpr unsigned maxDepth = 64;
/// Loops are read until there are this many objects.
static constexpr size_t maxObjects = 1 << 16;

namespace {

/// An object of the host as far as the text tells.
struct Object {
  /// For modules.
  std::shared_ptr<const ModuleClass> cls;
  std::map<std::string, Object *, std::less<>> members;
  /// Of a list or tuple.
  std::vector<Object *> elements;
  bool isList = false;
  /// Where the value was written; for functions.
  ClassMember<Expr> expr;
  ClassMember<Expr> declaredType;
  std::vector<ModuleHook> hooks;
};

/// One call of a function of the program.
struct Call {
  Object *self = nullptr;
  /// The position of the function's class in the order of the object's class.
  size_t position = 0;
  Scope *scope = nullptr;
  std::map<std::string, Object *, std::less<>> locals;
  unsigned depth = 0;
};

class Reader {
public:
  using FindClass =
      llvm::function_ref<std::shared_ptr<const ModuleClass>(StringRef)>;
  Reader(Compilation &unit, const InstanceSource &source, FindClass findClass,
         ConstructorNotes &notes)
      : unit(unit), source(source), findClass(findClass), notes(notes) {}

  void run(const InstanceValue &instance) {
    if (auto cls = findClass(instance.text))
      match(construct(cls, {}, nullptr, nullptr, 0), instance, 0);
  }

private:
  Object *fresh() { return &objects.emplace_back(); }
  Object *fresh(const Expr *expr, Call &call) {
    Object *object = fresh();
    object->expr = {expr, call.scope};
    return object;
  }
  Object *construct(std::shared_ptr<const ModuleClass> cls,
                    llvm::ArrayRef<Object *> arguments, const CallExpr *at,
                    Call *from, unsigned depth);
  void fillContainer(Object *object, llvm::ArrayRef<Object *> arguments);
  bool runMethod(Object *self, size_t first, StringRef name,
                 llvm::ArrayRef<Object *> arguments, const CallExpr *at,
                 Call *from, unsigned depth);
  void runBlock(Block statements, Call &call);
  void assign(const Expr *target, Object *value, Call &call);
  std::vector<Object *> elementsOf(Object *object);
  Object *member(Object *object, StringRef name);
  Object *eval(const Expr *expr, Call &call);
  Object *evalCall(const CallExpr *expr, Call &call);
  Object *callMethod(const CallExpr *expr, const AttributeExpr *callee,
                     llvm::ArrayRef<Object *> arguments, Call &call);
  void match(Object *object, const InstanceValue &value, unsigned depth);

  Compilation &unit;
  const InstanceSource &source;
  FindClass findClass;
  ConstructorNotes &notes;
  std::deque<Object> objects;
  llvm::DenseMap<Object *, const InstanceValue *> seen;
};

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

Object *Reader::construct(std::shared_ptr<const ModuleClass> cls,
                          llvm::ArrayRef<Object *> arguments,
                          const CallExpr *at, Call *from, unsigned depth) {
  Object *object = fresh();
  object->cls = std::move(cls);
  if (!runMethod(object, 0, "__init__", arguments, at, from, depth + 1))
    fillContainer(object, arguments);
  return object;
}

void Reader::fillContainer(Object *object, llvm::ArrayRef<Object *> arguments) {
  const ModuleClass &cls = *object->cls;
  bool takesList = cls.isA("ModuleList") || cls.isA("ParameterList");
  bool takesDict = cls.isA("ModuleDict") || cls.isA("ParameterDict");
  if (cls.isA("Sequential") && !(arguments.size() == 1 && arguments[0]->isList))
    for (auto [index, element] : llvm::enumerate(arguments))
      object->members[std::to_string(index)] = element;
  else if (takesList && !arguments.empty())
    for (auto [index, element] : llvm::enumerate(arguments[0]->elements))
      object->members[std::to_string(index)] = element;
  else if (takesDict && !arguments.empty())
    object->members = arguments[0]->members;
}

Object *Reader::member(Object *object, StringRef name) {
  Object *&found = object->members[name.str()];
  if (!found)
    found = fresh();
  return found;
}

/// Runs a method of the class; false when the program's classes from `first` on
/// have none.
bool Reader::runMethod(Object *self, size_t first, StringRef name,
                       llvm::ArrayRef<Object *> arguments, const CallExpr *at,
                       Call *from, unsigned depth) {
  if (!self->cls)
    return false;
  auto order = self->cls->getOrder();
  for (size_t i = first; i < order.size(); ++i) {
    // What the library's constructors make is known; containers see below.
    if (order[i].scope->isLibrary())
      continue;
    for (const Stmt *statement : order[i].node->body) {
      const auto *def = llvm::dyn_cast<FunctionDef>(statement);
      if (!def || def->name != name)
        continue;
      if (depth > maxDepth)
        return true;
      Call call;
      call.self = self;
      call.position = i;
      call.scope = order[i].scope;
      call.depth = depth;
      for (auto [index, parameter] :
           llvm::enumerate(def->parameters->parameters))
        call.locals[parameter.name.str()] = index == 0 ? self
                                            : index - 1 < arguments.size()
                                                ? arguments[index - 1]
                                                : fresh();
      if (at && from)
        for (const KeywordArgument &keyword : at->keywords)
          if (call.locals.count(keyword.name.str()))
            call.locals[keyword.name.str()] = eval(keyword.value, *from);
      runBlock(def->body, call);
      return true;
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Reader::assign(const Expr *target, Object *value, Call &call) {
  if (const auto *name = llvm::dyn_cast<NameExpr>(target)) {
    call.locals[name->name.str()] = value;
  } else if (const auto *attribute = llvm::dyn_cast<AttributeExpr>(target)) {
    eval(attribute->value, call)->members[attribute->name.str()] = value;
  } else if (const auto *subscript = llvm::dyn_cast<SubscriptExpr>(target)) {
    if (const auto *key = llvm::dyn_cast<StringLiteral>(subscript->index))
      eval(subscript->value, call)->members[key->value.str()] = value;
  } else if (const auto *tuple = llvm::dyn_cast<TupleExpr>(target)) {
    bool known =
        value->isList && value->elements.size() == tuple->elements.size();
    for (auto [index, part] : llvm::enumerate(tuple->elements))
      assign(part, known ? value->elements[index] : fresh(), call);
  }
}

/// What a loop over a list or a container of modules goes through, as far as
/// it is known.
std::vector<Object *> Reader::elementsOf(Object *object) {
  if (object->isList || !object->cls)
    return object->elements;
  std::vector<Object *> modules;
  if (object->cls->isA("ModuleList") || object->cls->isA("Sequential"))
    for (auto it = object->members.find("0"); it != object->members.end();
         it = object->members.find(std::to_string(modules.size())))
      modules.push_back(it->second);
  return modules;
}

void Reader::runBlock(Block statements, Call &call) {
  for (const Stmt *statement : statements) {
    if (const auto *assigned = llvm::dyn_cast<AssignStmt>(statement)) {
      Object *value = eval(assigned->value, call);
      for (const Expr *target : assigned->targets)
        assign(target, value, call);
    } else if (const auto *annotated =
                   llvm::dyn_cast<AnnAssignStmt>(statement)) {
      if (annotated->value)
        assign(annotated->target, eval(annotated->value, call), call);
    } else if (const auto *expr = llvm::dyn_cast<ExprStmt>(statement)) {
      eval(expr->value, call);
    } else if (const auto *branch = llvm::dyn_cast<IfStmt>(statement)) {
      runBlock(branch->body, call);
      runBlock(branch->orelse, call);
    } else if (const auto *with = llvm::dyn_cast<WithStmt>(statement)) {
      runBlock(with->body, call);
    } else if (const auto *loop = llvm::dyn_cast<ForStmt>(statement)) {
      for (Object *element : elementsOf(eval(loop->iterable, call))) {
        if (objects.size() > maxObjects)
          return;
        assign(loop->target, element, call);
        runBlock(loop->body, call);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Object *Reader::eval(const Expr *expr, Call &call) {
  switch (expr->getKind()) {
  case Expr::Kind::Name: {
    auto it = call.locals.find(llvm::cast<NameExpr>(expr)->name);
    return it != call.locals.end() ? it->second : fresh(expr, call);
  }
  case Expr::Kind::Attribute: {
    const auto *attribute = llvm::cast<AttributeExpr>(expr);
    Object *base = eval(attribute->value, call);
    return base->cls ? member(base, attribute->name) : fresh(expr, call);
  }
  case Expr::Kind::Call:
    return evalCall(llvm::cast<CallExpr>(expr), call);
  case Expr::Kind::List:
  case Expr::Kind::Tuple: {
    Object *list = fresh();
    list->isList = true;
    for (const Expr *element : expr->getKind() == Expr::Kind::List
                                   ? llvm::cast<ListExpr>(expr)->elements
                                   : llvm::cast<TupleExpr>(expr)->elements)
      list->elements.push_back(eval(element, call));
    return list;
  }
  case Expr::Kind::Binary: {
    // [x] * 3
    const auto *binary = llvm::cast<BinaryExpr>(expr);
    const auto *count = llvm::dyn_cast<IntegerLiteral>(binary->rhs);
    Object *list = eval(binary->lhs, call);
    if (binary->op != BinaryOperator::Mult || !list->isList || !count ||
        count->value > maxDepth)
      return fresh(expr, call);
    Object *repeated = fresh();
    repeated->isList = true;
    for (uint64_t i = 0; i < count->value; ++i)
      llvm::append_range(repeated->elements, list->elements);
    return repeated;
  }
  case Expr::Kind::Dict: {
    Object *dict = fresh();
    for (const DictEntry &item : llvm::cast<DictExpr>(expr)->entries)
      if (const auto *key = llvm::dyn_cast_or_null<StringLiteral>(item.key))
        dict->members[key->value.str()] = eval(item.value, call);
    return dict;
  }
  case Expr::Kind::Subscript: {
    const auto *subscript = llvm::cast<SubscriptExpr>(expr);
    Object *base = eval(subscript->value, call);
    if (const auto *key = llvm::dyn_cast<StringLiteral>(subscript->index))
      return member(base, key->value);
    const auto *index = llvm::dyn_cast<IntegerLiteral>(subscript->index);
    if (index && base->isList && index->value < base->elements.size())
      return base->elements[index->value];
    if (index && base->cls)
      return member(base, std::to_string(index->value));
    return fresh(expr, call);
  }
  default:
    return fresh(expr, call);
  }
}

/// The text of a string literal, or empty.
static StringRef textOf(const Expr *expr) {
  const auto *literal = llvm::dyn_cast<StringLiteral>(expr);
  return literal ? literal->value : StringRef();
}

Object *Reader::callMethod(const CallExpr *expr, const AttributeExpr *callee,
                           llvm::ArrayRef<Object *> arguments, Call &call) {
  Object *base = eval(callee->value, call);
  StringRef name = callee->name;
  if (name == "append" && arguments.size() == 1) {
    if (base->cls)
      base->members[std::to_string(base->members.size())] = arguments[0];
    else
      base->elements.push_back(arguments[0]);
    return fresh();
  }
  if (!base->cls) {
    // Methods that change a tensor in place return it.
    bool inPlace = name.ends_with("_") && !name.ends_with("__");
    return inPlace ? base : fresh(expr, call);
  }
  bool isNaming = llvm::StringSwitch<bool>(name)
                      .Cases("register_buffer", "register_parameter",
                             "add_module", "register_module", true)
                      .Default(false);
  if (isNaming && arguments.size() >= 2) {
    StringRef key = textOf(expr->arguments[0]);
    if (!key.empty())
      base->members[key.str()] = arguments[1];
    return fresh();
  }
  bool isBefore = name == "register_forward_pre_hook";
  if ((isBefore || name == "register_forward_hook") && !arguments.empty()) {
    auto *function = llvm::dyn_cast_or_null<FunctionMeaning>(
        arguments[0]->expr
            ? evaluateStatic(unit, *arguments[0]->expr.scope,
                             const_cast<Expr *>(arguments[0]->expr.node))
            : nullptr);
    if (function)
      base->hooks.push_back(
          {{function->entry->def, function->entry->scope}, isBefore});
    return fresh();
  }
  if (runMethod(base, 0, name, arguments, expr, &call, call.depth + 1))
    return fresh();
  // to(), eval() and the like return the module.
  return base;
}

Object *Reader::evalCall(const CallExpr *expr, Call &call) {
  std::vector<Object *> arguments;
  for (const Expr *argument : expr->arguments) {
    const auto *starred = llvm::dyn_cast<StarredExpr>(argument);
    Object *value = eval(starred ? starred->value : argument, call);
    if (starred)
      llvm::append_range(arguments, value->elements);
    else
      arguments.push_back(value);
  }
  const auto *callee = llvm::dyn_cast<AttributeExpr>(expr->callee);
  const auto *inner =
      callee ? llvm::dyn_cast<CallExpr>(callee->value) : nullptr;
  if (inner && getDottedName(inner->callee) == "super") {
    bool isKnown = runMethod(call.self, call.position + 1, callee->name,
                             arguments, expr, &call, call.depth + 1);
    if (!isKnown && callee->name == "__init__" && call.self->cls)
      fillContainer(call.self, arguments);
    return fresh();
  }
  std::string name = getDottedName(expr->callee);
  if ((name == "Attribute" || StringRef(name).ends_with("jit.Attribute")) &&
      expr->arguments.size() == 2) {
    Object *declared = fresh();
    declared->declaredType = {expr->arguments[1], call.scope};
    return declared;
  }
  if (name == "setattr" && arguments.size() == 3) {
    StringRef key = textOf(expr->arguments[1]);
    if (!key.empty() && arguments[0]->cls)
      arguments[0]->members[key.str()] = arguments[2];
    return fresh();
  }
  if (auto *cls = llvm::dyn_cast_or_null<ModuleClassMeaning>(
          evaluateStatic(unit, *call.scope, expr->callee)))
    if (auto found = findClass(cls->def->name);
        found && found->getDef() == cls->def)
      return construct(found, arguments, expr, &call, call.depth);
  if (callee)
    return callMethod(expr, callee, arguments, call);
  return fresh(expr, call);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

void Reader::match(Object *object, const InstanceValue &value, unsigned depth) {
  if (depth > maxDepth)
    return;
  if (object->declaredType)
    notes.declaredTypes[&value] = object->declaredType;
  if (value.kind == Kind::Function && object->expr)
    notes.functions[&value] = object->expr;
  if (value.kind != Kind::Module && value.kind != Kind::Tensor)
    return;
  // Only tensors are shared: each place of a module gets an object of its own,
  // whose tensors are those of the other places.
  if (value.kind == Kind::Tensor) {
    auto [it, inserted] = seen.try_emplace(object, &value);
    if (!inserted && source.haveEqualElements(*it->second, value))
      notes.same[&value] = it->second;
    return;
  }
  if (!object->hooks.empty())
    notes.hooks[&value] = object->hooks;
  for (const auto *members : {&value.parameters, &value.buffers,
                              &value.submodules, &value.attributes})
    for (const InstanceMember &part : *members)
      match(member(object, part.name), *part.value, depth + 1);
}

} // namespace

void torchscript::readConstructor(Compilation &unit,
                                  const InstanceSource &source,
                                  const InstanceValue &instance,
                                  Reader::FindClass findClass,
                                  ConstructorNotes &notes) {
  Reader(unit, source, findClass, notes).run(instance);
}
