//===- LocalPeerTest.cpp - Hostile peers of the same machine --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What PeerTest.cpp does through gRPC, through the socket that processes of one
// user and machine use; and messages that are described, and read from memory.
//
//===----------------------------------------------------------------------===//

#include "Damage.h"
#include "PeerWorker.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

using namespace tsrt::test;

namespace {

enum : uint8_t {
  Hello = 4,
  End = 6,
  Proof = 7,
  Reads = 8,
  Far = 9,
  Taken = 10
};

std::string greeting(uint64_t version = kWireVersion,
                     const std::string &to = "w0") {
  Writer writer;
  writer.number(version);
  writer.text("peer");
  writer.number(uint64_t(7));
  writer.text(to);
  writer.number(uint64_t(0));
  return frame(0, writer.bytes, true, Hello);
}

/// A socket to the worker.
class LocalPeer {
public:
  explicit LocalPeer(const std::string &begin = greeting())
      : fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::string name = "torchscript-rpc/" + getWorker();
    std::memcpy(address.sun_path + 1, name.data(), name.size());
    timeval limit{20, 0};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    EXPECT_EQ(
        connect(fd, reinterpret_cast<sockaddr *>(&address),
                socklen_t(offsetof(sockaddr_un, sun_path) + 1 + name.size())),
        0);
    write(begin);
  }
  ~LocalPeer() { close(fd); }

  bool write(const std::string &bytes) {
    for (size_t done = 0; done < bytes.size();) {
      ssize_t count =
          send(fd, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
      if (count <= 0)
        return false;
      done += size_t(count);
    }
    return true;
  }
  /// The bytes of the next frame of a kind, and its call; nothing when the
  /// stream is over. Others are left out.
  std::string read(uint8_t kind, uint64_t *call = nullptr) {
    for (;;) {
      char header[16];
      if (!fill(header, sizeof(header)))
        return "";
      uint32_t size = 0;
      std::memcpy(&size, header + 8, sizeof(size));
      std::string bytes(size, 0);
      if (!fill(bytes.data(), size))
        return "";
      if (uint8_t(header[12]) != kind)
        continue;
      if (call)
        std::memcpy(call, header, sizeof(*call));
      return bytes;
    }
  }
  /// Joins the group.
  void enter() {
    ASSERT_TRUE(write(frame(1, join("peer"))));
    ASSERT_NE(read(2), "");
  }

private:
  bool fill(char *to, size_t size) {
    while (size) {
      ssize_t count = recv(fd, to, size, 0);
      if (count <= 0)
        return false;
      to += count;
      size -= size_t(count);
    }
    return true;
  }

  int fd;
};

Kind kindOf(const std::string &answer) {
  return answer.size() < 8 ? Kind::Error : Kind(uint8_t(answer[6]));
}

/// The worker answers a peer that behaves.
void expectAlive() {
  LocalPeer peer;
  peer.enter();
  ASSERT_TRUE(peer.write(frame(2, call())));
  EXPECT_EQ(kindOf(peer.read(2)), Kind::Value);
}

/// The description of a message of which the part from `split` on is far.
std::string describe(const std::string &message, size_t split, uint64_t address,
                     uint64_t size, uint8_t kind = 1) {
  Writer writer;
  writer.byte(kind);
  writer.byte(0);
  writer.number(uint64_t(split));
  writer.raw(message.data(), split);
  writer.byte(1);
  writer.number(size);
  writer.number(address);
  return writer.bytes;
}

uint64_t addressOf(const void *bytes) {
  return reinterpret_cast<uintptr_t>(bytes);
}

/// Shows the memory of this process, and asks for an answer.
void prove(LocalPeer &peer) {
  static const char proof[] = "0123456789abcde";
  Writer writer;
  writer.number(addressOf(proof));
  writer.raw(proof, sizeof(proof));
  peer.write(frame(0, writer.bytes, true, Proof) +
             frame(3, message(Kind::Ping, "")));
}

TEST(LocalPeer, IsAnswered) { expectAlive(); }

TEST(LocalPeer, ThatIsMistakenIsRefused) {
  LocalPeer version(greeting(9));
  EXPECT_EQ(version.read(End),
            "worker w0 speaks version 1 of the protocol, the "
            "caller version 9");
  LocalPeer name(greeting(kWireVersion, "w5"));
  EXPECT_EQ(name.read(End), "this is worker w0, not w5");
  LocalPeer rude(frame(1, call()));
  EXPECT_EQ(rude.read(End), "a stream begins with one greeting");
  LocalPeer twice(greeting() + greeting());
  EXPECT_EQ(twice.read(End), "a stream begins with one greeting");
  LocalPeer damaged(frame(0, greeting().substr(16, 20), true, Hello));
  EXPECT_EQ(damaged.read(End), "a greeting is damaged");
  expectAlive();
}

TEST(LocalPeer, WithDamagedFramesIsDropped) {
  std::string large = frame(1, std::string(16, 'x'));
  large[11] = 127; // the size says 2 GiB
  for (const std::string &bytes : {large, frame(1, "x", true, 99)}) {
    LocalPeer peer;
    peer.write(bytes);
    EXPECT_EQ(peer.read(End), "a frame is damaged");
  }
  LocalPeer endless;
  std::string part(256 << 10, 'x');
  for (int i = 0; i < 100 && endless.write(frame(1, part, false)); ++i) {
  }
  LocalPeer many;
  std::string begun;
  for (uint64_t i = 0; i < 5000; ++i)
    begun += frame(i, "x", false);
  many.write(begun);
  EXPECT_EQ(many.read(End), "too many messages are unfinished");
  expectAlive();
}

TEST(LocalPeer, SendsMessagesInPieces) {
  // Headers and parts that arrive bit by bit, of messages that say how long
  // they get and of others.
  for (uint16_t announced : {0, 1, 65535})
    for (size_t step : {1, 15, 17, 4099, 70001}) {
      LocalPeer peer;
      peer.enter();
      std::string text = call();
      text.resize(step < 100 ? 3000 : 1 << 20);
      std::string bytes = frame(2, text.substr(0, 7), false, 1, announced) +
                          frame(3, "", true, 5) +
                          frame(2, text.substr(7, 2000), false) +
                          frame(4, call()) + frame(2, text.substr(2007));
      for (size_t at = 0; at < bytes.size(); at += step)
        ASSERT_TRUE(peer.write(bytes.substr(at, step)));
      // Calls are answered as they are done, in any order.
      std::map<uint64_t, std::string> answers;
      for (int i = 0; i < 2; ++i) {
        uint64_t number = 0;
        std::string answer = peer.read(2, &number);
        answers[number] = answer;
      }
      EXPECT_EQ(kindOf(answers[4]), Kind::Value) << announced << " " << step;
      EXPECT_NE(answers[2], "") << announced << " " << step;
    }
  expectAlive();
}

TEST(LocalPeer, IsReadFromMemory) {
  char from = 1, to = 0;
  iovec there{&from, 1}, here{&to, 1};
  if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != 1)
    GTEST_SKIP() << "this system lets no process read memory of another";
  LocalPeer peer;
  peer.enter();
  std::string text = call();
  size_t split = 20, rest = text.size() - split;
  const char *far = text.data() + split;
  // Not before it was proven that it can be.
  ASSERT_TRUE(peer.write(
      frame(2, describe(text, split, addressOf(far), rest), true, Far)));
  EXPECT_EQ(peer.read(End), "a message is described that cannot be read");
  auto send = [&](const std::string &description) {
    LocalPeer other;
    other.enter();
    prove(other);
    other.write(frame(2, description, true, Far));
    std::string answer = other.read(2); // of the ping
    answer = other.read(2);
    return answer.empty() ? Kind::Error : kindOf(answer);
  };
  EXPECT_EQ(send(describe(text, split, addressOf(far), rest)), Kind::Value);
  // Nothing is there; more than a message may have; a number that runs over;
  // neither a request nor an answer; a description that ends too soon.
  EXPECT_EQ(send(describe(text, split, 4096, rest)), Kind::Error);
  EXPECT_EQ(send(describe(text, split, addressOf(far), 2 << 20)), Kind::Error);
  EXPECT_EQ(send(describe(text, split, addressOf(far), ~uint64_t(0) - 8)),
            Kind::Error);
  EXPECT_EQ(send(describe(text, split, addressOf(far), rest, 3)), Kind::Error);
  std::string whole = describe(text, split, addressOf(far), rest);
  EXPECT_EQ(send(whole.substr(0, whole.size() - 1)), Kind::Error);
  EXPECT_EQ(send("\1"), Kind::Error);
  expectAlive();
}

TEST(LocalPeer, WithDamagedMessagesHarmsNobody) {
  const char *given = std::getenv("TS_MUTATIONS");
  const char *seed = std::getenv("TS_SEED");
  int count = given ? std::atoi(given) : 2000;
  std::mt19937_64 random(seed ? std::strtoull(seed, nullptr, 10) : 1);
  std::string text = call();
  std::vector<std::pair<uint8_t, std::string>> samples = {
      {1, text},
      {1, join("peer")},
      {1, message(Kind::Status, "")},
      {1, reference(Kind::Fetch, 1)},
      {3, ""},
      {5, ""},
      {Reads, ""},
      {Taken, ""},
      {Proof, std::string(24, 'x')},
      {Far, describe(text, 20, addressOf(text.data() + 20), text.size() - 20)}};
  auto peer = std::make_unique<LocalPeer>();
  prove(*peer);
  for (int sent = 0; sent < count;) {
    auto [kind, bytes] = samples[random() % samples.size()];
    if (!bytes.empty())
      bytes = damage(bytes, random);
    std::string framed = frame(uint64_t(++sent), bytes, true, kind);
    if (random() % 16 == 0)
      framed = damage(framed, random);
    if (peer->write(framed))
      continue;
    peer = std::make_unique<LocalPeer>();
    prove(*peer);
  }
  peer.reset();
  expectAlive();
}

} // namespace
