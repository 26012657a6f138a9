//===- Profile.cpp - Where the time of calls goes -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime counts, by the texts that kernels enter and the names of the
// operators it runs; this sorts and prints.
//
//===----------------------------------------------------------------------===//

#include "Profile.h"

#include "tsrt_kernel.h"
#include "tsrt_profile.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>

using namespace torchscript;

/// What a text of the runtime stands for.
static json describePart(const char *text) {
  if (!text)
    return {{"kind", "rest"}, {"what", "the rest of the program"}};
  if (*text == '{') {
    json part = json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (part.is_object())
      return part;
  }
  bool isOperator = llvm::StringRef(text).contains("::");
  return {{"kind", isOperator ? "operator" : "rest"}, {"what", text}};
}

json torchscript::describeKernels(llvm::ArrayRef<llvm::StringRef> parts) {
  json list = json::array();
  for (llvm::StringRef part : parts)
    list.push_back(describePart(part.str().c_str()));
  return list;
}

static std::string getText(const json &part, const char *key) {
  auto it = part.find(key);
  return it != part.end() && it->is_string() ? it->get<std::string>() : "";
}

static double getNumber(const json &part, const char *key) {
  auto it = part.find(key);
  return it != part.end() && it->is_number() ? it->get<double>() : 0;
}

/// `what (file:1, file:2)`, with a few of the lines.
static std::string spellPart(const json &part) {
  constexpr size_t most = 3;
  std::string text = getText(part, "what");
  auto lines = part.find("lines");
  if (lines == part.end() || lines->empty())
    return text;
  for (size_t i = 0; i < lines->size() && i < most; ++i)
    text += (i ? ", " : " (") + (*lines)[i].get<std::string>();
  if (lines->size() > most)
    text += llvm::formatv(" and {0} more", lines->size() - most).str();
  return text + ")";
}

void torchscript::printKernels(const json &kernels, llvm::raw_ostream &os) {
  std::string last;
  for (const json &part : kernels) {
    std::string kernel = getText(part, "kernel");
    if (kernel != last)
      os << kernel << "\n";
    last = kernel;
    os << "  " << getText(part, "kind") << ": " << spellPart(part)
       << llvm::formatv("; {0:f3} Mflop, {1:f3} MB\n",
                        getNumber(part, "operations") / 1e6,
                        getNumber(part, "bytes") / 1e6);
  }
}

/// Nanoseconds of a clock that goes on evenly.
static int64_t getTime() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::nanoseconds(now).count();
}

namespace {
/// Writes calls one after the other as events.
struct Tracer {
  json &events;
  /// The end of the last call, in nanoseconds.
  int64_t now = 0;
  unsigned remoteCalls = 0;

  void add(const std::string &name, const std::string &kind, int64_t begin,
           int64_t time, json details) {
    events.push_back({{"name", name},
                      {"cat", kind},
                      {"ph", "X"},
                      {"ts", double(now + begin) / 1e3},
                      {"dur", double(time) / 1e3},
                      {"pid", 1},
                      {"tid", 1},
                      {"args", std::move(details)}});
  }

  /// A call of another process: they overlap, so each has events of its own.
  void addRemote(const std::string &what, int64_t begin, int64_t time) {
    ++remoteCalls;
    for (bool isEnd : {false, true})
      events.push_back({{"name", what},
                        {"cat", "remote"},
                        {"ph", isEnd ? "e" : "b"},
                        {"id", remoteCalls},
                        {"ts", double(now + begin + isEnd * time) / 1e3},
                        {"pid", 1},
                        {"tid", 1}});
  }

  /// The call that has just been profiled.
  void addCall(const std::string &function, unsigned index, int64_t time) {
    add(function, "call", 0, time, {{"call", index}});
    tsrt_profile_visit_spans(
        [](void *context, const char *text, int64_t begin, int64_t time) {
          json part = describePart(text);
          std::string name = getText(part, "what");
          std::string kind = getText(part, "kind");
          part.erase("what");
          part.erase("kind");
          static_cast<Tracer *>(context)->add(name, kind, begin, time,
                                              std::move(part));
        },
        this);
    tsrt_profile_visit_remote(
        [](void *context, const char *what, int64_t begin, int64_t time) {
          static_cast<Tracer *>(context)->addRemote(what, begin, time);
        },
        this);
    now += time;
  }
};
} // namespace

llvm::Expected<json>
torchscript::profileCalls(const HostFunction &function,
                          llvm::ArrayRef<HostValue> arguments, unsigned count,
                          json *trace) {
  constexpr unsigned warmUp = 3;
  struct Time {
    int64_t least = INT64_MAX, entries = 0;
  };
  using Times = std::map<const char *, Time>;
  Times times;
  // Calls of other processes, by what is called where.
  using RemoteTimes = std::map<std::string, Time>;
  RemoteTimes remote;
  json events = json::array();
  Tracer tracer{events};
  tsrt_profile_keep_spans(trace != nullptr);
  for (unsigned i = 0; i < count + warmUp; ++i) {
    int64_t begin = getTime();
    if (i >= warmUp)
      tsrt_profile_begin();
    auto value = callFunction(function, arguments);
    tsrt_profile_end(
        [](void *context, const char *text, int64_t time, int64_t entries) {
          Time &part = (*static_cast<Times *>(context))[text];
          part.least = std::min(part.least, time);
          part.entries = std::max(part.entries, entries);
        },
        &times);
    int64_t end = getTime();
    if (!value) {
      tsrt_profile_keep_spans(false);
      return value.takeError();
    }
    if (i >= warmUp) {
      RemoteTimes found;
      tsrt_profile_visit_remote(
          [](void *context, const char *what, int64_t, int64_t time) {
            Time &call = (*static_cast<RemoteTimes *>(context))[what];
            call.least = std::min(call.least, time);
            ++call.entries;
          },
          &found);
      for (auto &[what, time] : found) {
        remote[what].least = std::min(remote[what].least, time.least);
        remote[what].entries = std::max(remote[what].entries, time.entries);
      }
    }
    if (trace && i >= warmUp)
      tracer.addCall(function.name, i - warmUp, end - begin);
  }
  tsrt_profile_keep_spans(false);
  if (trace)
    *trace = {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ms"}};
  // The parts by their time in ms, the longest first.
  std::multimap<double, json, std::greater<>> byTime;
  double total = 0;
  for (auto &[text, time] : times) {
    double least = double(time.least) / 1e6;
    json part = describePart(text);
    part["time"] = least;
    part["entries"] = time.entries;
    byTime.emplace(least, std::move(part));
    total += least;
  }
  json parts = json::array();
  for (auto &[time, part] : byTime) {
    part["share"] = total > 0 ? time / total : 0;
    parts.push_back(std::move(part));
  }
  json profile = {{"function", function.name},
                  {"calls", count},
                  {"unit", "ms"},
                  {"call", total},
                  {"parts", parts}};
  for (auto &[what, time] : remote)
    profile["remote"].push_back({{"what", what},
                                 {"entries", time.entries},
                                 {"time", double(time.least) / 1e6}});
  return profile;
}

void torchscript::printProfile(const json &profile, llvm::raw_ostream &os) {
  os << llvm::formatv("{0} calls of {1}, least times: {2:f4} ms each\n",
                      profile["calls"].get<unsigned>(),
                      getText(profile, "function"), getNumber(profile, "call"));
  std::map<std::string, double> kinds;
  os << "   share        ms  entries  part\n";
  for (const json &part : profile["parts"]) {
    kinds[getText(part, "kind")] += getNumber(part, "share");
    std::string kernel = getText(part, "kernel");
    os << llvm::formatv("{0,6:f1} % {1,9:f4} {2,8}  {3}{4}: {5}\n",
                        100 * getNumber(part, "share"), getNumber(part, "time"),
                        int64_t(getNumber(part, "entries")),
                        kernel.empty() ? "" : kernel + " ",
                        getText(part, "kind"), spellPart(part));
  }
  if (auto remote = profile.find("remote"); remote != profile.end())
    for (const json &call : *remote)
      os << llvm::formatv("remote call: {0}, {1} in a call, {2:f4} ms at "
                          "least\n",
                          getText(call, "what"),
                          int64_t(getNumber(call, "entries")),
                          getNumber(call, "time"));
  os << "by kind:";
  for (auto [kind, share] : kinds)
    os << llvm::formatv(" {0} {1:f1} %", kind, 100 * share);
  os << "\n";
}
