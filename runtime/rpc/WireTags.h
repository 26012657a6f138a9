//===- WireTags.h - What values begin with -------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_WIRETAGS_H
#define TSRT_RPC_WIRETAGS_H

#include "tsrt.h"

namespace tsrt::rpc {

/// The first byte of a value. The numbers are part of the format.
enum Tag : uint8_t {
  TagNone = 0,
  TagFalse = 1,
  TagTrue = 2,
  TagInt = 3,
  TagFloat = 4,
  TagComplex = 5,
  TagStr = 6,
  TagDevice = 7,
  TagTensor = 8,
  TagList = 9,
  TagDict = 10,
  TagTuple = 11,
  TagReference = 12,
  TagSame = 13, ///< an object that came before
  TagKept = 14, ///< a reference within this process
};

/// Elements whose native form is what is sent.
inline bool isPlain(int32_t kind) {
  return kind == TSRT_INT || kind == TSRT_FLOAT || kind == TSRT_COMPLEX ||
         kind == TSRT_BOOL;
}

} // namespace tsrt::rpc

#endif // TSRT_RPC_WIRETAGS_H
