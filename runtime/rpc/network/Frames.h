//===- Frames.h - Messages in parts --------------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream carries many messages at the same time, each in parts that take
// turns: a long one does not hold up the others. What is written is a sequence
// of frames: a header of 16 bytes (the number of the request, the size of the
// part, the kind of the frame, whether it is the last of its message, and in
// the first part of a long message how many MiB it has at most) and the bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_NETWORK_FRAMES_H
#define TSRT_RPC_NETWORK_FRAMES_H

#include "rpc/Transport.h"

#include <deque>
#include <map>

namespace tsrt::rpc {

enum class Frame : uint8_t {
  Request = 1,
  Answer = 2,
  Cancel = 3, ///< nobody waits for the answer any more; without bytes
  // Between processes of one machine, where no gRPC does it.
  Hello = 4,  ///< who calls whom
  Alive = 5,  ///< nothing; without bytes
  End = 6,    ///< why nothing more is said: the number is an Outcome::Code
  Proof = 7,  ///< what can be read by who can read the sender's memory
  Reads = 8,  ///< the sender can read the receiver's memory; without bytes
  Far = 9,    ///< describes a message that is to be read from memory
  Taken = 10, ///< it was read; without bytes
};

/// What stands before the bytes of a part.
struct FrameHeader {
  static constexpr size_t kSize = 16;
  uint64_t number = 0;
  uint32_t size = 0;
  Frame frame = Frame::Alive;
  bool isLast = false;
  /// How many bytes the message has at most, or 0.
  size_t announced = 0;

  /// Reads kSize bytes.
  static FrameHeader read(const char *bytes);
};

/// Messages that are to be sent. Not thread-safe.
class Outbox {
public:
  void add(uint64_t number, Frame frame, Message message);
  /// Drops what was not sent of a message; true when nothing of it was.
  bool drop(uint64_t number);
  bool empty() const { return waiting.empty(); }
  /// Bytes of messages that are not handed out yet, or kept to be read.
  size_t size() const { return bytes; }
  /// From now on large messages are described, and kept until they are taken.
  void describeLarge() { describes = true; }
  /// A message that was described has been read.
  void taken(uint64_t number);
  /// The next frames, about 1 MiB at most; not when it is empty.
  Message next();

private:
  struct Out {
    uint64_t number;
    Frame frame;
    Message message;
    size_t left, piece = 0, offset = 0;
  };
  /// Adds the next `size` bytes of a message: copies to `small`, or pieces.
  static void take(Out &out, size_t size, std::string &small, Message &frames);

  std::deque<Out> waiting;
  std::map<uint64_t, Message> kept;
  size_t bytes = 0;
  bool describes = false;
};

/// Puts messages together from the parts of frames. Not thread-safe.
class Inbox {
public:
  using Deliver = std::function<void(uint64_t, Frame, Message)>;
  /// Frames of kinds up to `lastFrame` are taken. With `ownsParts` a message of
  /// one part gets memory of its own, else those only that say how long they
  /// get.
  Inbox(size_t maxMessage, size_t maxBytes, Frame lastFrame, bool ownsParts)
      : maxMessage(maxMessage), maxBytes(maxBytes), lastFrame(lastFrame),
        ownsParts(ownsParts) {}

  /// Begins a part. `begin` is what is known of its first bytes. The text of
  /// what is wrong, after which the stream is of no use.
  std::string begin(const FrameHeader &header, std::string_view begin);
  /// Where the bytes of the part are to be put; null: they are appended.
  char *room() const;
  void append(Piece piece);
  /// Ends the part, whose bytes are all there, and delivers the message if it
  /// was the last.
  void end(const Deliver &deliver);

private:
  /// A message of which parts are missing.
  struct Unfinished {
    Message message;
    /// Where a message goes that says how long it gets: memory of tsrt_alloc
    /// with room for `reserved` bytes from `begin` on, of which `size` are
    /// there. Tensors in it stay where they are.
    std::shared_ptr<void> memory;
    char *begin = nullptr;
    size_t reserved = 0, size = 0;
  };
  /// Makes room for a message that says how long it gets.
  std::string reserve(Unfinished &unfinished, size_t size,
                      std::string_view begin);

  size_t maxMessage, maxBytes;
  Frame lastFrame;
  bool ownsParts;
  /// Bytes of unfinished messages, there or reserved.
  size_t bytes = 0;
  using Key = std::pair<uint64_t, Frame>;
  std::map<Key, Unfinished> parts;
  /// The part that has begun.
  FrameHeader header;
  std::map<Key, Unfinished>::iterator current;
};

} // namespace tsrt::rpc

#endif // TSRT_RPC_NETWORK_FRAMES_H
