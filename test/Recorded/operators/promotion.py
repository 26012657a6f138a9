# Two operands: broadcasting, and the dtype of the result.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/promotion.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def arithmetic(x: Tensor, y: Tensor):
    return x + y, x - y, x * y, x / y


def dtypes(b: Tensor, i: Tensor, f: Tensor, d: Tensor):
    return b + b, b + i, i + f, f + d, i / i, b * 2, b * 2.5, i * 2.5, f * 2.5, i // 2, i % 3, i ** 2


def zero_dims(v: Tensor, s: Tensor, n: int, x: float):
    return v + s, v * n, v * x, s * n, s * x, s + s


def comparisons(x: Tensor, y: Tensor):
    return x < y, x <= y, x == y, x != y, x > 1, 2 >= y, torch.maximum(x, y), torch.minimum(x, y), torch.eq(x, y)


def rounding_modes(x: Tensor, y: Tensor):
    return (torch.div(x, y, rounding_mode="floor"), torch.div(x, y, rounding_mode="trunc"), torch.fmod(x, y),
            torch.remainder(x, y), x.floor_divide(y))


def logic(a: Tensor, b: Tensor):
    return a & b, a | b, a ^ b, ~a, torch.logical_and(a, b), torch.logical_xor(a, b)


def several(x: Tensor, y: Tensor):
    return torch.where(x > y, x, y), torch.lerp(x, y, 0.25), torch.addcmul(x, x, y, value=2), torch.hypot(x, y)


def bounds(x: Tensor, low: int, high: int):
    return x.clamp(low, high), x.clamp(min=low), x.clamp_max(high)


def mismatch(x: Tensor, y: Tensor):
    return x + y


CALLS = [("arithmetic", [torch.tensor([[1.0], [2.0]]), torch.tensor([3.0, 4.0, 5.0])]),
         ("arithmetic", [torch.tensor(2.0), torch.tensor([0.0, -4.0])]),
         ("arithmetic", [torch.ones(0, 1), torch.ones(1, 2)]),
         ("dtypes", [torch.tensor([True, False]), torch.tensor([3, -4], dtype=torch.int16), torch.tensor([0.5, 2.0]),
                     torch.tensor([1.5, 2.5], dtype=torch.float64)]),
         ("zero_dims", [torch.tensor([1, 2]), torch.tensor(2.5, dtype=torch.float64), 3, 0.5]),
         ("zero_dims", [torch.tensor([1.0, 2.0]), torch.tensor(3), 3, 0.5]),
         ("comparisons", [torch.tensor([1.0, 2.0, float("nan")]), torch.tensor([2.0, 2.0, 2.0])]),
         ("comparisons", [torch.tensor([1, 2, 3]), torch.tensor([1.5])]),
         ("rounding_modes", [torch.tensor([-7, 7, -6]), torch.tensor([2, -2, 4])]),
         ("rounding_modes", [torch.tensor([-7.5, 7.5]), torch.tensor([2.0, -2.0])]),
         ("rounding_modes", [torch.tensor([1]), torch.tensor([0])]),
         ("logic", [torch.tensor([True, False]), torch.tensor([True, True])]),
         ("several", [torch.tensor([3.0, 1.0]), torch.tensor([4.0, 2.0])]),
         ("bounds", [torch.arange(5, dtype=torch.uint8), -1, 2]),
         ("bounds", [torch.tensor([-7, 7], dtype=torch.int8), -3, 5]),
         ("mismatch", [torch.ones(2), torch.ones(3)]), ("mismatch", [torch.ones(2, 3), torch.ones(2, 1, 2)])]
