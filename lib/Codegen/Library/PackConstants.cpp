//===- PackConstants.cpp - Weights packed by the compiler -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the elements of constant operands and has them packed.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/PackConstants.h"

#include "Calls.h"
#include "ConstantElements.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::library;

namespace {
class PackConstants
    : public PassWrapper<PackConstants, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PackConstants)

  explicit PackConstants(const ConstantPacking &packing) : packing(packing) {}

  StringRef getName() const override { return "TSPackConstants"; }

  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<func::FuncOp>()) {
      ConstantElements elements(packing);
      kernel.walk([&](Operation *op) {
        if (auto convolution = dyn_cast<tsrt::ConvolutionOp>(op)) {
          if (convolution.getConstant())
            pack(describe(convolution), elements);
        } else if (auto call = dyn_cast<tsrt::LibraryCallOp>(op)) {
          if (!call->hasAttr(tsrt::kParallelAttr))
            pack(describe(call), elements);
        }
      });
    }
  }

private:
  void pack(const Call &call, ConstantElements &elements);

  const ConstantPacking &packing;
};
} // namespace

/// The inputs of a call that it reads before it runs: weights and the scale of
/// filters. Whether there is a bias matters, too, but not which.
void PackConstants::pack(const Call &call, ConstantElements &elements) {
  if (!call.sizes.empty() || call.inputs.size() < 2)
    return;
  std::vector<float> zeros;
  SmallVector<const void *> inputs(call.inputs.size(), nullptr);
  bool isConvolution = isa<tsrt::ConvolutionOp>(call.op);
  for (auto [i, input] : llvm::enumerate(call.inputs)) {
    if (i == 0 || !input)
      continue;
    if (i == 1 || (isConvolution && i == 2)) {
      std::optional<ArrayRef<float>> found = elements.get(input);
      if (!found)
        return;
      inputs[i] = found->data();
      continue;
    }
    auto type = dyn_cast<RankedTensorType>(input.getType());
    if (!type || !type.hasStaticShape())
      return;
    zeros.resize(std::max(zeros.size(), size_t(type.getNumElements())));
  }
  for (auto [pointer, input] : llvm::zip_equal(inputs, call.inputs))
    if (input && !pointer && input != call.inputs[0])
      pointer = zeros.data();
  std::string image = packing.pack(call.function, call.parameters, inputs);
  if (!image.empty())
    call.op->setAttr(kImageAttr, StringAttr::get(&getContext(), image));
}

std::unique_ptr<Pass>
ts::createTSPackConstants(const ConstantPacking &packing) {
  return std::make_unique<PackConstants>(packing);
}
