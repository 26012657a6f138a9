# What PyTorch's kernels refuse for the dtype fails with PyTorch's text, in both
# tiers; what they take gives PyTorch's value.
# RUN: ts-run %s --check=%S/Inputs/dtypes.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/dtypes.json --check-messages --specialize=false | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import torch
import torch.nn.functional as F
from torch import Tensor


def exponential(x: Tensor):
    return torch.exp(x)


def product(x: Tensor, y: Tensor):
    return x @ y


def running(x: Tensor):
    return x.cumsum(0)


def running_wide(x: Tensor):
    return x.cumsum(0, dtype=torch.float32)


def shares(x: Tensor):
    return torch.softmax(x, 0)


def wide_shares(x: Tensor):
    return torch.softmax(x, 0, dtype=torch.float32)


def smooth(x: Tensor):
    return F.softplus(x), F.mish(x)


def positive(x: Tensor):
    return F.relu(x)


def greatest(x: Tensor):
    return x.argmax()


def rest(x: Tensor, y: Tensor):
    return torch.fmod(x, y)


def rest_of(x: Tensor):
    return torch.fmod(x, 2)


def in_place(x: Tensor):
    return x.sqrt_()


def above(x: Tensor, y: Tensor):
    return x > y


def middle(x: Tensor):
    return x.median()


def solved(x: Tensor):
    return torch.linalg.inv(x)


def combined(x: Tensor, y: Tensor):
    return torch.addcmul(x, x, y, value=2.5)


def empty_ones(x: Tensor):
    return x[:0].cumsum(0), x[0].cumsum(0)


def gaps(x: Tensor):
    return torch.linalg.vector_norm(x), torch.nn.functional.layer_norm(x, [2])


def gathered(x: Tensor):
    return torch.zeros_like(x).scatter_reduce(0, torch.tensor([1, 1]), x, "amax")


H = torch.tensor([1.0, 4.0], dtype=torch.float16)
B = torch.tensor([True, False])
I = torch.tensor([3, -5], dtype=torch.int32)
S = torch.tensor([3, -5], dtype=torch.int16)
C = torch.tensor([1 + 2j, 3 - 1j])
M = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.bfloat16)
F32 = torch.tensor([0.5, 2.0])
CALLS = [("exponential", [H]), ("exponential", [M]), ("exponential", [B]), ("product", [H.expand(2, 2).clone(), H.expand(2, 2).clone()]),
         ("product", [B.expand(2, 2).clone(), B.expand(2, 2).clone()]), ("product", [M, M]), ("running", [H]), ("running_wide", [H]), ("running", [B]),
         ("shares", [I]), ("wide_shares", [I]), ("shares", [H]), ("smooth", [I]), ("smooth", [F32]),
         ("positive", [B]), ("positive", [C]), ("positive", [I]), ("greatest", [B]), ("greatest", [I]),
         ("rest", [B, B]), ("rest", [B, I]), ("rest_of", [B]), ("rest", [C, C]), ("in_place", [H]),
         ("in_place", [F32]), ("above", [C, C]), ("above", [B, F32]), ("middle", [B]), ("middle", [I]),
         ("solved", [M]), ("combined", [S, S]), ("combined", [H, H]), ("empty_ones", [H]), ("gaps", [H]),
         ("gaps", [M]), ("gathered", [B])]
