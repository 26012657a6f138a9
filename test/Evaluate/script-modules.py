# Classes derived from torch.jit.ScriptModule, averages of weights, orthogonal
# parametrizations; the output is what Python prints.
# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/script-modules.out %t
# REQUIRES: ts-run
import math
from typing import List, Tuple

import torch
import torch.jit as jit
import torch.nn as nn
from torch import Tensor
from torch.nn.utils.parametrizations import orthogonal, spectral_norm
from torch.optim.swa_utils import AveragedModel, SWALR, update_bn


class Cell(jit.ScriptModule):
    def __init__(self, n, m):
        super().__init__()
        self.w = nn.Parameter(torch.randn(m, n))
        self.b = nn.Parameter(torch.zeros(m))

    @jit.script_method
    def forward(self, x: Tensor, h: Tensor) -> Tensor:
        return torch.tanh(x @ self.w.t() + h + self.b)


class Layers(jit.ScriptModule):
    __constants__ = ["layers"]

    def __init__(self, count, n):
        super().__init__()
        self.layers = nn.ModuleList([Cell(n, n) for _ in range(count)])
        self.norm = nn.LayerNorm(n)

    @jit.script_method
    def forward(self, xs: List[Tensor]) -> Tuple[Tensor, int]:
        h = torch.zeros(2)
        for layer in self.layers:
            for x in xs:
                h = layer(x, h)
        return self.norm(h), len(xs)


torch.manual_seed(0)
net = Layers(2, 2)
out, n = net([torch.ones(1, 2), torch.zeros(1, 2)])
print(out, n)
out.sum().backward()
print(net)
print(net.code)
print(net.layers[0].w.grad.shape, isinstance(net, nn.Module), isinstance(net.layers[0], jit.ScriptModule))
print([name for name, _ in net.named_parameters()])

# Averages of weights.
model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Tanh(), nn.Linear(4, 1))
average = AveragedModel(model)
moving = AveragedModel(model, avg_fn=lambda a, p, n: 0.9 * a + 0.1 * p, use_buffers=True)
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
schedule = SWALR(optimizer, swa_lr=0.05, anneal_epochs=3, anneal_strategy="linear")
x = torch.randn(8, 3)
for epoch in range(5):
    loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    average.update_parameters(model)
    schedule.step()
    print(f"{loss.item():.4f} {optimizer.param_groups[0]['lr']:.4f}")
update_bn([x, x * 2], average)
print(average.n_averaged, average.module[1].num_batches_tracked)
print(f"{(average(x) - x.sum(1, keepdim=True)).square().mean().item():.4f}")

# Parametrizations.
for lin, how in ((nn.Linear(3, 3), None), (nn.Linear(2, 5), "householder"), (nn.Linear(4, 3), "cayley")):
    orthogonal(lin, orthogonal_map=how)
    w = lin.weight if lin.weight.shape[0] >= lin.weight.shape[1] else lin.weight.mT
    print(lin, torch.allclose(w.mT @ w, torch.eye(w.shape[1]), atol=1e-5))
s = spectral_norm(nn.Linear(4, 3))
print(s, abs(torch.linalg.svdvals(s.weight)[0].item() - 1) < 0.05)
try:
    orthogonal(nn.Linear(2, 2), orthogonal_map="qr")
except ValueError as e:
    print(e)
