//===- GrpcFrames.cpp - Frames as gRPC has them ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GrpcFrames.h"

#include <algorithm>

using namespace tsrt::rpc;

/// Bytes that are copied rather than referred to.
static constexpr size_t kSmall = 2048;

grpc::ByteBuffer tsrt::rpc::toBuffer(const Message &frames) {
  std::vector<grpc::Slice> slices;
  for (const Piece &piece : frames.pieces()) {
    if (piece.size <= kSmall) {
      slices.emplace_back(piece.data, piece.size);
      continue;
    }
    auto *owner = new std::shared_ptr<const void>(piece.owner);
    slices.emplace_back(
        const_cast<char *>(piece.data), piece.size,
        [](void *kept) {
          delete static_cast<std::shared_ptr<const void> *>(kept);
        },
        owner);
  }
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
  void take(size_t size, Inbox &inbox) {
    left -= size;
    while (size) {
      const grpc::Slice &slice = slices[index];
      size_t count = std::min(size, slice.size() - offset);
      if (count) {
        auto kept = std::make_shared<const grpc::Slice>(slice);
        inbox.append(
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

std::string tsrt::rpc::readFrames(const grpc::ByteBuffer &buffer, Inbox &inbox,
                                  const Inbox::Deliver &deliver) {
  std::vector<grpc::Slice> slices;
  if (!buffer.Dump(&slices).ok())
    return "a message cannot be read";
  Cursor cursor(std::move(slices));
  while (cursor.left) {
    if (cursor.left < FrameHeader::kSize)
      return "a frame is shorter than its header";
    char bytes[FrameHeader::kSize];
    cursor.copy(FrameHeader::kSize, bytes);
    FrameHeader header = FrameHeader::read(bytes);
    if (header.size > cursor.left)
      return "a frame is damaged";
    if (std::string problem = inbox.begin(header, cursor.peek());
        !problem.empty())
      return problem;
    if (char *room = inbox.room())
      cursor.copy(header.size, room);
    else
      cursor.take(header.size, inbox);
    inbox.end(deliver);
  }
  return "";
}
