//===- Namespaces.cpp - Members of Python modules -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `torch.*`, `math.*` and the other known Python modules hold (section 17
// of the language).
//
//===----------------------------------------------------------------------===//

#include "ControlFlowOperators.h"

#include "TorchScript/Frontend/Language/FileScope.h"
#include "TorchScript/Frontend/Language/FunctionEmitter.h"
#include "TorchScript/Frontend/Language/ModuleInterface.h"

#include "TorchScript/Base/Schema/Names.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Library/Library.h"

#include "llvm/ADT/StringSet.h"

using namespace torchscript;

/// Modules that have `cond`, `while_loop`, `map` and `scan`.
static bool isControlFlowModule(llvm::StringRef name) {
  return name == "torch._higher_order_ops" ||
         name.starts_with("torch._higher_order_ops.") ||
         name == "torch.ops.higher_order" ||
         name == "functorch.experimental.control_flow";
}

static bool isKnownModule(llvm::StringRef name) {
  static const llvm::StringSet<> modules = {"torch",
                                            "torch.nn",
                                            "torch.nn.functional",
                                            "torch.jit",
                                            "torch.functional",
                                            "torch.linalg",
                                            "torch.special",
                                            "torch.fft",
                                            "torch.ops",
                                            "torch.cuda",
                                            "torch.autograd",
                                            "torch.distributed",
                                            "torch.distributed.rpc",
                                            "torch.overrides",
                                            "torch.futures",
                                            "torch._C",
                                            "torch._C._nn",
                                            "torch._VF",
                                            "torch.autograd.profiler",
                                            "torch.cuda.amp",
                                            "torch.utils",
                                            "torch.nn.init",
                                            "torch.nn.modules",
                                            "torch.nn.utils",
                                            "torch.nn.parameter",
                                            "torch.types",
                                            "torch.jit._script",
                                            "torch.distributions",
                                            "math",
                                            "cmath",
                                            "typing",
                                            "typing_extensions",
                                            "collections",
                                            "warnings",
                                            "enum",
                                            "numbers",
                                            "dataclasses",
                                            "functools",
                                            "os",
                                            "sys",
                                            "copy",
                                            "abc",
                                            "builtins"};
  if (modules.contains(name) || findLibrary(name))
    return true;
  if (name == "functorch" || name == "functorch.experimental" ||
      name == "torch._higher_order_ops" ||
      name == "functorch.experimental.control_flow")
    return true;
  if (std::optional<PythonName> found = lookupPythonName(name))
    return found->kind == PythonName::Kind::Module;
  // Every namespace of operators exists.
  auto [parent, member] = name.rsplit('.');
  return parent == "torch.ops";
}

/// A function or class of a library module, or null.
static Meaning *libraryMember(Compilation &unit, llvm::StringRef space,
                              llvm::StringRef name) {
  Scope *library = unit.getLibrary(space);
  return library ? library->lookup(name) : nullptr;
}

static Meaning *jitMember(Compilation &unit, llvm::StringRef name) {
  auto form = [&](SpecialForm f) { return unit.make<SpecialFormMeaning>(f); };
  if (name == "annotate")
    return form(SpecialForm::Annotate);
  if (name == "isinstance")
    return form(SpecialForm::IsInstance);
  if (name == "is_scripting")
    return form(SpecialForm::IsScripting);
  // A question for the run time, unlike the one above (TS-META-004).
  if (name == "is_tracing")
    return libraryMember(unit, "torch.functional", "is_tracing");
  if (name == "fork" || name == "_fork")
    return form(SpecialForm::Fork);
  if (name == "wait" || name == "_wait")
    return form(SpecialForm::Wait);
  if (name == "_unwrap_optional")
    return form(SpecialForm::UnwrapOptional);
  return nullptr;
}

/// The operators of control flow of torch.export, wherever PyTorch has them.
static Meaning *controlFlowMember(Compilation &unit, llvm::StringRef space,
                                  llvm::StringRef name) {
  if (space == "torch" ? name != "cond" && name != "while_loop"
                       : !isControlFlowModule(space))
    return nullptr;
  return makeControlFlowOperator(unit, name);
}

/// What `from typing import *` gives.
static constexpr llvm::StringLiteral kTypingNames[] = {
    "AbstractSet", "Annotated", "Any", "AnyStr", "AsyncContextManager",
    "AsyncGenerator", "AsyncIterable", "AsyncIterator", "Awaitable",
    "BinaryIO", "ByteString", "Callable", "ChainMap", "ClassVar",
    "Collection", "Concatenate", "Container", "ContextManager", "Coroutine",
    "Counter", "DefaultDict", "Deque", "Dict", "Final", "ForwardRef",
    "FrozenSet", "Generator", "Generic", "Hashable", "IO", "ItemsView",
    "Iterable", "Iterator", "KeysView", "List", "Literal", "LiteralString",
    "Mapping", "MappingView", "Match", "MutableMapping", "MutableSequence",
    "MutableSet", "NamedTuple", "Never", "NewType", "NoReturn", "NotRequired",
    "Optional", "OrderedDict", "ParamSpec", "ParamSpecArgs",
    "ParamSpecKwargs", "Pattern", "Protocol", "Required", "Reversible",
    "Self", "Sequence", "Set", "Sized", "SupportsAbs", "SupportsBytes",
    "SupportsComplex", "SupportsFloat", "SupportsIndex", "SupportsInt",
    "SupportsRound", "TYPE_CHECKING", "Text", "TextIO", "Tuple", "Type",
    "TypeAlias", "TypeGuard", "TypeVar", "TypeVarTuple", "TypedDict", "Union",
    "Unpack", "ValuesView", "assert_never", "assert_type", "cast",
    "clear_overloads", "dataclass_transform", "final", "get_args",
    "get_origin", "get_overloads", "get_type_hints", "is_typeddict",
    "no_type_check", "no_type_check_decorator", "overload", "reveal_type",
    "runtime_checkable"};

static Meaning *typingMember(Compilation &unit, llvm::StringRef name) {
  if (name == "Any")
    return unit.make<TypeMeaning>(TypeContext::getAny());
  if (!llvm::is_contained(kTypingNames, name))
    return nullptr;
  // Constructors are resolved by name where an annotation stands.
  OpaqueMeaning::Messages messages;
  return unit.make<OpaqueMeaning>("typing construct", messages);
}

static Meaning *torchType(Compilation &unit, llvm::StringRef name) {
  if (name == "Tensor")
    return unit.make<TypeMeaning>(TypeContext::getTensor());
  if (Meaning *type = makeTypedTensor(unit, name))
    return type;
  if (name == "device")
    return unit.make<TypeMeaning>(TypeContext::getDevice());
  if (name == "dtype")
    return unit.make<TypeMeaning>(TypeContext::getInt());
  if (name == "Stream")
    return unit.make<TypeMeaning>(TypeContext::getLeaf(TypeKind::Stream));
  return nullptr;
}

static Meaning *operatorMember(Compilation &unit, const std::string &name) {
  if (!SchemaRegistry::get().contains(name))
    return nullptr;
  return unit.make<OperatorMeaning>(name);
}

/// A member of a module in the table of names, or null.
static Meaning *tableMember(Compilation &unit, llvm::StringRef space,
                            llvm::StringRef name) {
  std::string dotted = (space + "." + name).str();
  std::optional<PythonName> found = lookupPythonName(dotted);
  if (!found)
    return nullptr;
  OpaqueMeaning::Messages messages;
  switch (found->kind) {
  case PythonName::Kind::Module:
    return unit.make<NamespaceMeaning>(unit, dotted);
  case PythonName::Kind::Operator:
    return unit.make<OperatorMeaning>(found->target);
  case PythonName::Kind::Constant:
    return unit.make<ConstantMeaning>(found->value);
  case PythonName::Kind::Unsupported:
    messages.call = "Python builtin " + found->target.str() +
                    " is currently not supported in Torchscript";
    return unit.make<OpaqueMeaning>("python value", messages);
  case PythonName::Kind::Refused:
    messages.call = found->target.str();
    return unit.make<OpaqueMeaning>("python value of type 'function'",
                                    messages);
  case PythonName::Kind::Function:
    messages.call = "not supported yet: " + dotted;
    messages.isUnsupported = true;
    return unit.make<OpaqueMeaning>("python value of type 'function'",
                                    messages);
  case PythonName::Kind::Class:
    messages.call = "not supported yet: " + dotted;
    messages.isUnsupported = true;
    return unit.make<OpaqueMeaning>("python value of type 'type'", messages);
  }
  return nullptr;
}

static Meaning *makeMember(Compilation &unit, llvm::StringRef space,
                           llvm::StringRef name) {
  if (space == "typing" || space == "typing_extensions")
    return typingMember(unit, name);
  if (space == "builtins")
    return unit.lookupPythonBuiltin(name);
  if (space == "torch.jit")
    return jitMember(unit, name);
  if (space == "warnings" && name == "warn")
    return unit.make<SpecialFormMeaning>(SpecialForm::Warn);
  if (space == "collections" && name == "OrderedDict")
    return unit.make<SpecialFormMeaning>(SpecialForm::OrderedDict);
  if (space == "torch.overrides" && name.starts_with("has_torch_function"))
    return unit.make<SpecialFormMeaning>(SpecialForm::HasTorchFunction);
  if (space == "torch.distributed.rpc") {
    if (name == "rpc_async")
      return unit.make<SpecialFormMeaning>(SpecialForm::RpcAsync);
    if (name == "rpc_sync")
      return unit.make<SpecialFormMeaning>(SpecialForm::RpcSync);
    if (name == "remote")
      return unit.make<SpecialFormMeaning>(SpecialForm::RpcRemote);
    return nullptr;
  }
  if (Meaning *form = controlFlowMember(unit, space, name))
    return form;
  if (space == "torch.nn" && name == "Parameter")
    return unit.make<TypeMeaning>(TypeContext::getTensor());
  // The classes of torch.nn are those of all its files.
  if (space == "torch.nn" || space == "torch.nn.modules")
    if (Meaning *layer = findLayer(unit, name))
      return layer;
  // Operators, and nothing else.
  if (space == "torch._VF")
    return operatorMember(unit, ("aten::" + name).str());
  if (space == "torch.types" && name == "Device")
    return nullptr;
  if (space == "torch") {
    if (Meaning *type = torchType(unit, name))
      return type;
    if (name == "_assert")
      return unit.make<SpecialFormMeaning>(SpecialForm::Assert);
  }
  // What a text only makes when it runs is an operator where the table says so.
  Meaning *text =
      libraryMember(unit, space == "torch" ? "torch.functional" : space, name);
  if (text && !llvm::isa<OpaqueMeaning>(text))
    return text;
  if (Meaning *member = tableMember(unit, space, name))
    return member;
  if (text)
    return text;
  auto [parent, last] = space.rsplit('.');
  if (parent == "torch.ops")
    return operatorMember(unit, (last + "::" + name).str());
  return nullptr;
}

Meaning *Compilation::lookupNamespace(llvm::StringRef dotted) {
  auto it = namespaces.find(dotted);
  if (it != namespaces.end())
    return it->second;
  Meaning *meaning = nullptr;
  if (!isKnownModule(dotted.split('.').first)) {
    meaning = lookupSourceModule(dotted);
  } else if (isKnownModule(dotted)) {
    meaning = make<NamespaceMeaning>(*this, dotted);
  } else {
    auto [space, name] = dotted.rsplit('.');
    if (!name.empty() && isKnownModule(space))
      meaning = makeMember(*this, space, name);
  }
  namespaces[dotted] = meaning;
  return meaning;
}

TypedValue NamespaceMeaning::asValue(FunctionEmitter &emitter,
                                     SourceRange range) {
  return makeUnusableValue(unit, "module")->asValue(emitter, range);
}

/// Whether a module's attribute may be this value.
static bool isModuleConstant(const Constant &value) {
  switch (value.getKind()) {
  case Constant::Kind::List:
    return false;
  case Constant::Kind::Tuple:
    return llvm::all_of(value.getElements(), isModuleConstant);
  default:
    return true;
  }
}

Meaning *torchscript::lookupMember(NamespaceMeaning &space,
                                   llvm::StringRef name) {
  Compilation &unit = space.unit;
  Meaning *member = unit.lookupNamespace((space.name + "." + name).str());
  Scope *scope = llvm::isa_and_nonnull<OpaqueMeaning>(member) || !member
                     ? unit.getSourceModule(space.name)
                     : nullptr;
  auto [value, where] =
      scope ? scope->findValue(name) : std::pair<Expr *, Scope *>();
  if (!value)
    return member;
  std::optional<Constant> constant = evaluateConstant(unit, *where, value);
  return constant && isModuleConstant(*constant)
             ? unit.make<ConstantMeaning>(std::move(*constant))
             : member;
}

Meaning *NamespaceMeaning::attribute(FunctionEmitter &emitter,
                                     SourceRange range,
                                     llvm::StringRef member) {
  if (Meaning *meaning = lookupMember(*this, member))
    return meaning;
  emitter.error(range, "object has no attribute " + member);
  return nullptr;
}

Meaning *TypeMeaning::attribute(FunctionEmitter &emitter, SourceRange range,
                                llvm::StringRef name) {
  return Meaning::attribute(emitter, range, name);
}

Meaning *TypeMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                           const ActualArguments &arguments) {
  if (type->isDevice())
    return OperatorMeaning("aten::device").call(emitter, site, arguments);
  if (type->isTensor())
    return OperatorMeaning("aten::Tensor").call(emitter, site, arguments);
  return Meaning::call(emitter, site, arguments);
}
