//===- Damage.h - Messages with random damage -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_UNITTESTS_RUNTIME_DAMAGE_H
#define TORCHSCRIPT_UNITTESTS_RUNTIME_DAMAGE_H

#include <random>
#include <string>

namespace tsrt::test {

/// The bytes with one to four of them changed, put in, or up to eight taken
/// out; never empty.
inline std::string damage(std::string bytes, std::mt19937_64 &random) {
  for (size_t changes = 1 + random() % 4; changes; --changes) {
    size_t place = random() % bytes.size();
    switch (random() % 4) {
    case 0:
      bytes[place] = char(random());
      break;
    case 1:
      bytes[place] ^= char(1 << random() % 8);
      break;
    case 2:
      bytes.insert(place, 1, char(random()));
      break;
    default:
      bytes.erase(place, 1 + random() % 8);
      break;
    }
    if (bytes.empty())
      bytes = "x";
  }
  return bytes;
}

} // namespace tsrt::test

#endif // TORCHSCRIPT_UNITTESTS_RUNTIME_DAMAGE_H
