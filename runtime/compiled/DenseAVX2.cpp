//===- DenseAVX2.cpp - Products and depthwise convolutions for AVX2 -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ProductKernels.inc and DepthwiseKernels.inc, compiled for these instructions.
//
//===----------------------------------------------------------------------===//

#define TSRT_WIDTH 8
#define TSRT_ROWS 6
#define TSRT_VECTORS 2
#include "DepthwiseKernels.inc"
#include "ProductKernels.inc"

const tsrt::dense::Kernels tsrt::dense::kAVX2Kernels = {
    kWidth,   kPanel,      packWeights,    splitRows,
    multiply, multiplyRow, convolvePixels, convolvePlanes};
