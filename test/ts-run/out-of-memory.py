# Memory that cannot be had is an error of the program; the process lives on, and
# the next call works, in ts-run and in a library.
# REQUIRES: ts-run, ts-compile
# RUN: ts-run %s --check=%S/Inputs/out-of-memory.json --check-messages --check-leaks | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/out-of-memory.json --check-messages --specialize=false | FileCheck %s
# RUN: ts-compile %s -o %t.so
# RUN: ts-run %t.so --check=%S/Inputs/out-of-memory.json | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List

import torch
import torch.nn.functional as F
from torch import Tensor


def repeated_list(n: int):
    return len([0] * n)


def repeated_words(n: int):
    return len(["a"] * n)


def repeated(x: Tensor, n: int):
    return x.repeat(n)


def expanded(x: Tensor, n: int):
    return x.expand(n, 3).contiguous()


def comprehension(n: int):
    return len([i for i in range(n)])


def numbers(n: int):
    return len(list(range(n)))


def zeros(n: int):
    return torch.zeros(n)


def doubles(n: int):
    return torch.ones([n], dtype=torch.double)


def wide(n: int):
    return torch.zeros(n, 2)


def padded(x: Tensor, n: int):
    return F.pad(x, [0, n])


def sum_of_expanded(x: Tensor, n: int):
    return x.expand(n) + 1


def joined(x: Tensor, n: int):
    return torch.cat([x.expand(n), x.expand(n)])


def outer(x: Tensor, n: int):
    return torch.outer(x.expand(n), x.expand(n))


def encoded(x: Tensor, n: int):
    return F.one_hot(x, n)


def listed(x: Tensor, n: int):
    y: List[int] = x.expand(n).tolist()
    return len(y)


def split(n: int):
    return len(torch.zeros(1).expand(n).split(1))


def works(n: int):
    words = ["a" + str(i) for i in range(n)]
    return "".join(words), [0] * n, torch.zeros(n) + 1


n = 10 ** 13
CALLS = [
    ("repeated_list", [n]),
    ("works", [3]),
    ("repeated_words", [n]),
    ("repeated", [torch.ones(3), n]),
    ("expanded", [torch.ones(3), n]),
    ("works", [3]),
    ("works", [3]),
    ("zeros", [n]),
    ("doubles", [n]),
    ("wide", [2 ** 62]),
    ("wide", [2 ** 60]),
    ("padded", [torch.ones(3), n]),
    ("sum_of_expanded", [torch.ones(1), n]),
    ("outer", [torch.ones(1), 10 ** 7]),
    ("encoded", [torch.zeros(3, dtype=torch.long), n]),
    ("listed", [torch.zeros(1, dtype=torch.long), n]),
    ("split", [n]),
    ("works", [3]),
]

# Compiled code needs memory for the parts of what it joins first.
# RUN: not ts-run %s --entry=joined --input=1:f32=1 --input=10000000000000 --tier=runtime 2>&1 | FileCheck %s --check-prefix=JOINED
# RUN: not ts-run %s --entry=joined --input=1:f32=1 --input=10000000000000 --tier=compiled 2>&1 | FileCheck %s --check-prefix=PART
# JOINED: RuntimeError: {{.*}}you tried to allocate 80000000000000 bytes
# PART: RuntimeError: {{.*}}you tried to allocate 40000000000000 bytes
