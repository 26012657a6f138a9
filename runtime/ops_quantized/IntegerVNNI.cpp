//===- IntegerVNNI.cpp - Products of integers for VNNI --------------------===//
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

#define TSRT_WIDTH 16
#define TSRT_ROWS 12
#define TSRT_KERNEL kVNNIKernel
#include "IntegerKernels.inc"
