//===- Frames.cpp - Messages in parts -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frames.h"

#include "FarMessages.h"

#include <algorithm>

using namespace tsrt::rpc;

/// The largest part, and what is put into one message of the stream.
static constexpr size_t kPart = 1024 << 10, kBatch = 1024 << 10;
/// Messages of so many bytes are described, if that can be.
static constexpr size_t kFarFrom = 128 << 10, kFarTo = 256 << 20;
/// Bytes that are copied rather than referred to.
static constexpr size_t kSmall = 2048;
/// A message of more bytes says how many MiB it has.
static constexpr size_t kLong = 1 << 20, kMiB = 1 << 20;
/// Tensors begin at multiples of it.
static constexpr size_t kAlignment = 64;
/// How many messages of a peer may be unfinished.
static constexpr size_t kMaxUnfinished = 4096;

void Outbox::add(uint64_t number, Frame frame, Message message) {
  if (describes && message.size() >= kFarFrom && message.size() <= kFarTo &&
      (frame == Frame::Request || frame == Frame::Answer)) {
    Message description = describeFar(message, frame);
    bytes += message.size();
    kept.emplace(number, std::move(message));
    return add(number, Frame::Far, std::move(description));
  }
  size_t size = message.size();
  bytes += size;
  waiting.push_back({number, frame, std::move(message), size});
}

void Outbox::taken(uint64_t number) {
  auto found = kept.find(number);
  if (found == kept.end())
    return;
  bytes -= found->second.size();
  kept.erase(found);
}

bool Outbox::drop(uint64_t number) {
  for (auto out = waiting.begin(); out != waiting.end(); ++out)
    if (out->number == number && out->left == out->message.size() &&
        (out->frame == Frame::Request || out->frame == Frame::Far)) {
      bytes -= out->left;
      waiting.erase(out);
      taken(number);
      return true;
    }
  return false;
}

void Outbox::take(Out &out, size_t size, std::string &small, Message &frames) {
  while (size) {
    const Piece &piece = out.message.pieces()[out.piece];
    size_t count = std::min(size, piece.size - out.offset);
    const char *data = piece.data + out.offset;
    if (count <= kSmall) {
      small.append(data, count);
    } else {
      frames.append(std::move(small));
      small.clear();
      frames.append(Piece{data, count, piece.owner});
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

Message Outbox::next() {
  Message frames;
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
    take(out, size, small, frames);
    bytes -= size;
    total += size + FrameHeader::kSize;
    if (out.left)
      waiting.push_back(std::move(out));
  }
  frames.append(std::move(small));
  return frames;
}

FrameHeader FrameHeader::read(const char *bytes) {
  Reader reader({bytes, kSize});
  FrameHeader header;
  header.number = reader.number<uint64_t>();
  header.size = reader.number<uint32_t>();
  header.frame = Frame(reader.byte());
  header.isLast = reader.byte() != 0;
  header.announced = reader.number<uint16_t>() * kMiB;
  return header;
}

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

std::string Inbox::begin(const FrameHeader &given, std::string_view begin) {
  header = given;
  size_t size = header.size;
  if (header.frame < Frame::Request || header.frame > lastFrame)
    return "a frame is damaged";
  Key key(header.number, header.frame);
  current = parts.find(key);
  if (current == parts.end()) {
    if (parts.size() >= kMaxUnfinished)
      return "too many messages are unfinished";
    current = parts.emplace(key, Unfinished()).first;
    size_t whole = header.isLast ? (ownsParts ? size : 0)
                                 : std::min(header.announced, maxMessage);
    if (whole && whole <= maxMessage)
      if (std::string problem = reserve(current->second, whole, begin);
          !problem.empty())
        return problem;
  }
  Unfinished &unfinished = current->second;
  size_t limit = unfinished.memory ? unfinished.reserved : maxMessage;
  size_t room =
      unfinished.memory ? limit : maxBytes - std::min(maxBytes, bytes);
  size_t there =
      unfinished.memory ? unfinished.size : unfinished.message.size();
  if (size > limit - std::min(limit, there) || size > room)
    return "a message is larger than " + std::to_string(limit) +
           " bytes, or those that are unfinished are";
  return "";
}

char *Inbox::room() const {
  const Unfinished &unfinished = current->second;
  return unfinished.memory ? unfinished.begin + unfinished.size : nullptr;
}

void Inbox::append(Piece piece) {
  bytes += piece.size;
  current->second.message.append(std::move(piece));
}

void Inbox::end(const Deliver &deliver) {
  Unfinished &unfinished = current->second;
  if (unfinished.memory)
    unfinished.size += header.size;
  if (!header.isLast)
    return;
  Unfinished done = std::move(unfinished);
  parts.erase(current);
  bytes -= done.memory ? done.reserved : done.message.size();
  if (done.memory)
    done.message.append(
        Piece{done.begin, done.size, std::move(done.memory), true});
  deliver(header.number, header.frame, std::move(done.message));
}
