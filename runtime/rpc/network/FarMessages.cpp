//===- FarMessages.cpp - Messages read from another process ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FarMessages.h"

#include <algorithm>
#include <array>
#include <new>
#include <sys/random.h>
#include <sys/uio.h>

using namespace tsrt::rpc;

/// Pieces of fewer bytes are part of the description.
static constexpr size_t kNear = 16 << 10;
/// What a description may have.
static constexpr size_t kMaxDescription = 1 << 20;
/// Tensors begin at multiples of it.
static constexpr size_t kAlignment = 64;

using Proof = std::array<char, 16>;

Message tsrt::rpc::makeProof() {
  static const Proof proof = [] {
    Proof bytes{};
    if (getrandom(bytes.data(), bytes.size(), 0) < 0)
      bytes.fill(0);
    return bytes;
  }();
  Writer writer;
  writer.number(uint64_t(reinterpret_cast<uintptr_t>(proof.data())));
  writer.raw(proof.data(), proof.size());
  Message message;
  message.append(std::move(writer.bytes));
  return message;
}

/// Copies bytes of another process; false when they cannot be read.
static bool readFrom(pid_t process, uint64_t address, size_t size, char *to) {
  while (size) {
    iovec here{to, size};
    iovec there{reinterpret_cast<void *>(uintptr_t(address)), size};
    ssize_t count = process_vm_readv(process, &here, 1, &there, 1, 0);
    if (count <= 0)
      return false;
    to += count;
    address += uint64_t(count);
    size -= size_t(count);
  }
  return true;
}

bool tsrt::rpc::checkProof(pid_t process, const Message &proof) {
  uint64_t address = 0;
  Proof said{}, found{};
  return process > 0 && proof.size() == sizeof(address) + said.size() &&
         proof.copy(0, sizeof(address), &address) &&
         proof.copy(sizeof(address), said.size(), said.data()) &&
         readFrom(process, address, found.size(), found.data()) &&
         said == found;
}

Message tsrt::rpc::describeFar(const Message &message, Frame frame) {
  Writer writer;
  writer.byte(uint8_t(frame));
  for (const Piece &piece : message.pieces()) {
    bool isFar = piece.size > kNear;
    writer.byte(isFar);
    writer.number(uint64_t(piece.size));
    if (isFar)
      writer.number(uint64_t(reinterpret_cast<uintptr_t>(piece.data)));
    else
      writer.raw(piece.data, piece.size);
  }
  Message result;
  result.append(std::move(writer.bytes));
  return result;
}

namespace {

/// A piece that a description names.
struct Described {
  std::string_view near;
  uint64_t address = 0;
  size_t size = 0;
};

} // namespace

/// Reads a description; false when it is none, or of more than `limit` bytes.
static bool readDescription(const std::string &bytes, size_t limit,
                            Frame &frame, std::vector<Described> &pieces,
                            size_t &total) {
  Reader reader(bytes);
  frame = Frame(reader.byte());
  total = 0;
  while (reader.left() && !reader.failed) {
    Described piece;
    bool isFar = reader.byte() != 0;
    piece.size = size_t(reader.number<uint64_t>());
    if (piece.size > limit - total)
      return false;
    if (isFar)
      piece.address = reader.number<uint64_t>();
    else
      piece.near = reader.raw(piece.size);
    total += piece.size;
    pieces.push_back(piece);
  }
  return !reader.failed && (frame == Frame::Request || frame == Frame::Answer);
}

std::string tsrt::rpc::readFar(pid_t process, const Message &description,
                               size_t limit, Frame &frame, Message &message) {
  std::string bytes(std::min(description.size(), kMaxDescription), '\0');
  std::vector<Described> pieces;
  size_t total = 0;
  if (description.size() > kMaxDescription ||
      !description.copy(0, bytes.size(), bytes.data()) ||
      !readDescription(bytes, limit, frame, pieces, total))
    return "a message is described wrongly, or larger than " +
           std::to_string(limit) + " bytes";
  std::shared_ptr<void> memory;
  try {
    memory.reset(tsrt_alloc(total + kAlignment), tsrt_free);
  } catch (const std::bad_alloc &) {
    return "there is no memory for a message of " + std::to_string(total) +
           " bytes";
  }
  size_t payload =
      pieces.empty() ? 0 : payloadOffset(pieces.front().near) % kAlignment;
  char *begin = static_cast<char *>(memory.get()) + (kAlignment - payload);
  char *to = begin;
  for (const Described &piece : pieces) {
    if (!piece.address)
      std::copy(piece.near.begin(), piece.near.end(), to);
    else if (!readFrom(process, piece.address, piece.size, to))
      return "the memory of a message cannot be read";
    to += piece.size;
  }
  message = Message();
  message.append(Piece{begin, total, std::move(memory), true});
  return "";
}
