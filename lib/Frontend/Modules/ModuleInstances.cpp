//===- ModuleInstances.cpp - Values of module instances -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of instances that are scripted, for the writer of their values.
//
//===----------------------------------------------------------------------===//

#include "ModuleProgram.h"
#include "TorchScript/Frontend/Language/ClassDeclarations.h"

using namespace torchscript;
using llvm::StringRef;
using llvm::Twine;

const ClassType *
ModuleProgram::WrittenTypes::getClass(const InstanceValue &instance,
                                      const Type *declared, StringRef name) {
  if (instance.kind == InstanceValue::Kind::Module) {
    ModuleEntry *module = program.described.lookup(&instance);
    return module ? module->entry->type : nullptr;
  }
  const auto *type = llvm::dyn_cast<ClassType>(declared);
  if (!type)
    mismatch(instance, declared, name);
  return type;
}

const Type *
ModuleProgram::WrittenTypes::getOwnType(const InstanceValue &value) {
  std::string ignored;
  return inferType(program.unit, program.names, value, ignored);
}

const InstanceValue &
ModuleProgram::WrittenTypes::getFirst(const InstanceValue &tensor) {
  const InstanceValue *first = program.notes.same.lookup(&tensor);
  return first ? *first : tensor;
}

mlir::Location ModuleProgram::WrittenTypes::getLocation(const ClassType *type) {
  return getClassLocation(&program.unit.getContext(),
                          program.unit.findClass(type)->def);
}

void ModuleProgram::WrittenTypes::fail(StringRef name, const Twine &what) {
  if (why.empty())
    why = (name + ": " + what).str();
}

void ModuleProgram::WrittenTypes::mismatch(const InstanceValue &value,
                                           const Type *type, StringRef name) {
  if (why.empty())
    why = ("Could not cast attribute '" + name.rsplit('.').second +
           "' to type " + type->spelling() + ": its value is of Python type '" +
           getPythonTypeName(value) + "'")
              .str();
}
