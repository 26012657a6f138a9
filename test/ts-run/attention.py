# RUN: ts-run %s --check=%S/Inputs/attention.json | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/attention.json --specialize=false | FileCheck %s
# REQUIRES: ts-run
# The operators torch.nn calls for whole layers in inference.
# CHECK: 7 passed, 0 failed
from typing import Optional, Tuple

import torch
from torch import Tensor


def weights(rows: int, columns: int, step: float) -> Tensor:
    return torch.sin(torch.arange(rows * columns) * step).reshape(rows, columns)


def bias(n: int, step: float) -> Tensor:
    return torch.cos(torch.arange(n) * step)


def layer(x: Tensor, gelu: bool, first: bool, mask: Optional[Tensor], kind: Optional[int]) -> Tensor:
    with torch.no_grad():
        return torch._transformer_encoder_layer_fwd(
            x, 4, 2, weights(12, 4, 0.7), bias(12, 0.3), weights(4, 4, 0.9), bias(4, 0.5), gelu, first, 1e-5,
            bias(4, 0.2), bias(4, 0.1), bias(4, 0.4), bias(4, 0.6), weights(6, 4, 0.8), bias(6, 0.7),
            weights(4, 6, 1.1), bias(4, 0.9), mask, kind)


def heads(q: Tensor, k: Tensor, average: bool) -> Tuple[Tensor, Tensor]:
    return torch._native_multi_head_attention(
        q, k, k, 4, 2, weights(12, 4, 0.7), bias(12, 0.3), weights(4, 4, 0.9), bias(4, 0.5), None, True, average)


def uneven(x: Tensor) -> Tensor:
    return torch._native_multi_head_attention(
        x, x, x, 4, 3, weights(12, 4, 0.7), bias(12, 0.3), weights(4, 4, 0.9), bias(4, 0.5))[0]


X = torch.sin(torch.arange(24.0)).reshape(2, 3, 4)
CALLS = [("layer", [X, False, False, None, None]), ("layer", [X, True, True, None, None]),
         ("layer", [X, True, False, torch.tensor([[False, True, True], [False, False, True], [False, False, False]]), 0]),
         ("layer", [X, False, True, torch.tensor([[False, False, True], [False, False, False]]), 1]),
         ("heads", [X, X, True]), ("heads", [X, torch.cos(X), False]), ("uneven", [X])]
