//===- References.h - References to values of workers --------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The owner of a value counts its users, each with a number of its own. A user
// that hands its reference on makes the number of the new user, and stays a
// user until that one has been counted: the receiver tells the owner (Fork) and
// then the sender (Accept). A user that dies tells the owner (Delete). All of
// this may arrive twice, and a Delete before its Fork.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_REFERENCES_H
#define TSRT_RPC_REFERENCES_H

#include "rpc/Promise.h"
#include "rpc/WireValues.h"

#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace tsrt::rpc {

class Agent;

/// What an RRef object of a program knows.
struct ReferenceState {
  GlobalId reference, user;
  uint32_t owner = 0;
  /// At the owner: the value.
  PromiseRef value;
  /// Elsewhere: whether the owner has counted this user.
  PromiseRef counted;
};

/// New users that a message hands references to.
/// A process of the group: a worker that was restarted is another one. The
/// incarnation is 0 where it is not known.
struct Holder {
  uint32_t worker = 0;
  uint64_t incarnation = 0;
};

using HandedOn = std::vector<std::pair<GlobalId, GlobalId>>;

/// The references of a worker; thread-safe.
class References {
public:
  explicit References(Agent &agent) : agent(agent) {}

  /// A number that no other worker makes, not even this one after a restart.
  GlobalId newId();

  /// A value that will be here, with its first user.
  PromiseRef own(GlobalId reference, GlobalId user, Holder holder);
  /// Whether other workers may have one more reference to values of this one.
  bool hasRoom();
  static const char *const noRoom;
  /// The value of a reference; null when it is not here.
  PromiseRef find(GlobalId reference);
  /// Counts or forgets a user. A reference that is not known is on its way:
  /// its value is an error when it has not come after some seconds.
  /// False when others have too many references already.
  bool addUser(GlobalId reference, GlobalId user, Holder holder);
  void dropUser(GlobalId reference, GlobalId user);
  /// A user that was handed on is counted: the sender may be gone.
  void accept(GlobalId user);
  /// Counts an RRef object of this process whose value is elsewhere.
  void addForeign();
  /// An RRef object of the program dies.
  void release(const ReferenceState &state);
  /// A message with these users did not arrive, as far as is known.
  void takeBack(const HandedOn &handedOn);
  /// Whether a worker has users of values of this one.
  bool hasHolder(Holder holder);
  /// Forgets the users that a worker has which is gone for good.
  void dropHolder(Holder holder);

  struct Counts {
    size_t owned = 0, users = 0, handedOn = 0;
  };
  Counts count();

private:
  friend class Handing;
  struct Owned {
    PromiseRef value;
    /// The request to make it has arrived.
    bool isMade = false;
    std::unordered_map<GlobalId, Holder, GlobalIdHash> users;
  };
  std::string handOn(void *remote, Holder to, HandedOn &handedOn,
                     Handed &handed);
  void *takeOver(const Handed &handed, const tsrt_type *type, uint32_t from,
                 std::string &problem);
  /// Changes the users of a value; the mutex is held.
  void insertUser(Owned &entry, GlobalId user, Holder holder);
  void countAtOwner(const ReferenceState &state, const Handed &handed);

  Agent &agent;
  std::mutex mutex;
  uint64_t next = 0;
  std::unordered_map<GlobalId, Owned, GlobalIdHash> owned;
  /// Objects that were handed on and are not counted yet, by their new user.
  std::unordered_map<GlobalId, void *, GlobalIdHash> pending;
  /// Users that were deleted before they were counted, the oldest first.
  std::unordered_set<GlobalId, GlobalIdHash> early;
  std::deque<GlobalId> earlyOrder;
  /// Users elsewhere of values that are here.
  size_t usersElsewhere = 0;
  size_t foreignUsers = 0;
};

/// Hands on and takes over the references of one message.
class Handing : public ReferenceTable {
public:
  /// `peer` is the worker that it goes to or comes from.
  Handing(References &references, Holder peer)
      : references(references), peer(peer) {}
  std::string handOn(void *remote, Handed &handed) override {
    return references.handOn(remote, peer, handedOn, handed);
  }
  void *takeOver(const Handed &handed, const tsrt_type *type,
                 std::string &problem) override {
    return references.takeOver(handed, type, peer.worker, problem);
  }
  HandedOn handedOn;

private:
  References &references;
  Holder peer;
};

} // namespace tsrt::rpc

#endif // TSRT_RPC_REFERENCES_H
