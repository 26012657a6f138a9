# Cells of recurrent layers, and operators that are others under another name.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/synonyms.expected.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/synonyms.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import Optional, Tuple

import torch
from torch import Tensor


def lstm(x: Tensor, h: Tensor, c: Tensor, a: Tensor, b: Tensor, d: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
    return torch.lstm_cell(x, [h, c], a, b, d, d)


def gru(x: Tensor, h: Tensor, a: Tensor, b: Tensor, d: Optional[Tensor]) -> Tensor:
    return torch.gru_cell(x, h, a, b, d, d)


def simple(x: Tensor, h: Tensor, a: Tensor, b: Tensor, d: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
    return torch.rnn_tanh_cell(x, h, a, b, d, None), torch.rnn_relu_cell(x, h, a, b, None, d)


def products(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor]:
    return torch.linalg.matmul(x, y), torch.linalg.diagonal(x, offset=1)


def softmaxes(x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    return torch.special.softmax(x, 1), torch.special.log_softmax(x, 0), torch.special.logit(torch.sigmoid(x)), \
        torch.special.logsumexp(x, [1]), torch.special.round(x * 1.234, decimals=1)


def joined(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.concatenate([x, x], 1), torch.trapz(x, dx=0.5), torch.native_channel_shuffle(x.reshape(1, 2, 3, 1), 2)


def norms(x: Tensor) -> Tuple[Tensor, Tensor]:
    return torch.ops.aten.norm(x, 2, dtype=torch.float64), torch.ops.aten.norm(x, 1, [1], True, dtype=torch.float64)


def copies(x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    return torch.permute_copy(x, [1, 0]), torch.select_copy(x, 1, 0), torch.transpose_copy(x, 0, 1), torch.unsqueeze_copy(x, 1), \
        torch.expand_copy(x, [2, 2, 3])


X = torch.arange(6.0).reshape(2, 3) / 10
H = torch.arange(4.0).reshape(2, 2) / 7


def weights(rows, columns):
    return torch.sin(torch.arange(float(rows * columns))).reshape(rows, columns)


CALLS = [
    ("lstm", [X, H, H + 1, weights(8, 3), weights(8, 2), torch.arange(8.0) / 9]),
    ("lstm", [X, H, H + 1, weights(8, 3), weights(8, 2), None]),
    ("lstm", [X, H, H + 1, weights(7, 3), weights(8, 2), None]),
    ("gru", [X, H, weights(6, 3), weights(6, 2), torch.arange(6.0) / 9]),
    ("gru", [X, H, weights(6, 3), weights(6, 2), None]),
    ("simple", [X, H, weights(2, 3), weights(2, 2), torch.arange(2.0) / 9]),
    ("products", [X, X.t().contiguous()]),
    ("softmaxes", [X]),
    ("joined", [X]),
    ("norms", [X]),
    ("copies", [X]),
]
UNSTABLE = ["lstm"]
