# Random numbers that are written in place, and dropout in training: library calls between
# kernels, in the order of the program.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/random-writes.expected.json --tier=compiled | FileCheck %s
# RUN: ts-run %s --check=%S/random-writes.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from torch import Tensor


def drawn(x: Tensor):
    torch.manual_seed(7)
    a, b, c, d = x + 1, x * 2, x - 1, x + x
    a.uniform_(-1.0, 1.0)
    b.normal_(0.5, 2.0)
    c.bernoulli_(0.25)
    d.exponential_(2.0)
    return a * 2, b + a, c - b, d, torch.rand(2)


def more(x: Tensor, p: Tensor):
    torch.manual_seed(8)
    a, b, c, d, e = x + 1, x * 2, x - 1, x + x, x - x
    a.bernoulli_(p)
    b.geometric_(0.5)
    c.cauchy_()
    d.log_normal_()
    e.random_(3, 9)
    return a * 2, b + a, c, d, e + 1


def integers(x: Tensor):
    torch.manual_seed(9)
    a, b = x + 1, x * 2
    a.random_(100)
    b.random_()
    return a + 1, b - 1


def in_turn(x: Tensor, n: int):
    torch.manual_seed(12)
    total = torch.zeros_like(x)
    for i in range(n):
        y = x * i
        if i % 2 == 0:
            y.normal_()
        else:
            y.uniform_()
        total += y
    return total


def dropped(x: Tensor, p: float):
    torch.manual_seed(14)
    y = F.dropout(x + 1, p, True)
    z = F.alpha_dropout(y * 2, p, True)
    return y, z.relu(), F.dropout(z, p, False), torch.rand(1)


def dropped_attention(x: Tensor, p: float):
    torch.manual_seed(18)
    y, weights = F._scaled_dot_product_attention(x, x, x, None, p, False, True)
    return y, weights + 1


def dropped_channels(x: Tensor, p: float):
    torch.manual_seed(15)
    y = torch.feature_dropout(x + 1, p, True)
    return y * 2, torch.feature_alpha_dropout(y, p, True) + y


def dropped_by_half(x: Tensor):
    torch.manual_seed(17)
    return F.dropout(x + 1, 0.5, True) * 2, F.alpha_dropout(x, 0.5, True), torch.feature_alpha_dropout(x, 0.25, True) - 1


def too_probable(x: Tensor, p: float):
    return F.dropout(x, 0.5, False), torch.feature_dropout(x, p, True)


def dropped_in_place(x: Tensor, p: float):
    torch.manual_seed(16)
    y = x + 1
    F.dropout(y, p, True, True)
    z = y.relu()
    F.alpha_dropout(y, p, True, True)
    return y + z


X = torch.arange(12.0).reshape(3, 4)
CALLS = [("drawn", [X]), ("drawn", [X.double()]), ("drawn", [torch.arange(40.0).reshape(2, 20)]), ("more", [X, X / 12]),
         ("integers", [X.long()]), ("integers", [X.int()]), ("in_turn", [X, 4])] + \
    [("dropped", [x, p]) for x in (X, X.double(), torch.ones(0, 2)) for p in (0.0, 0.3, 1.0)] + \
    [("dropped_attention", [X.reshape(1, 3, 4), p]) for p in (0.0, 0.3)] + [("dropped_attention", [X, 1.5])] + \
    [("dropped_channels", [X.reshape(1, 3, 2, 2), p]) for p in (0.0, 0.5, 1.0)] + [("dropped_in_place", [X, p]) for p in (0.0, 0.3)] + \
    [("dropped_by_half", [X]), ("dropped_by_half", [X.to(torch.bfloat16)]), ("too_probable", [X, 1.5])]
