//===- LoopNest.h - Loops of vectors ------------------------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops around the body of a linalg.generic on buffers, of which one steps
// by vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CODEGEN_CPU_LOOPNEST_H
#define TORCHSCRIPT_LIB_CODEGEN_CPU_LOOPNEST_H

#include "Strategy.h"
#include "VectorBody.h"

namespace mlir::ts::loops {

/// Whether the reductions of `op` are a window that is small enough to be
/// unrolled with results in registers.
bool hasWindow(linalg::GenericOp op, const Strategy &strategy);

/// Writes loops in front of `op` that do what it does, parallel loop `dim` by
/// vectors of `lanes` elements, or by elements if that is 1. A small window of
/// reductions is unrolled inside of it, beginning with `start`, or with what
/// the results are where that is null; others run around it.
void buildParallel(RewriterBase &rewriter, linalg::GenericOp op, unsigned dim,
                   int64_t lanes, const Strategy &strategy, Value start = {});

/// Writes loops that combine along reduction `dim` in several vectors, which
/// become one number at the end of each row.
void buildReduction(RewriterBase &rewriter, linalg::GenericOp op, unsigned dim,
                    int64_t lanes, const Strategy &strategy);

/// Writes loops over square blocks of at most `lanes` elements a side, where
/// the loop that moves along memory in the result is not the one that does in
/// an input: blocks of such inputs are transposed in registers. False, and
/// nothing is written, where there is no such input or blocks would leave a
/// rest.
bool buildTransposed(RewriterBase &rewriter, linalg::GenericOp op,
                     int64_t lanes, const Strategy &strategy);

/// How a result is combined with what was found before: the last operation of
/// the body, when order does not matter to it; null otherwise.
Operation *getCombiner(linalg::GenericOp op, OpOperand &output);

} // namespace mlir::ts::loops

#endif // TORCHSCRIPT_LIB_CODEGEN_CPU_LOOPNEST_H
