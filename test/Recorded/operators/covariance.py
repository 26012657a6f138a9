# Covariances with weights, whose dtypes promote, and what is refused.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/covariance.expected.json | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import Optional

import torch
from torch import Tensor


def covariance(x: Tensor, correction: int, counts: Optional[Tensor], weights: Optional[Tensor]):
    return torch.cov(x, correction=correction, fweights=counts, aweights=weights)


X = torch.tensor([[0.5, -1.25, 3.0, 2.0], [1.0, 0.75, -2.0, 0.1]])
F = torch.tensor([1, 2, 3, 1])
W = torch.tensor([0.25, 0.5, 1.0, 0.75])
CALLS = [("covariance", [X.to(dtype), correction, counts, weights]) for dtype in (torch.float32, torch.float64, torch.int64, torch.complex64)
         for counts in (None, F, F.int()) for weights in (None, W, W.double()) for correction in (0, 1, 9)]
CALLS += [("covariance", [X, 1, counts, weights]) for counts, weights in (
    (F.float(), None), (None, F), (F[:2], None), (None, W[:2]), (-F, None), (None, -W), (F * 0, None), (F[None], None), (None, W[None]))]
CALLS += [("covariance", [X[0], 1, F, W]), ("covariance", [X.bfloat16(), 1, None, W]), ("covariance", [X[None], 1, None, None]), ("covariance", [X > 0, 1, None, None])]
