# What has no gradient has one that is no tensor: it can be passed on and printed,
# and operators refuse it.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/Inputs/gradients.json | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/gradients.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import Optional

import torch
from torch import Tensor


def gradient(x: Tensor):
    return x.grad


def listed(x: Tensor):
    return [x.grad]


def printed(x: Tensor):
    print(x.grad)
    return str(x.grad), "%s" % x.grad, "{}".format(x.grad)


def is_none(x: Tensor):
    y: Optional[Tensor] = x.grad
    return x.grad is None, y is None, x.grad is x.grad


def sum_with(x: Tensor):
    return x.grad + 1


def added(x: Tensor):
    return x + x.grad


def joined(x: Tensor):
    return torch.cat([x.grad, x])


def cleared(x: Tensor):
    if x.grad is not None:
        x.grad.zero_()
    return 5


def indexed(x: Tensor):
    return x.grad[0]


def nothing_noted(x: Tensor):
    return x * 2


def name(x: Tensor):
    return x.name


CALLS = [(f, [torch.ones(2, 3)]) for f in (
    "gradient", "listed", "printed", "is_none", "sum_with", "nothing_noted", "added", "joined",
    "cleared", "indexed", "nothing_noted", "name")]
