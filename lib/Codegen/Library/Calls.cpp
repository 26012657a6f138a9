//===- Calls.cpp - Library calls as C functions see them ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The orders of parameters are those of tsrt_kernel.h.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

#include "Selection.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::library;

/// The parameters of tsrt_onednn_convolution.
Call library::describe(tsrt::ConvolutionOp op) {
  bool last = op.getChannelsLast();
  Call call{op, "tsrt_onednn_convolution", {}, {}, {}, op.getInit()};
  auto add = [&](Value buffer, int64_t dim) {
    int64_t size = cast<ShapedType>(buffer.getType()).getDimSize(dim);
    if (ShapedType::isDynamic(size))
      call.sizes.emplace_back(call.parameters.size(), buffer, dim);
    call.parameters.push_back(size);
  };
  for (int64_t dim : {0, last ? 3 : 1, last ? 1 : 2, last ? 2 : 3})
    add(op.getInput(), dim);
  for (int64_t dim : {0, 2, 3})
    add(op.getWeights(), dim);
  for (ArrayRef<int64_t> list :
       {op.getStrides(), op.getDilations(), op.getLow(), op.getHigh()})
    llvm::append_range(call.parameters, list);
  int64_t activation =
      llvm::StringSwitch<int64_t>(op.getActivation().value_or(""))
          .Case("relu", 1)
          .Case("clamp", 2)
          .Case("hardswish", 3)
          .Case("silu", 4)
          .Default(0);
  for (int64_t number : {int64_t(op.getGroups()), int64_t(last),
                         int64_t(op.getConstant()) + int64_t(op.getBf16x3()),
                         int64_t(op.getAccumulate()), activation})
    call.parameters.push_back(number);
  for (unsigned i = 0; i < 2; ++i) {
    float bound = op.getBounds() ? float((*op.getBounds())[i]) : 0.0f;
    call.parameters.push_back(int64_t(llvm::bit_cast<int32_t>(bound)));
  }
  call.parameters.push_back(int64_t(op.getWinograd().value_or(0)));
  auto output = dyn_cast<MemRefType>(op.getInit().getType());
  bool hasGaps = output && !output.getLayout().isIdentity();
  call.parameters.push_back(hasGaps ? getPixelStep(output).value_or(0) : 0);
  call.inputs = {op.getInput(), op.getWeights(), op.getScale(), op.getBias()};
  return call;
}

Call library::describe(tsrt::LibraryCallOp op) {
  Call call{op,
            op.getFunction(),
            SmallVector<int64_t>(op.getParameters()),
            {},
            SmallVector<Value>(op.getInputs()),
            op.getInit()};
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>(tsrt::kSizeParametersAttr);
  ArrayRef<int64_t> rest = sizes ? sizes.asArrayRef() : ArrayRef<int64_t>();
  for (; !rest.empty(); rest = rest.drop_front(3))
    call.sizes.emplace_back(rest[0], op.getInputs()[rest[1]], rest[2]);
  return call;
}
