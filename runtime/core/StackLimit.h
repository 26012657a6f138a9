//===- StackLimit.h - How deep calls may nest -------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TorchScript functions cannot call themselves, but methods of interfaces and
// tasks can nest without bound: they ask here before they go deeper.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_STACKLIMIT_H
#define TSRT_CORE_STACKLIMIT_H

#include "tsrt.h"

namespace tsrt {

/// True when the calling thread's stack is nearly used up.
bool isStackLow();
/// The error of a call that would nest too deeply.
tsrt_error *stackError();

} // namespace tsrt

#endif // TSRT_CORE_STACKLIMIT_H
