//===- Meaning.cpp - What a name or expression stands for -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The defaults of meanings and the behaviour of plain values.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

Meaning::~Meaning() = default;

TypedValue Meaning::asValue(FunctionEmitter &emitter, SourceRange range) {
  emitter.error(range, describe() + " cannot be used as a value");
  return {};
}

Meaning *Meaning::attribute(FunctionEmitter &emitter, SourceRange range,
                            llvm::StringRef) {
  emitter.error(range, "attribute lookup is not defined on " + describe());
  return nullptr;
}

std::optional<bool> Meaning::hasAttribute(FunctionEmitter &emitter,
                                          SourceRange range, llvm::StringRef) {
  emitter.error(range, "attribute lookup is not defined on " + describe());
  return std::nullopt;
}

bool Meaning::setAttribute(FunctionEmitter &emitter, SourceRange range,
                           llvm::StringRef name, TypedValue) {
  emitter.error(range, "attribute assignment is not defined on " + describe());
  return false;
}

Meaning *Meaning::call(FunctionEmitter &emitter, const CallSite &site,
                       const ActualArguments &) {
  emitter.error(site.callee, "cannot call a " + describe());
  return nullptr;
}

Meaning *Meaning::subscript(FunctionEmitter &emitter, SourceRange range,
                            TypedValue, const Type *) {
  emitter.error(range, "'" + describe() + "' object is not subscriptable");
  return nullptr;
}

bool Meaning::asElements(FunctionEmitter &emitter, SourceRange range,
                         llvm::SmallVectorImpl<Meaning *> &,
                         std::optional<size_t>) {
  emitter.error(range, describe() + " cannot be used as a tuple");
  return false;
}

Meaning *Meaning::iterable(FunctionEmitter &emitter, SourceRange range) {
  emitter.error(range, describe() + " cannot be used as an iterable");
  return nullptr;
}

std::optional<size_t> Meaning::staticLength(FunctionEmitter &) {
  return std::nullopt;
}

TypedValue Meaning::length(FunctionEmitter &emitter, SourceRange range) {
  emitter.error(range, "'" + describe() + "' object is not iterable");
  return {};
}

Meaning *Meaning::element(FunctionEmitter &emitter, SourceRange range,
                          TypedValue) {
  emitter.error(range, "'" + describe() + "' object is not iterable");
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string ValueMeaning::describe() const {
  return "value of type '" + value.type->spelling() + "'";
}

Meaning *ValueMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                            const ActualArguments &arguments) {
  if (value.type->is(TypeKind::Class)) {
    Meaning *method = attribute(emitter, site.callee, "__call__");
    return method ? method->call(emitter, site, arguments) : nullptr;
  }
  // A module that is known by its interface is called like any module.
  if (const auto *seenAs = llvm::dyn_cast<InterfaceType>(value.type))
    if (seenAs->isModule() && seenAs->findMethod("forward"))
      return attribute(emitter, site.callee, "forward")
          ->call(emitter, site, arguments);
  return Meaning::call(emitter, site, arguments);
}

bool ValueMeaning::asElements(FunctionEmitter &emitter, SourceRange range,
                              llvm::SmallVectorImpl<Meaning *> &elements,
                              std::optional<size_t> wanted) {
  if (const auto *tuple = llvm::dyn_cast<TupleType>(value.type)) {
    for (size_t i = 0; i < tuple->size(); ++i)
      elements.push_back(
          emitter.makeValue(emitter.tupleElement(range, value, i)));
    return true;
  }
  const auto *list = llvm::dyn_cast<ListType>(value.type);
  if (!list) {
    emitter.error(range, value.spelling() + " cannot be used as a tuple");
    return false;
  }
  if (!wanted) {
    emitter.error(range, "cannot statically infer the expected size of a list "
                         "in this context");
    return false;
  }
  llvm::SmallVector<mlir::Type> types(*wanted,
                                      emitter.lower(list->getElement()));
  auto op = emitter.getBuilder().create<ts::ListUnpackOp>(emitter.loc(range),
                                                          types, value.value);
  for (mlir::Value element : op->getResults())
    elements.push_back(emitter.makeValue({element, list->getElement()}));
  return true;
}

std::optional<bool> ValueMeaning::hasAttribute(FunctionEmitter &emitter,
                                               SourceRange range,
                                               llvm::StringRef name) {
  if (const auto *type = llvm::dyn_cast<ClassType>(value.type))
    return type->findAttribute(name) || type->findMethod(name) ||
           type->findProperty(name);
  emitter.error(range, "hasattr's first argument must be an object, got " +
                           value.spelling() + " instead");
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Opaque and special meanings
//===----------------------------------------------------------------------===//

TypedValue OpaqueMeaning::asValue(FunctionEmitter &emitter, SourceRange range) {
  if (messages.value.empty())
    return Meaning::asValue(emitter, range);
  emitter.error(range, messages.value).isUnsupported = messages.isUnsupported;
  return {};
}

Meaning *OpaqueMeaning::attribute(FunctionEmitter &emitter, SourceRange range,
                                  llvm::StringRef name) {
  if (messages.attribute.empty())
    return Meaning::attribute(emitter, range, name);
  emitter.error(range, messages.attribute).isUnsupported = messages.isUnsupported;
  return nullptr;
}

Meaning *OpaqueMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                             const ActualArguments &arguments) {
  if (messages.call.empty())
    return Meaning::call(emitter, site, arguments);
  emitter.error(site.callee, messages.call).isUnsupported =
      messages.isUnsupported;
  return nullptr;
}

std::string SpecialFormMeaning::describe() const {
  switch (form) {
  case SpecialForm::Range:
    return "range";
  case SpecialForm::Print:
    return "print";
  default:
    return "builtin";
  }
}

TypedValue ConstantMeaning::asValue(FunctionEmitter &emitter,
                                    SourceRange range) {
  return emitter.constant(range, value);
}

Meaning *ConstantMeaning::attribute(FunctionEmitter &emitter, SourceRange range,
                                    llvm::StringRef name) {
  TypedValue simple = asValue(emitter, range);
  return simple ? emitter.makeValue(simple)->attribute(emitter, range, name)
                : nullptr;
}
