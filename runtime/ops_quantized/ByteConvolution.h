//===- ByteConvolution.h - Convolutions of bytes ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions of images whose channels lie last, without widening them.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_QUANTIZED_BYTECONVOLUTION_H
#define TSRT_OPS_QUANTIZED_BYTECONVOLUTION_H

#include "ops_quantized/ConvolutionGeometry.h"
#include "ops_quantized/Packed.h"

namespace tsrt::bytes {

/// The weights of a layer of images in the order of the processor's kernel;
/// none where it has none, and for layers with groups, transposed ones and
/// weights that are no signed bytes.
BytePanels packPanels(const ConvParams &params);

/// The same of a linear layer.
BytePanels packPanels(const PackedRows &rows);

/// The bytes of a linear layer's results, for unsigned bytes in rows of
/// `columns` with packed panels. False, and nothing is written, for others.
bool multiply(const BytePanels &panels, const Tensor &x, int64_t columns,
              const Requantization &by, uint8_t *out);

/// The same as floats: sums times the factor of their column plus its bias.
bool multiply(const BytePanels &panels, const Tensor &x, int64_t columns,
              const std::vector<float> &factors, const std::vector<float> &bias,
              float *out);

/// The bytes of a layer's results, channels last: for unsigned bytes with
/// packed panels, and for any bytes where each channel of the result depends on
/// one of the image. Undefined for other layers.
Tensor convolve(const ConvParams &params, const ConvolutionGeometry &geometry,
                const Tensor &x, const Dims &sizes, const Requantization &by);

} // namespace tsrt::bytes

#endif // TSRT_OPS_QUANTIZED_BYTECONVOLUTION_H
