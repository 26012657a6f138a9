//===- Wire.cpp - Messages between workers --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rpc/Wire.h"

#include <algorithm>

using namespace tsrt::rpc;

/// What a message may say besides the bytes of its tensors.
static constexpr uint64_t kMaxHead = uint64_t(1) << 31;

bool Message::copy(size_t offset, size_t size, void *to) const {
  if (offset > total || size > total - offset)
    return false;
  auto *out = static_cast<char *>(to);
  for (const Piece &piece : parts) {
    if (size == 0)
      break;
    if (offset >= piece.size) {
      offset -= piece.size;
      continue;
    }
    size_t count = std::min(size, piece.size - offset);
    std::memcpy(out, piece.data + offset, count);
    out += count;
    size -= count;
    offset = 0;
  }
  return true;
}

const Piece *Message::find(size_t &offset, size_t size) const {
  for (const Piece &piece : parts) {
    if (offset < piece.size)
      return size <= piece.size - offset ? &piece : nullptr;
    offset -= piece.size;
  }
  return nullptr;
}

size_t tsrt::rpc::payloadOffset(std::string_view begin) {
  Reader reader(begin);
  reader.number<uint64_t>();
  auto size = reader.number<uint64_t>();
  return reader.failed || size > kMaxHead ? 0 : kPrefixSize + size_t(size);
}

Message tsrt::rpc::errorMessage(std::string_view text) {
  Writer writer;
  writer.text(text);
  return makeMessage(Kind::Error, std::move(writer.bytes));
}

std::string tsrt::rpc::open(const Message &message, Opened &opened) {
  char prefix[kPrefixSize];
  if (!message.copy(0, kPrefixSize, prefix))
    return "a message of " + std::to_string(message.size()) +
           " bytes is shorter than its prefix";
  Reader reader({prefix, kPrefixSize});
  if (reader.number<uint32_t>() != kMark)
    return "a message does not begin with the mark of this format";
  auto version = reader.number<uint16_t>();
  if (version != kWireVersion)
    return "a message has version " + std::to_string(version) +
           " of the format, expected " + std::to_string(kWireVersion);
  opened.kind = Kind(reader.number<uint16_t>());
  auto size = reader.number<uint64_t>();
  if (size > kMaxHead || size > message.size() - kPrefixSize)
    return "a message ends before its head, which has " + std::to_string(size) +
           " bytes";
  opened.head.resize(size_t(size));
  message.copy(kPrefixSize, size_t(size), opened.head.data());
  opened.payload = kPrefixSize + size_t(size);
  return "";
}
