//===- LocalEnd.cpp - An end of a socket ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalEnd.h"

#include "FarMessages.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace tsrt::rpc;

/// Small messages are read together.
static constexpr size_t kBuffer = 64 << 10;
/// What is read from one socket before it is the turn of others.
static constexpr size_t kTurn = 4 << 20;
/// A larger part is none of ours.
static constexpr size_t kMaxPart = 2 << 20;
/// Pieces that are written at a time.
static constexpr size_t kPieces = 64;
/// What is kept of the reason why a stream ends.
static constexpr size_t kMaxReason = 4096;

Poll::Poll() : fd(epoll_create1(EPOLL_CLOEXEC)) {}

Poll::~Poll() { ::close(fd); }

void Poll::add(int fd, void *key) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = key;
  epoll_ctl(this->fd, EPOLL_CTL_ADD, fd, &event);
}

void Poll::change(int fd, void *key, bool writes) {
  epoll_event event{};
  event.events = writes ? EPOLLIN | EPOLLOUT : EPOLLIN;
  event.data.ptr = key;
  epoll_ctl(this->fd, EPOLL_CTL_MOD, fd, &event);
}

LocalEnd::LocalEnd(SharedRef shared, std::shared_ptr<Poll> poll, int fd)
    : streams(shared), poll(std::move(poll)), fd(fd),
      inbox(shared->options.maxMessage, shared->options.maxPeerBytes,
            Frame::Taken, /*ownsParts=*/true),
      buffer(new char[kBuffer]) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0)
    process = peer.pid;
  streams->begin();
}

LocalEnd::~LocalEnd() { ::close(fd); }

void LocalEnd::shut() { ::shutdown(fd, SHUT_RDWR); }

bool LocalEnd::isSilent() const {
  return Clock::now() - heard >
         2 * std::chrono::milliseconds(streams->options.keepAlive);
}

bool LocalEnd::endPart() {
  isInPart = false;
  if (part)
    inbox.append(Piece{part->data(), part->size(), std::move(part), false});
  part = nullptr;
  bool goesOn = true;
  inbox.end([&](uint64_t number, Frame frame, Message message) {
    goesOn = receive(number, frame, std::move(message));
  });
  return goesOn;
}

bool LocalEnd::receive(uint64_t number, Frame frame, Message message) {
  switch (frame) {
  case Frame::Proof:
    canRead = checkProof(process, message);
    if (canRead)
      say(0, Frame::Reads, Message());
    return true;
  case Frame::Reads:
    describe();
    return true;
  case Frame::Far:
    return fetch(number, message);
  case Frame::Taken:
    taken(number);
    return true;
  default:
    return take(number, frame, std::move(message));
  }
}

bool LocalEnd::fetch(uint64_t number, const Message &description) {
  Frame frame;
  Message message;
  const TransportOptions &options = streams->options;
  if (!canRead)
    problem = "a message is described that cannot be read";
  else
    problem = readFar(process, description,
                      std::min(options.maxMessage, options.maxPeerBytes), frame,
                      message);
  // What was read was there unless the other has closed the socket since.
  pollfd socket{fd, POLLRDHUP, 0};
  if (!problem.empty() || ::poll(&socket, 1, 0) != 0)
    return false;
  streams->received += message.size();
  say(number, Frame::Taken, Message());
  return take(number, frame, std::move(message));
}

bool LocalEnd::parse() {
  size_t at = 0;
  // The first bytes of a part say where its tensors begin.
  while (filled - at >= FrameHeader::kSize) {
    FrameHeader header = FrameHeader::read(buffer.get() + at);
    size_t there = filled - at - FrameHeader::kSize;
    if (there < std::min<size_t>(header.size, kPrefixSize))
      break;
    at += FrameHeader::kSize;
    size_t count = std::min<size_t>(there, header.size);
    if (header.size > kMaxPart)
      problem = "a frame is damaged";
    else
      problem = inbox.begin(header, {buffer.get() + at, count});
    if (!problem.empty())
      return false;
    isInPart = true;
    place = inbox.room();
    if (!place && header.size) {
      part = std::make_shared<std::string>(header.size, '\0');
      place = part->data();
    }
    if (count)
      std::memcpy(place, buffer.get() + at, count);
    at += count;
    place += count;
    partLeft = header.size - count;
    if (partLeft)
      break;
    if (!endPart())
      return false;
  }
  filled -= at;
  std::memmove(buffer.get(), buffer.get() + at, filled);
  return true;
}

bool LocalEnd::read() {
  for (size_t turn = 0; turn < kTurn;) {
    size_t direct = isInPart ? partLeft : 0;
    iovec into[] = {{place, direct}, {buffer.get() + filled, kBuffer - filled}};
    size_t wanted = direct + kBuffer - filled;
    ssize_t count = readv(fd, into, 2);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      return true;
    if (count <= 0)
      return false;
    heard = Clock::now();
    streams->received += uint64_t(count);
    turn += size_t(count);
    direct = std::min(direct, size_t(count));
    place += direct;
    partLeft -= direct;
    filled += size_t(count) - direct;
    if (isInPart && !partLeft && !endPart())
      return false;
    if (!isInPart && !parse())
      return false;
    if (size_t(count) < wanted)
      return true;
  }
  return true;
}

bool LocalEnd::flush(Outbox &outbox) {
  while (!isBlocked) {
    if (isFlushed()) {
      batch = outbox.empty() ? Message() : outbox.next();
      piece = offset = 0;
      if (isFlushed())
        return true;
    }
    iovec from[kPieces];
    size_t pieces = 0;
    for (size_t i = piece; i < batch.pieces().size() && pieces < kPieces; ++i) {
      const Piece &out = batch.pieces()[i];
      size_t begin = i == piece ? offset : 0;
      from[pieces++] = {const_cast<char *>(out.data) + begin, out.size - begin};
    }
    msghdr message{};
    message.msg_iov = from;
    message.msg_iovlen = pieces;
    ssize_t count = sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      isBlocked = true;
      poll->change(fd, key(), /*writes=*/true);
      return true;
    }
    if (count < 0)
      return false;
    streams->sent += uint64_t(count);
    for (auto left = size_t(count); left;) {
      size_t step = std::min(left, batch.pieces()[piece].size - offset);
      left -= step;
      offset += step;
      if (offset == batch.pieces()[piece].size) {
        ++piece;
        offset = 0;
      }
    }
  }
  return true;
}

void LocalEnd::unblock() {
  if (!isBlocked)
    return;
  isBlocked = false;
  poll->change(fd, key(), /*writes=*/false);
}

/// What a stream begins with, in the order in which it is read.
void LocalClient::greet(const Target &target) {
  Writer writer;
  writer.number(uint64_t(kWireVersion));
  writer.text(CallingEnd::shared->options.name);
  writer.number(CallingEnd::shared->options.incarnation);
  writer.text(target.name);
  writer.number(target.incarnation);
  Message message;
  message.append(std::move(writer.bytes));
  say(0, Frame::Hello, std::move(message));
  say(0, Frame::Proof, makeProof());
}

void LocalClient::pump() {
  if (broken)
    return;
  if (!flush(outbox)) {
    // Whoever reads will notice.
    broken = true;
    shut();
  }
  room.notify_all();
}

void LocalClient::say(uint64_t number, Frame frame, Message message) {
  std::lock_guard<std::mutex> lock(mutex);
  outbox.add(number, frame, std::move(message));
  pump();
}

void LocalClient::describe() {
  std::lock_guard<std::mutex> lock(mutex);
  outbox.describeLarge();
}

void LocalClient::taken(uint64_t number) {
  std::lock_guard<std::mutex> lock(mutex);
  outbox.taken(number);
  room.notify_all();
}

void LocalClient::resume() {
  std::lock_guard<std::mutex> lock(mutex);
  unblock();
  pump();
}

bool LocalClient::beat() {
  if (isSilent()) {
    problem = "the worker is silent";
    return false;
  }
  if (!isBusy())
    say(0, Frame::Alive, Message());
  return true;
}

void LocalClient::over() {
  shut();
  finish(code, problem);
  streams->end();
}

bool LocalClient::isBusy() {
  std::lock_guard<std::mutex> lock(mutex);
  return !broken && !(outbox.empty() && isFlushed());
}

static std::string readText(const Message &message, size_t limit) {
  std::string text(std::min(message.size(), limit), '\0');
  message.copy(0, text.size(), text.data());
  return text;
}

bool LocalClient::take(uint64_t number, Frame frame, Message message) {
  if (frame == Frame::Answer)
    deliver(number, std::move(message));
  if (frame != Frame::End)
    return true;
  code = number == Outcome::Refused ? Outcome::Refused : Outcome::Unavailable;
  problem = readText(message, kMaxReason);
  return false;
}

void LocalServer::pump() {
  if (!broken && !flush(outbox)) {
    broken = true;
    shut();
  }
}

void LocalServer::overflow(const std::string &text) {
  end(Outcome::Unavailable, text);
  shut();
}

void LocalServer::end(Outcome::Code code, const std::string &text) {
  if (broken)
    return;
  Message reason;
  reason.append(text);
  outbox.add(code, Frame::End, std::move(reason));
  pump();
  broken = true;
}

void LocalServer::say(uint64_t number, Frame frame, Message message) {
  std::lock_guard<std::mutex> lock(mutex);
  outbox.add(number, frame, std::move(message));
  pump();
}

void LocalServer::describe() {
  std::lock_guard<std::mutex> lock(mutex);
  outbox.describeLarge();
}

void LocalServer::taken(uint64_t number) {
  std::lock_guard<std::mutex> lock(mutex);
  outbox.taken(number);
}

void LocalServer::resume() {
  std::lock_guard<std::mutex> lock(mutex);
  unblock();
  pump();
}

bool LocalServer::beat() {
  if (isSilent())
    return false;
  if (!isBusy())
    say(0, Frame::Alive, Message());
  return true;
}

void LocalServer::over() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!problem.empty())
      end(Outcome::Unavailable, problem);
    broken = true;
  }
  shut();
  lose();
  streams->end();
}

bool LocalServer::isBusy() {
  std::lock_guard<std::mutex> lock(mutex);
  return !broken && !(outbox.empty() && isFlushed());
}

bool LocalServer::welcome(const Message &message) {
  std::string bytes = readText(message, kMaxReason);
  Reader reader(bytes);
  Greeting greeting;
  greeting.version = reader.number<uint64_t>();
  greeting.from.name = std::string(reader.text().substr(0, 128));
  greeting.from.incarnation = reader.number<uint64_t>();
  greeting.to = std::string(reader.text());
  greeting.toIncarnation = reader.number<uint64_t>();
  std::string text;
  bool isAccepted = false;
  if (reader.failed && greeting.version == kWireVersion)
    text = "a greeting is damaged";
  else
    isAccepted =
        checkGreeting(streams->options, greeting, text) == Welcome::Accepted;
  if (isAccepted) {
    caller = greeting.from;
    say(0, Frame::Proof, makeProof());
    return isGreeted = true;
  }
  std::lock_guard<std::mutex> lock(mutex);
  end(Outcome::Refused, text);
  return false;
}

bool LocalServer::take(uint64_t number, Frame frame, Message message) {
  if (frame == Frame::Hello && !isGreeted)
    return welcome(message);
  if (!isGreeted || frame == Frame::Hello) {
    problem = "a stream begins with one greeting";
    return false;
  }
  if (frame == Frame::Request || frame == Frame::Cancel)
    serve(shared_from_this(), number, frame, std::move(message));
  return true;
}
