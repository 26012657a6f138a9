# Equal elements are found without sorting where few are different; both ways
# give the same.
# REQUIRES: ts-run
# RUN: ts-run %s --entry=zeros | FileCheck %s --check-prefix=ZEROS
# RUN: ts-run %s --entry=wide | FileCheck %s --check-prefix=WIDE
# RUN: ts-run %s --entry=around_the_bound | FileCheck %s --check-prefix=BOUND
# RUN: not ts-run %s --entry=complex_numbers 2>&1 | FileCheck %s --check-prefix=COMPLEX
import torch
from torch import Tensor
from typing import List, Tuple


# ZEROS: ([0., 2., 3.], [0, 0, 2, 0, 1, 2], [3, 1, 2])
def zeros() -> Tuple[List[float], List[int], List[int]]:
    x = torch.tensor([0.0, -0.0, 3.0, -0.0, 2.0, 3.0])
    a, b, c = torch._unique2(x, True, True, True)
    values: List[float] = a.tolist()
    groups: List[int] = b.tolist()
    counts: List[int] = c.tolist()
    return values, groups, counts


# WIDE: (3, True, [-4611686018427387904, 5, 4611686018427387904])
def wide() -> Tuple[int, bool, List[int]]:
    x = torch.tensor([4611686018427387904, 5, -4611686018427387904]).repeat(1000)
    a, b, c = torch._unique2(x, True, True, True)
    values: List[int] = a.tolist()
    return a.numel(), torch.equal(a[b], x), values


# BOUND: [True, True, True, True]
def around_the_bound() -> List[bool]:
    right: List[bool] = []
    for n in [1, 4095, 4096, 4097]:
        x = torch.arange(20000).remainder(n) * 7 - 5
        a, b, c = torch._unique2(x.flip(0), True, True, True)
        right.append(torch.equal(a, torch.arange(n) * 7 - 5) and torch.equal(a[b], x.flip(0))
                     and int(c.sum()) == 20000 and torch.equal(c, torch.bincount(b)))
    return right


# COMPLEX: RuntimeError: "unique" not implemented for 'ComplexFloat'
def complex_numbers() -> Tensor:
    a, b, c = torch._unique2(torch.zeros(2, dtype=torch.complex64), True, True, True)
    return a
