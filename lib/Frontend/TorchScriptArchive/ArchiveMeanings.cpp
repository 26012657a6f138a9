//===- ArchiveMeanings.cpp - Names that only archives have ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes and calls of torch, ops, CONSTANTS, __torch__ and of classes.
//
//===----------------------------------------------------------------------===//

#include "ArchiveMeanings.h"

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include "TorchScript/Base/Schema/Schema.h"

using namespace torchscript;
using llvm::StringRef;
using llvm::Twine;
namespace ts = mlir::ts;

Meaning *ArchivePathMeaning::attribute(FunctionEmitter &emitter,
                                       SourceRange range, StringRef member) {
  std::string qualified = name + "." + member.str();
  if (Meaning *meaning = program.lookup(qualified))
    return meaning;
  if (StringRef(qualified).starts_with("__torch__.torch.classes"))
    emitter.notSupported(range, "classes of compiled extensions");
  else
    emitter.error(range, "the archive's code has no '" + qualified + "'");
  return nullptr;
}

Meaning *ArchiveOperatorsMeaning::attribute(FunctionEmitter &emitter,
                                            SourceRange range,
                                            StringRef member) {
  if (space.empty())
    return emitter.make<ArchiveOperatorsMeaning>(
        program, name + "." + member.str(), member);
  // The names of torch.autograd are the only ones with a second dot.
  if (space == "aten" && member == "autograd")
    return emitter.make<ArchiveOperatorsMeaning>(program, "torch.autograd",
                                                 "aten");
  if (space == "prim" && member == "RaiseException")
    return emitter.make<ArchiveRaiseMeaning>();
  if (space == "aten") {
    if (member == "_unwrap_optional")
      return emitter.make<SpecialFormMeaning>(SpecialForm::UnwrapOptional);
    if (member == "wait")
      return emitter.make<SpecialFormMeaning>(SpecialForm::Wait);
    if (member == "warn")
      return emitter.make<SpecialFormMeaning>(SpecialForm::Warn);
  }
  std::string qualified = space + "::" + member.str();
  if (!SchemaRegistry::get().contains(qualified)) {
    emitter.notSupported(range, "operator '" + Twine(qualified) + "'");
    return nullptr;
  }
  return makeArchiveOperator(program, qualified);
}

Meaning *ArchiveConstantsMeaning::attribute(FunctionEmitter &emitter,
                                            SourceRange range,
                                            StringRef member) {
  uint64_t index;
  if (!member.consume_front("c") || member.getAsInteger(10, index) ||
      index >= program.getArchive().getConstants().size()) {
    emitter.error(range, "the archive has " +
                             Twine(program.getArchive().getConstants().size()) +
                             " constants, and none of this name");
    return nullptr;
  }
  TypedValue value = program.emitConstant(emitter, range, index);
  return value ? emitter.makeValue(value) : nullptr;
}

TypedValue ArchiveNumberMeaning::asValue(FunctionEmitter &emitter,
                                         SourceRange range) {
  return isImaginary ? emitter.constantComplex(range, 0, value)
                     : emitter.constantFloat(range, value);
}

Meaning *ArchiveRaiseMeaning::call(FunctionEmitter &emitter,
                                   const CallSite &site,
                                   const ActualArguments &arguments) {
  // (message, class = None)
  if (arguments.positional.empty() || arguments.positional.size() > 2 ||
      !arguments.positional[0].value.type->isString()) {
    emitter.error(site.call, "RaiseException needs a message and perhaps the "
                             "name of a class");
    return nullptr;
  }
  std::string className = "RuntimeError";
  if (arguments.positional.size() == 2)
    if (auto name = FunctionEmitter::asConstantString(
            arguments.positional[1].value.value))
      className = *name;
  emitter.emitRaise(site.call, className, arguments.positional[0].value);
  return emitter.make<OpaqueMeaning>("None", OpaqueMeaning::Messages{});
}

Meaning *ArchiveClassMeaning::attribute(FunctionEmitter &emitter,
                                        SourceRange range, StringRef name) {
  if (name == "__new__")
    return emitter.make<NewObjectMeaning>(entry->type);
  auto it = entry->methods.find(name.str());
  if (it != entry->methods.end())
    return emitter.make<FunctionMeaning>(it->second);
  return ClassMeaning::attribute(emitter, range, name);
}

Meaning *NewObjectMeaning::call(FunctionEmitter &emitter, const CallSite &site,
                                const ActualArguments &) {
  auto op = emitter.getBuilder().create<ts::NewOp>(emitter.loc(site.call),
                                                   emitter.lower(type));
  return emitter.makeValue({op, type});
}
