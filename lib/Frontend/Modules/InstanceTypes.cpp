//===- InstanceTypes.cpp - Types of values of the host --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Infers the type of an attribute from its value (TS-MOD-007, TS-MOD-009).
//
//===----------------------------------------------------------------------===//

#include "ModuleProgram.h"
#include "TorchScript/Frontend/Language/DictKeys.h"

using namespace torchscript;
using llvm::Twine;

/// Deepest nesting of containers in an attribute.
static constexpr unsigned maxDepth = 64;

InstanceSource::~InstanceSource() = default;

const InstanceValue *InstanceValue::findAttribute(llvm::StringRef name) const {
  for (const InstanceMember &member : attributes)
    if (member.name == name)
      return member.value;
  return nullptr;
}

std::string torchscript::getPythonTypeName(const InstanceValue &value) {
  switch (value.kind) {
  case InstanceValue::Kind::None:
    return "NoneType";
  case InstanceValue::Kind::Bool:
    return "bool";
  case InstanceValue::Kind::Int:
    return "int";
  case InstanceValue::Kind::Float:
    return "float";
  case InstanceValue::Kind::Complex:
    return "complex";
  case InstanceValue::Kind::String:
    return "str";
  case InstanceValue::Kind::Device:
    return "torch.device";
  case InstanceValue::Kind::Tensor:
    return "torch.Tensor";
  case InstanceValue::Kind::List:
    return "list";
  case InstanceValue::Kind::Tuple:
    return "tuple";
  case InstanceValue::Kind::Dict:
    return "dict";
  case InstanceValue::Kind::Function:
    return "function";
  case InstanceValue::Kind::Class:
    return "type";
  case InstanceValue::Kind::Namespace:
    return "module";
  case InstanceValue::Kind::NamedTuple:
  case InstanceValue::Kind::Enum:
  case InstanceValue::Kind::Object:
  case InstanceValue::Kind::Module:
    return "__main__." + value.text;
  case InstanceValue::Kind::Other:
    return value.text;
  }
  return value.text;
}

namespace {
/// Infers one type; the reason of a failure is a sentence.
class Inference {
public:
  Inference(Compilation &unit, HostNames &names, std::string &why)
      : unit(unit), types(unit.getTypes()), names(names), why(why) {}

  const Type *infer(const InstanceValue &value, unsigned depth) {
    if (depth > maxDepth)
      return fail("The value is nested too deeply");
    switch (value.kind) {
    case InstanceValue::Kind::None:
      return TypeContext::getNone();
    case InstanceValue::Kind::Bool:
      return TypeContext::getBool();
    case InstanceValue::Kind::Int:
      return TypeContext::getInt();
    case InstanceValue::Kind::Float:
      return TypeContext::getFloat();
    case InstanceValue::Kind::Complex:
      return TypeContext::getComplex();
    case InstanceValue::Kind::String:
      return TypeContext::getString();
    case InstanceValue::Kind::Device:
      return TypeContext::getDevice();
    case InstanceValue::Kind::Tensor:
      return TypeContext::getTensor();
    case InstanceValue::Kind::List:
      return inferList(value, depth);
    case InstanceValue::Kind::Tuple:
    case InstanceValue::Kind::NamedTuple:
      // The names of fields get lost.
      return inferTuple(value, depth);
    case InstanceValue::Kind::Dict:
      return inferDict(value, depth);
    case InstanceValue::Kind::Enum:
      if (auto *members = llvm::dyn_cast_or_null<EnumClassMeaning>(
              findClass(value)))
        return members->type;
      return unsuitable(value);
    case InstanceValue::Kind::Object:
      return inferObject(value);
    case InstanceValue::Kind::Module:
      return fail("Cannot infer concrete type of torch.nn.Module");
    case InstanceValue::Kind::Function:
    case InstanceValue::Kind::Class:
    case InstanceValue::Kind::Namespace:
    case InstanceValue::Kind::Other:
      return unsuitable(value);
    }
    return nullptr;
  }

private:
  Meaning *findClass(const InstanceValue &value) {
    return names.findClass(value);
  }
  const Type *fail(const Twine &sentence) {
    why = sentence.str();
    return nullptr;
  }
  const Type *unsuitable(const InstanceValue &value) {
    llvm::StringRef name = llvm::StringRef(value.text).rsplit('.').second;
    return fail("Only tensors and (possibly nested) tuples of tensors, lists, "
                "or dictsare supported as inputs or outputs of traced "
                "functions, but instead got value of type " +
                (name.empty() ? llvm::StringRef(value.text) : name) + ".");
  }
  const Type *inferObject(const InstanceValue &value) {
    // An object of a class of extensions.
    if (value.state && !value.typeTag.empty())
      return types.getOrCreateCapsule(value.typeTag);
    auto *cls = llvm::dyn_cast_or_null<ClassMeaning>(findClass(value));
    if (cls && unit.compileClass(*cls->entry))
      return cls->entry->type;
    return unsuitable(value);
  }
  /// The type of all elements together; null after a failure.
  const Type *inferElements(llvm::ArrayRef<const InstanceValue *> elements,
                            llvm::StringRef what, llvm::StringRef container,
                            unsigned depth) {
    const Type *all = nullptr;
    for (const InstanceValue *element : elements) {
      const Type *type = infer(*element, depth + 1);
      if (!type)
        return fail("Could not infer type of " + what + ": " + why);
      const Type *unified = all ? unify(types, all, type) : type;
      if (!unified)
        return fail(container +
                    " inputs to traced functions must have consistent " +
                    (container == "List" ? "element type" : "type") +
                    ". Found " + all->spelling() + " and " + type->spelling());
      all = unified;
    }
    return all;
  }
  const Type *inferList(const InstanceValue &value, unsigned depth) {
    if (value.elements.empty())
      return fail("List trace inputs must have elements");
    const Type *element =
        inferElements(value.elements, "list element", "List", depth);
    return element ? types.getList(element) : nullptr;
  }
  const Type *inferDict(const InstanceValue &value, unsigned depth) {
    if (value.elements.empty())
      return fail("Dictionary inputs must have entries");
    const Type *key =
        inferElements(value.keys, "dict key", "Dictionary", depth);
    const Type *element =
        key ? inferElements(value.elements, "dict element", "Dictionary", depth)
            : nullptr;
    if (!element)
      return nullptr;
    if (!isValidDictKey(key))
      return fail(describeInvalidDictKey(key));
    return types.getDict(key, element);
  }
  const Type *inferTuple(const InstanceValue &value, unsigned depth) {
    llvm::SmallVector<const Type *> elements;
    for (const InstanceValue *element : value.elements) {
      elements.push_back(infer(*element, depth + 1));
      if (!elements.back())
        return nullptr;
    }
    return types.getTuple(elements);
  }

  Compilation &unit;
  TypeContext &types;
  HostNames &names;
  std::string &why;
};
} // namespace

const Type *torchscript::inferType(Compilation &unit, HostNames &names,
                                   const InstanceValue &value,
                                   std::string &why) {
  return Inference(unit, names, why).infer(value, 0);
}
