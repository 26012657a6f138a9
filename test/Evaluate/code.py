# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/code.out %t
# REQUIRES: ts-run
# `code` of scripted functions; the output is what PyTorch prints.
import torch
import torch.nn as nn
from typing import List, Optional, Tuple, Dict
class Sub(torch.nn.Module):
    def forward(self, x):
        return x, x + 1
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()
        self.w = torch.nn.Parameter(torch.ones(2))
        self.n = 3
        self.ls = torch.nn.ModuleList([Sub(), Sub()])
        self.seq = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Tanh())
    def forward(self, x, y: Optional[torch.Tensor] = None, k: int = 2):
        a, b = self.sub(x)
        if y is not None:
            b = b + y
        for i in range(1, self.n, 2):
            a = a * i
        xs: List[int] = []
        xs.append(k)
        for l in self.ls:
            a, _ = l(a)
        d = {"a": a}
        assert k > 0, "bad"
        z = a if k > 1 else b
        ok = k > 1 and k < 5
        self.n += 1
        if ok:
            raise ValueError("no")
        print(z)
        return self.helper(z[1:, 0], d["a"]) + x[0] * self.w, len(xs)
    def helper(self, p, q):
        return self.seq(p) + q.sum(dim=0, keepdim=True)
m = torch.jit.script(M())

@torch.jit.script
def g(x) -> Tuple[torch.Tensor, torch.Tensor]:
    return x, x + 1
@torch.jit.script
def f1(x, n: int):
    a, b = g(x[n])
    return a + b
@torch.jit.script
def f2(x, n: int):
    if n > 2:
        a, b = g(x)
    else:
        a, b = x, x
    return a + b
@torch.jit.script
def f3(x, n: int):
    y, h = x, x
    for i in range(n):
        y, h = g(x)
    return y + h
@torch.jit.script
def f4(x, n: int):
    y, z, w = x, x, x
    for i in range(n):
        w = w + 1
        y = y + 1
        z = z * w
    q = z + 1
    r = y + q
    return z + r + w
@torch.jit.script
def f5(x, n: int):
    y, z, w = x, x, x
    if n > 2:
        w = w + 1
        y = y + 1
        z = z * w
    q = z + 1
    r = y + q
    return z + r + w, y


def loops(x, n: int, xs: List[int]):
    y = torch.zeros(3)
    z = x
    for i in range(n):
        if i > 2:
            y = y + x
            z = z * i
        else:
            z = y
    while bool(z.sum() > 3):
        z = z - 1
    for k in xs:
        n += k
    return y, z, n


@torch.jit.script
def early(x, n: int):
    if n > 3:
        return x
    if n > 2:
        y = x * 2
    else:
        return x.relu()
    return y + 1


@torch.jit.script
def texts(s: str, d: Dict[str, int], t: Tuple[int, float]):
    a, b = t
    s = s + "x" + str(a)
    d[s] = a
    return s, "k" in d, [v for v in d.values()], {"a": b}, len(s), d


@torch.jit.script
def nothing(x: Optional[int]):
    if x is None:
        y = 3
    else:
        y = x
    assert y > 2
    print(y, "done")


class Other(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)
        self.norm = nn.LayerNorm(4)

    def forward(self, x, scale: float = 2.0):
        return torch.relu(self.conv(x)).flatten(1)[:, :4].add(self.norm.bias, alpha=2) * scale


for compiled in (m, m.helper, m.seq, m.sub, f1, f2, f3, f4, f5, torch.jit.script(loops), early, texts, nothing):
    print(compiled.code)
other = torch.jit.script(Other())
print(other.code)
print(other.norm.code)
