# Programs may use the names of functions of the libraries that compiled code
# stands beside: libm, libc, the runtime, LLVM, and of what the compiler adds.
# REQUIRES: ts-run, ts-compile
# RUN: ts-run %s --check=%S/Inputs/library-names.json | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/library-names.json --specialize=false | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: ts-compile %s -o %t/names.so --signature='powf(x: f32[2])'
# RUN: ts-run %t/names.so --check=%S/Inputs/library-names.json | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed

# The names for C are those of docs/compile.md.
# RUN: FileCheck %s --check-prefix=HEADER < %t/names.h
# HEADER-DAG: tsrt_error *library_names_pow(
# HEADER-DAG: tsrt_error *library_names_malloc(int64_t n, int64_t *result);
# HEADER-DAG: tsrt_error *library_names_main(
# HEADER-DAG: tsrt_error *library_names_tsrt_print(
# RUN: ts-compile %s -o %t/names.ll && FileCheck %s --check-prefix=IR < %t/names.ll
# IR: define{{.*}} @library_names_malloc(i64
import math
from typing import List

import torch
from torch import Tensor


class llvm:
    def __init__(self, x: int):
        self.x = x

    def memset(self, y: int) -> int:
        return self.x + y

    def __pow__(self, y: int) -> int:
        return self.x * self.x * y


def pow():
    return llvm(4) ** 3


def exp(x: float) -> float:
    return math.exp(x) + 1


def fmod(x: float, y: float) -> float:
    return x % y + math.fmod(x, y)


def powf(x: Tensor):
    return x ** 2.5 + torch.tanh(x)


def tanhf(x: Tensor):
    return torch.tanh(x) + powf(x)


def malloc(n: int) -> int:
    return n + 1


def free(n: int) -> int:
    return malloc(n) + llvm(n).memset(2)


def memset(x: List[int]) -> List[int]:
    return [0] * len(x) + [malloc(y) for y in x]


def memcpy(x: List[int]) -> List[int]:
    y = x + x
    y[1] = len(memset(x))
    return y


def main(x: int) -> str:
    return "main " + str(x)


def kernel_0(x: Tensor):
    return torch.relu(x * 2 + 1)


def tsrt_print(x: str) -> str:
    print(x)
    return x + "!"


def tsrt_release(x: List[str]) -> int:
    return len(x) + len(tsrt_print(x[0]))


def tsrt_op_call(x: Tensor):
    return torch.cumsum(x, 0)


CALLS = [
    ("pow", []),
    ("exp", [1.5]),
    ("fmod", [-7.5, 2.0]),
    ("powf", [torch.tensor([1.0, 4.0])]),
    ("tanhf", [torch.tensor([1.0, 4.0])]),
    ("malloc", [4]),
    ("free", [4]),
    ("memset", [[1, 2, 3]]),
    ("memcpy", [[1, 2, 3]]),
    ("main", [3]),
    ("kernel_0", [torch.tensor([1.0, -4.0])]),
    ("tsrt_print", ["a"]),
    ("tsrt_release", [["a", "b"]]),
    ("tsrt_op_call", [torch.tensor([1.0, -4.0])]),
]
