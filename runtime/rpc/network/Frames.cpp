//===- Frames.cpp - Messages in parts -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frames.h"

#include <algorithm>

using namespace tsrt::rpc;

/// The largest part, and what is put into one message of the stream.
static constexpr size_t kPart = 512 << 10, kBatch = 512 << 10;
/// Bytes that are copied rather than referred to.
static constexpr size_t kSmall = 2048;
static constexpr size_t kHeader = 16;
/// How many messages of a peer may be unfinished.
static constexpr size_t kMaxUnfinished = 4096;

void Outbox::add(uint64_t number, Frame frame, Message message) {
  size_t size = message.size();
  bytes += size;
  waiting.push_back({number, frame, std::move(message), size});
}

bool Outbox::drop(uint64_t number) {
  for (auto out = waiting.begin(); out != waiting.end(); ++out)
    if (out->number == number && out->frame == Frame::Request &&
        out->left == out->message.size()) {
      bytes -= out->left;
      waiting.erase(out);
      return true;
    }
  return false;
}

void Outbox::take(Out &out, size_t size, std::string &small,
                  std::vector<grpc::Slice> &slices) {
  while (size) {
    const Piece &piece = out.message.pieces()[out.piece];
    size_t count = std::min(size, piece.size - out.offset);
    const char *data = piece.data + out.offset;
    if (count <= kSmall) {
      small.append(data, count);
    } else {
      if (!small.empty())
        slices.emplace_back(small);
      small.clear();
      auto *owner = new std::shared_ptr<const void>(piece.owner);
      slices.emplace_back(
          const_cast<char *>(data), count,
          [](void *kept) {
            delete static_cast<std::shared_ptr<const void> *>(kept);
          },
          owner);
    }
    size -= count;
    out.left -= count;
    out.offset += count;
    if (out.offset == piece.size) {
      ++out.piece;
      out.offset = 0;
    }
  }
}

grpc::ByteBuffer Outbox::next() {
  std::vector<grpc::Slice> slices;
  std::string small;
  size_t total = 0;
  while (!waiting.empty() && total < kBatch) {
    Out out = std::move(waiting.front());
    waiting.pop_front();
    size_t size = std::min(out.left, kPart);
    Writer header;
    header.number(out.number);
    header.number(uint32_t(size));
    header.byte(uint8_t(out.frame));
    header.byte(size == out.left);
    header.number(uint16_t(0));
    small += header.bytes;
    take(out, size, small, slices);
    bytes -= size;
    total += size + kHeader;
    if (out.left)
      waiting.push_back(std::move(out));
  }
  if (!small.empty())
    slices.emplace_back(small);
  return grpc::ByteBuffer(slices.data(), slices.size());
}

namespace {

/// Reads slices from front to back.
class Cursor {
public:
  explicit Cursor(std::vector<grpc::Slice> slices) : slices(std::move(slices)) {
    for (const grpc::Slice &slice : this->slices)
      left += slice.size();
  }
  /// The next bytes as pieces that keep their slices; there are as many.
  void take(size_t size, Message &message) {
    left -= size;
    while (size) {
      const grpc::Slice &slice = slices[index];
      size_t count = std::min(size, slice.size() - offset);
      if (count) {
        auto kept = std::make_shared<const grpc::Slice>(slice);
        message.append(
            Piece{reinterpret_cast<const char *>(slice.begin()) + offset, count,
                  kept});
      }
      advance(count);
      size -= count;
    }
  }
  void copy(size_t size, char *to) {
    left -= size;
    while (size) {
      const grpc::Slice &slice = slices[index];
      size_t count = std::min(size, slice.size() - offset);
      if (count)
        std::memcpy(to, slice.begin() + offset, count);
      to += count;
      advance(count);
      size -= count;
    }
  }

  size_t left = 0;

private:
  void advance(size_t count) {
    offset += count;
    if (offset == slices[index].size()) {
      ++index;
      offset = 0;
    }
  }

  std::vector<grpc::Slice> slices;
  size_t index = 0, offset = 0;
};

} // namespace

std::string Inbox::read(const grpc::ByteBuffer &buffer,
                        const Deliver &deliver) {
  std::vector<grpc::Slice> slices;
  if (!buffer.Dump(&slices).ok())
    return "a message cannot be read";
  Cursor cursor(std::move(slices));
  while (cursor.left) {
    if (cursor.left < kHeader)
      return "a frame is shorter than its header";
    char header[kHeader];
    cursor.copy(kHeader, header);
    Reader reader({header, kHeader});
    auto number = reader.number<uint64_t>();
    auto size = reader.number<uint32_t>();
    auto frame = Frame(reader.byte());
    bool isLast = reader.byte() != 0;
    if (size > cursor.left || frame < Frame::Request || frame > Frame::Cancel)
      return "a frame is damaged";
    auto key = std::make_pair(number, frame);
    auto found = parts.find(key);
    if (found == parts.end()) {
      if (parts.size() >= kMaxUnfinished)
        return "too many messages are unfinished";
      found = parts.emplace(key, Message()).first;
    }
    if (size > maxMessage - std::min(maxMessage, found->second.size()) ||
        size > maxBytes - std::min(maxBytes, bytes))
      return "a message is larger than " + std::to_string(maxMessage) +
             " bytes, or those that are unfinished are";
    cursor.take(size, found->second);
    bytes += size;
    if (!isLast)
      continue;
    Message message = std::move(found->second);
    parts.erase(found);
    bytes -= message.size();
    deliver(number, frame, std::move(message));
  }
  return "";
}
