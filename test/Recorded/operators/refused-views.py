# `view` and its like where strides do not allow them: refused, as in PyTorch, also when elements alone are needed.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/refused-views.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/refused-views.expected.json --tier=runtime | FileCheck %s
# RUN: ts-run %s --check=%S/refused-views.expected.json --dynamic | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def view_t(x: Tensor):
    return x.t().view(-1)


def view_p(x: Tensor):
    return x.t().contiguous().view(-1)


def unsafe_view_t(x: Tensor):
    return torch.ops.aten._unsafe_view(x.t(), [6])


def view_as_t(x: Tensor):
    return x.t().view_as(torch.zeros(6))


def unflatten_t(x: Tensor):
    return x.t().unflatten(0, [3, 1])


def reshape_alias_t(x: Tensor):
    return torch.ops.aten._reshape_alias(x.t(), [6], [1])


def view_expand(x: Tensor):
    return x[None].expand(2, 2, 3).view(-1)


def view_slice(x: Tensor):
    return x[:, :2].view(-1)


def view_step(x: Tensor):
    return x[:, ::2].view(4, 1)


def view_computed(x: Tensor):
    return (x.t() + 1).view(-1)


def view_relu_t(x: Tensor):
    return x.t().relu().view(-1)


def view_conv(x: Tensor):
    y = x.view(1, 2, 3, 1).to(memory_format=torch.channels_last)
    return y.view(-1)


def view_loop(x: Tensor):
    y = x.t()
    for i in range(2):
        y = y.t()
    return y.view(-1)


def inner_t(x: Tensor):
    return x.t().view(6) + 1


def unused(x: Tensor):
    y = x.t().view(6)
    return x


def inner_computed(x: Tensor):
    return (x.t() * 2).relu().view(6).sum()


def binary_first(x: Tensor):
    return (x.t() + x.view(3, 2)).view(6)


def binary_second(x: Tensor):
    return (x.view(3, 2) + x.t()).view(6)


def broadcast_row(x: Tensor):
    return (x[0] + x[:, :1].expand(2, 3)).view(6)


def broadcast_t(x: Tensor):
    return (x[0][:, None] + x.t()).view(6)


def heads(x: Tensor):
    q = x[:, :2]
    return (q.view(2, 1, 2).transpose(1, 2) + 1).contiguous().view(2, 2)


def heads_merge(x: Tensor):
    return x.view(2, 3, 1).transpose(0, 1).view(6)


def heads_split(x: Tensor):
    return x.t().view(3, 2, 1) + 1


def batch_flat(x: Tensor):
    return x[None].permute(1, 0, 2).view(2, 3) + 1


def softmax_t(x: Tensor):
    return torch.softmax(x.t(), 0).view(6)


def cat_t(x: Tensor):
    return torch.cat([x.t(), x.t()]).view(12)


def matmul_t(x: Tensor):
    return torch.mm(x.t(), x).view(9)


def clone_t(x: Tensor):
    return x.t().clone().view(6)


def double_t(x: Tensor):
    return x.t().double().view(6)


def step_t(x: Tensor):
    return (x[:, ::2] + 1).view(4)


def mean_t(x: Tensor):
    return x.t().mean(1, keepdim=True).view(3)


def where_t(x: Tensor):
    return torch.where(x.t() > 2, 1.0, 0.0).view(6)


def branch(x: Tensor):
    y = x.t()
    if x.size(0) == 2 and bool(x[0, 0] == 0.0):
        y = y + 1
    return y.view(6)


def unsafe_inner(x: Tensor):
    return torch.ops.aten._unsafe_view(x.t() + 1, [6]).sum()


X = torch.arange(6.).view(2, 3)
CALLS = [(name, [X]) for name in (
    "view_t", "view_p", "unsafe_view_t", "view_as_t", "unflatten_t", "reshape_alias_t", "view_expand",
    "view_slice", "view_step", "view_computed", "view_relu_t", "view_conv", "view_loop", "inner_t", "unused",
    "inner_computed", "binary_first", "binary_second", "broadcast_row", "broadcast_t", "heads", "heads_merge",
    "heads_split", "batch_flat", "softmax_t", "cat_t", "matmul_t", "clone_t", "double_t", "step_t", "mean_t",
    "where_t", "branch", "unsafe_inner")]
