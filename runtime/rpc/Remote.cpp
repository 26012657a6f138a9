//===- Remote.cpp - Calls to workers ---------------------------- -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The group of workers, which has one member, and references to its values.
//
//===----------------------------------------------------------------------===//

#include "rpc/Remote.h"

#include "core/Kernel.h"
#include "core/TensorHooks.h"
#include "tsrt_rpc.h"

#include <map>
#include <memory>
#include <mutex>

using namespace tsrt;

namespace {

/// The name of this worker, once there is a group.
struct Group {
  std::mutex mutex;
  std::optional<std::string> self;
  static Group &get() {
    static Group group;
    return group;
  }
};

/// The descriptor of RRef[T], one for each T.
const tsrt_type *remoteType(const tsrt_type *payload) {
  struct Made {
    tsrt_type type = tsrt_type_future(&tsrt_type_int)[0];
    const tsrt_type *element;
    std::string name;
  };
  static std::mutex mutex;
  static std::map<const tsrt_type *, std::unique_ptr<Made>> known;
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<Made> &made = known[payload];
  if (!made) {
    made = std::make_unique<Made>();
    made->element = payload;
    made->name = std::string("RRef[") + payload->name + "]";
    made->type.kind = TSRT_RREF;
    made->type.name = made->name.c_str();
    made->type.elements = &made->element;
  }
  return &made->type;
}

} // namespace

template <>
struct tsrt::Arg<Remote *> {
  static bool get(const tsrt_value &v, Remote *&out) {
    out = static_cast<Remote *>(v.u.p);
    return kindOf(v) == TSRT_RREF;
  }
  static constexpr const char *name = "RRef";
};

namespace {

Value toHere(Remote *remote, double) { return Value::retain(remote->value); }
Value localValue(Remote *remote) { return Value::retain(remote->value); }
bool isOwner(Remote *) { return true; }
std::string ownerName(Remote *) {
  Group &group = Group::get();
  std::lock_guard<std::mutex> lock(group.mutex);
  return group.self.value_or("");
}

const KernelEntry entries[] = {
    {"aten::to_here", kernel<toHere>},
    {"aten::local_value", kernel<localValue>},
    {"aten::is_owner", kernel<isOwner>},
    {"aten::confirmed_by_owner", kernel<isOwner>},
    {"aten::owner_name", kernel<ownerName>},
};
const KernelTable table(entries);

} // namespace

void tsrt::destroyRemote(tsrt_header *object) {
  tsrt_value_release(&reinterpret_cast<Remote *>(object)->value);
  freeObject(object);
}

void tsrt_rpc_init(const char *name, size_t size) {
  Group &group = Group::get();
  std::lock_guard<std::mutex> lock(group.mutex);
  group.self.emplace(name, size);
}

tsrt_error *tsrt_rpc_check(const tsrt_str *worker) {
  Group &group = Group::get();
  std::lock_guard<std::mutex> lock(group.mutex);
  if (!group.self)
    return fail("Current RPC agent is not set! Did you initialize the RPC "
                "framework (e.g. by calling `rpc.init_rpc`)?")
        .error;
  std::string_view name = view(worker);
  if (name == *group.self)
    return nullptr;
  return fail("Unknown destination worker %.*s", int(name.size()), name.data())
      .error;
}

void *tsrt_rref_new(const tsrt_value *value) {
  const tsrt_type *payload = value->type ? value->type : &tsrt_type_none;
  auto *remote = static_cast<Remote *>(
      allocateObject(remoteType(payload), sizeof(Remote)));
  remote->value = *value;
  tsrt_value_retain(value);
  return remote;
}
