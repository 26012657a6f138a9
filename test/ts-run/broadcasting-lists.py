# A number stands for a list of fixed size, for callers and for the host.
# RUN: ts-run %s --check=%S/Inputs/broadcasting-lists.json --check-messages | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import torch
from torch import Tensor
from torch._jit_internal import BroadcastingList1, BroadcastingList2, BroadcastingList3
from torch.nn.common_types import _size_2_t, _size_4_t
from typing import List, Optional


def ints(x: BroadcastingList2[int]):
    return x


def floats(x: BroadcastingList3[float] = 1.5):
    return x


def one(x: BroadcastingList1[int]):
    return x[0], len(x)


def maybe(x: Optional[BroadcastingList2[int]] = None):
    if x is None:
        return [0]
    return x


def alias(x: _size_2_t, y: Optional[_size_4_t] = None):
    if y is not None:
        return x[0] + y[3]
    return x[1]


def no_parameter():
    x: _size_2_t = 3
    return x[0]


def nested(x: List[_size_2_t]):
    return x[0][0]


def callers():
    return ints(4), floats(2.5), floats(), one(7), maybe(2), alias(1, 5), alias([1, 2])


class Pool(torch.nn.Module):
    def forward(self, x: Tensor, k: BroadcastingList2[int]):
        return torch.max_pool2d(x, k)


INSTANCES = [("p", "Pool", [])]
CALLS = [("ints", [3]), ("ints", [True]), ("ints", [[3, 4]]), ("ints", [2.5]), ("floats", [0.5]), ("floats", [[1.0]]), ("floats", [2]),
         ("one", [9]), ("maybe", []), ("maybe", [4]), ("alias", [3]), ("alias", [[1, 2], 8]), ("no_parameter", []), ("nested", [[1]]), ("callers", []),
         ("p.forward", [torch.arange(8.0).reshape(1, 2, 4), 2]), ("p.forward", [torch.arange(8.0).reshape(1, 2, 4), [1, 2]])]
