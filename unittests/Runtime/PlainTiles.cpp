//===- PlainTiles.cpp - Products of halves on tiles in memory -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of products of floats in two halves, for tiles that are arrays:
// they run where the processor has none, too. AVX2 is what they need.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstring>

namespace {
/// Tiles as the processor has them.
char tiles[8][16][64];

void zeroTile(int tile) { std::memset(tiles[tile], 0, sizeof tiles[tile]); }
void loadTile(int tile, const void *from, size_t step) {
  for (size_t row = 0; row < 16; ++row)
    std::memcpy(tiles[tile][row], static_cast<const char *>(from) + row * step,
                64);
}
void storeTile(int tile, void *to, size_t step) {
  for (size_t row = 0; row < 16; ++row)
    std::memcpy(static_cast<char *>(to) + row * step, tiles[tile][row], 64);
}

/// The first or second half of the pair `at` of a row.
float getHalf(int tile, int row, int at) {
  uint16_t half;
  std::memcpy(&half, &tiles[tile][row][at * 2], sizeof half);
  uint32_t bits = uint32_t(half) << 16;
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// As the instruction does it: the first and the second of all pairs are summed
/// up each for itself.
void multiplyTiles(int sums, int x, int w) {
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 16; ++column) {
      float both[2] = {}, sum;
      for (int pair = 0; pair < 16; ++pair)
        for (int i = 0; i < 2; ++i)
          both[i] +=
              getHalf(x, row, pair * 2 + i) * getHalf(w, pair, column * 2 + i);
      char *at = &tiles[sums][row][column * 4];
      std::memcpy(&sum, at, sizeof sum);
      sum += both[0] + both[1];
      std::memcpy(at, &sum, sizeof sum);
    }
}
} // namespace

#define TSRT_WIDTH 8
#define TSRT_TILES_BEGIN()
#define TSRT_TILES_END()
#define TSRT_TILE_ZERO(t) zeroTile(t)
#define TSRT_TILE_LOAD(...) loadTile(__VA_ARGS__)
#define TSRT_TILE_STORE(...) storeTile(__VA_ARGS__)
#define TSRT_TILE_MULTIPLY(sum, x, w) multiplyTiles(sum, x, w)
#include "compiled/Bf16x3Kernels.inc"

/// Bf16x3Test.cpp uses them.
extern const tsrt::dense::Bf16x3Kernels kPlainTiles;
const tsrt::dense::Bf16x3Kernels kPlainTiles = {kBf16x3Panel, kBf16x3Deepest,
                                                takesWeights, packHalves,
                                                splitTiles,   multiplyHalves};
