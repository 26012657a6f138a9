//===- Dataclasses.cpp - Methods of data classes ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The methods `@dataclass` adds to a class, written as text from its fields and
// compiled like the methods of the class itself.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FileScope.h"

#include "TorchScript/Frontend/Syntax/Parser.h"

using namespace torchscript;

namespace {
/// A field, or a parameter of the constructor only.
struct Field {
  llvm::StringRef name;
  llvm::StringRef type;
  llvm::StringRef defaultValue;
  bool isInitOnly = false;
  bool inInit = true;
  bool compares = true;
  bool hasFactory = false;
};
} // namespace

/// The value of a flag such as `order=True`.
static bool getFlag(llvm::ArrayRef<KeywordArgument> keywords,
                    llvm::StringRef name, bool otherwise) {
  for (const KeywordArgument &keyword : keywords)
    if (keyword.name == name)
      if (auto *value = llvm::dyn_cast<BooleanLiteral>(keyword.value))
        return value->value;
  return otherwise;
}

/// The last part of a dotted name.
static std::string lastName(const Expr *expr) {
  std::string dotted = getDottedName(expr);
  return llvm::StringRef(dotted).rsplit('.').second.empty()
             ? dotted
             : llvm::StringRef(dotted).rsplit('.').second.str();
}

static llvm::SmallVector<Field> readFields(const ClassDef *def) {
  llvm::SmallVector<Field> fields;
  for (Stmt *statement : def->body) {
    auto *declared = llvm::dyn_cast<AnnAssignStmt>(statement);
    auto *name =
        declared ? llvm::dyn_cast<NameExpr>(declared->target) : nullptr;
    if (!name)
      continue;
    Field field;
    field.name = name->name;
    field.type = declared->annotation->getRange().getText();
    if (auto *outer = llvm::dyn_cast<SubscriptExpr>(declared->annotation)) {
      std::string constructor = lastName(outer->value);
      if (constructor == "ClassVar")
        continue;
      field.isInitOnly = constructor == "InitVar";
      if (field.isInitOnly)
        field.type = outer->index->getRange().getText();
    }
    auto *call = llvm::dyn_cast_or_null<CallExpr>(declared->value);
    if (call && lastName(call->callee) == "field") {
      for (const KeywordArgument &keyword : call->keywords) {
        if (keyword.name == "default")
          field.defaultValue = keyword.value->getRange().getText();
        field.hasFactory |= keyword.name == "default_factory";
      }
      field.inInit = getFlag(call->keywords, "init", true);
      field.compares = getFlag(call->keywords, "compare", true);
    } else if (declared->value) {
      field.defaultValue = declared->value->getRange().getText();
    }
    fields.push_back(field);
  }
  return fields;
}

static std::string writeInit(llvm::ArrayRef<Field> fields, bool hasPostInit) {
  std::string header = "def __init__(self", body, rest;
  for (const Field &field : fields) {
    if (!field.inInit)
      continue;
    header += ", " + field.name.str() + ": " + field.type.str();
    if (!field.defaultValue.empty())
      header += " = " + field.defaultValue.str();
    if (field.isInitOnly)
      rest += (rest.empty() ? "" : ", ") + field.name.str();
    else
      body += "  self." + field.name.str() + " = " + field.name.str() + "\n";
  }
  if (hasPostInit)
    body += "  self.__post_init__(" + rest + ")\n";
  return header + ") -> None:\n" + (body.empty() ? "  pass\n" : body);
}

/// A comparison field by field. `decide` stands where both fields have values;
/// `unequal` where only one has.
static std::string
writeComparison(llvm::ArrayRef<Field> fields, llvm::StringRef name,
                llvm::StringRef className, llvm::StringRef decide,
                llvm::StringRef unequal, llvm::StringRef otherwise) {
  std::string text =
      ("def " + name + "(self, other: " + className + ") -> bool:\n").str();
  for (const Field &field : fields) {
    if (field.isInitOnly || !field.compares)
      continue;
    std::string f = field.name.str();
    text += "  a = self." + f + "\n  b = other." + f + "\n" +
            "  if a is not None and b is not None:\n" + decide.str() +
            "  elif (a is None) != (b is None):\n    " + unequal.str() + "\n";
  }
  return text + "  return " + otherwise.str() + "\n";
}

static std::string writeOrder(llvm::ArrayRef<Field> fields,
                              llvm::StringRef name, llvm::StringRef className,
                              const std::string &op, bool whenEqual) {
  std::string decide = "    if a " + op + " b:\n      return True\n" +
                       "    elif b " + op + " a:\n      return False\n";
  std::string unequal =
      "raise TypeError(\"Cannot compare " + className.str() + " with None\")";
  return writeComparison(fields, name, className, decide, unequal,
                         whenEqual ? "True" : "False");
}

void torchscript::addDataclassMethods(Compilation &unit, Scope &scope,
                                      ClassEntry &entry) {
  const ClassDef *def = entry.def;
  llvm::StringRef className = def->name;
  // What the class's own text has in the way of defaults are no attributes.
  entry.classAttributes.clear();
  if (!hasDecorator(def->decorators, "jit.script"))
    entry.refusal = "dataclass '" + className.str() +
                    "' must be decorated with @torch.jit.script to be used in "
                    "compiled code";
  llvm::SmallVector<Field> fields = readFields(def);
  const CallExpr *call = nullptr;
  hasDecorator(def->decorators, "dataclass", &call);
  llvm::ArrayRef<KeywordArgument> flags;
  if (call)
    flags = call->keywords;

  std::string text;
  auto isOwn = [&](llvm::StringRef name) {
    return entry.methods.count(name.str()) != 0;
  };
  if (getFlag(flags, "init", true) && !isOwn("__init__")) {
    if (llvm::any_of(fields, [](const Field &f) { return f.hasFactory; })) {
      entry.state = ClassEntry::State::Failed;
      entry.failure.message = "Default factory initializers are not supported "
                              "in TorchScript dataclasses";
      entry.failure.range = def->nameRange;
      return;
    }
    text += writeInit(fields, isOwn("__post_init__"));
  }
  if (getFlag(flags, "eq", true) && !isOwn("__eq__"))
    text += writeComparison(fields, "__eq__", className,
                            "    if a != b:\n      return False\n",
                            "return False", "True");
  if (getFlag(flags, "order", false)) {
    text += writeOrder(fields, "__lt__", className, "<", false);
    text += writeOrder(fields, "__le__", className, "<", true);
    text += writeOrder(fields, "__gt__", className, ">", false);
    text += writeOrder(fields, "__ge__", className, ">", true);
  }
  if (text.empty())
    return;
  auto file = std::make_shared<SourceFile>(
      "dataclass " + entry.type->getName().str(), text);
  DiagnosticSink sink;
  std::unique_ptr<SyntaxTree> tree = parseFile(file, sink);
  unit.addSource(*file);
  Block methods = tree->body;
  Scope *inside =
      unit.addScope(std::make_unique<FileScope>(unit, scope, std::move(tree)));
  for (Stmt *statement : methods)
    if (auto *method = llvm::dyn_cast<FunctionDef>(statement))
      unit.declareMethod(entry, method, inside);
}
