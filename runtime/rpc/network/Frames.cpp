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
static constexpr size_t kPart = 1024 << 10, kBatch = 1024 << 10;
/// Bytes that are copied rather than referred to.
static constexpr size_t kSmall = 2048;
static constexpr size_t kHeader = 16;
/// A message of more bytes says how many MiB it has.
static constexpr size_t kLong = 1 << 20, kMiB = 1 << 20;
/// Tensors begin at multiples of it.
static constexpr size_t kAlignment = 64;
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
    bool isFirst = out.left == out.message.size();
    size_t announced = isFirst && out.left > kLong
                           ? std::min<size_t>((out.left - 1) / kMiB + 1, 65535)
                           : 0;
    header.number(uint16_t(announced));
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
  /// The first of the next bytes, as far as they are in one slice.
  std::string_view peek() const {
    if (!left)
      return {};
    const grpc::Slice &slice = slices[index];
    return std::string_view(reinterpret_cast<const char *>(slice.begin()),
                            slice.size())
        .substr(offset);
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

std::string Inbox::reserve(Unfinished &unfinished, size_t size,
                           std::string_view begin) {
  // Memory that is not written is none yet, but addresses are bounded, too.
  if (size > maxBytes - std::min(maxBytes, bytes))
    return "the unfinished messages have more than " +
           std::to_string(maxBytes) + " bytes";
  void *memory = nullptr;
  try {
    memory = tsrt_alloc(size + kAlignment);
  } catch (const std::bad_alloc &) {
    return "there is no memory for a message of " + std::to_string(size) +
           " bytes";
  }
  unfinished.memory.reset(memory, tsrt_free);
  unfinished.begin = static_cast<char *>(memory) +
                     (kAlignment - payloadOffset(begin) % kAlignment);
  unfinished.reserved = size;
  bytes += size;
  return "";
}

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
    size_t announced = std::min(reader.number<uint16_t>() * kMiB, maxMessage);
    if (size > cursor.left || frame < Frame::Request || frame > Frame::Cancel)
      return "a frame is damaged";
    auto key = std::make_pair(number, frame);
    auto found = parts.find(key);
    if (found == parts.end()) {
      if (parts.size() >= kMaxUnfinished)
        return "too many messages are unfinished";
      found = parts.emplace(key, Unfinished()).first;
      if (announced && !isLast)
        if (std::string problem =
                reserve(found->second, announced, cursor.peek());
            !problem.empty())
          return problem;
    }
    Unfinished &unfinished = found->second;
    size_t limit = unfinished.memory ? unfinished.reserved : maxMessage;
    size_t room =
        unfinished.memory ? limit : maxBytes - std::min(maxBytes, bytes);
    size_t there =
        unfinished.memory ? unfinished.size : unfinished.message.size();
    if (size > limit - std::min(limit, there) || size > room)
      return "a message is larger than " + std::to_string(limit) +
             " bytes, or those that are unfinished are";
    if (unfinished.memory) {
      cursor.copy(size, unfinished.begin + unfinished.size);
      unfinished.size += size;
    } else {
      cursor.take(size, unfinished.message);
      bytes += size;
    }
    if (!isLast)
      continue;
    Unfinished done = std::move(unfinished);
    parts.erase(found);
    bytes -= done.memory ? done.reserved : done.message.size();
    if (done.memory)
      done.message.append(
          Piece{done.begin, done.size, std::move(done.memory), true});
    deliver(number, frame, std::move(done.message));
  }
  return "";
}
