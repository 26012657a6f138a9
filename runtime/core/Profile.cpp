//===- Profile.cpp - Where the time of a thread goes ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Time and entries by part.
//
//===----------------------------------------------------------------------===//

#include "core/Profile.h"

#include "tsrt_kernel.h"
#include "tsrt_profile.h"

#include <chrono>
#include <unordered_map>
#include <utility>
#include <vector>

using Clock = std::chrono::steady_clock;

thread_local bool tsrt::isProfiled = false;

namespace {
struct Time {
  int64_t nanoseconds = 0, entries = 0;
};
struct Span {
  const char *part;
  int64_t begin, nanoseconds;
};
struct Profile {
  /// By address: a part is one text of the program.
  std::unordered_map<const char *, Time> parts;
  const char *current = nullptr;
  Clock::time_point start, since;
  bool keepsSpans = false;
  std::vector<Span> spans;
  std::vector<std::shared_ptr<tsrt::RemoteSpan>> remote;
};
} // namespace

static int64_t getNanoseconds(Clock::duration time) {
  return std::chrono::nanoseconds(time).count();
}

static Profile &getProfile() {
  static thread_local Profile profile;
  return profile;
}

const char *tsrt::enterPart(const char *part) {
  Profile &profile = getProfile();
  Clock::time_point now = Clock::now();
  int64_t time = getNanoseconds(now - profile.since);
  profile.parts[profile.current].nanoseconds += time;
  if (profile.keepsSpans && profile.current)
    profile.spans.push_back(
        {profile.current, getNanoseconds(profile.since - profile.start), time});
  ++profile.parts[part].entries;
  profile.since = Clock::now();
  return std::exchange(profile.current, part);
}

static int64_t getTime() {
  return getNanoseconds(Clock::now().time_since_epoch());
}

std::shared_ptr<tsrt::RemoteSpan> tsrt::beginRemote(std::string what) {
  if (!isProfiled)
    return nullptr;
  Profile &profile = getProfile();
  auto span = std::make_shared<RemoteSpan>();
  span->what = std::move(what);
  span->started = getTime();
  span->begin =
      span->started - getNanoseconds(profile.start.time_since_epoch());
  profile.remote.push_back(span);
  return span;
}

void tsrt::RemoteSpan::end() { nanoseconds = getTime() - started; }

void tsrt_profile_enter(const char *part) {
  if (tsrt::isProfiled)
    tsrt::enterPart(part);
}

void tsrt_profile_begin(void) {
  Profile &profile = getProfile();
  bool keepsSpans = profile.keepsSpans;
  profile = Profile();
  profile.keepsSpans = keepsSpans;
  profile.start = profile.since = Clock::now();
  tsrt::isProfiled = true;
}

void tsrt_profile_end(void (*visit)(void *context, const char *part,
                                    int64_t nanoseconds, int64_t entries),
                      void *context) {
  if (!tsrt::isProfiled)
    return;
  tsrt::enterPart(nullptr);
  tsrt::isProfiled = false;
  for (auto &[part, time] : getProfile().parts)
    visit(context, part, time.nanoseconds, time.entries);
}

void tsrt_profile_keep_spans(int32_t keep) { getProfile().keepsSpans = keep; }

void tsrt_profile_visit_spans(void (*visit)(void *context, const char *part,
                                            int64_t begin, int64_t nanoseconds),
                              void *context) {
  for (const Span &span : getProfile().spans)
    visit(context, span.part, span.begin, span.nanoseconds);
}

void tsrt_profile_visit_remote(void (*visit)(void *context, const char *what,
                                             int64_t begin,
                                             int64_t nanoseconds),
                               void *context) {
  for (const auto &span : getProfile().remote)
    if (span->nanoseconds >= 0)
      visit(context, span->what.c_str(), span->begin, span->nanoseconds);
}
