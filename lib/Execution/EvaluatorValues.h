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

/// The values of one call as types of schemas and as data.
class Encoder {
public:
  Encoder(evaluate::Interpreter &in, TypeContext &types)
      : in(in), types(types) {}

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
  CallArgument encodeOther(const evaluate::Value &value, json &data);
  const Type *mergeTypes(const Type *a, const Type *b);

  evaluate::Interpreter &in;
  TypeContext &types;
};

/// A value of the program for one of the runtime; tensors are of the class
/// `tensorType`.
evaluate::Value decodeValue(evaluate::Interpreter &in,
                            evaluate::TypeObject *tensorType,
                            const tsrt_value &value);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_EXECUTION_EVALUATORVALUES_H
