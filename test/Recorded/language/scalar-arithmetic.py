# Arithmetic of ints, floats and bools: types of results, rounding, wrapping,
# division by zero, powers, bits and shifts.
# Rules: TS-EXPR-008 to 011, TS-EXPR-013, TS-EXPR-014, TS-EXPR-017, 018, 055.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/scalar-arithmetic.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def ints(a: int, b: int):
    return a + b, a - b, a * b, a / b, a // b, a % b


def floats(a: float, b: float):
    return a + b, a - b, a * b, a / b, a // b, a % b


def mixed(a: int, b: float):
    return a + b, b - a, a * b, a / b, a // b, b % a


def wraps(a: int):
    return a + 1, a * 2, -a - 2


def powers(a: int, b: int, x: float):
    return a ** b, -a ** 2, 2 ** 3 ** 2, x ** 0.5, int(a ** b)


def signs(a: int, x: float, z: complex, flag: bool):
    return -a, -x, -z, not flag, not a


def bits(a: int, b: int, p: bool, q: bool):
    return a & b, a | b, a ^ b, p & q, p | q, p ^ q


def bits_of_tensors(t: Tensor, n: int):
    return t & n, t | t, ~t


def int_meets_tensor(n: int, t: Tensor):
    return n & t


def shifts(a: int, n: int):
    return a << n, a >> n


def shifted_tensor(t: Tensor):
    return t << 2, t >> 1


CALLS = [("ints", [7, 2]), ("ints", [-7, 2]), ("ints", [7, -2]), ("ints", [1, 0]),
         ("floats", [7.5, -2.0]), ("floats", [-7.5, 2.0]), ("floats", [1.0, 0.0]), ("floats", [-1.0, 0.0]),
         ("floats", [0.0, 0.0]), ("mixed", [-7, 2.5]), ("mixed", [3, -0.5]),
         ("wraps", [9223372036854775807]), ("powers", [2, 10, 2.25]), ("powers", [3, -1, -4.0]),
         ("signs", [3, -0.0, 1 - 2j, True]), ("signs", [0, 2.5, 0j, False]),
         ("bits", [12, 10, True, False]), ("bits", [-1, 6, True, True]),
         ("bits_of_tensors", [torch.tensor([1, 2, 12]), 6]), ("int_meets_tensor", [6, torch.tensor(3)]),
         ("int_meets_tensor", [6, torch.tensor([3, 5])]),
         ("shifts", [5, 3]), ("shifts", [-9, 1]), ("shifts", [1, 63]),
         ("shifted_tensor", [torch.tensor([3, -8])])]
