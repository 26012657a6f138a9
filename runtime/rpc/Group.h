//===- Group.h - The members of a group ----------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_GROUP_H
#define TSRT_RPC_GROUP_H

#include "rpc/Transport.h"

#include <mutex>
#include <optional>

namespace tsrt::rpc {

/// A worker. Its number is its place in the group.
struct Member {
  std::string name, address;
  uint64_t incarnation = 0;
  uint32_t id = 0;
  Target target() const { return {name, address, incarnation}; }
};

/// The table of members; thread-safe.
class Group {
public:
  std::optional<Member> find(std::string_view name) const;
  std::optional<Member> find(uint32_t id) const;
  std::vector<Member> getMembers() const;
  size_t size() const;
  uint32_t getSelf() const { return self; }

  /// Adds a member, or gives one its new address and incarnation.
  Member add(const std::string &name, const std::string &address,
             uint64_t incarnation);
  void setSelf(uint32_t id) { self = id; }
  /// Where this worker reaches the first member, whatever that one says of
  /// itself: it may listen at all addresses, or be behind another one.
  void setFirstAddress(const std::string &address);

  /// The table in a message.
  std::string encode() const;
  /// Takes the table of a message; the text of what is wrong with it.
  std::string decode(class Reader &reader);

private:
  mutable std::mutex mutex;
  std::vector<Member> members;
  std::string firstAddress;
  uint32_t self = 0;
};

/// The longest name of a worker, in bytes.
constexpr size_t kMaxName = 128;
/// Whether a name may be that of a worker: letters, digits, `-`, `_`, `:` and
/// `.`, as PyTorch wants it.
bool isWorkerName(std::string_view name);
/// Why a text is no HOST:PORT with a port of `first` to 65535, or nothing. An
/// IPv6 address stands in brackets.
std::string checkAddress(std::string_view text, uint32_t first);

} // namespace tsrt::rpc

#endif // TSRT_RPC_GROUP_H
