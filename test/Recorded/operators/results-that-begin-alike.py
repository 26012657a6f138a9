# Results of one kernel that begin alike, and parts of one another: each has its
# own memory.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/results-that-begin-alike.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/results-that-begin-alike.expected.json --dynamic | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def stack2(x: Tensor, y: Tensor):
    return torch.stack([x, x + 1]), torch.stack([x, x])


def cat2(x: Tensor, y: Tensor):
    return torch.cat([x, x + 1]), torch.cat([x, x])


def cat3(x: Tensor, y: Tensor):
    return torch.cat([x, y, x]), torch.cat([x, y, y]), torch.cat([x, x, y])


def catr(x: Tensor, y: Tensor):
    return torch.cat([x, y * 2], 0).relu(), torch.cat([x, y - 1], 0)


def written(x: Tensor, y: Tensor):
    z = torch.zeros(6)
    z[:3] = 1
    w = z.clone()
    w[3:] = 2
    v = z.clone()
    v[4:] = 5
    return z, w, v, x


def kept(x: Tensor, y: Tensor):
    z = torch.cat([x, y])
    w = z.slice_scatter(x, 0, 0, 3)
    v = z.slice_scatter(y, 0, 3, 6)
    return z, w, v


def views(x: Tensor, y: Tensor):
    z = torch.cat([x, y])
    w = z.slice_scatter(x, 0, 0, 3)
    return w, z.view(2, 3), z[1:4] + 0


def filled(x: Tensor, y: Tensor):
    z = torch.zeros(6)
    return z.slice_scatter(x, 0, 0, 3), z, z.slice_scatter(y, 0, 0, 3)


def addmm2(x: Tensor, y: Tensor):
    z = x * 2
    return torch.addmm(z, x, y), torch.addmm(z, y, x), z


def addmm3(x: Tensor, y: Tensor):
    z = x * 2
    return torch.addmm(z, x, y), torch.addmm(z, y, x)


def put2(x: Tensor, y: Tensor):
    z = x + y
    i = torch.tensor([0, 2])
    return z.index_put((i,), y[:2]), z.index_put((i,), x[:2]), z


def put3(x: Tensor, y: Tensor):
    z = x + y
    i = torch.tensor([0, 2])
    return z.index_add(0, i, y[:2]), z.index_copy(0, i, x[:2]), z.index_fill(1, i, 3)


def scat(x: Tensor, y: Tensor):
    z = x + y
    i = torch.tensor([[0, 2, 1]])
    return z.scatter(0, i, y), z.scatter_add(0, i, x), z.scatter(1, i, 4.)


def diag(x: Tensor, y: Tensor):
    z = x + y
    return z.diagonal_scatter(x[0]), z.diagonal_scatter(y[0]), z.select_scatter(x[1], 0, 1), z.select_scatter(x[1], 1, 1)


def loops(x: Tensor, y: Tensor):
    z = x + y
    a = z
    b = z
    for i in range(3):
        a = a + y
        b = b * 2
        b[0] = a[1]
    return a, b, z


def branch(x: Tensor, y: Tensor):
    z = x + y
    if bool(z[0, 0] > 2):
        w = z.slice_scatter(x[:1], 0, 0, 1)
    else:
        w = z
    return w, z.slice_scatter(x[:1], 0, 1, 2), z


def conv(x: Tensor, y: Tensor):
    z = torch.cat([x[None], y[None]])[None]
    w = torch.ones(2, 2, 1, 1)
    return torch.conv2d(z, w), torch.conv2d(z, w) + z, z


def pads(x: Tensor, y: Tensor):
    z = x + y
    p = torch.nn.functional.pad(z, [1, 1])
    return p, torch.nn.functional.pad(z, [1, 1], value=2.), torch.cat([p, z], 1), torch.cat([p, x], 1)


def inplace(x: Tensor, y: Tensor):
    z = torch.cat([x, y])
    w = torch.cat([x, y])
    z[0] = 1
    w[1] = 2
    u = torch.cat([x, y])
    u.add_(1)
    return z, w, u


def outer(x: Tensor, y: Tensor):
    zs = []
    for i in range(3):
        zs.append(torch.stack([x[i], y[i], x[0]]))
    return torch.stack(zs), torch.stack([zs[0], zs[1], zs[0]]), torch.stack([zs[0], zs[1], zs[2] * 2])


CALLS = [(f, [torch.tensor([1., 2., 3.]), torch.tensor([4., 5., 6.])])
         for f in ("stack2", "cat2", "cat3", "catr", "written", "kept", "views", "filled")]
CALLS += [("stack2", [torch.tensor(1.5), torch.tensor(2.)])]
X = torch.arange(9.).reshape(3, 3) / 4
Y = torch.arange(9., 0., -1.).reshape(3, 3) / 2
CALLS += [(f, [X, Y]) for f in (
    "addmm2", "addmm3", "put2", "put3", "scat", "diag", "loops", "branch", "conv", "pads", "inplace", "outer")]
