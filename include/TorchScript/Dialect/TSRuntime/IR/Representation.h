//===- Representation.h - Native representation of types -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a value of a TorchScript type is at run time: its size, and whether it
// holds references to heap objects (docs/architecture.md).
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_REPRESENTATION_H
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_REPRESENTATION_H

#include "mlir/IR/Types.h"
#include "mlir/IR/Value.h"

namespace mlir::tsrt {

/// True when a value of `type` is one pointer to a reference-counted object
/// (null for a `None` of an optional).
bool isHeapPointer(Type type);

/// True when a value of `type` is a `tsrt_value`: Any, Union, number.
bool isBoxedValue(Type type);

/// True when a value of `type` may hold references to heap objects.
bool isRefcounted(Type type);

/// True when a value of `type` is a struct in memory: tuples, boxed values and
/// optionals of anything but heap pointers.
bool isNativeStruct(Type type);

/// Bytes and alignment of a native value in memory.
struct NativeLayout {
  uint64_t size = 0;
  uint64_t align = 1;
};

/// The layout of a value of `type`, by the rules of C.
NativeLayout getNativeLayout(Type type);

/// The layout of a struct whose members have the given types and the offset of
/// each member in `offsets`; the first member begins at `start`.
NativeLayout getStructLayout(TypeRange members, uint64_t start,
                             SmallVectorImpl<uint64_t> &offsets);

/// The size of a `tsrt_value` and of a `tsrt_header`, in bytes.
constexpr uint64_t kValueSize = 24;
constexpr uint64_t kHeaderSize = 16;

} // namespace mlir::tsrt

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_REPRESENTATION_H
