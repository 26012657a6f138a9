//===- RefusedDtypes.cpp - Calls that fail for their dtype ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the runtime's table of the dtypes that operators refuse: such calls are
// left to the runtime, which reports them.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Operators/Dtypes.h"
#include "TorchScript/Operators/Registry.h"

#include "llvm/ADT/StringMap.h"

#include "ops_tensor/RefusedDTypes.h"

using namespace mlir;
using namespace mlir::ts;
using namespace tsrt::refused;

namespace {
/// The rows of one operator.
struct Refusal {
  std::string dtypes;
  unsigned how = 0;
};
} // namespace

static const llvm::StringMap<Refusal> &getRefusals() {
  static const llvm::StringMap<Refusal> refusals = [] {
    llvm::StringMap<Refusal> table;
    auto add = [&](StringRef op, StringRef dtypes, unsigned how) {
      Refusal &refusal = table["aten::" + op.str()];
      refusal.dtypes += dtypes;
      refusal.how |= how;
    };
#define TSRT_REFUSED(op, dtypes, text, how) add(op, dtypes, how);
#include "ops_tensor/RefusedDTypes.inc"
#undef TSRT_REFUSED
    return table;
  }();
  return refusals;
}

/// The table's letter of a dtype.
static char getLetter(Type type) {
  std::optional<torchscript::DType> dtype = ts::getDType(type);
  return dtype ? torchscript::getLetter(*dtype) : ' ';
}

/// The rows of an operator, by its full name; null when there are none.
static const Refusal *findRefusal(StringRef op) {
  auto [name, overload] = op.split('.');
  name.consume_back("_");
  const auto &refusals = getRefusals();
  auto found = refusals.find(
      (name + "." + (overload.empty() ? "default" : overload)).str());
  if (found == refusals.end())
    found = refusals.find(name);
  return found == refusals.end() ? nullptr : &found->second;
}

bool ts::mayRefuse(StringRef op, Type dtype) {
  const Refusal *refusal = findRefusal(op);
  return refusal && StringRef(refusal->dtypes).contains(getLetter(dtype));
}

bool ts::refusesDtypes(OperatorOp op) {
  const Refusal *found = findRefusal(op.getName());
  if (!found || op.getArgs().empty())
    return false;
  const Refusal &refusal = *found;
  // Another dtype to compute in is for the runtime to look at.
  if ((refusal.how & DTypeLast) &&
      !isa<TSNoneType>(lookThroughCasts(op.getArgs().back()).getType()))
    return false;
  SmallVector<Type> types;
  for (Value operand : op.getArgs()) {
    Type type = lookThroughCasts(operand).getType();
    if (TSTensorType tensor = getTensorType(type)) {
      if (!tensor.getDtype())
        return false;
      if (!(refusal.how & Promoted))
        return refusal.dtypes.find(getLetter(tensor.getDtype())) !=
               std::string::npos;
      types.push_back(type);
    } else if (!(refusal.how & WithoutNumbers) &&
               (type.isF64() || type.isInteger(64))) {
      types.push_back(type);
    }
  }
  Type dtype = types.empty() ? Type() : promoteDtypes(types);
  return dtype && refusal.dtypes.find(getLetter(dtype)) != std::string::npos;
}
