# Calls to other workers: what is checked when they are compiled.
# Rules: TS-RPC-001, TS-RPC-002.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/remote-calls.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.distributed.rpc as rpc
from torch import Tensor


@torch.jit.script
def add(a: Tensor, b: Tensor) -> Tensor:
    return a + b


def sync(to: str, a: Tensor) -> Tensor:
    return rpc.rpc_sync(to, add, (a, a))


def async_(to: str, a: Tensor):
    return rpc.rpc_async(to, add, (a, a), {}, 5.0)


def by_keyword(to: str, a: Tensor):
    return rpc.rpc_sync(to, add, args=(a, a))


def one_argument(to: str):
    return rpc.rpc_sync(to)


def wrong_type(to: str):
    return rpc.rpc_sync(to, add, (1, "x"))


CALLS = [("sync", None), ("async_", None), ("by_keyword", None), ("one_argument", None), ("wrong_type", None)]
