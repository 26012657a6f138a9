# Conversions, strides, transforms over several dimensions, variances and deprecated functions at edges of
# shape, dtype and value.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/edges.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/edges.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from typing import List, Optional
from torch import Tensor

NAN = float("nan")
INF = float("inf")
aten = torch.ops.aten


def exponentials(x: Tensor):
    return torch.matrix_exp(x)


def transforms(x: Tensor, norm: str):
    return (torch.fft.hfft(x, norm=norm), torch.fft.irfft2(x, norm=norm), torch.fft.hfft2(x, norm=norm),
            torch.fft.ihfft2(torch.real(x), norm=norm), torch.fft.irfftn(x, [4, 5], [1, 0], norm),
            torch.fft.hfftn(x, [3, 6], [1, 0], norm), torch.fft.ihfftn(torch.real(x), [3, 4], [1, 0], norm),
            torch.fft.irfftn(x, dim=[0, 1, 2], norm=norm), torch.fft.hfftn(x, dim=[0, 2], norm=norm))


def signs(x: Tensor, v: Tensor):
    return (torch.heaviside(x, v), torch.signbit(x), torch.sign(x), torch.sgn(x), torch.copysign(v, x),
            torch.nan_to_num(x), torch.abs(x), torch.clamp(x, v, v + 1), torch.maximum(x, v), torch.fmax(x, v))


def filled(x: Tensor, m: Tensor, v: Tensor):
    return torch.masked_fill(x, m, v)


def filled_in_place(x: Tensor, m: Tensor, v: Tensor):
    return x.clone().masked_fill_(m, v)


def promoted(x: Tensor, n: int, f: float):
    return (x + torch.tensor(n), x + torch.tensor(f), x * torch.scalar_tensor(f), torch.tensor(n) / x, torch.where(x >
            0, torch.tensor(f), x), torch.stack([x.sum(), torch.tensor(f)]), x + torch.ones([],
            dtype=torch.float64), torch.tensor(n) + f, torch.tensor(n) * torch.tensor(f), torch.add(x, f), x + n)


def strides(x: Tensor):
    y = x.expand(3, 4)
    return (y.as_strided([2, 2], [1, 2]), y.as_strided([2], [3], 1), y.t().as_strided([4], [1]), x[1:].as_strided([2],
            [1]), x[1:].as_strided([2], [2], 0))


def volumes(x: Tensor, s: Tensor):
    return F.fractional_max_pool3d(x, 2, (2, 3, 2), None, True, s)


def planes(x: Tensor, s: Tensor):
    return F.fractional_max_pool2d(x, 2, (2, 3), None, True, s)


def distances(a: Tensor, b: Tensor, p: float):
    return torch.cdist(a, b, p), F.pdist(a, p), F.pairwise_distance(a, b, p), torch.dist(a, b, p)


def counts(x: Tensor):
    return torch.histc(x, 4, -1.0, 2.0), torch.bincount(x.abs().long())


def variances(x: Tensor, n: int):
    return (torch.var(x, [1], correction=n), torch.std(x, [0, 1], correction=n), torch.var(x, False),
            torch.var_mean(x, [0], correction=n))


def instance_norm(x: Tensor, m: Tensor, v: Tensor):
    return F.instance_norm(x, m, v, None, None, True, 0.1), m, v


def each_norm(x: Tensor, w: Optional[Tensor]):
    return F.instance_norm(x, None, None, w)


def sum_of_none(x: Tensor):
    return torch.sum(x[0:0].double(), [0], True)


def unpooled(x: Tensor, i: Tensor):
    return F.max_unpool1d(x, i, kernel_size=3, stride=2, output_size=[1, 2, 6])


def batch_norm(x: Tensor, m: Tensor, v: Tensor, t: bool):
    return F.batch_norm(x, m, v, None, None, t), m, v


def products_of_old(x: Tensor):
    return torch.chain_matmul(x, x), torch.ger(x[0], x[0]), torch.lstsq(x, x)


def symmetric_eigenvalues(x: Tensor):
    return torch.symeig(x, True)


def triangular(x: Tensor):
    return torch.qr(x)


def choleskys(x: Tensor):
    return torch.cholesky(x)


def quotients(x: Tensor):
    return torch.floor_divide(x, 2), torch.norm(x)


def ranges(x: Tensor):
    return torch.range(0, 4), torch.svd(x)


def solved(x: Tensor):
    return torch.lu(x)[0], torch.solve(x, x)


def old_functions(x: Tensor):
    return F.upsample(x, [4, 4]), F.tanh(x), F.sigmoid(x), torch.stft(x[0, 0, 0], 4, return_complex=False)


def old_indices(x: Tensor):
    return x[torch.ones([2], dtype=torch.uint8)], x.T, torch.ones(2,2,2).T


def losses(x: Tensor, y: Tensor):
    return F.mse_loss(x, y), F.l1_loss(x, y, size_average=False), F.smooth_l1_loss(x, y)


def meshes(a: Tensor, b: Tensor):
    return torch.meshgrid([a, b])


def blended(a: Tensor, b: Tensor, w: float):
    return torch.lerp(a, b, w), torch.lerp(a, b, torch.tensor(w))


def range_of(start, *shape):
    return torch.arange(start, start + float(torch.tensor(shape).prod())).reshape(shape)


ORDERS = (0.0, 0.5, 1.0, 2.0, 3.0, INF)
EDGE = torch.tensor([NAN, INF, -INF, -0.0, 0.0, 1.5, -2.0])
OTHER = torch.tensor([1.0, 2.0, 3.0, 4.0, -5.0, NAN, 0.0])
MATRIX = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
SMALL = torch.tensor([[0.5, 1.0], [-0.25, 2.0]])
ROWS = torch.tensor([[1.0, 2.0, 3.0], [NAN, 0.0, 1.0], [INF, 2.0, -1.0], [3e38, -3e38, 0.0]])
MASK = torch.tensor([True, False, True, False])
OF_DTYPES = (torch.arange(4.0), torch.arange(4), torch.arange(4) > 1, torch.arange(4.0).half(), torch.arange(4.0) + 0j)
NUMBERS = [torch.tensor(n) for n in (2, 2.5, True, 1 + 2j, 300, [1.0])] + [torch.tensor(2.5, dtype=torch.float64)]
SAMPLES = torch.tensor([0.1, 0.5, 0.9, 0.3, 0.7, 0.2, 0.05, 0.95, 0.5, 0.4, 0.6, 0.8]).reshape(2, 2, 3)
CALLS = [("exponentials", [SMALL * s]) for s in (0.01, 0.3, 1.0, 3.0, 9.0)] + \
    [("exponentials", [range_of(-4.0, 3, 3) / 5]), ("exponentials", [(range_of(-4.0, 2, 3, 3) / 50).double()]),
     ("exponentials", [torch.zeros(0, 3, 3)])] + \
    [("transforms", [torch.complex(range_of(0.0, 2, 3, 4) % 7, range_of(0.0, 2, 3, 4) % 5), n])
     for n in ("backward", "ortho", "forward")] + \
    [("signs", [EDGE, OTHER]), ("signs", [EDGE.double(), OTHER.double()]), ("signs", [OTHER, EDGE])] + \
    [(name, [x, MASK, v]) for x in OF_DTYPES for v in NUMBERS for name in ("filled", "filled_in_place")] + \
    [("filled", [torch.arange(4, dtype=torch.uint8), MASK, torch.tensor(n)]) for n in (300, -1, NAN, 7.5)] + \
    [("promoted", [x, 3, 2.5])
     for x in (torch.arange(1, 4), torch.tensor([1.5, 2.0]), torch.tensor(2), torch.tensor([1, 2], dtype=torch.int8),
               torch.tensor([1.0, 2.0], dtype=torch.half), torch.tensor([True]))] + \
    [("strides", [torch.arange(4.0)]), ("volumes", [range_of(0.0, 2, 2, 5, 6, 5) % 17, SAMPLES]),
     ("planes", [range_of(0.0, 2, 2, 5, 6) % 17, SAMPLES[:, :, :2]])] + \
    [("distances", [rows, rows.flip(0), p]) for rows in (ROWS, ROWS.double()) for p in ORDERS] + \
    [("counts", [torch.tensor([-1.0, 2.0, 0.5, 0.25, 3.0, -2.0])]), ("counts", [torch.tensor([NAN, 1.0, 0.5])])] + \
    [("variances", [x, n]) for n in (0, 1, 2, 7)
     for x in (ROWS, range_of(0.0, 2, 3), range_of(0.0, 6, 1), torch.ones(1, 1), torch.zeros(0, 3), range_of(0.0, 2, 3) + 1j)] + \
    [("instance_norm", [x, torch.zeros(2), torch.ones(2)]) for x in (range_of(0.0, 2, 2, 3) ** 2, range_of(0.0, 2, 2, 1))] + \
    [("each_norm", [torch.zeros(*sizes), None]) for sizes in ((2, 0, 3), (0, 3, 4), (2, 3, 0), (2, 0, 3, 4))] + \
    [("each_norm", [torch.zeros(2, 0, 3), torch.ones(0)]), ("sum_of_none", [torch.ones(3, 40)]), ("sum_of_none", [torch.ones(3)]),
     ("unpooled", [range_of(0.0, 1, 2, 2), torch.tensor([[[0, 5], [2, 4]]])]),
     ("unpooled", [range_of(0.0, 1, 2, 2), torch.tensor([[[0, 6], [2, 4]]])])] + \
    [("batch_norm", [x, torch.zeros(2), torch.ones(2), training]) for training in (True, False)
     for x in (range_of(0.0, 1, 2), range_of(0.0, 1, 2, 1), range_of(0.0, 2, 2), torch.zeros(0, 2), torch.ones(2, 2).long())] + \
    [(name, [MATRIX]) for name in ("products_of_old", "symmetric_eigenvalues", "triangular", "choleskys", "quotients",
                                   "ranges", "solved", "old_indices")] + \
    [("old_functions", [range_of(0.0, 1, 1, 2, 4)]), ("losses", [MATRIX, MATRIX[:1] * 2]), ("losses", [MATRIX, MATRIX * 2]),
     ("meshes", [MATRIX[0], MATRIX[1]]), ("blended", [MATRIX, MATRIX * 3, 0.3]),
     ("blended", [MATRIX.double(), MATRIX.double() * 3, 0.7]), ("blended", [MATRIX + 1j, MATRIX * 2 + 0j, 0.6])]
