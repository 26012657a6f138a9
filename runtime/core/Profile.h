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

} // namespace tsrt

#endif // TSRT_CORE_PROFILE_H
