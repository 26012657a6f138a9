//===- tsrt_rpc.h - Remote calls -------------------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C ABI of remote calls: what makes a process a worker, and what compiled
// code calls. See docs/rpc.md.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_H
#define TSRT_RPC_H

#include "tsrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===-- For hosts ---------------------------------------------------------===*/

/** A function that others may call. */
typedef struct tsrt_rpc_function {
  const void *handle; /* for `run` */
  uint32_t num_parameters;
  const tsrt_type *const *parameters;
} tsrt_rpc_function;

/** Where the functions of others' calls are found; called from several threads
    at a time. */
typedef struct tsrt_rpc_provider {
  void *context;
  /** The function `name`, whose text must have the hash `hash`. */
  tsrt_error *(*find)(void *context, const char *name, const char *hash,
                      tsrt_rpc_function *function);
  /** Calls it, as a tsrt_entry. */
  tsrt_error *(*run)(void *context, const tsrt_rpc_function *function,
                     const tsrt_value *args, tsrt_value *result);
} tsrt_rpc_provider;

/** How a process becomes a member of a group. Zero it, set `size` and what is
    needed; texts may be null. */
typedef struct tsrt_rpc_options {
  uint64_t size;            /* sizeof(tsrt_rpc_options) */
  const char *name;         /* of this worker */
  const char *listen;       /* HOST:PORT; null: 127.0.0.1:0 */
  const char *join;         /* HOST:PORT of the worker that knows the others;
                               null for that worker itself */
  const char *workers;      /* NAME=HOST:PORT,...: all of them, instead of join */
  uint32_t world_size;      /* how many will come; 0: an open group */
  uint32_t max_open_calls;  /* served at a time; 0: 512 */
  double join_timeout;      /* seconds; 0: 60 */
  double call_timeout;      /* of calls without one, seconds; 0: 60 */
  uint64_t max_message;     /* bytes; 0: 4 GiB */
  uint64_t max_peer_bytes;  /* of open calls and answers of one peer; 0: 8 GiB */
  const char *tls_cert, *tls_key, *tls_ca; /* PEM files; all three or none */
  const char *callers;      /* NAME,...: who may call; null: all members */
  const char *functions;    /* NAME,...: what they may call; null: all */
  const char *address_file; /* gets HOST:PORT as soon as the worker listens */
  const tsrt_rpc_provider *provider; /* what it does for others; copied */
  int32_t network_only;     /* not 0: calls within the machine use gRPC, too */
} tsrt_rpc_options;

/** What is wrong with options that can be said before anything is opened:
    names, addresses and files that belong together; null when nothing is. */
TSRT_API tsrt_error *tsrt_rpc_check_options(const tsrt_rpc_options *options);
/** Makes this process a worker: opens libtsrt_rpc.so, listens, and returns when
    the group is complete. */
TSRT_API tsrt_error *tsrt_rpc_init(const tsrt_rpc_options *options);
/** Leaves the group. When `graceful`, waits for open calls and, in a group of
    known size, for the other workers to finish, at most `timeout` seconds; an
    error says what was left undone. */
TSRT_API tsrt_error *tsrt_rpc_shutdown(int32_t graceful, double timeout);
/** Whether the process is a worker. */
TSRT_API int32_t tsrt_rpc_is_worker(void);
/** HOST:PORT where it listens; empty when it does not. */
TSRT_API tsrt_str *tsrt_rpc_address(void);
/** The counters of this worker, or of that at `address` (null: this one), as
    JSON. The TLS files of `options` (may be null) are used. */
TSRT_API tsrt_error *tsrt_rpc_status(const char *address,
                                     const tsrt_rpc_options *options,
                                     tsrt_str **json);
/** The descriptor of RRef[T]; interned. */
TSRT_API const tsrt_type *tsrt_type_rref(const tsrt_type *payload);

/*===-- For compiled code -------------------------------------------------===*/

/** Makes this process the worker `name` of a group of one, without a network,
    unless it is a worker already. */
TSRT_API void tsrt_rpc_init_alone(const char *name, size_t size);
/** Null when `worker` can be called from here, else the error of the call:
    there is no group, or no such worker in it. */
TSRT_API tsrt_error *tsrt_rpc_check(const tsrt_str *worker);
/** Calls a function of a worker for which tsrt_rpc_check succeeded. `entry` is
    the function in this process, `name` and `hash` say which it is elsewhere.
    `timeout` in seconds: 0 for none, -1 for the default. The future has the
    type `future_type` and is fulfilled whatever happens. */
TSRT_API tsrt_future *tsrt_rpc_async(const tsrt_type *future_type,
                                     tsrt_entry entry, const char *name,
                                     const char *hash, const tsrt_str *worker,
                                     const tsrt_value *args, int32_t num_args,
                                     double timeout);
/** The same, but the result stays where the function ran: an RRef, of type
    `rref_type`. */
TSRT_API void *tsrt_rpc_remote(const tsrt_type *rref_type, tsrt_entry entry,
                               const char *name, const char *hash,
                               const tsrt_str *worker, const tsrt_value *args,
                               int32_t num_args, double timeout);

#ifdef __cplusplus
}
#endif

#endif /* TSRT_RPC_H */
