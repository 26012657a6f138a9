# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/folded-code.out %t
# REQUIRES: ts-run
# The texts of functions: constants that PyTorch computes, elements of lists and tuples, interfaces; the output is what Python prints.
import enum
import torch, math
import torch.nn as nn
from typing import Any, List, Optional, Tuple, Union
def show(f):
    try: print(torch.jit.script(f).code)
    except Exception as e: print("ERR", e)
def f1(x: Union[int, str]): 
    return isinstance(x, int)
def f2(x: Any, b: bool):
    if b and isinstance(x, int): return 1
    return 2
def f3(x: Any):
    if not isinstance(x, int): return 1
    return 2
def f4(x: Any):
    y = isinstance(x, int)
    z = 1
    if y: z = 3
    return z
def f5(x: Any):
    z = 1
    if isinstance(x, (int, str)): z = 3
    return z
def f6(x: float, n: int):
    a = math.sqrt(2 * math.pi) * x
    b = 2 ** 3 + n
    c = "a" + "b"
    d = [1 + 2, n]
    return a / math.log(10.), b, c, d, -math.pi, 1 / 3, 7 // 2, float(3), int(2.5), max(1, 2), not True, math.sqrt(2.) * 3
def g1(p: torch.Tensor, n: int) -> torch.Tensor:
    B, N, _ = p.shape
    return torch.zeros(B, n)
def g2(p: torch.Tensor, n: int) -> torch.Tensor:
    for i in range(n):
        p[:, i] = n
    return p
def g3(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    d = ((p - p[q, q].unsqueeze(1)) ** 2).sum(-1)
    return d
def g4(p: torch.Tensor, n: int) -> torch.Tensor:
    far = p
    for i in range(n):
        d = far.max(-1)[1]; far = torch.minimum(d, far)
    return far
def g5(p: torch.Tensor, cache: Optional[Tuple[torch.Tensor, torch.Tensor]] = None):
    past = 0 if cache is None else cache[0].size(2)
    return past
def g6(p: torch.Tensor, cache: Optional[Tuple[torch.Tensor, torch.Tensor]] = None):
    k = p
    if cache is not None:
        k = torch.cat([cache[0], k], 2)
    new = (k, k)
    return new, k
def g7(x: torch.Tensor):
    a, b = x[..., ::2], x[..., 1::2]
    return torch.stack([a, b], -1).flatten(-2)
def g8(x: torch.Tensor):
    mask = torch.ones(3, x.size(2), dtype=torch.bool).tril(2)
    return x.masked_fill(~mask, float("-inf")).softmax(-1) / 2
def g11(x: torch.Tensor):
    x[0] += 1; x[x > 2] = 0.
    assert x.dim() == 2, f"bad {x.dim()}"
    return [v * 2 for v in x.tolist()] if False else x.T
def g12(s: str, d: Optional[int] = None) -> str:
    if d is None: d = 3
    for k in range(d): s += str(k) + f"{k}:{s}"
    return s.upper()
@torch.jit.interface
class Step(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor: pass
class Add(nn.Module):
    def __init__(self, v: float): super().__init__(); self.v = v
    def forward(self, x: torch.Tensor) -> torch.Tensor: return x + self.v
class Scale(nn.Module):
    def __init__(self): super().__init__(); self.w = nn.Parameter(torch.tensor(3.))
    def forward(self, x: torch.Tensor) -> torch.Tensor: return x * self.w
class Host(nn.Module):
    impl: Step
    def __init__(self, i): super().__init__(); self.impl = i
    def forward(self, x: torch.Tensor, k: int = 1) -> torch.Tensor:
        for _ in range(k): x = self.impl.forward(x)
        return x
a, b = torch.jit.script(Host(Add(1.))), torch.jit.script(Host(Scale())); print(a(torch.ones(2), 3), b(torch.ones(2), 2)); print(a.code)
print(a.code)
for f in (f1, f2, f3, f4, f5, f6, g1, g2, g3, g4, g5, g6, g7, g8, g11, g12):
    show(f)


class Color(enum.Enum):
    RED = 1


def named(c: Color) -> str:
    return c.name + str(c.value)


show(named)


def large(x: float):
    return x * 1e10, x + 9999999999.0, x - 1e17, x * -0.0


show(large)
