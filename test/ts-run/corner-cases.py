# Operators at empty, zero-dimensional and double precision operands.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/Inputs/corner-cases.json | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/corner-cases.json --check-messages --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from torch import Tensor


def cosine_loss(a: Tensor, b: Tensor, y: Tensor, margin: float):
    return F.cosine_embedding_loss(a, b, y, margin, reduction="none")


def batch_norm(x: Tensor, mean: Tensor, var: Tensor, training: bool):
    y = F.batch_norm(x, mean, var, training=training)
    return y, mean, var


def prelu(x: Tensor, w: Tensor):
    return F.prelu(x, w)


def lower_indices():
    return torch.tril_indices(3, 3, dtype=torch.float)


def upper_indices():
    return torch.triu_indices(2, 3, dtype=torch.uint8)


def indices():
    return torch.tril_indices(3, 2, dtype=torch.int32), torch.triu_indices(2, 3)


a = torch.tensor([[1.0, 0.0], [0.3, -0.7], [1e-7, 1e-7]], dtype=torch.double)
b = torch.tensor([[0.5, 0.5], [1.0, 2.0], [1.0, -1.0]], dtype=torch.double)
CALLS = [
    ("cosine_loss", [a, b, torch.tensor([1, 1, 1]), 0.0]),
    ("cosine_loss", [a, b, torch.tensor([-1, -1, -1]), 0.1]),
    ("cosine_loss", [a.float(), b.float(), torch.tensor([1, -1, 1]), 0.1]),
    ("batch_norm", [torch.zeros(0, 3), torch.ones(3), torch.ones(3) * 2, True]),
    ("batch_norm", [torch.zeros(0, 3, 4), torch.ones(3), torch.ones(3) * 2, True]),
    ("batch_norm", [torch.zeros(2, 3, 0), torch.ones(3), torch.ones(3) * 2, True]),
    ("batch_norm", [torch.zeros(0, 3), torch.ones(3), torch.ones(3) * 2, False]),
    ("batch_norm", [torch.arange(6.0).reshape(2, 3), torch.ones(3), torch.ones(3) * 2, True]),
    ("prelu", [torch.tensor(-1.0), torch.tensor([0.25])]),
    ("prelu", [torch.tensor(-1.0), torch.tensor(0.25)]),
    ("prelu", [torch.tensor([-1.0, 2.0]), torch.tensor([0.25])]),
    ("prelu", [torch.tensor([[-1.0, -2.0]]), torch.tensor([0.25, 0.5])]),
    ("prelu", [-torch.ones(1, 2, 3), torch.tensor([0.25, 0.5])]),
    ("prelu", [-torch.ones(1, 2, 3, 1), torch.tensor([0.25, 0.5])]),
    ("prelu", [torch.tensor(-1.0), torch.tensor([0.25, 0.5])]),
    ("prelu", [torch.tensor([-1.0, 2.0]), torch.tensor([0.25, 0.5])]),
    ("prelu", [torch.zeros(0, 2), torch.tensor([0.25, 0.5])]),
    ("lower_indices", []),
    ("upper_indices", []),
    ("indices", []),
]
