# Bags of embeddings with all of their results, transforms by their own names, products of three.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/bags-and-transforms.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/bags-and-transforms.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Optional
from torch import Tensor

aten = torch.ops.aten


def bag(w: Tensor, i: Tensor, o: Tensor, mode: int, s: Optional[Tensor], last: bool):
    return torch.embedding_bag(w, i, o, False, mode, False, s, last)


def padded_bag(w: Tensor, i: Tensor, o: Tensor, mode: int, padding: Optional[int]):
    return torch.embedding_bag(w, i, o, False, mode, False, None, False, padding)


def core_bag(w: Tensor, i: Tensor, o: Tensor, mode: int, padding: int):
    return (torch._embedding_bag(w, i, o, False, mode, False, None, False, padding),
            torch._embedding_bag_forward_only(w, i, o, False, mode, False, None, False, padding))


def transforms(x: Tensor, scale: int):
    y = aten._fft_r2c(x, [0, 1], scale, True)
    return (y, aten._fft_r2c(x, [1], scale, False), aten._fft_c2c(y, [0], scale, True),
            aten._fft_c2c(y, [1, 0], scale, False), aten._fft_c2r(y, [0, 1], scale, 4), aten._pdist_forward(x, 2.0))


def trilinear(a: Tensor, b: Tensor, c: Tensor):
    return torch._trilinear(a, b, c, [1, 3], [0], [1, 2], [2, 3]), torch._trilinear(a, b, c, [1, 3], [0], [1, 2], [])


def copies(x: Tensor):
    return (aten.diagonal_copy(x), aten.unfold_copy(x, 1, 2, 1), aten.split_copy(x, 2, 1), aten.unbind_copy(x, 1),
            aten.split_with_sizes_copy(x, [1, 3], 1), aten.squeeze_copy(x.unsqueeze(0)), aten.view_copy(x, [4, 3]),
            aten.as_strided_copy(x, [2, 2], [1, 2]), aten.copy(x, torch.tensor([1, 2, 3, 4])))


W = torch.arange(12.0).reshape(4, 3)
I = torch.tensor([0, 1, 2, 3, 1, 1])
BAGS = torch.tensor([0, 2, 2, 5])
CALLS = [("bag", [W, I, o, mode, None, last]) for mode in (0, 1, 2)
         for o, last in ((BAGS, False), (torch.tensor([0, 3, 6]), True), (torch.tensor([0]), False))] + \
    [("bag", [W, I, BAGS, 0, torch.arange(6.0), False]), ("bag", [W.double(), I, BAGS, 0, None, False])] + \
    [(name, [W, I, BAGS, mode, padding]) for name in ("padded_bag", "core_bag") for mode in (0, 1, 2) for padding in (-1, 1)] + \
    [("transforms", [torch.arange(12.0).reshape(3, 4) ** 2, scale]) for scale in (0, 1, 2)] + \
    [("trilinear", [W[:2], torch.arange(18.0).reshape(3, 3, 2), torch.arange(4.0).reshape(2, 2)]),
     ("trilinear", [torch.ones(2, 3), torch.arange(12.0).reshape(2, 3, 2), torch.arange(4.0).reshape(2, 2)]),
     ("copies", [torch.arange(12.0).reshape(3, 4)])]
