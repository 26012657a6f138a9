# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/scripted-gradients.out %t
# REQUIRES: ts-run
# Gradients through compiled code; the output is what Python prints.
from typing import Dict, List, Optional, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


@torch.jit.script
def poly(x, n: int):
    out = torch.zeros_like(x)
    for i in range(n):
        if i % 2 == 0:
            out = out + x ** (i + 1)
        else:
            out -= x * i
    return out


x = torch.tensor([1.0, 2.0, -1.0], requires_grad=True)
y = poly(x, 4)
print(y)
y.sum().backward()
print(x.grad)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 4), nn.Linear(4, 2)])
        self.norm = nn.BatchNorm1d(4)
        self.calls = 0

    def forward(self, x, scale: Optional[torch.Tensor] = None) -> Dict[str, torch.Tensor]:
        self.calls += 1
        h = self.norm(torch.tanh(self.layers[0](x)))
        parts: List[torch.Tensor] = []
        for row in h:
            parts.append(row * 2)
        h = torch.stack(parts)
        if scale is not None:
            h = h * scale
        top, where = h.max(dim=1)
        return {"out": self.layers[1](h), "top": top}


net = Net()
compiled = torch.jit.script(net)
data = torch.randn(5, 3)
target = torch.tensor([0, 1, 1, 0, 1])
optimizer = torch.optim.SGD(compiled.parameters(), lr=0.1, momentum=0.9)
for step in range(4):
    optimizer.zero_grad()
    found = compiled(data)
    loss = F.cross_entropy(found["out"], target) + 0.1 * found["top"].sum()
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.5f}", compiled.calls, f"{compiled.norm.running_mean.sum().item():.5f}")
print({name: f"{p.grad.abs().sum().item():.4f}" for name, p in compiled.named_parameters()})
with torch.no_grad():
    print(compiled(data)["out"].requires_grad)


@torch.jit.script
def pick(ts: Tuple[torch.Tensor, torch.Tensor], k: int):
    a, b = ts
    return torch.cat([a, b])[k:], (a @ b).item() > 0


a, b = torch.ones(3, requires_grad=True), torch.arange(3.0)
tail, positive = pick((a, b), 2)
tail.pow(2).sum().backward()
print(tail, positive, a.grad)


@torch.jit.script
def wrong(x):
    return x @ torch.ones(7)


try:
    wrong(a)
except RuntimeError as error:
    print("size" in str(error), type(error).__name__)
traced = torch.jit.trace(lambda t: (t * 3).exp().mean(), a)
first, = torch.autograd.grad(traced(a), a)
print(first)
