# Calls between two processes give what PyTorch's do: values, errors, timeouts
# (TS-RPC-001, 002).
# RUN: %python %S/Inputs/group.py %s 2 --entry=values --input='"w1"' | FileCheck %s --check-prefix=VALUES
# RUN: %python %S/Inputs/group.py %s 2 --entry=later --input='"w1"' | FileCheck %s --check-prefix=LATER
# RUN: not %python %S/Inputs/group.py %s 2 --entry=raises --input='"w1"' 2>&1 | FileCheck %s --check-prefix=RAISES
# RUN: not %python %S/Inputs/group.py %s 2 --entry=raises_later --input='"w1"' 2>&1 | FileCheck %s --check-prefix=LATER-RAISES
# RUN: not %python %S/Inputs/group.py %s 2 --entry=call --input='"w9"' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not %python %S/Inputs/group.py %s 2 --entry=slow --input='"w1"' --input=0.2 2>&1 | FileCheck %s --check-prefix=SLOW
# RUN: not %python %S/Inputs/group.py %s 2 --entry=slow --input='"w1"' --input=-5.0 2>&1 | FileCheck %s --check-prefix=PAST
# RUN: %python %S/Inputs/group.py %s 2 --entry=brief --input='"w1"' --input=0.0 | FileCheck %s --check-prefix=BRIEF
# RUN: %python %S/Inputs/group.py %s 2 --entry=brief --input='"w1"' --input=-1.0 | FileCheck %s --check-prefix=BRIEF
# RUN: not %python %S/Inputs/group.py %s 2 --entry=enums --input='"w1"' 2>&1 | FileCheck %s --check-prefix=ENUM
# RUN: not %python %S/Inputs/group.py %s 2 --entry=objects --input='"w1"' 2>&1 | FileCheck %s --check-prefix=OBJECT
# RUN: %python %S/Inputs/group.py %s 3 --entry=nested --input='"w1"' --input='"w2"' --input='"w0"' | FileCheck %s --check-prefix=NESTED
from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import torch
import torch.distributed.rpc as rpc
from torch import Tensor


class Color(Enum):
    RED = 1
    BLUE = 2


class Point(NamedTuple):
    x: int
    y: Tensor


@torch.jit.script
class Counter:
    def __init__(self, a: int):
        self.a = a


def add(x: int, k: int = 1) -> int:
    return x + k


def boom(x: int) -> int:
    if x > 0:
        raise ValueError("bad x")
    return x


def same_point(p: Point) -> Point:
    return p


def same_tuple(
    p: Tuple[int, Optional[str], Dict[str, List[float]], complex, bool]
) -> Tuple[int, Optional[str], Dict[str, List[float]], complex, bool]:
    return p


def same_any(x: Any) -> Any:
    return x


def same_color(c: Color) -> Color:
    return c


def read(c: Counter) -> int:
    return c.a


def change(x: List[int], t: Tensor) -> int:
    x.append(5)
    t.add_(1)
    return len(x)


def is_same(x: List[int], y: List[int]) -> bool:
    return x is y


def layout(x: Tensor) -> Tuple[List[int], List[int]]:
    return x.size(), x.stride()


def nothing(x: int):
    print("hi from", x)


def busy(x: int) -> int:
    n = 0
    for i in range(x):
        n = (n * 31 + i) % 1000003
    return n


# VALUES: (4, (3, 1
# VALUES: (1, None, {a: [1.5]}, 0.+3.j, True), 3, 2, [1], True, ([3, 2], [1, 3]), ([2, 3], [6, 2]), None)
# VALUES: hi from 7
def values(to: str):
    x = [1]
    t = torch.zeros(2)
    n = rpc.rpc_sync(to, change, (x, t))
    return (
        rpc.rpc_sync(to, add, (1,), {"k": 3}),
        rpc.rpc_sync(to, same_point, (Point(3, torch.ones(2)),)),
        rpc.rpc_sync(to, same_tuple, ((1, None, {"a": [1.5]}, 3j, True),)),
        rpc.rpc_sync(to, same_any, (3,)),
        n,
        x,
        rpc.rpc_sync(to, is_same, (x, x)),
        rpc.rpc_sync(to, layout, (torch.ones(2, 3).t(),)),
        rpc.rpc_sync(to, layout, (torch.ones(4, 6)[:2, ::2],)),
        rpc.rpc_sync(to, nothing, (7,)),
    )


# LATER: [1, 2, 3, 4, 5]
def later(to: str) -> List[int]:
    futures = [rpc.rpc_async(to, add, (i,)) for i in range(5)]
    return [f.wait() for f in futures]


# RAISES: rpc.rpc_sync(to, boom, (1,))
# RAISES-NEXT: {{~+}} <--- HERE
# RAISES-NEXT: RuntimeError: The following operation failed in the TorchScript interpreter.
# RAISES-NEXT: Traceback of TorchScript (most recent call last):
# RAISES-NEXT: File "{{.*}}calls.py", line {{.*}}, in boom
# RAISES: raise ValueError("bad x")
# RAISES-NEXT: {{~+}} <--- HERE
# RAISES: builtins.ValueError: bad x
def raises(to: str) -> int:
    return rpc.rpc_sync(to, boom, (1,))


# LATER-RAISES: rpc.rpc_async(to, boom, (1,)).wait()
# LATER-RAISES: RuntimeError: The following operation failed in the TorchScript interpreter.
# LATER-RAISES: builtins.ValueError: bad x
def raises_later(to: str) -> int:
    return rpc.rpc_async(to, boom, (1,)).wait()


# UNKNOWN: RuntimeError: name:w0,rank:{{[01]}} could not find destination name w9
def call(to: str) -> int:
    return rpc.rpc_sync(to, add, (1,))


# SLOW: RuntimeError: RPCErr:1:RPC ran for more than set timeout (200 ms) and will now be marked with an error
# PAST: RuntimeError: RPCErr:1:RPC ran for more than set timeout (-5000 ms) and will now be marked with an error
def slow(to: str, timeout: float) -> int:
    return rpc.rpc_sync(to, busy, (400000000,), {}, timeout)


# BRIEF: {{^}}499{{$}}
def brief(to: str, timeout: float) -> int:
    return rpc.rpc_sync(to, add, (499, 0), {}, timeout)


# ENUM: RuntimeError: Error on Node {{[01]}}: bad_function_call
def enums(to: str) -> Color:
    return rpc.rpc_sync(to, same_color, (Color.BLUE,))


# OBJECT: RuntimeError: Error on Node {{[01]}}: bad_function_call
def objects(to: str) -> int:
    return rpc.rpc_sync(to, read, (Counter(3),))


def forward_add(to: str, x: int) -> int:
    return rpc.rpc_sync(to, add, (x,), {"k": 3})


# NESTED: (8, 8, 8)
def nested(to: str, other: str, me: str) -> Tuple[int, int, int]:
    return (
        rpc.rpc_sync(to, forward_add, (other, 5)),
        rpc.rpc_sync(to, forward_add, (me, 5)),
        rpc.rpc_sync(to, forward_add, (to, 5)),
    )
