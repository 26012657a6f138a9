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
      "NamedTuple", "Optional", "Tuple", "Union", "Enum", "Final", "int",
      "float", "bool", "complex", "str", "list", "dict", "tuple",
      // Builtin functions.
      "abs", "all", "any", "bin", "chr", "divmod", "hash", "hex", "isinstance",
      "len", "max", "min", "oct", "ord", "print", "range", "round", "sorted",
      "sum"};
  return isKeyword(name) || words.contains(name);
}

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

llvm::StringRef torchscript::lastComponent(llvm::StringRef name) {
  size_t dot = name.rfind('.');
  return dot == llvm::StringRef::npos ? name : name.drop_front(dot + 1);
}

bool torchscript::isIdentifier(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text[0]) &&
         llvm::all_of(text, isWordCharacter) && !isKeyword(text);
}

bool NameScope::isTaken(llvm::StringRef name) const {
  return (level == Module ? isReserved(name) : isKeyword(name)) ||
         taken.contains(name);
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
  return mark ? mark + name : name;
}

llvm::StringSet<> torchscript::getUsedNames(llvm::StringRef text, char mark) {
  llvm::StringSet<> names;
  char before = 0;
  while (!text.empty()) {
    char first = text.front();
    size_t length = 1;
    if (first == '"' || first == '\'') {
      while (length < text.size() && text[length] != first)
        length += text[length] == '\\' ? 2 : 1;
      ++length;
    } else if (first == '#') {
      length = text.find('\n');
    } else if (isWordCharacter(first) || first == mark) {
      while (length < text.size() && isWordCharacter(text[length]))
        ++length;
      llvm::StringRef word = text.take_front(length);
      llvm::StringRef rest = text.drop_front(length);
      bool isKeywordArgument = rest.starts_with("=") && !rest.starts_with("==");
      if (before != '.' && first != mark && !llvm::isDigit(first) &&
          !isKeywordArgument)
        names.insert(word);
    }
    before = first;
    text = text.drop_front(std::min(length, text.size()));
  }
  return names;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// A component of a name, of characters that PyTorch's lexer knows.
static std::string asComponent(llvm::StringRef text) {
  std::string result;
  for (char c : text)
    result.push_back(llvm::isAlnum(c) || c == '_' ? c : '_');
  if (!isIdentifier(result))
    result.insert(0, "_");
  return result;
}

/// Below `__torch__`, and not below a class: there PyTorch looks for members
/// only, and knows what a class has beside them by its name alone.
std::string ModuleNames::qualify(llvm::StringRef symbol) {
  llvm::SmallVector<llvm::StringRef> parts;
  symbol.split(parts, '.');
  std::string name = "__torch__", path;
  if (parts.front() != "__torch__")
    parts.insert(parts.begin(), "__torch__");
  for (llvm::StringRef part : llvm::ArrayRef(parts).drop_front()) {
    if (classNames.contains(name))
      name = llvm::StringRef(name).rsplit('.').first.str();
    name += "." + asComponent(part);
  }
  std::string unique = name;
  for (unsigned number = 1; !qualified.insert(unique).second; ++number)
    unique = name + "_" + std::to_string(number);
  return unique;
}

std::string ModuleNames::chooseName(llvm::StringRef symbol,
                                    mlir::Operation *op) {
  if (!isArchive())
    return scope.choose(lastComponent(symbol));
  std::string name = qualify(symbol);
  if (!llvm::isa<mlir::func::FuncOp>(op))
    classNames.insert(name);
  return name;
}

std::string ModuleNames::constant(mlir::Attribute value) const {
  auto found = llvm::find(table, value);
  size_t index = found - table.begin();
  if (found == table.end())
    table.push_back(value);
  return "CONSTANTS.c" + std::to_string(index);
}

ModuleNames::ModuleNames(mlir::ModuleOp module, TextForm form) : form(form) {
  for (auto function : module.getOps<mlir::func::FuncOp>())
    functions[function.getSymName()] = function;
  for (auto op : module.getOps<ts::ClassOp>())
    if (op.getIsModule())
      moduleClasses.insert(op.getSymName());
  for (auto op : module.getOps<ts::ClassOp>())
    collectMethods(op);
  for (auto function : module.getOps<mlir::func::FuncOp>())
    collectUndeclaredMethod(function);
  // Names without a prefix are the ones callers know: they come first. In an
  // archive classes come first: functions are not below them.
  for (bool isSecond : {false, true})
    for (mlir::Operation &op : *module.getBody()) {
      auto symbol = op.getAttrOfType<mlir::StringAttr>("sym_name");
      if (!symbol || !llvm::isa<mlir::func::FuncOp, ts::EnumOp, ts::ClassOp,
                                ts::InterfaceOp>(op))
        continue;
      const MethodName *method = lookupMethod(symbol.getValue());
      bool isLater = isArchive() ? llvm::isa<mlir::func::FuncOp>(op)
                                 : symbol.getValue().contains('.');
      bool isFunction =
          isArchive() && method && method->kind == MethodName::Static;
      if (isLater == isSecond && (!method || isFunction))
        symbols[symbol.getValue()] = chooseName(symbol.getValue(), &op);
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
    else if (auto literal = llvm::dyn_cast<ts::TensorLiteralOp>(op))
      collectConstant(literal);
    else if (auto access = llvm::dyn_cast<ts::OperatorOp>(op)) {
      if (ContainerAccess found = getContainerAccess(access); found.container)
        containers[llvm::cast<ts::ObjectType>(found.container.getType())
                       .getName()] = found.kind;
    } else if (auto raise = llvm::dyn_cast<ts::RaiseOp>(op))
      collectException(raise);
  });
}

/// Messages name the class: only one that keeps its name can be declared.
void ModuleNames::collectException(ts::RaiseOp op) {
  llvm::StringRef name = op.getClassName();
  if (isArchive() || !name.consume_front("__main__.") || !isIdentifier(name) ||
      symbols.contains(op.getClassName()) || scope.isTaken(name))
    return;
  exceptions.push_back(scope.choose(name));
  symbols[op.getClassName()] = exceptions.back();
}

/// Getters are declared as properties; the setter goes by the same name. They
/// are called `__x_getter` and `__x_setter`.
void ModuleNames::collectMethods(ts::ClassOp op) {
  auto isAccessor = [](llvm::StringRef &name, llvm::StringRef what) {
    return name.consume_front("__") &&
           name.consume_back(("_" + what + "ter").str());
  };
  auto getterOf = [&](llvm::StringRef property) {
    return op.lookupMethod(("__" + property + "_getter").str());
  };
  NameScope &taken =
      members.try_emplace(op.getSymName(), NameScope::Local).first->second;
  for (auto attribute : op.getBody().getOps<ts::AttrOp>())
    taken.reserve(attribute.getName());
  auto inputs = [&](ts::MethodOp method) -> size_t {
    mlir::func::FuncOp function = functions.lookup(method.getFunction());
    return function ? function.getNumArguments() : 0;
  };
  for (auto method : op.getBody().getOps<ts::MethodOp>()) {
    MethodName &known = methods[method.getFunction()];
    known.owner = op.getSymName();
    known.name = method.getName().str();
    llvm::StringRef getter = method.getName(), setter = method.getName();
    if (method.getIsStatic())
      known.kind = MethodName::Static;
    if (isArchive()) {
      taken.reserve(known.name);
      continue;
    }
    if (method.getIsStatic()) {
      // As it is.
    } else if (method.getIsProperty() && isAccessor(getter, "get") &&
               inputs(method) == 1) {
      known.kind = MethodName::Getter;
      known.name = getter.str();
    } else if (isAccessor(setter, "set") && inputs(method) == 2) {
      ts::MethodOp other = getterOf(setter);
      if (other && other.getIsProperty() && inputs(other) == 1) {
        known.kind = MethodName::Setter;
        known.name = setter.str();
      }
    }
    // Python gives such names of a class other ones.
    llvm::StringRef name = known.name;
    bool isPrivate = name.starts_with("__") && !name.ends_with("__");
    if (isPrivate)
      known.name = taken.choose(name.drop_front());
    else
      taken.reserve(name);
  }
}

/// A function cannot take a module, but its method can.
void ModuleNames::collectUndeclaredMethod(mlir::func::FuncOp function) {
  if (methods.contains(function.getSymName()) || function.isExternal())
    return;
  llvm::ArrayRef<mlir::Type> types = function.getArgumentTypes();
  const auto *self =
      llvm::find_if(types, [&](mlir::Type type) { return isModule(type); });
  if (self == types.end())
    return;
  llvm::StringRef owner = llvm::cast<ts::ObjectType>(*self).getName();
  MethodName &known = methods[function.getSymName()];
  known.owner = owner;
  llvm::StringRef name = lastComponent(function.getSymName());
  name = name.drop_until([](char c) { return llvm::isAlnum(c); });
  name = name.take_while(isWordCharacter);
  known.name = members.find(owner)->second.choose(("_" + name).str());
  known.self = self - types.begin();
  known.isDeclared = false;
  undeclared[owner].push_back(function);
}

llvm::ArrayRef<mlir::func::FuncOp>
ModuleNames::getUndeclaredMethods(llvm::StringRef owner) const {
  auto it = undeclared.find(owner);
  return it == undeclared.end() ? llvm::ArrayRef<mlir::func::FuncOp>()
                                : llvm::ArrayRef(it->second);
}

void ModuleNames::collectConstant(ts::TensorLiteralOp op) {
  auto function = op->getParentOfType<mlir::func::FuncOp>();
  const MethodName *method = lookupMethod(function.getSymName());
  if (isArchive() || !method || !llvm::isa<ts::TensorRefAttr>(op.getValue()) ||
      !moduleClasses.contains(method->owner))
    return;
  std::string &name = constants[method->owner][op.getValue()];
  if (name.empty())
    name = members.find(method->owner)->second.choose("_constant");
}

const llvm::MapVector<mlir::Attribute, std::string> &
ModuleNames::getTensorConstants(llvm::StringRef owner) const {
  static const llvm::MapVector<mlir::Attribute, std::string> none;
  auto it = constants.find(owner);
  return it == constants.end() ? none : it->second;
}

bool ModuleNames::isModule(mlir::Type type) const {
  auto object = llvm::dyn_cast<ts::ObjectType>(type);
  return object && moduleClasses.contains(object.getName());
}

ContainerAccess torchscript::getContainerAccess(ts::OperatorOp op) {
  if (!op.getName().starts_with("aten::__getitem__.") ||
      op.getArgs().size() != 2)
    return {};
  mlir::Operation *display = op.getArgs()[0].getDefiningOp();
  ContainerAccess access;
  mlir::ValueRange modules;
  if (auto dict = llvm::dyn_cast_or_null<ts::DictConstructOp>(display)) {
    // By position or by name.
    bool isList = dict.getType().getKeyType().isInteger(64);
    access.kind = isList ? ContainerKind::List : ContainerKind::Dict;
    modules = dict.getValues();
  }
  for (auto [i, module] : llvm::enumerate(modules)) {
    auto cast = module.getDefiningOp<ts::DerefineOp>();
    auto read = cast ? cast.getInput().getDefiningOp<ts::GetAttrOp>()
                     : module.getDefiningOp<ts::GetAttrOp>();
    bool isNext = read && llvm::isa<ts::InterfaceType>(module.getType()) &&
                  (access.kind == ContainerKind::Dict ||
                   read.getName() == std::to_string(i)) &&
                  (i == 0 || read.getObject() == access.container);
    if (!isNext)
      return {};
    access.container = read.getObject();
  }
  return access.container ? access : ContainerAccess();
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
    llvm::StringRef symbol = tuple.getName().getValue();
    if (!isArchive())
      symbols[symbol] = scope.choose(lastComponent(symbol));
    else
      classNames.insert(symbols[symbol] = qualify(symbol));
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
      .Case([&](ts::ScalarType) -> Spelling {
        return isArchive() ? "number" : "Union[int, float, complex]";
      })
      .Case([&](ts::TSNoneType) -> Spelling {
        return isArchive() ? "NoneType" : "None";
      })
      .Case([](ts::AnyType) -> Spelling { return "Any"; })
      .Case([](ts::StrType) -> Spelling { return "str"; })
      .Case([&](ts::DeviceType) -> Spelling {
        return isArchive() ? "Device" : "torch.device";
      })
      .Case([&](ts::StreamType) -> Spelling {
        return isArchive() ? "Stream" : "torch.Stream";
      })
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
        return apply(isArchive() ? "Future" : "torch.jit.Future",
                     t.getElementType());
      })
      .Case([&](ts::RRefType t) {
        return apply(isArchive() ? "RRef" : "torch.distributed.rpc.RRef",
                     t.getElementType());
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
      .Case([&](ts::CapsuleType t) -> Spelling {
        // Classes of extensions have a name in archives alone.
        if (isArchive())
          return t.getName().getValue().str();
        return std::nullopt;
      })
      .Default([](mlir::Type) -> Spelling { return std::nullopt; });
}
