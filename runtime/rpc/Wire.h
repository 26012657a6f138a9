//===- Wire.h - Messages between workers ---------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes in pieces, and what writes and reads numbers and strings in them. All
// numbers are little-endian. See docs/rpc.md for the format.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_WIRE_H
#define TSRT_RPC_WIRE_H

#include "tsrt.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tsrt::rpc {

/// The version of the format; workers of different versions refuse each other.
constexpr uint16_t kWireVersion = 1;

/// Bytes of a message, and who keeps their memory.
struct Piece {
  const char *data = nullptr;
  size_t size = 0;
  std::shared_ptr<const void> owner;
  /// Nobody else has the bytes: who takes the owner may write them.
  bool isPrivate = false;
};

/// The bytes of a message in order.
class Message {
public:
  /// Adds bytes that the message keeps.
  void append(std::string bytes) {
    if (bytes.empty())
      return;
    auto kept = std::make_shared<const std::string>(std::move(bytes));
    append(Piece{kept->data(), kept->size(), kept});
  }
  /// Adds bytes that `piece.owner` keeps.
  void append(Piece piece) {
    total += piece.size;
    parts.push_back(std::move(piece));
  }
  size_t size() const { return total; }
  const std::vector<Piece> &pieces() const { return parts; }
  /// Copies `size` bytes from `offset`; false when they are not there.
  TSRT_API bool copy(size_t offset, size_t size, void *to) const;
  /// The piece in which `size` bytes from `offset` are, which becomes the
  /// offset in it; null when they are in several, or not there.
  TSRT_API const Piece *find(size_t &offset, size_t size) const;

private:
  std::vector<Piece> parts;
  size_t total = 0;
};

/// Appends to a string of bytes.
class Writer {
public:
  template <class T>
  void number(T value) {
    static_assert(std::is_arithmetic_v<T>);
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  void byte(uint8_t value) { bytes.push_back(char(value)); }
  void raw(const void *data, size_t size) {
    bytes.append(static_cast<const char *>(data), size);
  }
  /// The size as four bytes, then the text.
  void text(std::string_view value) {
    number(uint32_t(value.size()));
    bytes.append(value);
  }

  std::string bytes;
};

/// Reads bytes from the front. After an attempt to read what is not there every
/// read gives zeros, and `failed` stays set.
class Reader {
public:
  explicit Reader(std::string_view bytes) : rest(bytes) {}

  template <class T>
  T number() {
    T value{};
    if (std::string_view from = raw(sizeof(T)); !failed)
      std::memcpy(&value, from.data(), sizeof(T));
    return value;
  }
  uint8_t byte() { return number<uint8_t>(); }
  /// The next `size` bytes, in place; empty when there are fewer.
  std::string_view raw(size_t size) {
    if (failed || size > rest.size()) {
      failed = true;
      return {};
    }
    std::string_view result = rest.substr(0, size);
    rest.remove_prefix(size);
    return result;
  }
  std::string_view text() { return raw(number<uint32_t>()); }
  size_t left() const { return rest.size(); }

  bool failed = false;

private:
  std::string_view rest;
};

/// What a message asks for or answers.
enum class Kind : uint16_t {
  // Answers.
  Value = 1, ///< the result of a call
  Error = 2, ///< the text of its error
  Done = 3,  ///< nothing but that it is done
  // Requests.
  Call = 16,   ///< run a function, send its result
  Create = 17, ///< run a function, keep its result
  Fetch = 18,  ///< send what a reference refers to
  Fork = 19,   ///< count another user of a reference
  Delete = 20, ///< a user is gone
  Accept = 21, ///< a user that was handed on is counted
  Join = 32,   ///< become a member of the group
  Group = 33,  ///< send the members
  Finish = 34, ///< answer when all members have no more work
  Status = 35, ///< send the counters
  Ping = 36,   ///< answer
};

/// The bytes before everything else: a mark, the version, the kind and the size
/// of what the head says. The bytes of tensors stand behind the head.
constexpr size_t kPrefixSize = 16;
constexpr uint32_t kMark = 0x50525354; // "TSRP"
inline std::string makePrefix(Kind kind, size_t headSize) {
  Writer writer;
  writer.number(kMark);
  writer.number(kWireVersion);
  writer.number(uint16_t(kind));
  writer.number(uint64_t(headSize));
  return std::move(writer.bytes);
}

/// A message whose prefix has been read.
struct Opened {
  Kind kind = Kind::Error;
  std::string head;
  /// Where the bytes of tensors begin.
  size_t payload = 0;
};
/// Where the bytes of tensors begin in a message whose first bytes these are; 0
/// when they do not say.
TSRT_API size_t payloadOffset(std::string_view begin);
/// Reads prefix and head; the text says what is wrong with them, or nothing.
TSRT_API std::string open(const Message &message, Opened &opened);

/// A message without tensors.
inline Message makeMessage(Kind kind, std::string head) {
  Message message;
  std::string bytes = makePrefix(kind, head.size());
  message.append(bytes + head);
  return message;
}
/// A message that says what is wrong.
TSRT_API Message errorMessage(std::string_view text);

} // namespace tsrt::rpc

#endif // TSRT_RPC_WIRE_H
