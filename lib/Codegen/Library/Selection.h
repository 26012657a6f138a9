//===- Selection.h - What libraries compute ---------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the patterns that choose library calls share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CODEGEN_LIBRARY_SELECTION_H
#define TORCHSCRIPT_LIB_CODEGEN_LIBRARY_SELECTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace mlir::ts::library {

/// The type of a value that is a ranked tensor.
inline RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Is the value a tensor of f32?
bool isF32(Value value);

/// Are the value's elements the same in every call: a kernel argument that is
/// marked so, or computed from nothing but such?
bool isConstant(Value value);

/// What an accumulator starts from: zeros, or a vector that is broadcast along
/// all dimensions but one.
struct Start {
  bool isZero = false;
  Value bias;
};
/// What `init` holds before a convolution or product adds to it, `dim` being
/// the dimension of its bias; nothing when it is anything else.
std::optional<Start> getStart(Value init, int64_t dim);

/// Is the operation elementwise on operands and a result of one shape?
bool isElementwise(linalg::GenericOp op);

/// Is the generic operation relu, x < 0 ? 0 : x, of its only input?
bool isRelu(linalg::GenericOp op);

/// From one pixel of a picture [N,H,W,C] to the next, in elements, where pixels
/// alone have gaps, all of the same known size; nothing for other buffers.
std::optional<int64_t> getPixelStep(MemRefType type);

/// Convolutions with their padding, bias and epilogues become
/// tsrt.convolution.
void populateConvolutionPatterns(RewritePatternSet &patterns);

/// Scales, shifts, residual sums and activations behind a tsrt.convolution
/// become part of it.
void populateEpiloguePatterns(RewritePatternSet &patterns);

/// Matrix products become library calls.
void populateProductPatterns(RewritePatternSet &patterns);

} // namespace mlir::ts::library

#endif // TORCHSCRIPT_LIB_CODEGEN_LIBRARY_SELECTION_H
