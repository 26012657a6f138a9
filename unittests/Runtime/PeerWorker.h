//===- PeerWorker.h - The worker that peers attack ------------ -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_UNITTESTS_RUNTIME_PEERWORKER_H
#define TORCHSCRIPT_UNITTESTS_RUNTIME_PEERWORKER_H

#include "rpc/Wire.h"
#include "tsrt_rpc.h"

#include <condition_variable>
#include <gtest/gtest.h>
#include <mutex>
#include <string>

namespace tsrt::test {

using namespace tsrt::rpc;

inline const tsrt_type *const parameters[] = {&tsrt_type_int};

/// Calls of `held` end when it is open.
struct Gate {
  void wait() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return isOpen; });
  }
  void set(bool open) {
    std::lock_guard<std::mutex> lock(mutex);
    isOpen = open;
    changed.notify_all();
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  bool isOpen = false;
};
inline Gate gate;

inline tsrt_error *findFunction(void *, const char *given, const char *,
                                tsrt_rpc_function *function) {
  std::string name = given;
  function->handle = name == "held" ? &gate : nullptr;
  function->num_parameters = 1;
  function->parameters = parameters;
  return name == "same" || name == "held"
             ? nullptr
             : tsrt_error_newf("RuntimeError", "there is no '%s'", given);
}

inline tsrt_error *runFunction(void *, const tsrt_rpc_function *function,
                               const tsrt_value *args, tsrt_value *result) {
  if (function->handle)
    gate.wait();
  *result = args[0];
  return nullptr;
}

/// The worker of this process; small limits, so that tests reach them.
inline std::string getWorker() {
  static std::string address = [] {
    static const tsrt_rpc_provider provider{nullptr, findFunction, runFunction};
    tsrt_rpc_options options{};
    options.size = sizeof(options);
    options.name = "w0";
    options.max_message = 1 << 20;
    options.max_peer_bytes = 4 << 20;
    options.max_open_calls = 8;
    options.provider = &provider;
    tsrt_error *error = tsrt_rpc_init(&options);
    EXPECT_EQ(error, nullptr);
    tsrt_str *text = tsrt_rpc_address();
    std::string result(text->data, size_t(text->size));
    tsrt_release(text);
    return result;
  }();
  return address;
}

/// A part of a message as it is sent.
inline std::string frame(uint64_t number, const std::string &part,
                         bool isLast = true, uint8_t kind = 1,
                         uint16_t announced = 0) {
  Writer writer;
  writer.number(number);
  writer.number(uint32_t(part.size()));
  writer.byte(kind);
  writer.byte(isLast);
  writer.number(announced);
  return writer.bytes + part;
}

/// A message with a head.
inline std::string message(Kind kind, const std::string &head) {
  return makePrefix(kind, head.size()) + head;
}

/// Asks to become a member.
inline std::string join(const std::string &name) {
  Writer writer;
  writer.text(name);
  writer.text("127.0.0.1:1");
  writer.number(uint64_t(7));
  writer.number(uint32_t(0));
  return message(Kind::Join, writer.bytes);
}

/// A message about an RRef.
inline std::string reference(Kind kind, uint64_t number) {
  Writer writer;
  for (uint64_t part : {number, number + 1}) {
    writer.number(uint32_t(1));
    writer.number(part);
  }
  return message(kind, writer.bytes);
}

/// A call of a function with an int.
inline std::string call(const std::string &before = "", Kind kind = Kind::Call,
                        const std::string &name = "same") {
  Writer writer;
  writer.text(name);
  writer.text("");
  writer.number(uint32_t(0)); // no types
  writer.byte(3);
  writer.number(int64_t(5));
  return message(kind, before + writer.bytes);
}

} // namespace tsrt::test

#endif // TORCHSCRIPT_UNITTESTS_RUNTIME_PEERWORKER_H
