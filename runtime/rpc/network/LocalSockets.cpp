//===- LocalSockets.cpp - Streams within a machine ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalSockets.h"

#include "LocalEnd.h"

#include <cstddef>
#include <cstring>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace tsrt::rpc;
using Clock = LocalEnd::Clock;

/// How long what waits may take to be written at the end.
static constexpr auto kGrace = std::chrono::milliseconds(200);

namespace {

/// The abstract name of a socket.
struct Name {
  explicit Name(std::string address) {
    // The same place under its two names.
    constexpr std::string_view host = "localhost:";
    if (address.compare(0, host.size(), host) == 0)
      address = "127.0.0.1:" + address.substr(host.size());
    std::string text = "torchscript-rpc/" + address;
    socket.sun_family = AF_UNIX;
    isValid = text.size() < sizeof(socket.sun_path);
    if (isValid)
      std::memcpy(socket.sun_path + 1, text.data(), text.size());
    size = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + text.size());
  }
  const sockaddr *get() const {
    return reinterpret_cast<const sockaddr *>(&socket);
  }

  sockaddr_un socket{};
  socklen_t size;
  bool isValid;
};

/// Whether a process of this user is at the other end.
bool isOwn(int fd) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         peer.uid == geteuid();
}

int openSocket() {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

class Sockets : public LocalSockets {
public:
  explicit Sockets(SharedRef shared)
      : shared(std::move(shared)), poll(std::make_shared<Poll>()),
        wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    poll->add(wake, &wake);
  }
  ~Sockets() override {
    stop();
    if (listening >= 0)
      ::close(listening);
    ::close(wake);
  }
  void listen(const std::string &address) override;
  LinkRef connect(const Target &target) override;
  void stop() override;

private:
  template <class End>
  std::shared_ptr<End> add(int fd);
  void accept();
  void run();
  /// Calls over() of an end that is there, once.
  void drop(const std::shared_ptr<LocalEnd> &end);
  std::vector<std::shared_ptr<LocalEnd>> all();

  SharedRef shared;
  std::shared_ptr<Poll> poll;
  int wake, listening = -1;
  std::mutex mutex;
  bool isStopped = false;
  std::map<void *, std::shared_ptr<LocalEnd>> ends;
  std::thread thread;
};

} // namespace

template <class End>
std::shared_ptr<End> Sockets::add(int fd) {
  std::lock_guard<std::mutex> lock(mutex);
  if (isStopped) {
    ::close(fd);
    return nullptr;
  }
  // As much as the system lets it have.
  int size = 4 << 20;
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
  auto end = std::make_shared<End>(shared, poll, fd);
  LocalEnd &base = *end;
  ends.emplace(base.key(), end);
  poll->add(fd, base.key());
  if (!thread.joinable())
    thread = std::thread([this] { run(); });
  return end;
}

void Sockets::listen(const std::string &address) {
  Name name(address);
  int fd = openSocket();
  if (fd < 0)
    return;
  if (!name.isValid || bind(fd, name.get(), name.size) != 0 ||
      ::listen(fd, SOMAXCONN) != 0) {
    ::close(fd);
    return;
  }
  std::lock_guard<std::mutex> lock(mutex);
  listening = fd;
  poll->add(fd, &listening);
  if (!thread.joinable())
    thread = std::thread([this] { run(); });
}

LinkRef Sockets::connect(const Target &target) {
  Name name(target.address);
  int fd = name.isValid ? openSocket() : -1;
  if (fd < 0)
    return nullptr;
  if (::connect(fd, name.get(), name.size) != 0 || !isOwn(fd)) {
    ::close(fd);
    return nullptr;
  }
  auto end = add<LocalClient>(fd);
  if (end)
    end->greet(target);
  return end;
}

void Sockets::accept() {
  for (;;) {
    int fd = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
      return;
    if (isOwn(fd))
      add<LocalServer>(fd);
    else
      ::close(fd);
  }
}

void Sockets::drop(const std::shared_ptr<LocalEnd> &end) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!ends.erase(end->key()))
      return;
  }
  epoll_ctl(poll->fd, EPOLL_CTL_DEL, end->getSocket(), nullptr);
  end->over();
}

std::vector<std::shared_ptr<LocalEnd>> Sockets::all() {
  std::vector<std::shared_ptr<LocalEnd>> result;
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[key, end] : ends)
    result.push_back(end);
  return result;
}

void Sockets::run() {
  const auto pause =
      std::chrono::milliseconds(std::max(1, shared->options.keepAlive / 4));
  auto next = Clock::now() + pause;
  for (;;) {
    epoll_event events[64];
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        next - Clock::now());
    int count = epoll_wait(poll->fd, events, 64,
                           int(std::max<int64_t>(0, left.count())));
    for (int i = 0; i < count; ++i) {
      void *key = events[i].data.ptr;
      if (key == &wake)
        continue;
      if (key == &listening) {
        accept();
        continue;
      }
      std::shared_ptr<LocalEnd> end;
      {
        std::lock_guard<std::mutex> lock(mutex);
        auto found = ends.find(key);
        if (found == ends.end())
          continue;
        end = found->second;
      }
      if (events[i].events & EPOLLOUT)
        end->resume();
      if (events[i].events & ~EPOLLOUT && !end->read())
        drop(end);
    }
    // What has arrived meanwhile was read: who is silent now is.
    if (Clock::now() >= next) {
      next = Clock::now() + pause;
      for (auto &end : all())
        if (!end->beat())
          drop(end);
    }
    std::lock_guard<std::mutex> lock(mutex);
    if (isStopped && ends.empty())
      return;
  }
}

void Sockets::stop() {
  auto end = Clock::now() + kGrace;
  auto isBusy = [&] {
    for (auto &each : all())
      if (each->isBusy())
        return true;
    return false;
  };
  while (Clock::now() < end && isBusy())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  {
    std::lock_guard<std::mutex> lock(mutex);
    isStopped = true;
    for (auto &[key, each] : ends)
      each->shut();
  }
  uint64_t one = 1;
  if (write(wake, &one, sizeof(one)) < 0) {
    // It is awake already.
  }
  if (thread.joinable())
    thread.join();
}

std::unique_ptr<LocalSockets> tsrt::rpc::makeLocalSockets(SharedRef shared) {
  return std::make_unique<Sockets>(std::move(shared));
}
