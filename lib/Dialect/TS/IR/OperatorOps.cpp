//===- OperatorOps.cpp - Operators ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Effects and speculation of `ts.op`.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/OperatorVerifier.h"
#include "TorchScript/Dialect/TS/IR/Residue.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

LogicalResult OperatorOp::verify() {
  auto [space, rest] = getName().split("::");
  if (space.empty() || rest.empty())
    return emitOpError("expects a name of the form "
                       "\"namespace::operator.overload\", found \"")
           << getName() << "\"";
  return verifyOperatorCall(*this, getNameAttr(), getArgs().getTypes(),
                            getResultTypes(), /*allowValues=*/true);
}

/// True for types whose values can change after they were made.
static bool isMutable(Type type) {
  return !isNumber(type) &&
         !isa<StrType, TSNoneType, DeviceType, EnumType, ScalarType>(type) &&
         !isa<TensorType>(type);
}

void OperatorOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  OperatorInfo info = lookupOperator(getName());
  if (info.sideEffects || (*this)->hasAttr(kFallbackAttr)) {
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
    return;
  }
  for (auto [i, operand] : llvm::enumerate(getArgsMutable())) {
    if (!isMutable(operand.get().getType()))
      continue;
    if (info.reads)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (i < 64 ? (info.mutatedArgs >> i) & 1 : info.mutatedArgs != 0)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
  if (!info.mutableResults)
    return;
  for (OpResult result : getResults())
    if (isMutable(result.getType()))
      effects.emplace_back(MemoryEffects::Allocate::get(), result);
}

Speculation::Speculatability OperatorOp::getSpeculatability() {
  OperatorInfo info = lookupOperator(getName());
  return info.known && !info.mayRaise ? Speculation::Speculatable
                                      : Speculation::NotSpeculatable;
}
