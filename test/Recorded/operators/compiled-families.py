# Operators of each family in kernels: integers and bools, scans, places of extrema,
# data movement, windows of any number of dimensions.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/compiled-families.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
# RUN: ts-run %s --check=%S/compiled-families.expected.json --report-residue 2>&1 | FileCheck %s --check-prefix=RESIDUE
# RESIDUE-NOT: {{^}}{{[1-9][0-9]*}} operator(s)
# RESIDUE: {{^}}0 operator(s)
import torch
import torch.nn.functional as F
from torch import Tensor


def integers(a: Tensor, b: Tensor):
    return (a + b, a - 2 * b, a // 3, a % 3, torch.fmod(a, -3), a << 1, a >> 1, a & b, a | b, a ^ b, ~a, a**3,
            torch.div(a, 4, rounding_mode="trunc"), torch.maximum(a, b), torch.clamp(a, -1, 2), torch.sign(a))


def truths(a: Tensor, b: Tensor):
    return (a & b, torch.logical_xor(a, b), ~a, a + b, a * b, a == b, torch.where(a, 1.0, 2.0), torch.any(a, 0),
            torch.all(b), torch.sum(a), a < b)


def floats(a: Tensor, b: Tensor):
    return (torch.fmod(a, b), torch.remainder(a, b), torch.floor_divide(a, b), torch.atan2(a, b), torch.hypot(a, b),
            torch.copysign(a, b), torch.logaddexp(a, b), torch.fmax(a, b), torch.addcmul(a, b, b, value=2),
            torch.lerp(a, b, 0.75), torch.isnan(a), torch.isinf(b), torch.signbit(a), torch.nan_to_num(a), torch.round(a),
            torch.frac(b), torch.xlogy(a, b), torch.heaviside(a, b))


def reductions(a: Tensor):
    return (torch.sum(a), torch.sum(a, 1), torch.prod(a, 0), torch.amax(a, [0, 1]), torch.argmax(a), torch.argmin(a, 1, True),
            torch.max(a, 1), torch.min(a, 0, True), torch.cumsum(a, 0), torch.cumprod(a, 1), torch.cummax(a, 1),
            torch.count_nonzero(a, 1))


def created(n: int):
    return (torch.arange(5), torch.arange(1, 6, 2), torch.arange(0.0, 1.0, 0.25), torch.eye(2, 3), torch.full([2], 7),
            torch.linspace(0.0, 1.0, 5), torch.zeros(2, dtype=torch.int64))


def moved(a: Tensor):
    return (torch.flip(a, [0, -1]), torch.roll(a, [1, -1], [0, 1]), torch.roll(a, 2), a.repeat(2, 1, 2), torch.tril(a, -1),
            torch.triu(a), torch.diag_embed(a), F.pad(a, (1, -1, 0, 2)), torch.cat([a, a], 1), torch.stack([a, a], -1),
            torch.hstack([a, a]), torch.dstack([a, a]), a.to(torch.float64), torch.rot90(a))


def padded(a: Tensor):
    return F.pad(a, (1, 2), mode="reflect"), F.pad(a, (2, 0), mode="replicate")


def windows(x: Tensor, w: Tensor):
    return (F.conv1d(x, w, stride=2, padding=1), F.conv1d(x, w, padding="same"), F.conv_transpose1d(x, w, stride=2),
            F.max_pool1d(x, 2), F.avg_pool1d(x, 3, 2, 1), F.adaptive_avg_pool1d(x, 3), F.adaptive_max_pool1d(x, 2))


def products(c: Tensor, a: Tensor, b: Tensor):
    return (torch.addmm(c, a, b, beta=2, alpha=3), torch.mv(a, c[:3]), torch.dot(c, c), torch.matmul(a.expand(2, 2, 3), b),
            torch.addmv(c[:2], a, c[:3]))


I = torch.tensor([[5, -7, 2], [0, 3, -1]])
J = torch.tensor([[1, 2, 4], [3, -3, 2]])
P = torch.tensor([[True, False], [True, True]])
Q = torch.tensor([[False, False], [True, False]])
X = torch.tensor([1.5, -2.5, 0.0, float("nan"), float("inf"), -7.25])
Y = torch.tensor([0.5, 2.0, -1.0, 1.0, 3.0, -2.0])
T = torch.arange(6.0).reshape(1, 6) - 2.5
CALLS = [("integers", [I, J]), ("integers", [I.int(), J.int()]), ("integers", [I[:, :1], J]), ("truths", [P, Q]),
         ("floats", [X, Y]), ("floats", [X.double(), Y.double()]), ("reductions", [I]), ("reductions", [I.float()]),
         ("reductions", [torch.tensor([[1.0, float("nan")], [3.0, 3.0]])]), ("created", [1]), ("moved", [I]),
         ("moved", [J.float()]), ("padded", [T]), ("windows", [T[None].repeat(1, 2, 1), torch.ones(2, 2, 3) / 3]),
         ("products", [torch.arange(4.0), torch.arange(6.0).reshape(2, 3), torch.arange(12.0).reshape(3, 4)])]
