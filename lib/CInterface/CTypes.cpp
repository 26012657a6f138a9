//===- CTypes.cpp - TorchScript types in C ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the structs of lists, tuples and optionals, and accessors of dicts.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/CInterface/CTypes.h"

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/Representation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace torchscript;
using namespace mlir;

std::string torchscript::toCIdentifier(llvm::StringRef name) {
  static const llvm::StringSet<> keywords{
      "auto",     "break",    "case",     "char",   "const",    "continue",
      "default",  "do",       "double",   "else",   "enum",     "extern",
      "float",    "for",      "goto",     "if",     "inline",   "int",
      "long",     "register", "restrict", "return", "short",    "signed",
      "sizeof",   "static",   "struct",   "switch", "typedef",  "union",
      "unsigned", "void",     "volatile", "while",  "class",    "new",
      "delete",   "template", "this",     "bool",   "operator", "private",
      "public",   "typename", "using",    "true",   "false",    "result"};
  std::string text;
  for (char c : name)
    text += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (text.empty() || llvm::isDigit(text.front()))
    text.insert(0, "_");
  return keywords.contains(text) ? text + "_" : text;
}

bool CTypes::isByAddress(Type type) {
  return tsrt::isNativeStruct(type) || isa<ComplexType>(type);
}

/// The last part of a qualified name.
static std::string getLastPart(llvm::StringRef name) {
  return toCIdentifier(
      name.rsplit('.').second.empty() ? name : name.rsplit('.').second);
}

std::string CTypes::getWord(Type type) {
  if (type.isInteger(64))
    return "int";
  if (type.isInteger(1))
    return "bool";
  if (type.isF64())
    return "float";
  if (isa<ComplexType>(type))
    return "complex";
  if (isa<ts::TSNoneType>(type))
    return "none";
  if (isa<ts::StrType>(type))
    return "str";
  if (isa<ts::TSTensorType>(type))
    return "tensor";
  if (isa<ts::DeviceType>(type))
    return "device";
  if (tsrt::isBoxedValue(type))
    return "value";
  if (auto list = dyn_cast<ts::ListType>(type))
    return "list_" + getWord(list.getElementType());
  if (auto dict = dyn_cast<ts::DictType>(type))
    return "dict_" + getWord(dict.getKeyType()) + "_" +
           getWord(dict.getValueType());
  if (auto optional = dyn_cast<ts::OptionalType>(type))
    return "optional_" + getWord(optional.getElementType());
  if (auto object = dyn_cast<ts::ObjectType>(type))
    return getLastPart(object.getName());
  if (auto enumeration = dyn_cast<ts::EnumType>(type))
    return getLastPart(enumeration.getName());
  if (auto tuple = dyn_cast<ts::TSTupleType>(type)) {
    if (tuple.isNamed())
      return getLastPart(tuple.getName().getValue());
    std::string word = "tuple";
    for (Type element : tuple.getElements())
      word += "_" + getWord(element);
    return word;
  }
  return "object";
}

std::string CTypes::makeName(const std::string &what) {
  std::string name = prefix + "_" + what;
  for (unsigned i = 2; !names.insert(name).second; ++i)
    name = prefix + "_" + what + "_" + std::to_string(i);
  return name;
}

std::string CTypes::getDescriptor(Type type, llvm::StringRef word) {
  std::string name = makeName(("type_" + word).str());
  descriptors.emplace_back(name, type);
  return name;
}

std::string CTypes::get(Type type) {
  if (type.isInteger(64) || isa<ts::DeviceType>(type))
    return "int64_t";
  if (type.isInteger(1))
    return "bool";
  if (type.isF64())
    return "double";
  if (isa<ComplexType>(type))
    return "tsrt_complex";
  if (isa<ts::TSNoneType>(type))
    return "uint8_t";
  if (isa<ts::StrType>(type))
    return "tsrt_str *";
  if (isa<ts::TSTensorType>(type))
    return "tsrt_tensor *";
  if (isa<ts::InterfaceType>(type))
    return "tsrt_object *";
  if (isa<ts::FutureType>(type))
    return "tsrt_future *";
  if (tsrt::isBoxedValue(type))
    return "tsrt_value";
  // An absent object is a null pointer.
  if (auto optional = dyn_cast<ts::OptionalType>(type);
      optional && tsrt::isHeapPointer(type))
    return get(optional.getElementType());
  if (!isa<ts::ListType, ts::DictType, ts::TSTupleType, ts::OptionalType,
           ts::ObjectType, ts::EnumType>(type))
    return "void *";
  auto found = known.find(type);
  if (found == known.end()) {
    std::string name = declare(type);
    found = known.try_emplace(type, name).first;
  }
  return found->second;
}

std::string CTypes::declare(Type type) {
  if (isa<ts::ListType>(type))
    return declareList(type);
  if (isa<ts::DictType>(type))
    return declareDict(type);
  if (isa<ts::TSTupleType>(type))
    return declareTuple(type);
  if (isa<ts::EnumType>(type))
    return declareEnum(type);
  std::string name;
  if (auto optional = dyn_cast<ts::OptionalType>(type)) {
    std::string payload = get(optional.getElementType());
    name = makeName(getWord(type));
    declarations += llvm::formatv("/** {0}: `value` counts when `has_value`. "
                                  "*/\ntypedef struct {1} {{\n  {2} value;\n  "
                                  "bool has_value;\n} {1};\n\n",
                                  ts::spellType(type), name, payload);
    declareRelease(type, name);
    return name;
  }
  name = makeName(getWord(type));
  declarations += llvm::formatv(
      "/** An object of class {0}. Release it with tsrt_release. */\ntypedef "
      "struct {1} {1};\n\n",
      cast<ts::ObjectType>(type).getName(), name);
  open.emplace_back(type, name);
  return name + " *";
}

void CTypes::declareFields(Type type, llvm::StringRef name) {
  auto declaration =
      module.lookupSymbol<ts::ClassOp>(cast<ts::ObjectType>(type).getName());
  // What a module's attributes hold may be in the code.
  if (!declaration || declaration.getIsModule())
    return;
  std::string body;
  llvm::StringSet<> used{"header"};
  for (auto attribute : declaration.getBody().getOps<ts::AttrOp>()) {
    std::string member = get(attribute.getType());
    std::string field = toCIdentifier(attribute.getName());
    while (!used.insert(field).second)
      field += "_";
    body += "  " + member +
            (llvm::StringRef(member).ends_with("*") ? "" : " ") + field + ";\n";
  }
  declarations += llvm::formatv("/** The attributes of {0}. */\nstruct {1} "
                                "{{\n  tsrt_header header;\n{2}};\n\n",
                                declaration.getSymName(), name, body);
}

std::string CTypes::takeDeclarations() {
  // Fields may need further classes.
  for (size_t i = 0; i < open.size(); ++i) {
    auto [type, name] = open[i];
    declareFields(type, name);
  }
  return std::move(declarations);
}

/// `const T *` of a C type, which may be a pointer itself.
static std::string pointerTo(llvm::StringRef type) {
  return type.ends_with("*") ? (type + "const *").str()
                             : ("const " + type + " *").str();
}

std::string CTypes::declareList(Type type) {
  Type elementType = cast<ts::ListType>(type).getElementType();
  std::string element = get(elementType), word = getWord(type);
  std::string name = makeName(word);
  std::string maker = makeName(word + "_new");
  std::string descriptor = getDescriptor(type, word);
  bool counted = tsrt::isRefcounted(elementType);
  declarations += llvm::formatv(
      R"(/** {0}: elements data[0] ... data[size - 1]. */
typedef struct {1} {{
  tsrt_header header;
  int64_t size, capacity;
  {2}{3}*data;
} {1};
extern const tsrt_type *const {4};
/** A new list with copies of `size` elements{5}. */
static inline {1} *{6}({7}elements, int64_t size) {{
  {1} *list = ({1} *)tsrt_list_new({4}, size);
  for (int64_t i = 0; i < size; ++i) {{
{8}    list->data[i] = elements[i];
  }
  list->size = size;
  return list;
}

)",
      ts::spellType(type), name, element,
      llvm::StringRef(element).ends_with("*") ? "" : " ", descriptor,
      counted ? ", which are retained" : "", maker, pointerTo(element),
      counted ? "    tsrt_native_retain(" + descriptor +
                    "->elements[0], &elements[i]);\n"
              : "");
  return name + " *";
}

std::string CTypes::declareDict(Type type) {
  auto dict = cast<ts::DictType>(type);
  std::string key = get(dict.getKeyType()), value = get(dict.getValueType());
  std::string word = getWord(type), name = makeName(word);
  std::string maker = makeName(word + "_new"), setter = makeName(word + "_set");
  std::string getter = makeName(word + "_get"),
              reader = makeName(word + "_entry");
  std::string descriptor = getDescriptor(type, word);
  auto spaced = [](const std::string &type) {
    return llvm::StringRef(type).ends_with("*") ? type : type + " ";
  };
  declarations += llvm::formatv(
      R"(/** {0}: tsrt_dict_size and tsrt_dict_remove apply. */
typedef tsrt_dict {1};
extern const tsrt_type *const {2};
/** A new, empty dict. */
static inline {1} *{3}(void) {{ return tsrt_dict_new({2}); }
/** Inserts or overwrites; key and value are retained. */
static inline tsrt_error *{4}({1} *dict, {5}key, {6}value) {{
  return tsrt_dict_set(dict, &key, &value);
}
/** The value of a key, borrowed; null when there is none. */
static inline {7}{8}(const {1} *dict, {5}key) {{
  return ({7})tsrt_dict_find(dict, &key);
}
/** Entry `index` in insertion order, borrowed. */
static inline void {9}(const {1} *dict, int64_t index, {5}*key, {6}*value) {{
  const void *k, *v;
  tsrt_dict_entry(dict, index, &k, &v);
  *key = *({10})k;
  *value = *({7})v;
}

)",
      ts::spellType(type), name, descriptor, maker, setter, spaced(key),
      spaced(value), pointerTo(value), getter, reader, pointerTo(key));
  return name + " *";
}

std::string CTypes::declareTuple(Type type) {
  auto tuple = cast<ts::TSTupleType>(type);
  std::string body;
  for (auto [i, element] : llvm::enumerate(tuple.getElements())) {
    std::string member = get(element);
    std::string field = tuple.isNamed()
                            ? toCIdentifier(tuple.getFields()[i].getValue())
                            : "_" + std::to_string(i);
    body += "  " + member +
            (llvm::StringRef(member).ends_with("*") ? "" : " ") + field + ";\n";
  }
  if (body.empty())
    body = "  char empty; /* no elements */\n";
  std::string name = makeName(getWord(type));
  declarations +=
      llvm::formatv("/** {0} */\ntypedef struct {1} {{\n{2}} {1};\n\n",
                    ts::spellType(type), name, body);
  declareRelease(type, name);
  return name;
}

void CTypes::declareRelease(Type type, llvm::StringRef name) {
  if (!tsrt::isRefcounted(type))
    return;
  std::string word = getWord(type);
  std::string function = makeName(word + "_release");
  std::string descriptor = getDescriptor(type, word);
  declarations += llvm::formatv(
      R"(extern const tsrt_type *const {0};
/** Drops the objects that a struct holds. */
static inline void {1}(const {2} *value) {{ tsrt_native_release({0}, value); }

)",
      descriptor, function, name);
}

std::string CTypes::declareEnum(Type type) {
  auto enumeration = cast<ts::EnumType>(type);
  std::string name = makeName(getWord(type));
  std::string body;
  if (auto declaration = module.lookupSymbol<ts::EnumOp>(enumeration.getName()))
    for (auto [i, member] :
         llvm::enumerate(declaration.getMembers().getAsRange<StringAttr>()))
      body += llvm::formatv("#define {0}_{1} {2}\n", name,
                            toCIdentifier(member.getValue()), i);
  declarations += llvm::formatv(
      "/** A member of enum {0}, by position. */\ntypedef int64_t {1};\n{2}\n",
      enumeration.getName(), name, body);
  return name;
}
