//===- LiteralEncoder.h - Constant containers as bytes ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables that tsrt_literal (tsrt_literal.h) reads.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_LITERALENCODER_H
#define TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_LITERALENCODER_H

#include "TorchScript/Dialect/TS/IR/TSAttrs.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tsrt {

/// The strings of a module's tables: `tsrt_str` objects, one behind the other.
class StringPool {
public:
  /// The offset of a string, which is never zero.
  uint64_t add(StringRef text);
  bool empty() const { return offsets.empty(); }
  StringRef getBytes() const { return bytes; }

private:
  std::string bytes;
  llvm::StringMap<uint64_t> offsets;
};

/// Writes the table of one literal.
class LiteralEncoder {
public:
  /// `memberOf` gives the position of a member in its enum, -1 for none;
  /// `deviceOf` a device's number, -1 for one of unknown kind.
  LiteralEncoder(StringPool &strings,
                 function_ref<int64_t(ts::MemberAttr)> memberOf,
                 function_ref<int64_t(ts::DeviceAttr)> deviceOf)
      : strings(strings), memberOf(memberOf), deviceOf(deviceOf) {}

  /// Encodes a list or dict; false when a part of it cannot be a constant.
  bool encode(Attribute container);

  std::string bytes;
  /// The dynamic types that values of type Any and such have; the table names
  /// them by their position, from 1 on.
  llvm::MapVector<Type, uint64_t> types;

private:
  /// A container or boxed tuple whose place is known, but not its contents.
  struct Pending {
    Attribute value;
    uint64_t reference; ///< where its place is written
  };

  bool encodeContents(Attribute container);
  /// Writes the native form of `value`, seen as `type`, at a place.
  bool write(Attribute value, Type type, uint64_t place);
  bool writeBoxed(Attribute value, uint64_t place);
  bool writeAll(ArrayAttr values, Type type);
  void writeWord(uint64_t word, uint64_t place);
  uint64_t reserve(uint64_t size, uint64_t align);

  StringPool &strings;
  function_ref<int64_t(ts::MemberAttr)> memberOf;
  function_ref<int64_t(ts::DeviceAttr)> deviceOf;
  std::vector<Pending> pending;
};

} // namespace mlir::tsrt

#endif // TORCHSCRIPT_LIB_CONVERSION_TSRUNTIMETOLLVM_LITERALENCODER_H
