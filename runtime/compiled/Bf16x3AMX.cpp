//===- Bf16x3AMX.cpp - Products of floats in two halves for AMX -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bf16x3Kernels.inc, compiled for these instructions.
//
//===----------------------------------------------------------------------===//

#include <immintrin.h>

/// All eight tiles have 16 rows of 64 bytes.
static inline __attribute__((always_inline)) void configureTiles() {
  struct {
    unsigned char palette, start, reserved[14];
    unsigned short bytes[16];
    unsigned char rows[16];
  } config = {};
  config.palette = 1;
  for (int i = 0; i < 8; ++i) {
    config.bytes[i] = 64;
    config.rows[i] = 16;
  }
  _tile_loadconfig(&config);
}

#define TSRT_WIDTH 16
#define TSRT_TILES_BEGIN() configureTiles()
#define TSRT_TILES_END() _tile_release()
#define TSRT_TILE_ZERO(t) _tile_zero(t)
#define TSRT_TILE_LOAD(...) TSRT_TILE_LOAD_FROM(__VA_ARGS__)
#define TSRT_TILE_LOAD_FROM(t, p, step) _tile_loadd(t, p, step)
#define TSRT_TILE_STORE(...) TSRT_TILE_STORE_TO(__VA_ARGS__)
#define TSRT_TILE_STORE_TO(t, p, step) _tile_stored(t, p, step)
#define TSRT_TILE_MULTIPLY(sum, x, w) _tile_dpbf16ps(sum, x, w)
#include "Bf16x3Kernels.inc"

const tsrt::dense::Bf16x3Kernels tsrt::dense::kAMXKernels = {
    kBf16x3Panel, kBf16x3Deepest, takesWeights,
    packHalves,   splitTiles,     multiplyHalves};
