//===- MadeInstances.cpp - Instances that operators make ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the operator of an instance's state with its arguments.
//
//===----------------------------------------------------------------------===//

#include "MadeInstances.h"

#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/MadeValues.h"

using namespace torchscript;
using llvm::StringRef;
using llvm::Twine;

mlir::Attribute torchscript::getMadeInstance(InstanceWriter &writer,
                                             const InstanceValue &instance,
                                             mlir::Type type, StringRef name) {
  const InstanceValue *state = instance.state;
  if (!state || state->kind != InstanceValue::Kind::Tuple ||
      state->elements.empty() ||
      state->elements[0]->kind != InstanceValue::Kind::String)
    return {};
  StringRef maker = state->elements[0]->text;
  const FunctionSchema *schema = SchemaRegistry::get().find(maker);
  auto arguments = llvm::ArrayRef(state->elements).drop_front();
  if (!schema || arguments.size() > schema->arguments.size())
    return {};
  llvm::SmallVector<mlir::Attribute> written;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    written.push_back(writer.getValue(*argument, schema->arguments[i].type,
                                      (name + "." + Twine(i)).str()));
    if (!written.back())
      return {};
  }
  return mlir::ts::MadeValue::get(maker, written, type);
}
