# A worker calls itself as it would another one: with copies (TS-RPC-005).
# RUN: ts-run %s --entry=changes --input='"w0"' | FileCheck %s
# RUN: %python %S/Inputs/group.py %s 2 --entry=changes --input='"w0"' | FileCheck %s
# RUN: %python %S/Inputs/group.py %s 2 --entry=changes --input='"w1"' | FileCheck %s
# CHECK: (2, [1], True)
from typing import List

import torch
import torch.distributed.rpc as rpc
from torch import Tensor

rpc.init_rpc("w0", rank=0, world_size=1)


def change(x: List[int], t: Tensor) -> int:
    x.append(5)
    t.add_(1)
    return len(x)


def changes(to: str):
    x = [1]
    t = torch.zeros(2)
    n = rpc.rpc_sync(to, change, (x, t))
    return n, x, bool((t == 0).all())
