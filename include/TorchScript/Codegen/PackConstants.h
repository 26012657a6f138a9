//===- PackConstants.h - Weights packed by the compiler ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Library calls pack their constant weights when they run first. For a library
// in a file the compiler does so, and the call finds what it made there.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_PACKCONSTANTS_H
#define TORCHSCRIPT_CODEGEN_PACKCONSTANTS_H

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <memory>
#include <string>

namespace mlir::ts {

/// How constants become packed weights; both functions are there or none.
struct ConstantPacking {
  /// The bytes of a storage (TensorRefAttr); empty when there are none.
  std::function<llvm::StringRef(llvm::StringRef name)> getStorage;
  /// Packs the weights of a call of the runtime's function (tsrt_library_pack):
  /// the name of a variable that will have the image; empty when the call packs
  /// nothing.
  std::function<std::string(llvm::StringRef function,
                            llvm::ArrayRef<int64_t> parameters,
                            llvm::ArrayRef<const void *> inputs)>
      pack;

  explicit operator bool() const { return bool(pack); }
};

/// For a module of kernels on tensors whose algorithms are chosen
/// (ts-choose-algorithms): packs the weights of library calls that are literals
/// of the program, and names the image in `tsrt.image` of the call. Scales of
/// filters may be computed from literals. `packing` outlives the pass.
std::unique_ptr<Pass> createTSPackConstants(const ConstantPacking &packing);

} // namespace mlir::ts

#endif // TORCHSCRIPT_CODEGEN_PACKCONSTANTS_H
