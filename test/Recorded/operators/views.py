# Views share memory with what they look at; what rearranges copies.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/views.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List
from torch import Tensor


def shapes(x: Tensor):
    return (x.view(3, 4), x.reshape(-1), x.flatten(0, 1), x.unsqueeze(-1).squeeze(-1), x.squeeze(0),
            x.transpose(0, -1), x.permute(2, 0, 1), x.movedim(0, 1), x.unflatten(2, [1, 3]), x[:, :1].expand(2, 5, 3))


def written_through(x: Tensor):
    x.view(-1)[0] = 100.0
    x.transpose(0, 1)[1, 1] = 50.0
    x[1].add_(1)
    x[:, ::2].mul_(2)
    x.select(0, 0).narrow(0, 1, 1).zero_()
    return x


def pieces(x: Tensor):
    return x.chunk(2, 0), x.split(2, 1), x.split([1, 2], 1), x.unbind(1), torch.tensor_split(x, 2, 1)


def joined(x: Tensor, y: Tensor):
    return torch.cat([x, y]), torch.stack([x, y], -1), torch.hstack([x, y]), torch.vstack([x, y]), torch.cat([x, y[:0]], 0)


def rearranged(x: Tensor):
    return x.flip(0), x.roll(1, 1), x.rot90(1, [0, 1]), x.repeat(2, 1), x.tile(2), x.repeat_interleave(2, 0), x.tril(), x.triu(1)


def strides(x: Tensor):
    y = x.t()
    return y.stride(), y.is_contiguous(), y.contiguous().stride(), x.as_strided([2, 2], [1, 2], 1), x.storage_offset()


def diagonals(x: Tensor):
    return x.diagonal(), x.diagonal(1), torch.diag(x[0]), torch.diag_embed(x[0]), x.trace()


def wrong_view(x: Tensor, sizes: List[int]):
    return x.t().view(sizes)


X = torch.arange(12.0)
CALLS = [("shapes", [X.reshape(2, 2, 3)]), ("written_through", [torch.arange(6.0).reshape(2, 3)]),
         ("pieces", [X.reshape(4, 3)]), ("joined", [X[:3], X[3:6]]), ("joined", [X[:3], X[:2]]),
         ("rearranged", [X[:9].reshape(3, 3)]), ("strides", [X[:6].reshape(2, 3)]), ("diagonals", [X[:9].reshape(3, 3)]),
         ("wrong_view", [X.reshape(3, 4), [12]]), ("wrong_view", [X.reshape(3, 4), [5, 2]]), ("wrong_view", [X.reshape(3, 4), [4, 3]])]
