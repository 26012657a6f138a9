//===- Status.cpp - What a worker says of itself --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rpc/Agent.h"

#include <cinttypes>
#include <cstdio>

using namespace tsrt;
using namespace tsrt::rpc;

/// A text as JSON writes it.
static std::string quote(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", c);
      result += escape;
    } else {
      result += c;
    }
  }
  return result + "\"";
}

static std::string field(const char *name, uint64_t value) {
  return std::string("\"") + name + "\": " + std::to_string(value);
}

static std::string describe(const CallCounts &counts) {
  std::string text = "{" + field("started", counts.started) + ", " +
                     field("succeeded", counts.succeeded) + ", " +
                     field("failed", counts.failed) + ", " +
                     field("timed_out", counts.timedOut) + ", " +
                     field("refused", counts.refused) + ", \"latency_us\": {";
  const std::pair<const char *, double> shares[] = {
      {"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"max", 1}};
  bool isFirst = true;
  for (auto [name, share] : shares) {
    char number[32];
    std::snprintf(number, sizeof(number), "%.1f",
                  counts.latencies.quantile(share));
    text += std::string(isFirst ? "\"" : ", \"") + name + "\": " + number;
    isFirst = false;
  }
  return text + "}}";
}

std::string Agent::describeStatus() {
  uint64_t received = 0, sent = 0;
  if (transport)
    transport->countBytes(received, sent);
  References::Counts counts = references.count();
  auto age = std::chrono::duration_cast<std::chrono::seconds>(
      Timers::Clock::now() - metrics.begin);
  std::string text =
      "{\"name\": " + quote(getName()) + ", " + field("id", getId()) +
      ", \"address\": " + quote(getAddress()) + ", " +
      field("uptime_s", uint64_t(age.count())) + ", \"workers\": [";
  bool isFirst = true;
  for (const Member &member : group.getMembers()) {
    text += std::string(isFirst ? "" : ", ") +
            "{\"name\": " + quote(member.name) +
            ", \"address\": " + quote(member.address) + "}";
    isFirst = false;
  }
  size_t made;
  {
    std::lock_guard<std::mutex> lock(mutex);
    made = openCalls;
  }
  return text + "], \"calls_served\": " + describe(metrics.served) +
         ", \"calls_made\": " + describe(metrics.made) + ", \"open\": {" +
         field("served", pool.countOpen()) + ", " + field("made", made) +
         "}, \"bytes\": {" + field("received", received) + ", " +
         field("sent", sent) + "}, \"rrefs\": {" +
         field("owned", counts.owned) + ", " + field("used", counts.users) +
         ", " + field("handed_on", counts.handedOn) + "}, " +
         field("live_objects", uint64_t(tsrt_live_objects())) + "}";
}
