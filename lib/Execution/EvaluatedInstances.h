//===- EvaluatedInstances.h - Instances that a program made -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules, objects, functions and classes of the evaluator, as the importer
// sees instances.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_EVALUATEDINSTANCES_H
#define TORCHSCRIPT_LIB_EXECUTION_EVALUATEDINSTANCES_H

#include "EvaluatorValues.h"
#include "TorchScript/Execution/ObjectMaker.h"
#include "TorchScript/Frontend/Evaluate/Definitions.h"
#include "TorchScript/Frontend/Modules/Instance.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace torchscript {

/// A value of the program that stands for compiled code.
struct ScriptedObject : evaluate::HostObject {
  using HostObject::HostObject;
  /// What the importer knows it as; null for what is no instance or function.
  const InstanceValue *instance = nullptr;
};

class EvaluatedInstances : public InstanceSource, public ProgramClasses {
public:
  /// With `isIndependent` values that are compiled already are read as what
  /// they were made from.
  explicit EvaluatedInstances(evaluate::Interpreter &in,
                              bool isIndependent = false)
      : in(in), isIndependent(isIndependent) {}

  /// Reads a module, object, function or class as it is now; the name under
  /// which find() has it begins with `wanted`. Functions and classes are read
  /// once, instances each time.
  std::string add(const evaluate::Value &value, llvm::StringRef wanted);

  const InstanceValue *find(llvm::StringRef name) const override;
  const InstanceValue *lookUp(const InstanceValue &definition,
                              llvm::StringRef name) const override;
  const InstanceValue *lookUpGlobal(const void *moduleKey,
                                    llvm::StringRef name) const override;
  const InstanceValue *findMember(const InstanceValue &cls,
                                  llvm::StringRef name) const override;
  std::string getHostFunction(const InstanceValue &function) const override;
  void noteClass(const InstanceValue &cls,
                 llvm::StringRef qualifiedName) const override;

  /// Whether an instance that add() read since this was asked last has parts
  /// that are compiled already.
  bool sawScripted() { return std::exchange(hasScripted, false); }
  /// Knows a tensor again that compiled code got.
  void keepTensor(const RuntimeTensor &tensor, const evaluate::Value &value) {
    (void)readTensor(tensor, value);
  }

  /// Knows the object that is a tensor until forgetCall().
  void keepForCall(const tsrt_tensor *tensor, const evaluate::Value &value) {
    if (!tensorObjects.count(tensor))
      passing.try_emplace(tensor, value);
  }
  void forgetCall() { passing.clear(); }
  /// Whether gradients are asked for of a tensor of an instance.
  bool requiresGradients() const;

  /// The function of that name of getHostFunction(); empty for none.
  evaluate::Value findHostFunction(llvm::StringRef name) const;
  /// Says which program compiled code belongs to: names of functions begin
  /// with it.
  void setProgramName(std::string name) { programName = std::move(name); }
  /// Says which object of the program stands for a compiled one.
  void bindObject(const void *compiled, const evaluate::Value &object) {
    objects[compiled] = object;
  }

  /// The tensor that a key of InstanceValue::storage names; null for none.
  const HostValue *findTensor(llvm::StringRef key) const;
  /// Its bytes, from the first element to the last; empty when there is none.
  llvm::StringRef getTensorMemory(llvm::StringRef storage) const;
  /// The object of the program that is this tensor of the runtime; empty when
  /// no instance holds it.
  evaluate::Value findObject(const tsrt_tensor *tensor) const override;
  evaluate::Value findInstance(const void *compiled) const override {
    return objects.lookup(compiled);
  }
  /// The class that was compiled under a qualified name; empty for none.
  evaluate::Value findClass(llvm::StringRef qualifiedName) const override;

private:
  using Known = llvm::DenseMap<const evaluate::Object *, const InstanceValue *>;
  InstanceValue &make(InstanceValue::Kind kind);
  const InstanceValue *read(const evaluate::Value &value, Known &known,
                            unsigned depth);
  void readItems(llvm::ArrayRef<evaluate::Value> items,
                 std::vector<const InstanceValue *> &out, Known &known,
                 unsigned depth);
  const InstanceValue *readDict(const evaluate::Value &value, Known &known,
                                unsigned depth);
  const InstanceValue *readTensor(const RuntimeTensor &tensor,
                                  const evaluate::Value &value);
  const InstanceValue *readCapsule(const RuntimeCapsule &capsule, Known &known,
                                   unsigned depth);
  /// The call that makes a quantized tensor or packed weights; null for none.
  const InstanceValue *readMaker(const tsrt_value &value, Known &known,
                                 unsigned depth);
  const InstanceValue *readInstance(const evaluate::Value &value, Known &known,
                                    unsigned depth);
  void readModule(const evaluate::Value &value, InstanceValue &module,
                  Known &known, unsigned depth);
  void readMembers(const evaluate::Value &dict,
                   std::vector<InstanceMember> &members, Known &known,
                   unsigned depth);
  /// Functions, classes and Python modules: the same value each time.
  const InstanceValue *readDefinition(const evaluate::Value &value) const;
  const InstanceValue *makeDefinition(const evaluate::Value &value) const;
  bool readText(const evaluate::Value &value, InstanceText &text) const;
  const InstanceValue *readName(const evaluate::Value &value) const;
  bool isOf(const evaluate::Value &value, llvm::StringRef module,
            llvm::StringRef cls) const;

  evaluate::Interpreter &in;
  bool isIndependent;
  bool hasScripted = false;
  mutable std::vector<std::unique_ptr<InstanceValue>> values;
  /// The objects behind definitions and tensors, which live as long as this.
  mutable std::vector<evaluate::Value> kept;
  mutable llvm::DenseMap<const evaluate::Object *, const InstanceValue *>
      definitions;
  mutable llvm::DenseMap<const InstanceValue *, evaluate::Value> definedBy;
  mutable llvm::StringMap<evaluate::Value> classes;
  mutable llvm::DenseMap<const SourceFile *, std::shared_ptr<const SourceFile>>
      files;
  mutable llvm::StringMap<evaluate::Value> hostFunctions;
  std::string programName;
  llvm::DenseMap<const void *, evaluate::Value> objects;
  llvm::StringMap<const InstanceValue *> named;
  llvm::StringMap<HostValue> tensors;
  llvm::DenseMap<const tsrt_tensor *, std::pair<std::string, evaluate::Value>>
      tensorObjects;
  /// Tensors of calls that are running.
  llvm::DenseMap<const tsrt_tensor *, evaluate::Value> passing;
};

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_EVALUATEDINSTANCES_H
