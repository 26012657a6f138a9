# A network in two parts, each at a worker: the first part leaves its result
# where it is and hands on a reference; batches are on their way together.
from typing import List

import torch
import torch.distributed.rpc as rpc
from torch import Tensor
from torch.distributed.rpc import RRef


def weights(seed: int, rows: int, columns: int) -> Tensor:
    return torch.cos(torch.arange(seed, seed + rows * columns, dtype=torch.float32)).view(rows, columns) / 8.0


def first_part(w: RRef[Tensor], x: Tensor) -> Tensor:
    return torch.relu(x @ w.local_value())


def second_part(w: RRef[Tensor], hidden: RRef[Tensor]) -> Tensor:
    return torch.softmax(hidden.to_here() @ w.local_value(), 1)


def main(first: str, second: str, batches: int):
    a = rpc.remote(first, weights, (1, 16, 64))
    b = rpc.remote(second, weights, (7, 64, 10))
    inputs = [torch.sin(torch.arange(i, i + 64, dtype=torch.float32)).view(4, 16) for i in range(batches)]
    results = torch.jit.annotate(List[RRef[Tensor]], [])
    for x in inputs:
        hidden = rpc.remote(first, first_part, (a, x))
        results.append(rpc.remote(second, second_part, (b, hidden)))
    same = True
    for i in range(batches):
        alone = torch.softmax(torch.relu(inputs[i] @ weights(1, 16, 64)) @ weights(7, 64, 10), 1)
        same = same and torch.allclose(results[i].to_here(), alone)
    return same, batches
