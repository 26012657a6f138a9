//===- PeerTest.cpp - What a hostile peer can do to a worker --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that speaks gRPC, but not as workers do: other versions, damaged
// frames and messages, sizes that are not there, messages without end. Each is
// refused, and the worker serves others on. TS_MUTATIONS says how many damaged
// messages are tried, TS_SEED which.
//
//===----------------------------------------------------------------------===//

#include "Damage.h"
#include "PeerWorker.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <random>
#include <unistd.h>

using namespace tsrt::rpc;
using namespace tsrt::test;

namespace {

struct Identity {
  std::string version = "1", from = "peer", to = "w0", incarnation = "7";
  std::string method = "/torchscript.Worker/Talk";
};

/// One stream to the worker.
class Peer {
public:
  explicit Peer(const Identity &identity = {})
      : stub(grpc::CreateChannel(getWorker(),
                                 grpc::InsecureChannelCredentials())) {
    context.set_deadline(std::chrono::system_clock::now() +
                         std::chrono::seconds(60));
    for (auto [key, value] : {std::pair<const char *, const std::string &>(
                                  "ts-version", identity.version),
                              {"ts-from", identity.from},
                              {"ts-to", identity.to},
                              {"ts-incarnation", identity.incarnation}})
      if (!value.empty())
        context.AddMetadata(key, value);
    stream = stub.PrepareCall(&context, identity.method, &queue);
    stream->StartCall(nullptr);
    isOpen = step();
  }
  ~Peer() {
    end();
    queue.Shutdown();
    void *tag;
    bool ok;
    while (queue.Next(&tag, &ok)) {
    }
  }

  bool write(const std::string &bytes) {
    grpc::Slice slice(bytes);
    if (isOpen) {
      stream->Write(grpc::ByteBuffer(&slice, 1), nullptr);
      isOpen = step();
    }
    return isOpen;
  }
  /// The next message of the worker, or nothing when the stream is over.
  std::string read() {
    grpc::ByteBuffer buffer;
    std::string text;
    if (!isRead)
      stream->Read(&buffer, nullptr);
    isRead = isRead || !step();
    std::vector<grpc::Slice> slices;
    if (!isRead && buffer.Dump(&slices).ok())
      for (const grpc::Slice &slice : slices)
        text.append(reinterpret_cast<const char *>(slice.begin()),
                    slice.size());
    return text;
  }
  /// Ends the stream; what the worker says of it.
  const grpc::Status &end() {
    if (isFinished)
      return status;
    isFinished = true;
    if (isOpen) {
      stream->WritesDone(nullptr);
      step();
    }
    // The status stands behind all answers.
    while (!isRead)
      read();
    stream->Finish(&status, nullptr);
    step();
    return status;
  }

private:
  bool step() {
    void *tag;
    bool ok = false;
    return queue.Next(&tag, &ok) && ok;
  }

  grpc::GenericStub stub;
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream;
  grpc::Status status;
  bool isOpen = false, isRead = false, isFinished = false;
};

/// The worker answers a peer that behaves.
void expectAlive() {
  Peer peer;
  ASSERT_TRUE(peer.write(frame(1, join("peer"))));
  ASSERT_NE(peer.read(), "");
  ASSERT_TRUE(peer.write(frame(2, call())));
  std::string answer = peer.read();
  ASSERT_GT(answer.size(), 16u + 8);
  EXPECT_EQ(answer[16 + 6], char(Kind::Value)) << answer;
}

TEST(Peer, IsAnswered) { expectAlive(); }

TEST(Peer, OfAnotherVersionIsRefused) {
  Identity identity;
  identity.version = "9";
  Peer peer(identity);
  EXPECT_EQ(peer.end().error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(peer.end().error_message(),
            "worker w0 speaks version 1 of the protocol, the caller version 9");
  Identity none;
  none.version = "";
  Peer other(none);
  EXPECT_EQ(other.end().error_code(), grpc::StatusCode::FAILED_PRECONDITION);
}

TEST(Peer, ForAnotherWorkerIsRefused) {
  Identity identity;
  identity.to = "w5";
  Peer peer(identity);
  EXPECT_EQ(peer.end().error_message(), "this is worker w0, not w5");
}

TEST(Peer, OfAnotherServiceIsRefused) {
  Identity identity;
  identity.method = "/torchscript.Worker/Other";
  Peer peer(identity);
  EXPECT_EQ(peer.end().error_code(), grpc::StatusCode::UNIMPLEMENTED);
}

TEST(Peer, JoinsUnderItsNameOnly) {
  Peer peer;
  ASSERT_TRUE(peer.write(frame(1, join("other"))));
  EXPECT_NE(peer.read().find("worker peer cannot join as other"),
            std::string::npos);
  Identity identity;
  identity.from = "";
  Peer nameless(identity);
  ASSERT_TRUE(nameless.write(frame(1, join("other"))));
  EXPECT_NE(
      nameless.read().find("a process without a name cannot join as other"),
      std::string::npos);
  ASSERT_TRUE(nameless.write(frame(2, call())));
  EXPECT_NE(nameless.read().find("only members of the group may call"),
            std::string::npos);
}

TEST(Peer, WithDamagedFramesIsDropped) {
  std::string large = frame(1, "x");
  large[11] = 127; // the size says 2 GiB
  for (const std::string &bytes :
       {std::string("short"), large, frame(1, "x", true, 9)}) {
    Peer peer;
    peer.write(bytes);
    peer.read();
    EXPECT_EQ(peer.end().error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  }
  expectAlive();
}

TEST(Peer, WithEndlessMessagesIsDropped) {
  // One message above the limit.
  Peer peer;
  std::string part(256 << 10, 'x');
  for (int i = 0; i < 100 && peer.write(frame(1, part, false)); ++i) {
  }
  peer.read();
  EXPECT_NE(peer.end().error_message().find("is larger than 1048576 bytes"),
            std::string::npos);
  // Many that have begun.
  Peer many;
  std::string begun;
  for (uint64_t i = 0; i < 10000; ++i)
    begun += frame(i, "x", false);
  many.write(begun);
  many.read();
  EXPECT_EQ(many.end().error_message(), "too many messages are unfinished");
  // All below the limit of a message, and together above that of a peer.
  Peer wide;
  for (uint64_t i = 0; i < 100 && wide.write(frame(i, part, false)); ++i) {
  }
  wide.read();
  EXPECT_EQ(wide.end().error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  expectAlive();
}

TEST(Peer, MayHaveWhatTheLimitsSay) {
  Peer peer;
  ASSERT_TRUE(peer.write(frame(1, join("peer"))));
  ASSERT_NE(peer.read(), "");
  // A message of as many bytes as one may have, in parts.
  std::string text = call();
  text.resize(1 << 20);
  for (size_t i = 0; i < 4; ++i)
    ASSERT_TRUE(
        peer.write(frame(2, text.substr(i * (256 << 10), 256 << 10), i == 3)));
  EXPECT_NE(peer.read(), "");
  // As many bytes of unfinished messages as a peer may have.
  std::string part(1 << 20, 'x');
  for (uint64_t i = 0; i < 4; ++i)
    ASSERT_TRUE(peer.write(frame(10 + i, part, false)));
  ASSERT_TRUE(peer.write(frame(9, "")));
  EXPECT_NE(peer.read(), "");
  peer.write(frame(14, "x", false));
  EXPECT_EQ(peer.end().error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  // As many unfinished messages as it may have.
  Peer many;
  std::string begun;
  for (uint64_t i = 0; i < 4095; ++i)
    begun += frame(10 + i, "x", false);
  ASSERT_TRUE(many.write(begun));
  ASSERT_TRUE(many.write(frame(1, join("peer"))));
  EXPECT_NE(many.read(), "");
  many.write(frame(5000, "x", false) + frame(5001, "x", false));
  EXPECT_EQ(many.end().error_message(), "too many messages are unfinished");
  expectAlive();
}

TEST(Peer, SaysHowLongAMessageGets) {
  Peer peer;
  ASSERT_TRUE(peer.write(frame(1, join("peer"))));
  ASSERT_NE(peer.read(), "");
  std::string text = call();
  text.resize(1 << 20);
  auto send = [&](uint16_t announced, size_t more) {
    Peer other;
    other.write(frame(1, join("peer")));
    other.read();
    other.write(frame(2, text.substr(0, 7), false, 1, announced));
    other.write(frame(2, text.substr(7), !more));
    if (more)
      other.write(frame(2, std::string(more, 'x')));
    other.read();
    return other.end().error_code();
  };
  EXPECT_EQ(send(1, 0), grpc::StatusCode::OK);
  EXPECT_EQ(send(65535, 0), grpc::StatusCode::OK);
  EXPECT_EQ(send(1, 1), grpc::StatusCode::INVALID_ARGUMENT);
  // What is announced counts, whatever arrives.
  for (uint64_t i = 0; i < 4; ++i)
    ASSERT_TRUE(peer.write(frame(10 + i, "x", false, 1, 65535)));
  ASSERT_TRUE(peer.write(frame(9, "")));
  EXPECT_NE(peer.read(), "");
  peer.write(frame(14, "x", false, 1, 1));
  EXPECT_EQ(peer.end().error_message(),
            "the unfinished messages have more than 4194304 bytes");
  expectAlive();
}

TEST(Peer, HasAsManyCallsAsItMay) {
  gate.set(false);
  Peer peer;
  ASSERT_TRUE(peer.write(frame(1, join("peer"))));
  ASSERT_NE(peer.read(), "");
  for (uint64_t i = 0; i < 8; ++i)
    ASSERT_TRUE(peer.write(frame(10 + i, call("", Kind::Call, "held"))));
  ASSERT_TRUE(peer.write(frame(20, call())));
  EXPECT_NE(peer.read().find("worker w0 has 8 calls open and takes no more"),
            std::string::npos);
  gate.set(true);
  // What was taken is answered, all of it.
  for (size_t bytes = 0, one = 0; bytes < 8 * one || !one;) {
    std::string answer = peer.read();
    ASSERT_NE(answer, "");
    // One message of the stream may have several of them.
    uint32_t size = 0;
    std::memcpy(&size, answer.data() + 8, sizeof(size));
    one = 16 + size;
    bytes += answer.size();
    EXPECT_EQ(answer[16 + 6], char(Kind::Value));
  }
  expectAlive();
}

TEST(Peer, CountsUsersOfReferencesThatAreNotThere) {
  Peer peer;
  ASSERT_TRUE(peer.write(frame(1, join("peer"))));
  peer.read();
  ASSERT_TRUE(peer.write(frame(2, reference(Kind::Fetch, 1000))));
  EXPECT_NE(peer.read().find("the value of an RRef is gone"),
            std::string::npos);
  // An RRef for somebody else.
  Writer ids;
  for (uint64_t number : {1, 2}) {
    ids.number(uint32_t(77));
    ids.number(number);
  }
  ASSERT_TRUE(peer.write(frame(3, call(ids.bytes, Kind::Create))));
  peer.read();
  expectAlive();
}

int64_t getMemory() {
  std::ifstream file("/proc/self/statm");
  int64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

TEST(Peer, WithDamagedMessagesHarmsNobody) {
  const char *given = std::getenv("TS_MUTATIONS");
  const char *seed = std::getenv("TS_SEED");
  int count = given ? std::atoi(given) : 2000;
  std::mt19937_64 random(seed ? std::strtoull(seed, nullptr, 10) : 1);
  expectAlive();
  Writer ids;
  for (uint64_t number : {1, 2}) {
    ids.number(uint32_t(1));
    ids.number(number);
  }
  std::vector<std::string> samples = {call(),
                                      call(ids.bytes, Kind::Create),
                                      join("peer"),
                                      message(Kind::Group, ""),
                                      message(Kind::Status, ""),
                                      message(Kind::Ping, "")};
  for (Kind kind : {Kind::Fetch, Kind::Fork, Kind::Delete, Kind::Accept})
    samples.push_back(reference(kind, 1));
  int64_t before = getMemory();
  auto peer = std::make_unique<Peer>();
  int streams = 1, sent = 0;
  while (sent < count) {
    std::string bytes = damage(samples[random() % samples.size()], random);
    std::string framed = frame(uint64_t(++sent), bytes);
    if (random() % 16 == 0)
      framed = damage(framed, random);
    if (peer->write(framed))
      continue;
    peer = std::make_unique<Peer>();
    ++streams;
  }
  peer.reset();
  expectAlive();
  RecordProperty("streams", streams);
  EXPECT_LT(getMemory() - before, int64_t(256) << 20);
}

} // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  int status = RUN_ALL_TESTS();
  tsrt_error_release(tsrt_rpc_shutdown(/*graceful=*/0, 0));
  return status;
}
