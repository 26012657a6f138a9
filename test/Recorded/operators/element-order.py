# Who asks how elements lie in memory gets PyTorch's answer, and random numbers are drawn
# in that order: of channels last, of transposed tensors and parts, also as arguments.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/element-order.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/element-order.expected.json --dynamic | FileCheck %s
# RUN: ts-run %s --check=%S/element-order.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List
import torch
import torch.nn.functional as F
from torch import Tensor


def cloned(x: Tensor):
    y = x.clone(memory_format=torch.channels_last)
    return y.stride(), (y + 1).stride(), (y * x).stride(), (x * y).stride(), y.relu().stride(), y.is_contiguous()


def made_contiguous(x: Tensor):
    y = x.contiguous(memory_format=torch.channels_last)
    return y.stride(), (y + 1).stride(), y.contiguous().stride(), y.contiguous(memory_format=torch.channels_last).stride()


def converted(x: Tensor):
    y = x.to(memory_format=torch.channels_last)
    return y.stride(), (y - 1).stride(), y.to(torch.float64).stride(), y.to(torch.float64, \
        memory_format=torch.contiguous_format).stride()


def likes(x: Tensor):
    y = x.clone(memory_format=torch.channels_last)
    return torch.empty_like(y).stride(), torch.zeros_like(y).stride(), torch.ones_like(y).stride(), \
        torch.full_like(y, 2).stride(), torch.rand_like(y).stride(), \
        torch.zeros_like(y, memory_format=torch.contiguous_format).stride(), torch.zeros_like(x, memory_format=torch.channels_last).stride()


def reduced(x: Tensor):
    y = x.clone(memory_format=torch.channels_last)
    return y.sum(1).stride(), y.mean([2, 3], True).stride(), y.softmax(1).stride(), y.cumsum(2).stride(), y.sum(0, \
        True).stride(), y.amax(1).stride(), y.argmax(1).stride()


def mixed(x: Tensor):
    y = x.clone(memory_format=torch.channels_last)
    b = y[0]
    c = y[:, :, :1]
    return (y + b).stride(), (b + y).stride(), (c + y).stride(), (x + c).stride(), torch.where(y > 0, y, x).stride()



def normalized(x: Tensor):
    y = x.clone(memory_format=torch.channels_last)
    return F.batch_norm(y, torch.zeros(3), torch.ones(3)).stride(), \
        F.dropout(y, 0.5, True).stride()


def conversions(x: Tensor):
    y = x.clone(memory_format=torch.channels_last)
    return y.double().stride(), y.clone().stride(), y.clone(memory_format=torch.contiguous_format).stride(), \
        y.to(torch.bool).stride(), y.type_as(torch.ones(1, dtype=torch.float64)).stride(), y.detach().stride(), \
        y.flatten(1).stride(), y.permute(0, 2, 3, 1).contiguous().stride(), (y.permute(0, 2, 3, 1) + 1).stride(), \
        y.transpose(1, 2).clone().stride()


def written(x: Tensor):
    y = x.clone(memory_format=torch.channels_last)
    y += 1
    z = y * 2
    z.mul_(x)
    return y.stride(), z.stride(), z


def looked_at(x: Tensor):
    y = x.clone(memory_format=torch.channels_last)
    z = y + 1
    return z.as_strided([2, 5], [5, 1]), torch.as_strided(y, [6], [2], 1), \
        y.view([2, 3, 20]).stride() if y.is_contiguous() else [0], y.reshape(2, 60).stride(), z.reshape(2, 60)


def turned(x: Tensor):
    y = x.transpose(1, 2)
    return (y + 1).stride(), (y + 1).sum(0).stride(), torch.zeros_like(y).stride(), (y * y.contiguous()).stride(), \
        (y.contiguous() * y).stride(), y.exp().stride(), (y > 0).stride(), y.to(torch.int32).stride(), \
        (y + y[:, :1]).stride()


def computed(x: Tensor):
    y = x.clone(memory_format=torch.channels_last)
    return torch.matmul(y, y.transpose(2, 3)).stride(), torch.bmm(y[0], y[0].transpose(1, 2)).stride(), y.index_select(1, \
        torch.tensor([0, 1])).stride(), y[:, [0, 1]].stride(), torch.lerp(y, x, 0.5).stride(), \
        torch.clamp(y, 0.0, 1.0).stride(), y.pow(2).stride(), F.gelu(y).stride(), F.leaky_relu(y).stride(), \
        y.repeat(1, 1, 1, 1).stride(), y.tril().stride()


# What is drawn in one place is not drawn in another.
def parts(x: Tensor):
    torch.manual_seed(10)
    y = x * 2
    y[1].uniform_()
    y[:, 1:3].normal_()
    z = y.relu()
    y.mul_(2)
    y.select(1, 0).bernoulli_(0.5)
    return y, z


# Numbers are drawn in the order in memory.
def drawn(x: Tensor):
    torch.manual_seed(13)
    y = x + 1
    y.t().uniform_()
    z = (x * 2).t()
    z.normal_()
    d = x * 3
    d.diagonal().uniform_()
    return y * 2, z + 1, d, torch.native_dropout(y.t(), 0.5, True), torch.rand_like(z * 2)


# Arguments are in the order that they have.
def of_argument(x: Tensor):
    torch.manual_seed(14)
    y = torch.rand_like(x + 1)
    x.normal_()
    return x.stride(), (x + 1).stride(), torch.zeros_like(x).stride(), y


def of_elements(xs: List[Tensor]):
    torch.manual_seed(15)
    return [(x + 1).stride() for x in xs], [torch.rand_like(x * 2) for x in xs]


def called():
    x = torch.ones(5, 8)
    parts = [x.clone().t(), torch.ones(8, 7)[:, 1:6], torch.ones(2, 3)]
    return of_argument(x.t()), of_argument(torch.ones(8, 7)[:, 1:6]), of_argument(torch.ones(8, 5)), of_elements(parts)


def reshaped(x: Tensor, n: int):
    # A tensor in another order is copied, and the copy has what is written.
    turned = x.rot90()
    a = turned.reshape(-1)
    sums = x.t() + 1
    b = sums.flatten()
    kept = x + 1
    c = kept.reshape(-1)
    changed = x.t() * 2
    d = changed.reshape_as(x)
    for i in range(n):
        a.add_(i)
        b.mul_(2)
        c.sub_(1)
        changed.zero_()
    return turned, a, sums, b, kept, c, changed, d


X = torch.arange(120.0).reshape(2, 3, 4, 5) - 50
M = torch.arange(12.0).reshape(3, 4)
X1 = torch.arange(20.0).reshape(1, 1, 4, 5)
CALLS = [(name, [X]) for name in ("cloned", "made_contiguous", "converted", "likes", "reduced", "mixed", "normalized", "conversions", "written", "looked_at", "turned", "computed")] + \
    [("parts", [M]), ("reshaped", [M, 0]), ("reshaped", [M, 3]), ("drawn", [M[:, :3]]), ("drawn", [M.double()[:, :3]]), ("called", []),
     ("made_contiguous", [X1]), ("likes", [X1]), ("conversions", [X1])]
