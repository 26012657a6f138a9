//===- EvaluatorValues.h - Values of the evaluator in the runtime -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_EXECUTION_EVALUATORVALUES_H
#define TORCHSCRIPT_LIB_EXECUTION_EVALUATORVALUES_H

#include "TorchScript/Base/Schema/Match.h"
#include "TorchScript/Execution/HostValues.h"
#include "TorchScript/Frontend/Evaluate/TensorOperators.h"

namespace torchscript {

/// A tensor of the runtime.
struct RuntimeTensor : evaluate::TensorObject {
  HostValue value;
  RuntimeTensor(evaluate::TypeObject *cls, HostValue value)
      : TensorObject(cls), value(std::move(value)) {}
  tsrt_tensor *get() const {
    return static_cast<tsrt_tensor *>(value.get().u.p);
  }
};

/// An object of a class of extensions, such as packed weights.
struct RuntimeCapsule : evaluate::HostObject {
  HostValue value;
  /// What it was made of in the program: operators that take it apart give the
  /// same objects back.
  evaluate::ValueVector parts;
  RuntimeCapsule(evaluate::TypeObject *cls, HostValue value)
      : HostObject(cls), value(std::move(value)) {}
  /// The qualified name of its class.
  const char *getClassName() const { return value.get().type->name; }
  /// `_qualified_name`, and `_made_of`: the operator that makes it again and a
  /// tuple of its arguments.
  evaluate::Value getAttr(evaluate::Interpreter &in,
                          llvm::StringRef name) override;
};

/// What compiled code and a program know each other's values by.
class ProgramClasses {
public:
  virtual ~ProgramClasses();
  /// The object of the program that is this tensor of the runtime; empty for
  /// none.
  virtual evaluate::Value findObject(const tsrt_tensor *tensor) const = 0;
  /// The object of the program that stands for a compiled one; empty for none.
  virtual evaluate::Value findInstance(const void *compiled) const = 0;
  /// The class of the program that was compiled as `__torch__.C`; empty for
  /// none.
  virtual evaluate::Value findClass(llvm::StringRef qualifiedName) const = 0;
};

/// The values of one call as types of schemas and as data.
class Encoder {
public:
  /// With `takesObjects` instances of classes and members of enumerations are
  /// values, too, by the names of their classes.
  Encoder(evaluate::Interpreter &in, TypeContext &types,
          bool takesObjects = false)
      : in(in), types(types), takesObjects(takesObjects) {}

  /// The type and the data of a value; raises TypeError for values that no
  /// operator and no compiled function takes.
  CallArgument encode(const evaluate::Value &value, json &data,
                      unsigned depth = 0);

  /// What `{"t": "handle"}` in the data refers to.
  std::vector<HostValue> tensors;

private:
  CallArgument encodeSequence(const evaluate::Value &value, json &data,
                              unsigned depth);
  CallArgument encodeDict(const evaluate::Value &value, json &data,
                          unsigned depth);
  CallArgument encodeOther(const evaluate::Value &value, json &data,
                           unsigned depth);
  bool encodeObject(const evaluate::Value &value, json &data, unsigned depth);
  const Type *mergeTypes(const Type *a, const Type *b);

  evaluate::Interpreter &in;
  TypeContext &types;
  bool takesObjects;
};

/// A value of the program for one of the runtime; tensors are of the class
/// `tensorType`. Objects need `classes`.
evaluate::Value decodeValue(evaluate::Interpreter &in,
                            evaluate::TypeObject *tensorType,
                            const tsrt_value &value,
                            const ProgramClasses *classes = nullptr);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_EVALUATORVALUES_H
