//===- BuiltinNamespaces.cpp - Members of Python modules ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What torch, math, typing and the other modules and their members stand for
// (section 17.1 of the language).
//
//===----------------------------------------------------------------------===//

#include "BuiltinMeanings.h"
#include "FunctionEmitter.h"

#include "TorchScript/Schema/Names.h"
#include "TorchScript/Schema/Schema.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torchscript;

Meaning *CallableTypeMeaning::call(FunctionEmitter &emitter,
                                   const CallSite &site,
                                   const ActualArguments &arguments) {
  return OperatorMeaning(op).call(emitter, site, arguments);
}

Meaning *torchscript::makeUnsupported(Compilation &unit,
                                      llvm::StringRef printed) {
  OpaqueMeaning::Messages messages;
  messages.value = messages.attribute = messages.call =
      ("Python builtin " + printed +
       " is currently not supported in Torchscript")
          .str();
  return unit.make<OpaqueMeaning>("python value of type "
                                  "'builtin_function_or_method'",
                                  std::move(messages));
}

std::string torchscript::describeUnusable(llvm::StringRef pythonType) {
  return ("python value of type '" + pythonType +
          "' cannot be used as a value. Perhaps it is a closed over global "
          "variable? If so, please consider passing it in as an argument or "
          "use a local varible instead.")
      .str();
}

TypedValue NamespaceMeaning::asValue(FunctionEmitter &emitter,
                                     SourceRange range) {
  emitter.error(range, describeUnusable("module"));
  return {};
}

Meaning *NamespaceMeaning::attribute(FunctionEmitter &emitter,
                                     SourceRange range,
                                     llvm::StringRef member) {
  if (Meaning *found = unit.lookupNamespace(name + "." + member.str()))
    return found;
  emitter.error(range, "object has no attribute " + member);
  return nullptr;
}

/// Functions of Python that have rules of their own.
static std::optional<SpecialForm> lookupSpecialForm(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<SpecialForm>>(name)
      .Case("torch.jit.annotate", SpecialForm::Annotate)
      .Case("torch.jit.isinstance", SpecialForm::IsInstance)
      .Case("torch.jit.is_scripting", SpecialForm::IsScripting)
      .Case("torch._jit_internal.is_scripting", SpecialForm::IsScripting)
      // Like the check for overriding classes, never true in compiled code.
      .Case("torch.jit.is_tracing", SpecialForm::HasTorchFunction)
      .Cases("torch.jit.fork", "torch.jit._fork", SpecialForm::Fork)
      .Cases("torch.jit.wait", "torch.jit._wait", SpecialForm::Wait)
      .Cases("torch.jit._unwrap_optional",
             "torch.jit._jit_internal._unwrap_optional",
             SpecialForm::UnwrapOptional)
      .Case("torch._assert", SpecialForm::Assert)
      .Cases("torch.overrides.has_torch_function",
             "torch.overrides.has_torch_function_unary",
             "torch.overrides.has_torch_function_variadic",
             SpecialForm::HasTorchFunction)
      .Cases("torch.nn.functional.has_torch_function",
             "torch.nn.functional.has_torch_function_unary",
             "torch.nn.functional.has_torch_function_variadic",
             SpecialForm::HasTorchFunction)
      .Case("torch.distributed.rpc.rpc_async", SpecialForm::RpcAsync)
      .Case("torch.distributed.rpc.rpc_sync", SpecialForm::RpcSync)
      .Case("torch.distributed.rpc.remote", SpecialForm::RpcRemote)
      .Case("collections.OrderedDict", SpecialForm::OrderedDict)
      .Case("typing.OrderedDict", SpecialForm::OrderedDict)
      .Case("warnings.warn", SpecialForm::Warn)
      .Default(std::nullopt);
}

/// Classes of `torch` that are types of TorchScript.
static const Type *lookupType(llvm::StringRef name) {
  if (name.consume_front("torch.cuda.")) {
    if (name == "Stream")
      return TypeContext::getLeaf(TypeKind::Stream);
    return name.ends_with("Tensor") ? TypeContext::getTensor() : nullptr;
  }
  if (!name.consume_front("torch."))
    return nullptr;
  return llvm::StringSwitch<const Type *>(name)
      .Cases("Tensor", "nn.Parameter", "nn.parameter.Parameter",
             TypeContext::getTensor())
      .Cases("BFloat16Tensor", "BoolTensor", "ByteTensor", "CharTensor",
             "DoubleTensor", TypeContext::getTensor())
      .Cases("FloatTensor", "HalfTensor", "IntTensor", "LongTensor",
             "ShortTensor", TypeContext::getTensor())
      .Case("dtype", TypeContext::getInt())
      .Case("Stream", TypeContext::getLeaf(TypeKind::Stream))
      .Default(nullptr);
}

/// Modules whose members are not all in the table of names.
static bool isOtherModule(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("collections", "dataclasses", "enum", "typing", "warnings", true)
      .Cases("torch.autograd", "torch.cuda", "torch.distributed",
             "torch.distributed.rpc", "torch.jit", "torch.nn", true)
      .Cases("torch.nn.parameter", "torch.nn.init", "torch.nn.modules",
             "torch.nn.utils", "torch.ops", "torch.overrides", true)
      .Cases("torch._C", "torch._jit_internal", "torch.autograd.profiler", true)
      .Cases("abc", "copy", "functools", "itertools", "operator", "os", true)
      .Cases("random", "sys", "time", "traceback", "types", "numpy", true)
      .Default(false);
}

/// `torch.ops.NAMESPACE.OPERATOR`; null when there is no such operator.
static Meaning *lookupOps(Compilation &unit, llvm::StringRef dottedName) {
  auto [space, name] = dottedName.split('.');
  if (name.empty())
    return unit.make<NamespaceMeaning>(unit, ("torch.ops." + space).str());
  std::string op = (space + "::" + name).str();
  return SchemaRegistry::get().contains(op) ? unit.make<OperatorMeaning>(op)
                                            : nullptr;
}

/// A member of the table of names.
static Meaning *lookupTable(Compilation &unit, llvm::StringRef dottedName) {
  std::optional<PythonName> found = lookupPythonName(dottedName);
  if (!found)
    return nullptr;
  auto [module, member] = dottedName.rsplit('.');
  OpaqueMeaning::Messages messages;
  switch (found->kind) {
  case PythonName::Kind::Module:
    return unit.make<NamespaceMeaning>(unit, dottedName);
  case PythonName::Kind::Operator:
    return unit.make<OperatorMeaning>(found->target);
  case PythonName::Kind::Constant:
    return unit.make<ConstantMeaning>(found->value);
  case PythonName::Kind::Unsupported:
    return makeUnsupported(unit, found->target);
  case PythonName::Kind::Function:
    // Members of `torch` written in Python live in `torch.functional`.
    if (module == "torch")
      module = "torch.functional";
    if (Scope *library = unit.getLibrary(module))
      if (Meaning *meaning = library->lookup(member))
        return meaning;
    messages.call = ("not supported yet: " + dottedName).str();
    return unit.make<OpaqueMeaning>("python value of type 'function'",
                                    std::move(messages));
  case PythonName::Kind::Class:
    messages.value = describeUnusable("type");
    messages.call = ("not supported yet: " + dottedName).str();
    return unit.make<OpaqueMeaning>("python value of type 'type'",
                                    std::move(messages));
  }
  return nullptr;
}

/// Every kind of member in turn.
static Meaning *lookupMember(Compilation &unit, llvm::StringRef dottedName) {
  if (std::optional<SpecialForm> form = lookupSpecialForm(dottedName))
    return unit.make<SpecialFormMeaning>(*form);
  if (dottedName == "torch.device")
    return unit.make<CallableTypeMeaning>(TypeContext::getDevice(),
                                          "aten::device");
  if (const Type *type = lookupType(dottedName))
    return unit.make<TypeMeaning>(type);
  if (dottedName == "typing.Any")
    return unit.make<TypeMeaning>(TypeContext::getAny());
  llvm::StringRef operatorName = dottedName;
  if (operatorName.consume_front("torch.ops."))
    return lookupOps(unit, operatorName);
  if (isOtherModule(dottedName))
    return unit.make<NamespaceMeaning>(unit, dottedName);
  if (Meaning *meaning = lookupTable(unit, dottedName))
    return meaning;
  // Functions of the library that are in no table.
  auto [module, member] = dottedName.rsplit('.');
  if (Scope *library = member.empty() ? nullptr : unit.getLibrary(module))
    return library->lookup(member);
  return nullptr;
}

Meaning *Compilation::lookupNamespace(llvm::StringRef dottedName) {
  auto it = namespaces.find(dottedName);
  if (it != namespaces.end())
    return it->second;
  Meaning *meaning = lookupMember(*this, dottedName);
  namespaces[dottedName] = meaning;
  return meaning;
}
