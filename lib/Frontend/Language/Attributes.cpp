//===- Attributes.cpp - Attribute references ------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves `value.name` on tensors, named tuples, enums, objects and the
// methods of builtin types (TS-EXPR-054, sections 18 and 21).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "TorchScript/Base/Schema/Match.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// The operator that reads an attribute of a tensor, or empty.
static llvm::StringRef tensorAttribute(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("dtype", "prim::dtype")
      .Case("device", "prim::device")
      .Case("grad", "prim::grad")
      .Case("data", "prim::data")
      .Case("shape", "prim::shape")
      .Case("is_cuda", "prim::is_cuda")
      .Case("is_cpu", "prim::is_cpu")
      .Case("is_xpu", "prim::is_xpu")
      .Case("is_sparse", "prim::is_sparse")
      .Case("is_sparse_csr", "prim::is_sparse_csr")
      .Case("is_mkldnn", "prim::is_mkldnn")
      .Case("is_mps", "prim::is_mps")
      .Case("is_quantized", "prim::is_quantized")
      .Case("is_vulkan", "prim::is_vulkan")
      .Case("is_ipu", "prim::is_ipu")
      .Case("is_meta", "prim::is_meta")
      .Case("is_nested", "prim::is_nested")
      .Case("is_ort", "prim::is_ort")
      .Case("is_leaf", "aten::is_leaf")
      .Case("requires_grad", "prim::requires_grad")
      .Case("layout", "prim::layout")
      .Case("T", "prim::T")
      .Case("mT", "aten::mT")
      .Case("H", "prim::H")
      .Case("mH", "aten::mH")
      .Case("ndim", "prim::ndim")
      .Case("name", "prim::name")
      .Case("real", "aten::real")
      .Case("imag", "aten::imag")
      .Case("retains_grad", "aten::retains_grad")
      .Default("");
}

/// The dtype of a conversion method of tensors such as `x.double()`, or -1.
static int64_t conversionDType(llvm::StringRef name) {
  return llvm::StringSwitch<int64_t>(name)
      .Case("byte", 0)
      .Case("char", 1)
      .Case("short", 2)
      .Case("int", 3)
      .Case("long", 4)
      .Case("half", 5)
      .Case("float", 6)
      .Case("double", 7)
      .Case("cfloat", 9)
      .Case("cdouble", 10)
      .Default(-1);
}

namespace {
/// A conversion method of tensors: `x.double()` is `x.to(torch.float64)`.
class TensorCastMeaning : public OperatorMeaning {
public:
  TensorCastMeaning(ActualArgument self, int64_t dtype)
      : OperatorMeaning("aten::to", std::move(self)), dtype(dtype) {}
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override {
    ActualArguments all = arguments;
    all.positional.insert(
        all.positional.begin(),
        {"", site.call, emitter.constantInt(site.call, dtype)});
    return OperatorMeaning::call(emitter, site, all);
  }

private:
  const int64_t dtype;
};
} // namespace

static Meaning *classAttribute(FunctionEmitter &emitter, SourceRange range,
                               TypedValue object, llvm::StringRef name) {
  const auto *type = llvm::cast<ClassType>(object.type);
  if (const ClassAttribute *attribute = type->findAttribute(name)) {
    if (attribute->kind == AttributeKind::Constant && attribute->value)
      return emitter.wrapped(
          emitter.constant(range, attribute->value, attribute->type));
    return emitter.makeValue(
        {emitter.getBuilder().create<ts::GetAttrOp>(
             emitter.loc(range), emitter.lower(attribute->type), object.value,
             emitter.getBuilder().getStringAttr(name)),
         attribute->type});
  }
  ClassEntry *entry = emitter.getUnit().findClass(type);
  if (const ClassProperty *property = type->findProperty(name)) {
    if (entry) {
      auto it = entry->methods.find(property->getter);
      if (it != entry->methods.end())
        return MethodMeaning(it->second, object)
            .call(emitter, {range, range}, {});
    }
  }
  if (entry) {
    auto it = entry->methods.find(name.str());
    if (it != entry->methods.end() && it->second->selfType)
      return emitter.make<MethodMeaning>(it->second, object);
  }
  std::string text = "'" + type->spelling() +
                     "' object has no attribute or method '" + name.str() +
                     "'.";
  if (entry && llvm::is_contained(entry->classAttributes, name))
    text += " '" + name.str() +
            "' is defined as a class attribute which currently is not "
            "supported. Consider converting this to an instance attribute.";
  else
    text += " Did you forget to initialize an attribute in __init__()?";
  llvm::SmallVector<std::string> names;
  for (const ClassAttribute &attribute : type->getAttributes())
    names.push_back(attribute.name);
  for (const ClassMethod &method : type->getMethods())
    names.push_back(method.name);
  for (const ClassProperty &property : type->getProperties())
    names.push_back(property.name);
  FunctionEmitter::suggest(emitter.error(range, text), name, names);
  return nullptr;
}

namespace {
/// A method of an object that is an operator on it, whatever the operator calls
/// its first argument.
class CapsuleMethodMeaning : public OperatorMeaning {
public:
  CapsuleMethodMeaning(llvm::StringRef name, TypedValue object)
      : OperatorMeaning(name), object(object) {}
  Meaning *call(FunctionEmitter &emitter, const CallSite &site,
                const ActualArguments &arguments) override {
    ActualArguments all = arguments;
    all.positional.insert(all.positional.begin(), {"", site.call, object});
    return OperatorMeaning::call(emitter, site, all);
  }

private:
  const TypedValue object;
};
} // namespace

/// The operator behind a method of an object of a compiled extension; empty
/// for others.
static std::string capsuleMethod(llvm::StringRef className,
                                 llvm::StringRef method) {
  className.consume_front("__torch__.torch.classes.quantized.");
  bool isUnpack = method == "unpack";
  if (className == "LinearPackedParamsBase")
    return isUnpack ? "quantized::linear_unpack" : "";
  if (className == "EmbeddingPackedParamsBase")
    return isUnpack ? "quantized::embedding_bag_unpack" : "";
  llvm::StringRef layer =
      llvm::StringSwitch<llvm::StringRef>(className)
          .Case("Conv2dPackedParamsBase", "conv2d")
          .Case("Conv3dPackedParamsBase", "conv3d")
          .Default("");
  bool isMember = llvm::StringSwitch<bool>(method)
                      .Cases("unpack", "stride", "padding", "output_padding",
                             "dilation", "groups", true)
                      .Default(false);
  if (layer.empty() || !isMember)
    return "";
  return ("quantized::" + layer + "_" + method).str();
}

Meaning *ValueMeaning::attribute(FunctionEmitter &emitter, SourceRange range,
                                 llvm::StringRef name) {
  const Type *type = value.type;
  if (type->is(TypeKind::Class))
    return classAttribute(emitter, range, value, name);
  if (type->isTensor()) {
    llvm::StringRef op = tensorAttribute(name);
    if (!op.empty())
      return emitter.wrapped(emitter.callOperator(range, op, {value}));
    if (name == "tolist")
      return emitter.make<SpecialFormMeaning>(SpecialForm::ToList, value);
    // Only the conversion, not the name of the type.
    if (name == "type")
      return emitter.make<OperatorMeaning>(
          "aten::to", ActualArgument{"self", range, value});
    if (int64_t dtype = conversionDType(name); dtype >= 0)
      return emitter.make<TensorCastMeaning>(
          ActualArgument{"self", range, value}, dtype);
  }
  if (type->isDevice() && (name == "type" || name == "index"))
    return emitter.wrapped(emitter.callOperator(
        range, name == "type" ? "prim::type" : "prim::index", {value}));
  if (const auto *tuple = llvm::dyn_cast<NamedTupleType>(type)) {
    int index = tuple->getFieldIndex(name);
    if (index >= 0)
      return emitter.makeValue(emitter.tupleElement(range, value, index));
  }
  if (const auto *enumType = llvm::dyn_cast<EnumType>(type)) {
    if (name == "name")
      return emitter.makeValue(emitter.emitOp(range, "prim::EnumName", value,
                                              TypeContext::getString()));
    if (name == "value") {
      const Type *valueType = enumType->getValueType();
      llvm::StringRef op = valueType->isInt()     ? "prim::EnumValue.int"
                           : valueType->isFloat() ? "prim::EnumValue.float"
                                                  : "prim::EnumValue.str";
      return emitter.makeValue(emitter.emitOp(range, op, value, valueType));
    }
  }
  if (const auto *capsule = llvm::dyn_cast<CapsuleType>(type))
    if (std::string op = capsuleMethod(capsule->getName(), name); !op.empty())
      return emitter.make<CapsuleMethodMeaning>(op, value);
  if (const auto *interface = llvm::dyn_cast<InterfaceType>(type))
    if (const ClassMethod *method = interface->findMethod(name))
      return emitter.make<InterfaceMethodMeaning>(method->schema, value);
  if (const auto *wrapper = llvm::dyn_cast<WrapperType>(type))
    if (name == "wait" && !wrapper->is(TypeKind::RRef))
      return emitter.make<SpecialFormMeaning>(SpecialForm::Wait, value);

  // Methods of builtin types are operators with the value as first argument.
  ActualArgument self{"self", range, value};
  std::string op = ("aten::" + name).str();
  if (isMethodOf(emitter.getTypes(), op, type))
    return emitter.make<OperatorMeaning>(op, self);
  Diagnostic &diagnostic = emitter.error(
      range, "'" + value.spelling() + "' object has no attribute or method '" +
                 name + "'.");
  if (const auto *tuple = llvm::dyn_cast<NamedTupleType>(type))
    FunctionEmitter::suggest(
        diagnostic, name,
        llvm::SmallVector<std::string>(tuple->getFieldNames()));
  return nullptr;
}

bool ValueMeaning::setAttribute(FunctionEmitter &emitter, SourceRange range,
                                llvm::StringRef name, TypedValue assigned) {
  const auto *type = llvm::dyn_cast<ClassType>(value.type);
  if (!type) {
    emitter.error(range, "Tried to set an attribute: " + name +
                             " on a non-class: " + value.spelling());
    return false;
  }
  if (!emitter.declareAttribute(range, type, value, name, assigned))
    return false;
  const ClassAttribute *attribute = type->findAttribute(name);
  if (attribute && attribute->kind == AttributeKind::Constant)
    attribute = nullptr;
  if (!attribute) {
    if (const ClassProperty *property = type->findProperty(name)) {
      ClassEntry *entry = emitter.getUnit().findClass(type);
      if (property->setter.empty() || !entry) {
        emitter.error(range, "Tried to set read-only attribute: " + name);
        return false;
      }
      ActualArguments arguments;
      arguments.positional.push_back({"", range, assigned});
      return MethodMeaning(entry->methods[property->setter], value)
                 .call(emitter, {range, range}, arguments) != nullptr;
    }
    emitter.error(range, "Tried to set nonexistent attribute: " + name +
                             ". Did you forget to initialize it in "
                             "__init__()?");
    return false;
  }
  if (!isSubtypeOf(assigned.type, attribute->type)) {
    emitter.error(range, "Wrong type for attribute assignment. Expected " +
                             attribute->type->spelling() + " but got " +
                             assigned.spelling());
    return false;
  }
  emitter.getBuilder().create<ts::SetAttrOp>(
      emitter.loc(range), value.value, emitter.getBuilder().getStringAttr(name),
      emitter.derefine(range, assigned, attribute->type));
  return true;
}

Meaning *FunctionEmitter::emitAttribute(const AttributeExpr *expr) {
  Meaning *object = emitMeaning(expr->value);
  return object ? object->attribute(*this, rangeOf(expr), expr->name) : nullptr;
}

Meaning *FunctionEmitter::peekCallee(Expr *expr) {
  if (auto *name = llvm::dyn_cast<NameExpr>(expr)) {
    if (Binding *binding = env.find(name->name))
      return binding->meaning;
    return tryLookupName(rangeOf(expr), name->name);
  }
  auto *attribute = llvm::dyn_cast<AttributeExpr>(expr);
  if (!attribute)
    return nullptr;
  auto *space =
      llvm::dyn_cast_or_null<NamespaceMeaning>(peekCallee(attribute->value));
  return space ? unit.lookupNamespace(space->name + "." + attribute->name.str())
               : nullptr;
}
