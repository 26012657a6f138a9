//===- tsrt_rpc.h - Remote calls -------------------------------- -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C ABI of remote calls. A process is one worker and calls only itself.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_RPC_H
#define TSRT_RPC_H

#include "tsrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes this process the worker `name` of a group of one. */
TSRT_API void tsrt_rpc_init(const char *name, size_t size);
/** Null when `worker` can be called from here, else the error of the call:
    there is no group, or no such worker in it. */
TSRT_API tsrt_error *tsrt_rpc_check(const tsrt_str *worker);
/** A new reference (kind TSRT_RREF) to a value of this worker; retains it. */
TSRT_API void *tsrt_rref_new(const tsrt_value *value);

#ifdef __cplusplus
}
#endif

#endif /* TSRT_RPC_H */
