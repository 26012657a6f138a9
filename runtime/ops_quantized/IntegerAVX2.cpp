//===- IntegerAVX2.cpp - Products of integers for AVX2 --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IntegerKernels.inc, compiled for these instructions.
//
//===----------------------------------------------------------------------===//

#define TSRT_WIDTH 8
#define TSRT_ROWS 6
#define TSRT_KERNEL kAVX2Kernel
#include "IntegerKernels.inc"
