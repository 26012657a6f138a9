# RUN: %python %S/Inputs/group.py %s 2 --entry=both "--input=\"w1\"" --profile=2 --trace=%t.json | FileCheck %s
# RUN: FileCheck %s --check-prefix=TRACE < %t.json
# Remote calls in a profile: how long the caller waits, and each call from its request to its answer.
import torch
import torch.distributed.rpc as rpc
from torch import Tensor


def work(x: int) -> int:
    n = 0
    for i in range(x):
        n = (n * 31 + i) % 1000003
    return n


def both(to: str) -> int:
    first = rpc.rpc_async(to, work, (100000,))
    kept = rpc.remote(to, work, (1000,))
    return rpc.rpc_sync(to, work, (100000,)) + first.wait() + kept.to_here()


# CHECK: 2 calls of both, least times:
# CHECK: wait: for tasks and remote calls
# CHECK: remote call: to_here at w1, 1 in a call, {{.*}} ms at least
# CHECK: remote call: work at w1, 3 in a call, {{.*}} ms at least
# CHECK: by kind:
# TRACE-DAG: "cat":"remote","id":1,"name":"work at w1","ph":"b"
# TRACE-DAG: "cat":"remote","id":1,"name":"work at w1","ph":"e"
# TRACE-DAG: "name":"to_here at w1"
