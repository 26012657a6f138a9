//===- GrpcTransport.cpp - Messages over gRPC -----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GrpcTransport.h"
#include "LocalSockets.h"

#include <cstdlib>
#include <fstream>
#include <grpc/support/log.h>
#include <sstream>

using namespace tsrt::rpc;

static bool readFile(const std::string &path, std::string &text,
                     std::string &problem) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream contents;
  contents << file.rdbuf();
  text = contents.str();
  if (file && !text.empty())
    return true;
  problem = path + ": cannot be read";
  return false;
}

std::string
tsrt::rpc::makeCredentials(const TransportOptions &options,
                           std::shared_ptr<grpc::ChannelCredentials> &client,
                           std::shared_ptr<grpc::ServerCredentials> &server) {
  if (options.certificate.empty()) {
    client = grpc::InsecureChannelCredentials();
    server = grpc::InsecureServerCredentials();
    return "";
  }
  std::string certificate, key, authority, problem;
  if (!readFile(options.certificate, certificate, problem) ||
      !readFile(options.key, key, problem) ||
      !readFile(options.authority, authority, problem))
    return problem;
  client = grpc::SslCredentials({authority, key, certificate});
  grpc::SslServerCredentialsOptions both(
      GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  both.pem_root_certs = authority;
  both.pem_key_cert_pairs.push_back({key, certificate});
  server = grpc::SslServerCredentials(both);
  return "";
}

bool tsrt::rpc::isBoundTo(const grpc::AuthContext &context,
                          const std::string &name) {
  if (!context.IsPeerAuthenticated())
    return false;
  for (const char *property :
       {GRPC_X509_SAN_PROPERTY_NAME, GRPC_X509_CN_PROPERTY_NAME})
    for (const grpc::string_ref &value : context.FindPropertyValues(property))
      if (std::string(value.data(), value.size()) == name)
        return true;
  return false;
}

namespace {

class GrpcTransport : public Transport {
public:
  ~GrpcTransport() override { stop(); }
  std::string start(const TransportOptions &options, Handler handler,
                    std::function<void(const Caller &)> onLost) override;
  std::string getAddress() const override { return address; }
  uint64_t send(const Target &target, Message request, Answered done) override;
  void cancel(const Target &target, uint64_t number) override;
  void waitForRoom(const Target &target, double seconds) override;
  void stop() override;
  void countBytes(uint64_t &received, uint64_t &sent) const override {
    received = shared->received;
    sent = shared->sent;
  }

private:
  std::string listen();
  /// The stream to a worker; `make` to begin one when there is none.
  LinkRef findLink(const Target &target, bool make);
  std::shared_ptr<grpc::Channel> connect(const Target &target);

  SharedRef shared = std::make_shared<Shared>();
  /// Null when all calls go over gRPC.
  std::unique_ptr<LocalSockets> local;
  std::shared_ptr<grpc::ChannelCredentials> clientCredentials;
  std::shared_ptr<grpc::ServerCredentials> serverCredentials;
  std::unique_ptr<grpc::CallbackGenericService> service;
  std::unique_ptr<grpc::Server> server;
  std::string address;
  std::mutex mutex;
  std::map<std::string, LinkRef> links;
  std::atomic<uint64_t> last{0};
};

/// What both ends of a connection agree on: how a silent peer is noticed.
template <class Set>
void setArguments(const TransportOptions &options, const Set &set) {
  set(GRPC_ARG_KEEPALIVE_TIME_MS, options.keepAlive);
  set(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, options.keepAlive);
  set(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  set(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  set(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 500);
  set(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
  // Large frames and reads: tensors are long.
  set(GRPC_ARG_HTTP2_MAX_FRAME_SIZE, 1 << 20);
  set(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 16 << 20);
  set(GRPC_ARG_TCP_MIN_READ_CHUNK_SIZE, 16 << 10);
  set(GRPC_ARG_TCP_MAX_READ_CHUNK_SIZE, 4 << 20);
  // Messages of the stream are parts; a larger one is none of ours.
  set(GRPC_ARG_MAX_RECEIVE_MESSAGE_LENGTH, 4 << 20);
  set(GRPC_ARG_MAX_SEND_MESSAGE_LENGTH, -1);
}

} // namespace

std::string GrpcTransport::listen() {
  grpc::ServerBuilder builder;
  setArguments(shared->options, [&](const char *name, int value) {
    builder.AddChannelArgument(name, value);
  });
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  // A worker has one stream to each other.
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, 16);
  int port = 0;
  const std::string &wanted = shared->options.listen;
  builder.AddListeningPort(wanted, serverCredentials, &port);
  service = makeService(shared);
  builder.RegisterCallbackGenericService(service.get());
  server = builder.BuildAndStart();
  if (!server || !port)
    return "cannot listen at " + wanted;
  address = wanted.substr(0, wanted.rfind(':')) + ":" + std::to_string(port);
  if (local)
    local->listen(address);
  return "";
}

std::string GrpcTransport::start(const TransportOptions &options,
                                 Handler handler,
                                 std::function<void(const Caller &)> onLost) {
  // What fails is told to callers; a peer shall not fill the log.
  if (!std::getenv("GRPC_VERBOSITY"))
    gpr_set_log_function([](gpr_log_func_args *) {});
  shared->options = options;
  shared->handler = std::move(handler);
  shared->onLost = std::move(onLost);
  std::string problem =
      makeCredentials(options, clientCredentials, serverCredentials);
  // Certificates are gRPC's.
  if (!options.isNetworkOnly && options.certificate.empty())
    local = makeLocalSockets(shared);
  if (problem.empty() && !options.listen.empty())
    problem = listen();
  return problem;
}

std::shared_ptr<grpc::Channel> GrpcTransport::connect(const Target &target) {
  grpc::ChannelArguments arguments;
  setArguments(shared->options, [&](const char *name, int value) {
    arguments.SetInt(name, value);
  });
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  if (!shared->options.certificate.empty() && !target.name.empty())
    arguments.SetSslTargetNameOverride(target.name);
  return grpc::CreateCustomChannel(target.address, clientCredentials,
                                   arguments);
}

LinkRef GrpcTransport::findLink(const Target &target, bool make) {
  std::string key = target.name + "@" + target.address + "#" +
                    std::to_string(target.incarnation);
  std::lock_guard<std::mutex> lock(mutex);
  LinkRef &link = links[key];
  if (link && link->isBroken())
    link = nullptr;
  if (!link && make && local && !shared->isStopping)
    link = local->connect(target);
  if (!link && make && !shared->isStopping)
    link = makeLink(shared, connect(target), target);
  return link;
}

uint64_t GrpcTransport::send(const Target &target, Message request,
                             Answered done) {
  uint64_t number = ++last;
  if (LinkRef link = findLink(target, /*make=*/true))
    link->send(number, std::move(request), std::move(done));
  else
    done({Outcome::Unavailable, "this worker is shut down"}, Message());
  return number;
}

void GrpcTransport::cancel(const Target &target, uint64_t number) {
  if (LinkRef link = findLink(target, /*make=*/false))
    link->cancel(number);
}

void GrpcTransport::waitForRoom(const Target &target, double seconds) {
  if (LinkRef link = findLink(target, /*make=*/false))
    link->waitForRoom(seconds);
}

void GrpcTransport::stop() {
  if (shared->isStopping.exchange(true))
    return;
  std::map<std::string, LinkRef> open;
  {
    std::lock_guard<std::mutex> lock(mutex);
    open.swap(links);
  }
  for (auto &[key, link] : open)
    if (link)
      link->close();
  if (local)
    local->stop();
  if (server)
    server->Shutdown(std::chrono::system_clock::now() +
                     std::chrono::milliseconds(200));
  std::unique_lock<std::mutex> lock(shared->mutex);
  shared->changed.wait_for(lock, std::chrono::seconds(5),
                           [&] { return shared->streams == 0; });
}

extern "C" TSRT_API Transport *tsrt_rpc_make_transport(int interface) {
  return interface == kTransportInterface ? new GrpcTransport : nullptr;
}
