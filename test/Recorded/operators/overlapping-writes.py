# Operators that write in place on a tensor whose elements share memory: refused,
# warned about or taken, as in PyTorch.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/overlapping-writes.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/overlapping-writes.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def index_fill(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.index_fill_(0, i, 5)
    return base


def index_fill_t(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.index_fill_(0, i, torch.tensor(5.))
    return base


def index_put(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.index_put_((i, ), torch.tensor(5.))
    return base


def index_put_acc(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.index_put_((i, ), torch.tensor(5.), True)
    return base


def setitem(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x[i] = 5
    return base


def setitem0(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x[0] = 5
    return base


def setslice(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x[0:1] = 5
    return base


def index_add(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.index_add_(0, i, torch.ones(1, 3))
    return base


def index_copy(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.index_copy_(0, i, torch.ones(1, 3))
    return base


def scatter(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.scatter_(0, torch.zeros(1, 3, dtype=torch.int64), 1.0)
    return base


def scatter_add(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.scatter_add_(0, torch.zeros(1, 3, dtype=torch.int64), torch.ones(1, 3))
    return base


def masked_fill(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.masked_fill_(x>1, 9)
    return base


def masked_scatter(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.masked_scatter_(x>1, torch.ones(9))
    return base


def fill(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.fill_(1)
    return base


def zero(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.zero_()
    return base


def copy(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.copy_(torch.ones(2, 3))
    return base


def add(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.add_(1)
    return base


def put(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.put_(i, torch.ones(1))
    return base


def fill_diagonal(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.fill_diagonal_(1)
    return base


def index_reduce(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.index_reduce_(0, i, torch.ones(1, 3), "prod")
    return base


def clamp(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.clamp_(0, 1)
    return base


def cumsum(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.cumsum_(0)
    return base


def addcmul(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.addcmul_(x, x)
    return base


def lerp(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.lerp_(x, 0.5)
    return base


def renorm(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.renorm_(2, 0, 1.)
    return base


def sigmoid(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.sigmoid_()
    return base


def relu(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.relu_()
    return base


def where_out(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    torch.add(x, 1, out=x)
    return base


def eq(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.eq_(1)
    return base


def pow(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.pow_(2)
    return base


def addmm(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x[:, :2].addmm_(torch.ones(2, 2), torch.ones(2, 2))
    return base


def erfinv(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.erfinv_()
    return base


def index_put_b(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.index_put_((x>1, ), torch.tensor(5.))
    return base


# A part of a tensor that is not without gaps may overlap: PyTorch looks no further.
def part_of_transposed(base: Tensor, i: Tensor):
    y = (torch.ones(3, 4) + base[:, None]).t()
    x = torch.atan2(y, y)
    x.mul_(x[0])
    # Its elements depend on the order of computing.
    return x.shape


def part_of_rows(base: Tensor, i: Tensor):
    x = torch.ones(3, 4) + base[:, None]
    x.mul_(x[0])
    return x


def part_of_places(base: Tensor, i: Tensor):
    x = torch.stack([base, base]).nonzero()
    y = x.squeeze(0)
    y.mul_(x[0])
    return y


def part_of_carried(base: Tensor, i: Tensor):
    x = base.repeat(2, 1)
    row = x[0]
    for _ in range(2):
        x += row
    return x


def part_of_carried_argument(base: Tensor, i: Tensor):
    row = base[:1]
    n = 0
    while n < 2:
        n += 1
        base += row
    return base


def part_of_branch(base: Tensor, i: Tensor):
    x = base.repeat(2, 1)
    row = base
    if bool(i[0] == 0):
        row = x[1]
    x.mul_(row)
    return x


def part_of_list(base: Tensor, i: Tensor):
    rows = [base, base[1:2]]
    base += rows[1]
    return base


def copy_of_row(base: Tensor, i: Tensor):
    x = base.repeat(2, 1)
    x[:] = x[1]
    return x


def copy_of_neighbours(base: Tensor, i: Tensor):
    base[1:] = base[:-1]
    return base


def copy_of_turned(base: Tensor, i: Tensor):
    x = base.repeat(3, 1)
    x.copy_(x.t())
    return x


def copy_of_column(base: Tensor, i: Tensor):
    x = base.repeat(2, 1)
    x[:, 0] = x[:, 2]
    x[:] = x[:, 1:2]
    return x


def copy_of_same(base: Tensor, i: Tensor):
    x = base.repeat(2, 1)
    x.copy_(x.view(2, 3))
    return x


def copy_of_itself(base: Tensor, i: Tensor):
    x = base.expand(2, 3)
    x.copy_(x)
    return x + 1


def other_of_carried(base: Tensor, i: Tensor):
    x = base.repeat(2, 1)
    row = base[1:]
    for _ in range(2):
        x[:, 1:] += row
    return x


def out_of_turned(base: Tensor, i: Tensor):
    x = base.repeat(3, 1)
    return torch.add(x, x.t(), out=x)


def out_of_neighbours(base: Tensor, i: Tensor):
    torch.exp(base[:2], out=base[1:])
    return base


def out_of_scan(base: Tensor, i: Tensor):
    x = base.repeat(3, 1)
    return torch.cumsum(x.t(), 0, out=x)


def out_of_same(base: Tensor, i: Tensor):
    torch.maximum(base, base.view(3) + 1, out=base)
    return torch.mul(base.view(3), 2, out=base)


CALLS = [(name, [torch.arange(3.0), torch.tensor([0])]) for name in (
    "index_fill", "index_fill_t", "index_put", "index_put_acc", "setitem", "setitem0", "setslice", "index_add",
    "index_copy", "scatter", "scatter_add", "masked_fill", "masked_scatter", "fill", "zero", "copy", "add", "put",
    "fill_diagonal", "index_reduce", "clamp", "cumsum", "addcmul", "lerp", "renorm", "sigmoid", "relu", "where_out",
    "eq", "pow", "addmm", "erfinv", "index_put_b", "part_of_transposed", "part_of_rows", "part_of_places",
    "part_of_carried", "part_of_carried_argument", "part_of_branch", "part_of_list", "other_of_carried",
    "copy_of_row", "copy_of_neighbours", "copy_of_turned", "copy_of_column", "copy_of_same", "copy_of_itself", "out_of_turned",
    "out_of_neighbours", "out_of_scan", "out_of_same")]
