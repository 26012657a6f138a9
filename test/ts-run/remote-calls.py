# REQUIRES: ts-run
# A worker calls itself; a process that is no worker calls nobody
# (TS-RPC-004).
# RUN: ts-run %s --entry=both --input='"w0"' | FileCheck %s
# RUN: not ts-run %s --entry=sync --input='"w1"' --input=1 2>&1 | FileCheck %s --check-prefix=OTHER
# RUN: sed '/^rpc.init_rpc/d' %s > %t.py
# RUN: not ts-run %t.py --entry=sync --input='"w0"' --input=1 2>&1 | FileCheck %s --check-prefix=NONE
# A library makes its process the worker, too.
# RUN: ts-compile %s -o %t.so
# RUN: ts-run %t.so --entry=both --input='"w0"' | FileCheck %s
# CHECK: (3, 5, 11, True, w0)
# OTHER: RuntimeError: name:w0,rank:0 could not find destination name w1
# NONE: RuntimeError: Current RPC agent is not set! Did you initialize the RPC framework
import torch.distributed.rpc as rpc

rpc.init_rpc("w0", rank=0, world_size=1)


def add(x: int, k: int = 1):
    return x + k


def sync(to: str, x: int):
    return rpc.rpc_sync(to, add, (x,))


def both(to: str):
    later = rpc.rpc_async(to, add, (2, 3))
    kept = rpc.remote(to, add, (1,), {"k": 10})
    return sync(to, 2), later.wait(), kept.to_here(), kept.is_owner(), kept.owner_name()
