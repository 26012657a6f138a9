//===- WinogradAVX2.cpp - Winograd's convolution for AVX2 ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// WinogradKernels.inc, compiled for these instructions.
//
//===----------------------------------------------------------------------===//

#define TSRT_WIDTH 8
#define TSRT_ROWS 6
#define TSRT_VECTORS 2
#define TSRT_KERNELS kAVX2Kernels
#include "WinogradKernels.inc"
