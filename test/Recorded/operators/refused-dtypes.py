# Dtypes that operators refuse, some for some arguments only, and beside them what they give.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/refused-dtypes.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/refused-dtypes.expected.json --tier=runtime | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List, Optional

import torch
import torch.nn.functional as F
from torch import Tensor


def of_products(x: Tensor) -> Tensor:
    return torch.addcmul(x, x, x, value=0.5)


def crossed(x: Tensor) -> Tensor:
    return torch.cross(x[:, :3], x[:, :3], dim=1)


def extremes(x: Tensor, dim: Optional[int]) -> Tensor:
    least, most = torch.aminmax(x, dim=dim)
    return most - least


def parts(x: Tensor, y: Tensor) -> Tensor:
    return torch.complex(x, y)


def angles(x: Tensor, y: Tensor) -> Tensor:
    return torch.polar(x, y)


def areas(x: Tensor, running: bool) -> Tensor:
    if running:
        return torch.cumulative_trapezoid(x)
    return torch.trapezoid(x)


def contracted(x: Tensor) -> Tensor:
    return torch.einsum("ij,kj->ik", x, x)


def outer(x: Tensor) -> Tensor:
    return torch.einsum("i,j->ij", x[0], x[1])


def members(x: Tensor, y: Tensor) -> Tensor:
    return torch.isin(x, y)


def power(x: Tensor, n: int) -> Tensor:
    return torch.linalg.matrix_power(x[:, :2], n)


def powers(x: Tensor) -> Tensor:
    return torch.linalg.vander(x[0])


def unpacked(x: Tensor) -> List[Tensor]:
    p, l, u = torch.lu_unpack(x[:, :2], torch.tensor([2, 2], dtype=torch.int32))
    return [p, l, u]


def middle(x: Tensor) -> Tensor:
    return torch.quantile(x, 0.5)


def pooled(x: Tensor, n: int) -> Tensor:
    return F.adaptive_avg_pool1d(x, n)


def padded(x: Tensor, mode: str) -> Tensor:
    return F.pad(x, [1, 1], mode=mode)


def sampled(x: Tensor) -> Tensor:
    grid = x.view(1, 2, 2, 2)
    return F.grid_sample(x.view(1, 1, 2, 4), grid, align_corners=False)


def enlarged(x: Tensor) -> Tensor:
    return F.interpolate(x.unsqueeze(0), scale_factor=2.0, mode="nearest")


def apart(x: Tensor, reduction: str) -> Tensor:
    return F.l1_loss(x, x * x, reduction=reduction)


def hinge(x: Tensor) -> Tensor:
    return F.hinge_embedding_loss(x, x % 2 * 2 - 1, reduction="none")


def soft(x: Tensor) -> Tensor:
    return F.soft_margin_loss(x, x, reduction="none")


def divergence(x: Tensor, log_target: bool) -> Tensor:
    return F.kl_div(x, x, reduction="none", log_target=log_target)


def of_counts(x: Tensor, log_input: bool) -> Tensor:
    return F.poisson_nll_loss(x, x, log_input=log_input, reduction="none")


def ranked(x: Tensor) -> Tensor:
    return F.margin_ranking_loss(x, x, x, reduction="none")


def gathered(x: Tensor, reduce: str) -> Tensor:
    index = torch.zeros_like(x, dtype=torch.int64)
    return x.scatter_reduce(0, index, x, reduce)


def summed(x: Tensor) -> Tensor:
    return x.cumsum_(0)


def most_frequent(x: Tensor) -> Tensor:
    return torch.mode(x)[0]


def first(x: Tensor) -> Tensor:
    return torch.topk(x, 1)[0]


DTYPES = [torch.bool, torch.uint8, torch.int32, torch.int64, torch.float16,
          torch.bfloat16, torch.float32, torch.complex64]


def rows(dtype):
    return (torch.tensor([[1, 2, 0, 1], [3, 1, 1, 2]]) % (2 if dtype == torch.bool else 5)).to(dtype)


CALLS = []
for dtype in DTYPES:
    x = rows(dtype)
    CALLS += [("of_products", [x]), ("crossed", [x]), ("contracted", [x]), ("outer", [x]),
              ("powers", [x]), ("unpacked", [x]), ("middle", [x]), ("enlarged", [x]),
              ("sampled", [x]), ("hinge", [x]), ("soft", [x]), ("ranked", [x]),
              ("summed", [x]), ("summed", [x[0, 0]]), ("most_frequent", [x[0, 0]]),
              ("first", [x[0, 0]])]
    CALLS += [("extremes", [x, dim]) for dim in (None, 0)]
    CALLS += [(name, [a, b]) for name in ("parts", "angles", "members")
              for a, b in ((x, x), (rows(torch.float32), x))]
    CALLS += [(name, [x, flag]) for name in ("areas", "divergence", "of_counts")
              for flag in (False, True)]
    CALLS += [("power", [x, n]) for n in (0, 1, 2)]
    CALLS += [("pooled", [x, n]) for n in (1, 2)]
    CALLS += [("padded", [x, mode]) for mode in ("constant", "reflect", "replicate", "circular")]
    CALLS += [("apart", [x, reduction]) for reduction in ("none", "mean")]
    CALLS += [("gathered", [x, reduce]) for reduce in ("sum", "mean", "amax")]
