//===- Invalid.h - Did a library see NaN? -----------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A maximum of NaN and a number is the number in a library's relu, and NaN in
// PyTorch's. The processor notes it: instructions for maxima and minima raise
// the flag for invalid operations when an operand is NaN. So the library's relu
// runs, and where the flag is up afterwards, the computation runs again without
// it. Flags are a thread's own; all threads of the pool are asked.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_INVALID_H
#define TSRT_COMPILED_INVALID_H

#include "core/Parallel.h"

#include <atomic>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace tsrt {

/// Whether this processor notes operations on NaN.
constexpr bool notesInvalid() {
#if defined(__SSE2__)
  return true;
#else
  return false;
#endif
}

/// Notes whether operations on NaN happen between its making and `seen`, on the
/// calling thread and the pool's.
class InvalidNote {
public:
  InvalidNote() {
    onEachThread([](void *) { exchange(); }, nullptr);
  }

  bool seen() {
    std::atomic<bool> any{false};
    onEachThread(
        [](void *seen) {
          if (exchange())
            *static_cast<std::atomic<bool> *>(seen) = true;
        },
        &any);
    return any;
  }

private:
  /// Takes the flag down; was it up?
  static bool exchange() {
#if defined(__SSE2__)
    unsigned state = _mm_getcsr();
    if (!(state & _MM_EXCEPT_INVALID))
      return false;
    _mm_setcsr(state & ~unsigned(_MM_EXCEPT_INVALID));
#endif
    return true;
  }
};

} // namespace tsrt

#endif // TSRT_COMPILED_INVALID_H
