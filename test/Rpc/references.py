# References to values of workers, as PyTorch's (TS-RPC-003).
# RUN: %python %S/Inputs/group.py %s 2 --entry=ask --input='"w1"' | FileCheck %s --check-prefix=ASK
# RUN: %python %S/Inputs/group.py %s 2 --entry=ask --input='"w0"' | FileCheck %s --check-prefix=OWN
# RUN: not %python %S/Inputs/group.py %s 2 --entry=local --input='"w1"' 2>&1 | FileCheck %s --check-prefix=LOCAL
# RUN: not %python %S/Inputs/group.py %s 2 --entry=failed --input='"w1"' 2>&1 | FileCheck %s --check-prefix=FAILED
# RUN: not %python %S/Inputs/group.py %s 2 --entry=slow --input='"w1"' 2>&1 | FileCheck %s --check-prefix=SLOW
# RUN: %python %S/Inputs/group.py %s 3 --entry=pass_on --input='"w1"' --input='"w1"' | FileCheck %s --check-prefix=BACK
# RUN: %python %S/Inputs/group.py %s 3 --entry=pass_on --input='"w1"' --input='"w2"' | FileCheck %s --check-prefix=ON
# RUN: %python %S/Inputs/group.py %s 3 --entry=pass_on --input='"w0"' --input='"w2"' | FileCheck %s --check-prefix=MINE
# RUN: %python %S/Inputs/group.py %s 3 --entry=get --input='"w1"' --input='"w2"' | FileCheck %s --check-prefix=GET
# RUN: %python %S/Inputs/group.py %s 3 --entry=get --input='"w1"' --input='"w0"' | FileCheck %s --check-prefix=GET
# RUN: %python %S/Inputs/group.py %s 3 --entry=get --input='"w1"' --input='"w1"' | FileCheck %s --check-prefix=GET
from typing import List, Tuple

import torch.distributed.rpc as rpc
from torch.distributed.rpc import RRef


def add(x: int, k: int = 1) -> int:
    return x + k


def boom(x: int) -> int:
    if x > 0:
        raise ValueError("bad x")
    return x


def busy(x: int) -> int:
    n = 0
    for i in range(x):
        n = (n * 31 + i) % 1000003
    return n


# ASK: (False, w1, 2, True)
# OWN: (True, w0, 2, True)
def ask(to: str):
    r = rpc.remote(to, add, (1,))
    return r.is_owner(), r.owner_name(), r.to_here(), r.confirmed_by_owner()


# LOCAL: RuntimeError: Can't call RRef.local_value() on a non-owner RRef.
def local(to: str) -> int:
    return rpc.remote(to, add, (1,)).local_value()


# FAILED: RuntimeError: The following operation failed in the TorchScript interpreter.
# FAILED: builtins.ValueError: bad x
def failed(to: str) -> int:
    return rpc.remote(to, boom, (1,)).to_here()


# SLOW: RuntimeError: RPCErr:1:RPC ran for more than set timeout (200 ms) and will now be marked with an error
def slow(to: str) -> int:
    return rpc.remote(to, busy, (400000000,)).to_here(0.2)


def take(r: RRef[int]) -> int:
    return r.to_here() + 100


def describe(r: RRef[int]) -> Tuple[bool, str]:
    return r.is_owner(), r.owner_name()


# BACK: (102, (True, w1))
# ON: (102, (False, w1))
# MINE: (102, (False, w0))
def pass_on(to: str, other: str):
    r = rpc.remote(to, add, (1,))
    return rpc.rpc_sync(other, take, (r,)), rpc.rpc_sync(other, describe, (r,))


def give(to: str) -> RRef[int]:
    return rpc.remote(to, add, (5,))


# GET: 6
def get(to: str, owner: str) -> int:
    r = rpc.rpc_sync(to, give, (owner,))
    return r.to_here()
