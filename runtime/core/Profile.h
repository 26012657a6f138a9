//===- Profile.h - Where the time of a thread goes --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that is profiled is in one part of the program at a time; marks say
// in which.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_PROFILE_H
#define TSRT_CORE_PROFILE_H

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace tsrt {

/// Whether a profile is taken of the calling thread.
extern thread_local bool isProfiled;

/// Time from now on belongs to `part`, which must outlive the profile, or, when
/// null, to the rest of the program; returns the part before.
const char *enterPart(const char *part);

/// The time of its life belongs to a part.
class PartScope {
public:
  explicit PartScope(const char *part)
      : isActive(isProfiled), before(isActive ? enterPart(part) : nullptr) {}
  ~PartScope() {
    if (isActive)
      enterPart(before);
  }
  PartScope(const PartScope &) = delete;
  PartScope &operator=(const PartScope &) = delete;

private:
  bool isActive;
  const char *before;
};

/// A call that another process executes, of a profile.
struct RemoteSpan {
  /// What is called where.
  std::string what;
  /// From the beginning of the profile, and how long it took; -1 while it is
  /// open. Nanoseconds.
  int64_t begin;
  std::atomic<int64_t> nanoseconds{-1};
  /// Ends it, on any thread.
  void end();

private:
  friend std::shared_ptr<RemoteSpan> beginRemote(std::string what);
  int64_t started = 0;
};

/// Notes a call in the profile of the calling thread; null without a profile.
std::shared_ptr<RemoteSpan> beginRemote(std::string what);

} // namespace tsrt

#endif // TSRT_CORE_PROFILE_H
