//===- Names.cpp - Names of exported text ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses Python identifiers and spells types.
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace torchscript;
namespace ts = mlir::ts;

//===----------------------------------------------------------------------===//
// Identifiers
//===----------------------------------------------------------------------===//

static bool isKeyword(llvm::StringRef name) {
  static const llvm::StringSet<> words = {
      "False",  "None",   "True",    "and",      "as",       "assert", "async",
      "await",  "break",  "class",   "continue", "def",      "del",    "elif",
      "else",   "except", "finally", "for",      "from",     "global", "if",
      "import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
      "pass",   "raise",  "return",  "try",      "while",    "with",   "yield"};
  return words.contains(name);
}

/// Keywords, and the names exported text uses for what they stand for.
static bool isReserved(llvm::StringRef name) {
  static const llvm::StringSet<> words = {
      // Modules and types.
      "torch", "math", "warnings", "Tensor", "Any", "Dict", "List",
      "NamedTuple", "Optional", "Tuple", "Union", "Enum", "int", "float",
      "bool", "complex", "str", "list", "dict", "tuple",
      // Builtin functions.
      "abs", "all", "any", "bin", "chr", "divmod", "hash", "hex", "isinstance",
      "len", "max", "min", "oct", "ord", "print", "range", "round", "sorted",
      "sum"};
  return isKeyword(name) || words.contains(name);
}

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool torchscript::isIdentifier(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text[0]) &&
         llvm::all_of(text, isWordCharacter) && !isKeyword(text);
}

bool NameScope::isTaken(llvm::StringRef name) const {
  return isReserved(name) || taken.contains(name) ||
         (parent && parent->isTaken(name));
}

std::string NameScope::choose(llvm::StringRef wish) {
  std::string base;
  for (char c : wish)
    base.push_back(isWordCharacter(c) ? c : '_');
  if (base.empty() || llvm::isDigit(base[0]))
    base = "_" + base;
  // TorchScript keeps these for itself.
  if (llvm::StringRef(base).starts_with("__jit"))
    base = "v" + base;
  std::string name = base;
  for (unsigned number = 1; isTaken(name); ++number)
    name = base + "_" + std::to_string(number);
  taken.insert(name);
  return name;
}

/// The last component of a qualified name.
static llvm::StringRef lastComponent(llvm::StringRef name) {
  size_t dot = name.rfind('.');
  return dot == llvm::StringRef::npos ? name : name.drop_front(dot + 1);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

ModuleNames::ModuleNames(mlir::ModuleOp module) {
  for (auto function : module.getOps<mlir::func::FuncOp>())
    functions[function.getSymName()] = function;
  for (auto op : module.getOps<ts::ClassOp>())
    collectMethods(op);
  // Names without a prefix are the ones callers know: they come first.
  for (bool isQualified : {false, true})
    for (mlir::Operation &op : *module.getBody()) {
      auto symbol = op.getAttrOfType<mlir::StringAttr>("sym_name");
      if (symbol && symbol.getValue().contains('.') == isQualified &&
          !methods.contains(symbol.getValue()) &&
          llvm::isa<mlir::func::FuncOp, ts::EnumOp, ts::ClassOp,
                    ts::InterfaceOp>(op))
        symbols[symbol.getValue()] =
            scope.choose(lastComponent(symbol.getValue()));
    }
  module.walk([&](mlir::Operation *op) {
    for (mlir::Type type : op->getResultTypes())
      collect(type);
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (mlir::Type type : block.getArgumentTypes())
          collect(type);
    if (auto function = llvm::dyn_cast<mlir::func::FuncOp>(op))
      collect(function.getFunctionType());
    else if (auto attribute = llvm::dyn_cast<ts::AttrOp>(op))
      collect(attribute.getType());
    else if (auto signature = llvm::dyn_cast<ts::SignatureOp>(op))
      collect(signature.getType());
    else if (auto raise = llvm::dyn_cast<ts::RaiseOp>(op))
      collectException(raise);
  });
}

/// Messages name the class: only one that keeps its name can be declared.
void ModuleNames::collectException(ts::RaiseOp op) {
  llvm::StringRef name = op.getClassName();
  if (!name.consume_front("__main__.") || !isIdentifier(name) ||
      symbols.contains(op.getClassName()) || scope.isTaken(name))
    return;
  exceptions.push_back(scope.choose(name));
  symbols[op.getClassName()] = exceptions.back();
}

/// Getters are declared as properties; the setter goes by the same name.
void ModuleNames::collectMethods(ts::ClassOp op) {
  auto inputs = [&](ts::MethodOp method) -> size_t {
    mlir::func::FuncOp function = functions.lookup(method.getFunction());
    return function ? function.getNumArguments() : 0;
  };
  for (auto method : op.getBody().getOps<ts::MethodOp>()) {
    MethodName &known = methods[method.getFunction()];
    known.owner = op.getSymName();
    known.name = method.getName().str();
    llvm::StringRef name = method.getName();
    if (method.getIsStatic()) {
      known.kind = MethodName::Static;
    } else if (method.getIsProperty() && name.consume_front("__get_") &&
               inputs(method) == 1) {
      known.kind = MethodName::Getter;
      known.name = name.str();
    } else if (name.consume_front("__set_") && inputs(method) == 2) {
      ts::MethodOp getter = op.lookupMethod(("__get_" + name).str());
      if (!getter || !getter.getIsProperty() || inputs(getter) != 1)
        continue;
      known.kind = MethodName::Setter;
      known.name = name.str();
    }
  }
}

const MethodName *ModuleNames::lookupMethod(llvm::StringRef function) const {
  auto it = methods.find(function);
  return it == methods.end() ? nullptr : &it->second;
}

bool ModuleNames::isDeclared(mlir::Type type) const {
  bool result = true;
  mlir::AttrTypeWalker walker;
  walker.addWalk([&](mlir::Type inner) {
    llvm::StringRef name =
        llvm::TypeSwitch<mlir::Type, llvm::StringRef>(inner)
            .Case<ts::ObjectType, ts::InterfaceType, ts::EnumType>(
                [](auto t) { return t.getName(); })
            .Case([](ts::TSTupleType t) {
              return t.isNamed() ? t.getName().getValue() : llvm::StringRef();
            })
            .Default([](mlir::Type) { return llvm::StringRef(); });
    result &= name.empty() || declared.contains(name);
  });
  walker.walk(type);
  return result;
}

void ModuleNames::collect(mlir::Type type) {
  mlir::AttrTypeWalker walker;
  // Inner types come first: a field's class is declared before its user.
  walker.addWalk([&](ts::TSTupleType tuple) {
    if (!tuple.isNamed() || llvm::is_contained(namedTuples, tuple))
      return;
    namedTuples.push_back(tuple);
    symbols[tuple.getName().getValue()] =
        scope.choose(lastComponent(tuple.getName().getValue()));
  });
  walker.walk<mlir::WalkOrder::PostOrder>(type);
}

llvm::StringRef ModuleNames::lookup(llvm::StringRef symbol) const {
  auto it = symbols.find(symbol);
  return it == symbols.end() ? llvm::StringRef() : llvm::StringRef(it->second);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::optional<std::string> ModuleNames::spell(mlir::Type type) const {
  using Spelling = std::optional<std::string>;
  auto apply = [&](llvm::StringRef head,
                   llvm::ArrayRef<mlir::Type> arguments) -> Spelling {
    std::string out = (head + "[").str();
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      Spelling inner = spell(argument);
      if (!inner)
        return std::nullopt;
      out += (i ? ", " : "") + *inner;
    }
    return out + "]";
  };
  return llvm::TypeSwitch<mlir::Type, Spelling>(type)
      .Case<mlir::IntegerType>([](mlir::IntegerType t) -> Spelling {
        if (t.isSignless() && t.getWidth() == 1)
          return "bool";
        if (t.isSignless() && t.getWidth() == 64)
          return "int";
        return std::nullopt;
      })
      .Case([](mlir::Float64Type) -> Spelling { return "float"; })
      .Case([](mlir::ComplexType) -> Spelling { return "complex"; })
      .Case([](ts::TSTensorType) -> Spelling { return "Tensor"; })
      .Case([](ts::ScalarType) -> Spelling {
        return "Union[int, float, complex]";
      })
      .Case([](ts::TSNoneType) -> Spelling { return "None"; })
      .Case([](ts::AnyType) -> Spelling { return "Any"; })
      .Case([](ts::StrType) -> Spelling { return "str"; })
      .Case([](ts::DeviceType) -> Spelling { return "torch.device"; })
      .Case([](ts::StreamType) -> Spelling { return "torch.Stream"; })
      .Case([](ts::AnyListType) -> Spelling { return "list"; })
      .Case([](ts::AnyTupleType) -> Spelling { return "tuple"; })
      .Case([&](ts::OptionalType t) {
        return apply("Optional", t.getElementType());
      })
      .Case([&](ts::UnionType t) { return apply("Union", t.getMembers()); })
      .Case([&](ts::ListType t) { return apply("List", t.getElementType()); })
      .Case([&](ts::DictType t) {
        return apply("Dict", {t.getKeyType(), t.getValueType()});
      })
      .Case([&](ts::FutureType t) {
        return apply("torch.jit.Future", t.getElementType());
      })
      .Case([&](ts::TSTupleType t) -> Spelling {
        if (t.isNamed())
          return lookup(t.getName().getValue()).str();
        if (t.size() == 0)
          return "Tuple[()]";
        return apply("Tuple", t.getElements());
      })
      .Case<ts::EnumType, ts::ObjectType, ts::InterfaceType>(
          [&](auto t) -> Spelling {
            llvm::StringRef name = lookup(t.getName());
            if (name.empty())
              return std::nullopt;
            return name.str();
          })
      .Default([](mlir::Type) -> Spelling { return std::nullopt; });
}
