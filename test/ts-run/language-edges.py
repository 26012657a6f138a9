# Results at the edges of the language, as TorchScript has them.
# RUN: ts-run %s --entry=formats | FileCheck %s --check-prefix=FORMATS
# RUN: ts-run %s --entry=members | FileCheck %s --check-prefix=MEMBERS
# RUN: ts-run %s --entry=dicts | FileCheck %s --check-prefix=DICTS
# RUN: ts-run %s --entry=named | FileCheck %s --check-prefix=NAMED
# RUN: ts-run %s --entry=in_dict | FileCheck %s --check-prefix=INDICT
# RUN: ts-run %s --entry=norms | tr '\n' ' ' | tr -s ' ' | FileCheck %s --check-prefix=NORMS
# RUN: ts-run %s --entry=distinct | tr '\n' ' ' | tr -s ' ' | FileCheck %s --check-prefix=DISTINCT
# RUN: not ts-run %s --entry=power 2>&1 | FileCheck %s --check-prefix=POWER
# RUN: not ts-run %s --entry=hashes 2>&1 | FileCheck %s --check-prefix=HASH
# RUN: not ts-run %s --entry=expanded 2>&1 | FileCheck %s --check-prefix=EXPANDED
# RUN: not ts-run %s --entry=no_bools 2>&1 | FileCheck %s --check-prefix=BOOLS
# RUN: not ts-run %s --entry=text 2>&1 | FileCheck %s --check-prefix=TEXT --match-full-lines --strict-whitespace
# RUN: not ts-run %s --entry=store 2>&1 | FileCheck %s --check-prefix=STORE --match-full-lines --strict-whitespace
from enum import Enum
from typing import Any, Dict, List, NamedTuple

import torch


class Color(Enum):
    RED = 1
    GREEN = 2


class A(NamedTuple):
    v: int


class B(NamedTuple):
    v: int


# %f rounds to single precision; a negative zero has a positive sign.
# FORMATS: 1234.567749 16777216.000000
# FORMATS: 0.+0.j 1.-nanj
def formats():
    print("%f %f" % (1234.5678, 16777217))
    print(complex(0.0, -0.0), complex(1.0, float("nan")))


# The members of an enum are a list.
# MEMBERS: [(RED, 10), (GREEN, 20)]
def members():
    return [(c.name, n) for c, n in zip(Color, [10, 20, 30])]


# DICTS: ({a: 3, b: 2}, {0: 1, 1: 2})
def dicts():
    d: Dict[str, int] = dict([("a", 1), ("b", 2), ("a", 3)])
    e: Dict[int, int] = dict([(k, k + 1) for k in range(2)])
    return d, e


# The names of the fields decide, not that of the class.
# NAMED: ([True, True, False], 2)
def named():
    values: List[Any] = [A(1), B(2), 3]
    if len(values) > 3:
        v = A(1)
    else:
        v = B(2)
    return [isinstance(x, A) for x in values], v.v


# In a dict with str keys, the tensor itself is not changed.
# INDICT: (1, 2)
def in_dict():
    t = torch.tensor(1)
    d = {"a": t}
    d["a"] += 1
    return int(t), int(d["a"])


# POWER: RuntimeError: 0.0 cannot be raised to a negative power
def power():
    zero = len("")
    return zero ** -1


# HASH: RuntimeError: unhashable type: 'Enum<__torch__.Color>'
def hashes():
    return hash(Color.RED)


# EXPANDED: RuntimeError: unsupported operation: more than one element of the written-to tensor refers to a single memory location.
def expanded():
    return torch.ones(1, 2).expand(3, 2).add_(1)


# BOOLS: RuntimeError: Subtraction, the `-` operator, with a bool tensor is not supported.
def no_bools():
    return torch.ones(2) - torch.tensor([True, False])


#      TEXT:    raise ValueError(f"{x} is bad")
# TEXT-NEXT:    ~~~~~~~~~~~~~~~~~~~~~ <--- HERE
def text():
    x = 1
    raise ValueError(f"{x} is bad")


#      STORE:    t[5] = 1
# STORE-NEXT:    ~~~~ <--- HERE
def store():
    t = torch.zeros(2)
    t[5] = 1
    return t


# NORMS: [12 [ CPUFloatType{} ], 3 [ CPUFloatType{1,1} ], 3 [ CPUFloatType{} ]]
def norms():
    x = torch.tensor([[0.0, 3.0], [0.0, 0.0]])
    y = torch.tensor([[5.0, 7.0]])
    return [
        torch.linalg.norm(y, float("inf")),
        torch.linalg.norm(x, 1, keepdim=True),
        torch.linalg.matrix_norm(x, "nuc"),
    ]


# DISTINCT: ( 1 2 3 [ CPULongType{3} ], 2 0 2 1 [ CPULongType{4} ], 1 1 2 [ CPULongType{3} ])
def distinct():
    x = torch.tensor([3, 1, 3, 2])
    return torch.unique(x, return_inverse=True, return_counts=True)
