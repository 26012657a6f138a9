//===- ArchiveInstance.cpp - The object of an archive ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes objects as ts.object and their attributes' values as attributes.
//
//===----------------------------------------------------------------------===//

#include "ArchiveInstance.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace torchscript;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;
using llvm::Twine;
namespace ts = mlir::ts;

/// Whether a pickled value equals the value of an enum's member.
static bool equals(const ArchiveValue &value, const Constant &constant) {
  switch (constant.getKind()) {
  case Constant::Kind::Int:
    return isa<ArchiveInt>(value) &&
           cast<ArchiveInt>(value).value == constant.getInt();
  case Constant::Kind::Float:
    return isa<ArchiveFloat>(value) &&
           cast<ArchiveFloat>(value).value == constant.getFloat();
  case Constant::Kind::String:
    return isa<ArchiveString>(value) &&
           cast<ArchiveString>(value).value == constant.getString();
  default:
    return false;
  }
}

/// The name of the member an enum's value stands for; empty for none.
static std::string getMember(ArchiveProgram &program,
                             const ArchiveEnum &member) {
  ArchiveClass *declared = program.findClass(member.className);
  const auto *type =
      llvm::dyn_cast_or_null<EnumType>(declared ? declared->type : nullptr);
  if (type)
    for (const EnumMember &known : type->getMembers())
      if (equals(*member.value, known.value))
        return known.name;
  return "";
}

ArchiveInstance::ArchiveInstance(ArchiveProgram &program)
    : program(program), unit(program.getUnit()), context(&unit.getContext()),
      source(program.getArchive(),
             [&program](const ArchiveEnum &member) {
               return getMember(program, member);
             }),
      writer(unit, *this) {
  // Count how many tensors of the constants lie on each record, so that only
  // those that are alone are copied into the program.
  llvm::SmallVector<const ArchiveValue *> work(
      program.getArchive().getConstants());
  llvm::DenseSet<const ArchiveValue *> seen;
  while (!work.empty()) {
    const ArchiveValue *value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (const auto *tensor = dyn_cast<ArchiveTensor>(value)) {
      if (tensor->storage)
        ++constantUses[tensor->storage->recordName];
    } else if (const auto *list = dyn_cast<ArchiveList>(value)) {
      llvm::append_range(work, list->elements);
    } else if (const auto *tuple = dyn_cast<ArchiveTuple>(value)) {
      llvm::append_range(work, tuple->elements);
    } else if (const auto *dict = dyn_cast<ArchiveDict>(value)) {
      for (auto [key, element] : dict->entries)
        work.push_back(element);
    } else if (const auto *object = dyn_cast<ArchiveObject>(value)) {
      if (object->state)
        work.push_back(object->state);
    }
  }
}

mlir::FlatSymbolRefAttr ArchiveInstance::getObject(const ArchiveObject &object,
                                                   const Twine &name) {
  return writer.getObject(*source.get(object), nullptr, name.str());
}

mlir::Attribute ArchiveInstance::getValue(const ArchiveValue &value,
                                          const Type *type, const Twine &name) {
  return writer.getValue(*source.get(value), type, name.str());
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

const ClassType *ArchiveInstance::getClass(const InstanceValue &instance,
                                           const Type *, StringRef name) {
  ArchiveClass *declared = program.findClass(instance.text);
  const auto *type =
      llvm::dyn_cast_or_null<ClassType>(declared ? declared->type : nullptr);
  if (!type)
    fail(name, "the archive's code has no class '" + instance.text + "'");
  return type;
}

FunctionEntry *ArchiveInstance::getRestorer(const ClassType *type) {
  ArchiveClass *declared = program.findClass(type->getName());
  auto method = declared->entry->methods.find("__setstate__");
  if (method == declared->entry->methods.end())
    return nullptr;
  FunctionEntry *restorer = method->second;
  // What makes the state again when the object is saved.
  auto getter = declared->entry->methods.find("__getstate__");
  if (getter != declared->entry->methods.end())
    unit.compile(*getter->second);
  if (unit.compile(*restorer) && restorer->schema.arguments.size() == 2)
    return restorer;
  // `torch.jit.LoweredModule.BACKEND...`, `torch.jit.BACKENDLoweredModule`
  StringRef name = type->getName();
  if (name.starts_with("torch.jit.") && name.contains("LoweredModule")) {
    fail(name, "the module was lowered to a delegate: what it does is in the "
               "form of that backend; save the model before it is lowered");
    return nullptr;
  }
  const std::string &reason = restorer->failure.message;
  fail(name, "'__setstate__' cannot be compiled" +
                 (reason.empty() ? Twine() : Twine(": ") + reason));
  return nullptr;
}

const Type *ArchiveInstance::getOwnType(const InstanceValue &value) {
  return program.typeOf(source.getOrigin(value));
}

mlir::Location ArchiveInstance::getLocation(const ClassType *) {
  return mlir::FileLineColLoc::get(context, program.getArchive().getPath(), 0,
                                   0);
}

void ArchiveInstance::fail(StringRef name, const Twine &what) {
  program.getDiagnostics().error({}, program.getArchive().getPath() + ": " +
                                         name + ": " + what);
}

void ArchiveInstance::mismatch(const InstanceValue &value, const Type *type,
                               StringRef name) {
  if (type->is(TypeKind::Any))
    return fail(name, "not supported yet: a container whose type is unknown, "
                      "as Any");
  fail(name, "declared as " + type->spelling() + ", but its value is " +
                 describeKind(source.getOrigin(value).getKind()));
}
