//===- Elements.cpp - Table of elementwise operators ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of Operators.def.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::pointwise;

bool pointwise::checksDivisor(OperatorOp op, Type compute) {
  if (!isa<IntegerType>(compute) || op.getArgs().size() < 2 ||
      !getTensorType(op.getArgs()[1]))
    return false;
  ElementRule rule = findInfo(op)->element;
  return rule == elements::div || rule == elements::floorDivide ||
         rule == elements::remainder || rule == elements::fmod;
}

const Info *pointwise::findInfo(OperatorOp op) {
  static const llvm::StringMap<Info> table = {
#define TS_POINTWISE(arguments, op, arity, rule, categories, element)          \
  {op, {arity, DtypeRule::rule, categories, elements::element}},
#include "Operators.def"
  };
  auto [base, overload] = op.getName().split('.');
  auto it = table.find(base);
  if (it == table.end())
    return nullptr;
  // The overloads that differ only in which operands are numbers.
  static const llvm::StringSet<> binary = {"",
                                           "Tensor",
                                           "Scalar",
                                           "Tensor_Scalar",
                                           "other",
                                           "Tensor_Tensor",
                                           "Scalar_Self",
                                           "Scalar_Tensor",
                                           "Scalar_mode",
                                           "Tensor_mode",
                                           "Scalar_Other",
                                           "self_scalar",
                                           "other_scalar",
                                           "x_scalar",
                                           "n_scalar"};
  static const llvm::StringSet<> ternary = {
      "", "self", "ScalarSelf", "ScalarOther", "Scalar", "Tensor"};
  unsigned arity = it->second.arity;
  bool known = arity == 1   ? overload.empty()
               : arity == 2 ? binary.contains(overload)
                            : ternary.contains(overload);
  return known ? &it->second : nullptr;
}
