# Fits a line with parameters that stay at one worker: the others get an RRef,
# fetch the parameters, and send gradients.
from typing import List

import torch
import torch.distributed.rpc as rpc
from torch import Tensor
from torch.distributed.rpc import RRef


def create() -> Tensor:
    return torch.zeros(2)


def apply_gradient(parameters: RRef[Tensor], gradient: Tensor, rate: float):
    parameters.local_value().sub_(gradient * rate)


def train(server: str, parameters: RRef[Tensor], first: int, steps: int) -> float:
    """Fits y = 3 x + 1 on some points."""
    x = torch.arange(first, first + 8, dtype=torch.float32) / 8.0 - 1.0
    y = 3 * x + 1
    loss = 0.0
    for _ in range(steps):
        now = parameters.to_here()
        error = now[0] * x + now[1] - y
        gradient = torch.stack([(error * x).mean(), error.mean()]) * 2
        rpc.rpc_sync(server, apply_gradient, (parameters, gradient, 0.1))
        loss = float((error * error).mean())
    return loss


def main(server: str, workers: List[str], steps: int):
    parameters = rpc.remote(server, create)
    futures = [rpc.rpc_async(workers[i], train, (server, parameters, i * 8, steps)) for i in range(len(workers))]
    losses = [future.wait() for future in futures]
    found = parameters.to_here()
    close = abs(float(found[0]) - 3) < 0.05 and abs(float(found[1]) - 1) < 0.05
    return close, len(losses)
