//===- OperatorInfo.cpp - What the schema says about an operator ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Effects and raising of operators and operations.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"

#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

OperatorInfo ts::lookupOperator(StringRef name) { return OperatorInfo(); }

bool ts::mayRaise(Operation *op) {
  WalkResult result = op->walk([](Operation *nested) {
    bool raises = isa<RaiseOp, ThrowOp, AssertOp, UnwrapOp, ListUnpackOp,
                      WaitOp, ForkOp, CallMethodOp, RpcOp, UnsupportedOp,
                      WithOp, EnterOp, ExitScopeOp, WarnOp>(nested) ||
                  isa<CallOpInterface>(nested);
    if (auto operatorOp = dyn_cast<OperatorOp>(nested))
      raises = lookupOperator(operatorOp.getName()).mayRaise;
    return raises ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}
