//===- floor.cpp - What gRPC and sockets take at least --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two processes that do nothing but answer: an empty message one at a time, and
// 1 MB that are answered with an empty message. Through sockets, and through
// each interface of gRPC, over TCP (the loopback address) and a Unix-domain
// socket. It is what remote calls on top of them cannot beat. Compile with
// -lgrpc++ -lgrpc -lgpr -lpthread.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/codegen/client_unary_call.h>
#include <grpcpp/support/method_handler.h>
#include <memory>
#include <mutex>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using grpc::ByteBuffer;
constexpr const char *kUnary = "/floor/Unary", *kStream = "/floor/Stream";

ByteBuffer bytes(size_t size) {
  grpc::Slice slice(size);
  std::fill(const_cast<uint8_t *>(slice.begin()),
            const_cast<uint8_t *>(slice.end()), 0);
  return ByteBuffer(&slice, 1);
}
const ByteBuffer &small() {
  static const ByteBuffer buffer = bytes(16);
  return buffer;
}

// The servers.

struct CallbackService : grpc::CallbackGenericService {
  struct Echo : grpc::ServerGenericBidiReactor {
    ByteBuffer in, out;
    Echo() { StartRead(&in); }
    void OnReadDone(bool ok) override {
      if (!ok)
        return Finish(grpc::Status::OK);
      out = small();
      StartWrite(&out);
    }
    void OnWriteDone(bool ok) override {
      if (ok)
        StartRead(&in);
    }
    void OnDone() override { delete this; }
  };
  grpc::ServerGenericBidiReactor *
  CreateReactor(grpc::GenericCallbackServerContext *) override {
    return new Echo;
  }
};

struct SyncService : grpc::Service {
  SyncService() {
    AddMethod(new grpc::internal::RpcServiceMethod(
        kUnary, grpc::internal::RpcMethod::NORMAL_RPC,
        new grpc::internal::RpcMethodHandler<
            SyncService, ByteBuffer, ByteBuffer, ByteBuffer, ByteBuffer>(
            [](SyncService *, grpc::ServerContext *, const ByteBuffer *,
               ByteBuffer *out) {
              *out = small();
              return grpc::Status::OK;
            },
            this)));
    AddMethod(new grpc::internal::RpcServiceMethod(
        kStream, grpc::internal::RpcMethod::BIDI_STREAMING,
        new grpc::internal::BidiStreamingHandler<SyncService, ByteBuffer,
                                                 ByteBuffer>(
            [](SyncService *, grpc::ServerContext *,
               grpc::ServerReaderWriter<ByteBuffer, ByteBuffer> *stream) {
              ByteBuffer in;
              while (stream->Read(&in))
                stream->Write(small());
              return grpc::Status::OK;
            },
            this)));
  }
};

/// Serves one stream after the other from a completion queue.
void serveQueue(grpc::AsyncGenericService &service,
                grpc::ServerCompletionQueue &queue) {
  void *tag;
  bool ok;
  auto next = [&] { return queue.Next(&tag, &ok) && ok; };
  for (;;) {
    grpc::GenericServerContext context;
    grpc::GenericServerAsyncReaderWriter stream(&context);
    service.RequestCall(&context, &stream, &queue, &queue, nullptr);
    if (!next())
      return;
    ByteBuffer in;
    for (;;) {
      stream.Read(&in, nullptr);
      if (!next())
        break;
      stream.Write(small(), nullptr);
      if (!next())
        break;
    }
    stream.Finish(grpc::Status::OK, nullptr);
    next();
  }
}

void limit(grpc::ServerBuilder &builder) {
  builder.SetMaxReceiveMessageSize(-1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_FRAME_SIZE, 1 << 20);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 16 << 20);
  builder.AddChannelArgument(GRPC_ARG_TCP_MAX_READ_CHUNK_SIZE, 4 << 20);
}

void serve(const std::string &path, int ports[3]) {
  static CallbackService callback;
  static SyncService sync;
  static grpc::AsyncGenericService queued;
  static std::unique_ptr<grpc::ServerCompletionQueue> queue;
  static std::unique_ptr<grpc::Server> servers[3];
  for (int i = 0; i < 3; ++i) {
    grpc::ServerBuilder builder;
    limit(builder);
    auto plain = grpc::InsecureServerCredentials();
    builder.AddListeningPort("127.0.0.1:0", plain, &ports[i]);
    builder.AddListeningPort("unix:" + path + std::to_string(i), plain);
    if (i == 0)
      builder.RegisterCallbackGenericService(&callback);
    if (i == 1)
      builder.RegisterService(&sync);
    if (i == 2) {
      builder.RegisterAsyncGenericService(&queued);
      queue = builder.AddCompletionQueue();
    }
    servers[i] = builder.BuildAndStart();
  }
  std::thread([] { serveQueue(queued, *queue); }).detach();
}

// The clients: each sends a message and returns when it is answered.

using Call = std::function<void(const ByteBuffer &)>;

/// What wakes the thread that called.
struct Signal {
  std::mutex mutex;
  std::condition_variable changed;
  bool set = false;
  void give() {
    std::lock_guard<std::mutex> lock(mutex);
    set = true;
    changed.notify_one();
  }
  void take() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return set; });
    set = false;
  }
};

Call callbackUnary(std::shared_ptr<grpc::Channel> channel) {
  auto stub = std::make_shared<grpc::GenericStub>(channel);
  return [stub](const ByteBuffer &request) {
    grpc::ClientContext context;
    ByteBuffer answer;
    Signal signal;
    stub->UnaryCall(&context, kUnary, {}, &request, &answer,
                    [&](grpc::Status) { signal.give(); });
    signal.take();
  };
}

Call syncUnary(std::shared_ptr<grpc::Channel> channel) {
  auto method = std::make_shared<grpc::internal::RpcMethod>(
      kUnary, grpc::internal::RpcMethod::NORMAL_RPC, channel);
  return [channel, method](const ByteBuffer &request) {
    grpc::ClientContext context;
    ByteBuffer answer;
    grpc::internal::BlockingUnaryCall<ByteBuffer, ByteBuffer>(
        channel.get(), *method, &context, request, &answer);
  };
}

Call syncStream(std::shared_ptr<grpc::Channel> channel) {
  grpc::internal::RpcMethod method(
      kStream, grpc::internal::RpcMethod::BIDI_STREAMING, channel);
  auto *context = new grpc::ClientContext;
  auto *stream =
      grpc::internal::ClientReaderWriterFactory<ByteBuffer, ByteBuffer>::Create(
          channel.get(), method, context);
  return [stream, channel](const ByteBuffer &request) {
    ByteBuffer answer;
    stream->Write(request);
    stream->Read(&answer);
  };
}

Call queueStream(std::shared_ptr<grpc::Channel> channel) {
  // The server has one of these at a time.
  static grpc::ClientContext *previous = nullptr;
  if (previous)
    previous->TryCancel();
  auto *context = previous = new grpc::ClientContext;
  auto *queue = new grpc::CompletionQueue;
  grpc::GenericStub stub(channel);
  auto *stream = stub.PrepareCall(context, kStream, queue).release();
  void *tag;
  bool ok;
  stream->StartCall(nullptr);
  queue->Next(&tag, &ok);
  return [=](const ByteBuffer &request) {
    void *tag;
    bool ok;
    ByteBuffer answer;
    stream->Read(&answer, nullptr);
    stream->Write(request, nullptr);
    queue->Next(&tag, &ok);
    queue->Next(&tag, &ok);
  };
}

struct CallbackClient : grpc::ClientBidiReactor<ByteBuffer, ByteBuffer> {
  grpc::ClientContext context;
  ByteBuffer answer, request;
  Signal read, written;
  explicit CallbackClient(std::shared_ptr<grpc::Channel> channel) {
    grpc::GenericStub(channel).PrepareBidiStreamingCall(&context, kStream, {},
                                                        this);
    AddHold();
    StartCall();
  }
  void OnReadDone(bool) override { read.give(); }
  void OnWriteDone(bool) override { written.give(); }
  void call(const ByteBuffer &message) {
    request = message;
    StartRead(&answer);
    StartWrite(&request);
    read.take();
    written.take();
  }
};

Call callbackStream(std::shared_ptr<grpc::Channel> channel) {
  auto *client = new CallbackClient(channel);
  return [client](const ByteBuffer &request) { client->call(request); };
}

// Without gRPC.

void transfer(int fd, std::vector<char> &buffer, size_t size, bool out) {
  for (size_t done = 0; done < size;) {
    ssize_t count =
        out ? write(fd, buffer.data(), size - done)
            : read(fd, buffer.data(), std::min(buffer.size(), size - done));
    if (count <= 0)
      _exit(0);
    done += size_t(count);
  }
}

/// Answers with 16 bytes: to as many as the first 8 of a message say.
void serveSocket(int fd) {
  std::vector<char> buffer(1 << 20);
  for (;;) {
    transfer(fd, buffer, 16, false);
    size_t more = *reinterpret_cast<uint64_t *>(buffer.data());
    transfer(fd, buffer, more, false);
    *reinterpret_cast<uint64_t *>(buffer.data()) = 0;
    transfer(fd, buffer, 16, true);
  }
}

std::function<void(size_t)> socketCall(int fd) {
  auto buffer = std::make_shared<std::vector<char>>(2 << 20);
  return [=](size_t size) {
    *reinterpret_cast<uint64_t *>(buffer->data()) = size;
    transfer(fd, *buffer, 16 + size, true);
    transfer(fd, *buffer, 16, false);
  };
}

// The table.

template <class F>
void measure(const char *how, const char *where, const F &call) {
  for (int i = 0; i < 300; ++i)
    call(0);
  std::vector<double> times;
  for (int i = 0; i < 3000; ++i) {
    auto from = Clock::now();
    call(0);
    times.push_back(
        std::chrono::duration<double, std::micro>(Clock::now() - from).count());
  }
  std::sort(times.begin(), times.end());
  call(1000000);
  auto from = Clock::now();
  for (int i = 0; i < 300; ++i)
    call(1000000);
  double time = std::chrono::duration<double>(Clock::now() - from).count();
  std::printf("| %s | %s | %.0f | %.0f | %.2f |\n", how, where,
              times[times.size() / 2], times[times.size() / 10],
              300e6 / time / 1e9);
  std::fflush(stdout);
}

void measureSockets() {
  for (bool local : {false, true}) {
    int fds[2];
    if (local) {
      if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds))
        std::exit(1);
    } else {
      int listening = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
      sockaddr_in address{};
      address.sin_family = AF_INET;
      address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      socklen_t size = sizeof(address);
      if (bind(listening, reinterpret_cast<sockaddr *>(&address), size) ||
          listen(listening, 1) ||
          getsockname(listening, reinterpret_cast<sockaddr *>(&address), &size))
        std::exit(1);
      fds[0] = socket(AF_INET, SOCK_STREAM, 0);
      if (connect(fds[0], reinterpret_cast<sockaddr *>(&address), size))
        std::exit(1);
      fds[1] = accept(listening, nullptr, nullptr);
      for (int fd : fds)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
    }
    if (fork() == 0) {
      close(fds[0]);
      serveSocket(fds[1]);
    }
    close(fds[1]);
    measure("socket, blocking", local ? "Unix" : "TCP", socketCall(fds[0]));
    close(fds[0]);
  }
}

} // namespace

int main() {
  std::printf("| how | where | latency, us | best tenth | GB/s, 1 MB |\n"
              "|---|---|---|---|---|\n");
  measureSockets();
  char path[] = "/tmp/floorXXXXXX";
  if (!mkdtemp(path))
    return 1;
  std::string prefix = std::string(path) + "/s";
  int toParent[2], toChild[2], ports[3];
  if (pipe(toParent) || pipe(toChild))
    return 1;
  if (fork() == 0) {
    close(toChild[1]);
    serve(prefix, ports);
    char byte;
    if (write(toParent[1], ports, sizeof(ports)) != sizeof(ports) ||
        read(toChild[0], &byte, 1) != 0)
      _exit(1);
    _exit(0);
  }
  if (read(toParent[0], ports, sizeof(ports)) != sizeof(ports))
    return 1;
  struct {
    const char *name;
    int server;
    Call (*make)(std::shared_ptr<grpc::Channel>);
  } rows[] = {{"unary, callbacks", 0, callbackUnary},
              {"unary, blocking", 1, syncUnary},
              {"stream, callbacks", 0, callbackStream},
              {"stream, blocking", 1, syncStream},
              {"stream, completion queue", 2, queueStream}};
  ByteBuffer large = bytes(1000000);
  for (auto &row : rows)
    for (bool local : {false, true}) {
      grpc::ChannelArguments arguments;
      arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
      arguments.SetInt(GRPC_ARG_HTTP2_MAX_FRAME_SIZE, 1 << 20);
      std::string address =
          local ? "unix:" + prefix + std::to_string(row.server)
                : "127.0.0.1:" + std::to_string(ports[row.server]);
      Call call = row.make(grpc::CreateCustomChannel(
          address, grpc::InsecureChannelCredentials(), arguments));
      measure(row.name, local ? "Unix" : "TCP",
              [&](size_t size) { call(size ? large : small()); });
    }
  for (int i = 0; i < 3; ++i)
    unlink((prefix + std::to_string(i)).c_str());
  rmdir(path);
  std::fflush(stdout);
  _exit(0);
}
