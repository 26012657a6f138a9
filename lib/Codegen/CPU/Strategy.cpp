//===- Strategy.cpp - How loops are made for a processor ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

#include "TorchScript/Transforms/CpuLevels.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir::ts::loops;

static constexpr Strategy strategies[] = {
    // target, vectorBits, accumulators, masksRest, largestWindow
    {"avx512", 512, 4, true, 64},
    {"avx2", 256, 4, false, 64},
    {"baseline", 128, 4, false, 32},
};

const Strategy *mlir::ts::loops::getStrategy(llvm::StringRef target) {
  if (target == "host") {
    static const llvm::StringMap<bool> features =
        llvm::sys::getHostCPUFeatures();
    target = features.lookup("avx512f") && features.lookup("avx512vl") &&
                     features.lookup("avx512dq") && features.lookup("avx512bw")
                 ? "avx512"
             : features.lookup("avx2") ? "avx2"
                                       : "baseline";
  }
  for (const Strategy &strategy : strategies)
    if (strategy.target == target)
      return &strategy;
  return nullptr;
}

const Strategy *mlir::ts::loops::getStrategy(Operation *op) {
  // What runs elsewhere must run everywhere, or where it says.
  unsigned level = getCpuLevel(op);
  return getStrategy(level == 0   ? "host"
                     : level == 4 ? "avx512"
                     : level == 3 ? "avx2"
                                  : "baseline");
}
