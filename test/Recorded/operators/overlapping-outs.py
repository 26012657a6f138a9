# Results written into tensors that share elements with operands: refused or taken, as in PyTorch.
# The same elements ("whole"), others of the same memory ("part"), the same in another order ("turned"),
# and a row, which becomes the whole when it gets the sizes of the result ("first"); an operand with other sizes
# than the result ("wider"), which functions of elements do not resize.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/overlapping-outs.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/overlapping-outs.expected.json --tier=runtime | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def gather_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.gather(x, 0, i, out=x)
    return a, b, c, e


def gather_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    i = c[:9].view(3, 3)
    torch.gather(x, 0, i, out=xo)
    return a, b, c, e


def gather_turned(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.gather(x, 0, i, out=x.t())
    return a, b, c, e


def gather_first(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.gather(x, 0, i, out=x[:1])
    return a, b, c, e


def index_select_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    j = e[:3]
    torch.index_select(x, 0, j, out=x)
    return a, b, c, e


def index_select_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    j = e[:3]
    torch.index_select(x, 0, j, out=xo)
    return a, b, c, e


def take_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.take(x, i, out=x)
    return a, b, c, e


def take_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    i = c[:9].view(3, 3)
    torch.take(x, i, out=xo)
    return a, b, c, e


def take_along_dim_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.take_along_dim(x, i, 0, out=x)
    return a, b, c, e


def take_along_dim_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    i = c[:9].view(3, 3)
    torch.take_along_dim(x, i, 0, out=xo)
    return a, b, c, e


def cat_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.cat([x, y], 0, out=x)
    return a, b, c, e


def cat_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.cat([x, y], 0, out=xo)
    return a, b, c, e


def cat_turned(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.cat([x, y], 0, out=x.t())
    return a, b, c, e


def cat_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.cat([x, y], 0, out=y)
    return a, b, c, e


def cat_other_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    yo = b[1:10].view(3, 3)
    torch.cat([x, y], 0, out=yo)
    return a, b, c, e


def cat1_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    torch.cat([x], 0, out=x)
    return a, b, c, e


def cat1_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    torch.cat([x], 0, out=xo)
    return a, b, c, e


def hstack_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.hstack([x, y], out=x)
    return a, b, c, e


def hstack_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.hstack([x, y], out=xo)
    return a, b, c, e


def column_stack_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.column_stack([x, y], out=x)
    return a, b, c, e


def column_stack_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.column_stack([x, y], out=xo)
    return a, b, c, e


def scatter_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, y, out=x)
    return a, b, c, e


def scatter_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, y, out=xo)
    return a, b, c, e


def scatter_turned(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, y, out=x.t())
    return a, b, c, e


def scatter_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, y, out=y)
    return a, b, c, e


def scatter_index_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, y, out=i)
    return a, b, c, e


def scatter_value_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, 2.0, out=x)
    return a, b, c, e


def scatter_value_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, 2.0, out=xo)
    return a, b, c, e


def scatter_value_index_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, 2.0, out=i)
    return a, b, c, e


def scatter_reduce_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, y, reduce="add", out=x)
    return a, b, c, e


def scatter_reduce_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, y, reduce="add", out=xo)
    return a, b, c, e


def scatter_reduce_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, y, reduce="add", out=y)
    return a, b, c, e


def scatter_reduce_index_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter(x, 0, i, y, reduce="add", out=i)
    return a, b, c, e


def scatter_add_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter_add(x, 0, i, y, out=x)
    return a, b, c, e


def scatter_add_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter_add(x, 0, i, y, out=xo)
    return a, b, c, e


def scatter_add_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter_add(x, 0, i, y, out=y)
    return a, b, c, e


def scatter_add_index_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter_add(x, 0, i, y, out=i)
    return a, b, c, e


def scatter_reduce2_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter_reduce(x, 0, i, y, reduce="sum", out=x)
    return a, b, c, e


def scatter_reduce2_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter_reduce(x, 0, i, y, reduce="sum", out=xo)
    return a, b, c, e


def scatter_reduce2_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter_reduce(x, 0, i, y, reduce="sum", out=y)
    return a, b, c, e


def scatter_reduce2_index_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    i = c[:9].view(3, 3)
    torch.scatter_reduce(x, 0, i, y, reduce="sum", out=i)
    return a, b, c, e


def index_add_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_add(x, 0, j, y, out=x)
    return a, b, c, e


def index_add_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_add(x, 0, j, y, out=xo)
    return a, b, c, e


def index_add_first(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_add(x, 0, j, y, out=x[:1])
    return a, b, c, e


def index_add_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_add(x, 0, j, y, out=y)
    return a, b, c, e


def index_add_index_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_add(x, 0, j, y, out=j)
    return a, b, c, e


def index_copy_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_copy(x, 0, j, y, out=x)
    return a, b, c, e


def index_copy_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_copy(x, 0, j, y, out=xo)
    return a, b, c, e


def index_copy_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_copy(x, 0, j, y, out=y)
    return a, b, c, e


def index_copy_index_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_copy(x, 0, j, y, out=j)
    return a, b, c, e


def index_reduce_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_reduce(x, 0, j, y, reduce="prod", out=x)
    return a, b, c, e


def index_reduce_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_reduce(x, 0, j, y, reduce="prod", out=xo)
    return a, b, c, e


def index_reduce_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_reduce(x, 0, j, y, reduce="prod", out=y)
    return a, b, c, e


def index_reduce_index_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    j = e[:3]
    torch.index_reduce(x, 0, j, y, reduce="prod", out=j)
    return a, b, c, e


def kron_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.kron(x, y, out=x)
    return a, b, c, e


def kron_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.kron(x, y, out=xo)
    return a, b, c, e


def kron_turned(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.kron(x, y, out=x.t())
    return a, b, c, e


def kron1_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.kron(x, y[:1, :1], out=x)
    return a, b, c, e


def kron1_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.kron(x, y[:1, :1], out=xo)
    return a, b, c, e


def kron1_first(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.kron(x, y[:1, :1], out=x[:1])
    return a, b, c, e


def kron1_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.kron(x, y[:1, :1], out=y)
    return a, b, c, e


def outer_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.outer(x[0], y[0], out=x)
    return a, b, c, e


def outer_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.outer(x[0], y[0], out=xo)
    return a, b, c, e


def outer_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.outer(x[0], y[0], out=y)
    return a, b, c, e


def ger_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.ger(x[0], y[0], out=x)
    return a, b, c, e


def ger_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.ger(x[0], y[0], out=xo)
    return a, b, c, e


def ger_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.ger(x[0], y[0], out=y)
    return a, b, c, e


def addmm_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.addmm(x, y, y, out=x)
    return a, b, c, e


def addmm_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.addmm(x, y, y, out=xo)
    return a, b, c, e


def addmm_first(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.addmm(x, y, y, out=x[:1])
    return a, b, c, e


def baddbmm_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.baddbmm(x[None], y[None], y[None], out=x[None])
    return a, b, c, e


def baddbmm_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.baddbmm(x[None], y[None], y[None], out=xo[None])
    return a, b, c, e


def addmv_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.addmv(x[0], y, y[0], out=x[0])
    return a, b, c, e


def addmv_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.addmv(x[0], y, y[0], out=xo[0])
    return a, b, c, e


def addbmm_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.addbmm(x, y[None], y[None], out=x)
    return a, b, c, e


def addbmm_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.addbmm(x, y[None], y[None], out=xo)
    return a, b, c, e


def addr_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.addr(x, y[0], y[1], out=x)
    return a, b, c, e


def addr_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.addr(x, y[0], y[1], out=xo)
    return a, b, c, e


def addr_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.addr(x, y[0], y[1], out=y)
    return a, b, c, e


def sort_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.sort(x, 0, values=x, indices=k)
    return a, b, c, e


def sort_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.sort(x, 0, values=xo, indices=k)
    return a, b, c, e


def sort_turned(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.sort(x, 0, values=x.t(), indices=k)
    return a, b, c, e


def sort_first(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.sort(x, 0, values=x[:1], indices=k)
    return a, b, c, e


def sorti_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    i = c[:9].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.sort(i, 0, values=k, indices=i)
    return a, b, c, e


def topk_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.topk(x, 2, 0, values=xo, indices=k)
    return a, b, c, e


def topk_first(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.topk(x, 2, 0, values=x[:1], indices=k)
    return a, b, c, e


def topk3_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.topk(x, 3, 0, values=x, indices=k)
    return a, b, c, e


def topk3_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.topk(x, 3, 0, values=xo, indices=k)
    return a, b, c, e


def kthvalue_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.kthvalue(x, 2, 0, True, values=x, indices=k)
    return a, b, c, e


def kthvalue_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.kthvalue(x, 2, 0, True, values=xo, indices=k)
    return a, b, c, e


def mode_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.mode(x, 0, True, values=x, indices=k)
    return a, b, c, e


def mode_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.mode(x, 0, True, values=xo, indices=k)
    return a, b, c, e


def max_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.max(x, 0, True, max=xo, max_values=k)
    return a, b, c, e


def aminmax_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.aminmax(x, dim=0, keepdim=True, min=xo, max=y)
    return a, b, c, e


def msort_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    torch.msort(x, out=x)
    return a, b, c, e


def msort_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    torch.msort(x, out=xo)
    return a, b, c, e


def masked_select_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    torch.masked_select(x, x > 4, out=x)
    return a, b, c, e


def masked_select_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    torch.masked_select(x, x > 4, out=xo)
    return a, b, c, e


def nonzero_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    i = c[:9].view(3, 3)
    torch.nonzero(i, out=i)
    return a, b, c, e


def cumsum_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    torch.cumsum(x, 0, out=x)
    return a, b, c, e


def cumsum_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    torch.cumsum(x, 0, out=xo)
    return a, b, c, e


def cumsum_first(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    torch.cumsum(x, 0, out=x[:1])
    return a, b, c, e


def renorm_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    torch.renorm(x, 2.0, 0, 1.0, out=x)
    return a, b, c, e


def renorm_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    torch.renorm(x, 2.0, 0, 1.0, out=xo)
    return a, b, c, e


def floor_divide_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.floor_divide(x, y, out=x)
    return a, b, c, e


def floor_divide_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.floor_divide(x, y, out=xo)
    return a, b, c, e


def floor_divide_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.floor_divide(x, y, out=y)
    return a, b, c, e


def lerp_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.lerp(x, y, 0.5, out=x)
    return a, b, c, e


def lerp_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.lerp(x, y, 0.5, out=xo)
    return a, b, c, e


def lerp_first(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.lerp(x, y, 0.5, out=x[:1])
    return a, b, c, e


def lerp_other_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.lerp(x, y, 0.5, out=y)
    return a, b, c, e


def where_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    y = b[:9].view(3, 3)
    torch.where(x > 3, x, y, out=x)
    return a, b, c, e


def where_part(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    xo = a[1:10].view(3, 3)
    y = b[:9].view(3, 3)
    torch.where(x > 3, x, y, out=xo)
    return a, b, c, e


def add_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.add(x, y, out=x)
    return x, a, b, c, e


def add_other_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.add(y, x, out=x)
    return x, a, b, c, e


def div_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.div(x, y, rounding_mode="floor", out=x)
    return x, a, b, c, e


def less_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.lt(x, y, out=x)
    return x, a, b, c, e


def maximum_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.maximum(x, y, out=x)
    return x, a, b, c, e


def clamp_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.clamp(y, x, y, out=x)
    return x, a, b, c, e


def where_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.where(y > 0, x, y, out=x)
    return x, a, b, c, e


def lerp_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.lerp(x, y, 0.5, out=x)
    return x, a, b, c, e


def addcmul_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.addcmul(y, x, y, out=x)
    return x, a, b, c, e


def addr_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.addr(x, x[:2], x, out=x)
    return x, a, b, c, e


def bits_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = c[:3]
    y = c[:6].view(2, 3)
    torch.bitwise_or(x, y, out=x)
    return x, a, b, c, e


def loss_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.ops.aten.mse_loss(x, y, 0, out=x)
    return x, a, b, c, e


def mean_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.ops.aten.mse_loss(x, y, out=x)
    return x, a, b, c, e


def smooth_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.ops.aten.smooth_l1_loss(x, y, out=x)
    return x, a, b, c, e


def huber_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.ops.aten.huber_loss(x, y, out=x)
    return x, a, b, c, e


def loss_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.ops.aten.mse_loss(x, x, 1, out=x)
    return x, a, b, c, e


def zeta_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.special.zeta(x, y, out=x)
    return x, a, b, c, e


def outer_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.outer(x, x, out=x)
    return x, a, b, c, e


def stack_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.stack([x, x], out=x)
    return x, a, b, c, e


def take_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.take(x, c[:6].view(2, 3), out=x)
    return x, a, b, c, e


def tensordot_wider(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:3]
    y = b[:6].view(2, 3)
    torch.ops.aten.tensordot(x, x, [], [], out=x)
    return x, a, b, c, e


def max_view(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = b[:6].view(2, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.max(x, 0, True, max=x.view(2, 3), max_values=k)
    return x, a, b, c, e


def max_first(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = b[:6].view(2, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.max(x, 0, True, max=x[:1], max_values=k)
    return x, a, b, c, e


def mode_view(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = b[:6].view(2, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.mode(x, 0, True, values=x.view(2, 3), indices=k)
    return x, a, b, c, e


def mode_first(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = b[:6].view(2, 3)
    k = torch.empty(0, dtype=torch.int64)
    torch.mode(x, 0, True, values=x[:1], indices=k)
    return x, a, b, c, e


def aminmax_whole(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = b[:6].view(2, 3)
    k = torch.empty(0)
    torch.aminmax(x, dim=0, keepdim=True, min=x, max=k)
    return x, a, b, c, e


def aminmax_view(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = b[:6].view(2, 3)
    k = torch.empty(0)
    torch.aminmax(x, dim=0, keepdim=True, min=x.view(2, 3), max=k)
    return x, a, b, c, e


def add_itself(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    return x.index_add_(0, e[:3], x)


def scatter_itself(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    return x.scatter_add_(0, c[:9].view(3, 3), x)


def copy_itself(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    return x.index_copy_(0, e[:2], x[:2])


def put_itself(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    x = a[:9].view(3, 3)
    x[e[:2]] = x[1:]
    return a


def place_itself(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    return a.put_(e[:3], a[:3])


def count_itself(a: Tensor, b: Tensor, c: Tensor, e: Tensor):
    return e.index_add_(0, e, torch.ones(4, dtype=torch.int64))


A = torch.tensor([2., 1., 5., 3., 4., 9., 7., 8., 6., 0., 3., 2.])
B = torch.arange(12.) / 4 - 1
C = torch.tensor([0, 1, 2, 2, 1, 0, 1, 1, 0, 2, 0, 0])
E = torch.tensor([0, 2, 1, 0])
CALLS = [(name, [A, B, C, E]) for name in (
    "gather_whole", "gather_part", "gather_turned", "gather_first", "index_select_whole", "index_select_part",
    "take_whole", "take_part", "take_along_dim_whole", "take_along_dim_part", "cat_whole", "cat_part",
    "cat_turned", "cat_other_whole", "cat_other_part", "cat1_whole", "cat1_part", "hstack_whole",
    "hstack_part", "column_stack_whole", "column_stack_part", "scatter_whole", "scatter_part",
    "scatter_turned", "scatter_other_whole", "scatter_index_whole", "scatter_value_whole",
    "scatter_value_part", "scatter_value_index_whole", "scatter_reduce_whole", "scatter_reduce_part",
    "scatter_reduce_other_whole", "scatter_reduce_index_whole", "scatter_add_whole", "scatter_add_part",
    "scatter_add_other_whole", "scatter_add_index_whole", "scatter_reduce2_whole", "scatter_reduce2_part",
    "scatter_reduce2_other_whole", "scatter_reduce2_index_whole", "index_add_whole", "index_add_part",
    "index_add_first", "index_add_other_whole", "index_add_index_whole", "index_copy_whole",
    "index_copy_part", "index_copy_other_whole", "index_copy_index_whole", "index_reduce_whole",
    "index_reduce_part", "index_reduce_other_whole", "index_reduce_index_whole", "kron_whole", "kron_part",
    "kron_turned", "kron1_whole", "kron1_part", "kron1_first", "kron1_other_whole", "outer_whole",
    "outer_part", "outer_other_whole", "ger_whole", "ger_part", "ger_other_whole", "addmm_whole",
    "addmm_part", "addmm_first", "baddbmm_whole", "baddbmm_part", "addmv_whole", "addmv_part", "addbmm_whole",
    "addbmm_part", "addr_whole", "addr_part", "addr_other_whole", "sort_whole", "sort_part", "sort_turned",
    "sort_first", "sorti_whole", "topk_part", "topk_first", "topk3_whole", "topk3_part", "kthvalue_whole",
    "kthvalue_part", "mode_whole", "mode_part", "max_part", "aminmax_part", "msort_whole", "msort_part",
    "masked_select_whole", "masked_select_part", "nonzero_whole", "cumsum_whole", "cumsum_part",
    "cumsum_first", "renorm_whole", "renorm_part", "floor_divide_whole", "floor_divide_part",
    "floor_divide_other_whole", "lerp_whole", "lerp_part", "lerp_first", "lerp_other_whole", "where_whole",
    "where_part", "add_wider", "add_other_wider", "div_wider", "less_wider", "maximum_wider", "clamp_wider",
    "where_wider", "lerp_wider", "addcmul_wider", "addr_wider", "bits_wider", "loss_wider", "loss_whole",
    "mean_wider", "smooth_wider", "huber_wider",
    "zeta_wider", "outer_wider", "stack_wider", "take_wider", "tensordot_wider", "max_view", "max_first",
    "mode_view", "mode_first", "aminmax_whole", "aminmax_view", "add_itself", "scatter_itself", "copy_itself",
    "put_itself", "place_itself", "count_itself")]
