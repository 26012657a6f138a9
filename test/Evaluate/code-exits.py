# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/code-exits.out %t
# REQUIRES: ts-run
# What `.code` makes of break, continue, early returns and exceptions on some
# paths, of values of two types, and of enumerate; the output is what PyTorch
# prints.
import torch
from typing import Dict, List, Optional, Tuple, Union
@torch.jit.script
def early_raise(x: torch.Tensor, mode: int) -> torch.Tensor:
    if mode == 0:
        return x.sum()
    elif mode == 1:
        return x.mean()
    raise ValueError("never")
print(early_raise.code)
@torch.jit.script
def brk(n: int):
    t = 0
    for i in range(n):
        if i == 3:
            break
        t += i
    return t
print(brk.code)
@torch.jit.script
def cont(n: int):
    t = 0
    for i in range(n):
        if i % 2 == 0:
            continue
        t += i
    return t
print(cont.code)
@torch.jit.script
def ret_in_loop(xs: List[int], k: int) -> int:
    for i, x in enumerate(xs):
        if x == k:
            return i
    return -1
print(ret_in_loop.code)
@torch.jit.script
def wh(n: int):
    t = 0
    while True:
        t += n
        if t > 10:
            break
    return t
print(wh.code)
@torch.jit.script
def wh2(x: torch.Tensor, n: int):
    while n > 0:
        n -= 1
        if n == 5:
            continue
        x = x + n
        if n == 3:
            break
        x = x * 2
    return x, n
print(wh2.code)
@torch.jit.script
def rng(n: int) -> int:
    if n > 3:
        raise ValueError("big")
    assert n != 2, "two"
    return n
print(rng.code)
@torch.jit.script
def greedy(emb: torch.Tensor, W: torch.Tensor, start: int, n: int) -> Tuple[List[int], float]:
    out = [start]
    total = 0.0
    for _ in range(n):
        p = torch.log_softmax(emb[out[-1]] @ W, 0)
        v, i = p.max(0)
        total += v.item()
        out.append(int(i))
        if out[-1] == start:
            break
    return out, total
print(greedy.code)
@torch.jit.script
def nested(n: int):
    t = 0
    for i in range(n):
        for j in range(i):
            if j == 2:
                break
            t += j
        if t > 5:
            return t
    return -t
print(nested.code)
@torch.jit.script
def a(xs: List[int]):
    t = 0
    for i, x in enumerate(xs):
        t += i * x
    for i, x in enumerate(xs, 2):
        t += i * x
    for x, y in zip(xs, xs):
        t += y * x
    for i, (x, y) in enumerate(zip(xs, xs)):
        t += y * x * i
    return t
print(a.code)
@torch.jit.script
def b(x: torch.Tensor, k: Optional[int]):
    if k is None:
        return x
    if x.dim() > 2:
        if x.size(0) == k:
            return x * 2
        x = x + 1
    elif x.dim() == 0:
        raise ValueError("scalar")
    for i in range(k):
        if i > 3:
            return x
        if float(x.sum()) > 2:
            continue
        x = x + i
        if i == 2:
            break
    return x
print(b.code)
@torch.jit.script
def c(xs: List[int], d: Dict[str, int]) -> Optional[int]:
    for x in xs:
        if x > 2:
            return x
    best = 0
    for k in d:
        v = d[k]
        if v < 0:
            continue
        if v > best:
            best = v
    while best > 3:
        best -= 1
        if best == 7:
            break
    else_ = best
    if else_ == 1:
        return None
    return best
print(c.code)
@torch.jit.script
def d(x: torch.Tensor):
    if x.dim() == 0:
        return
    print(x)
print(d.code)
@torch.jit.script
def e(n: int) -> int:
    raise NotImplementedError("no")
print(e.code)
@torch.jit.script
def f(n: int) -> str:
    if n == 0:
        s = "a"
    elif n == 1:
        s = "b"
    else:
        raise RuntimeError(f"bad {n}")
    return s
print(f.code)
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.ModuleList([torch.nn.Linear(2, 2) for _ in range(3)])
    def forward(self, x, depth: int = 2):
        for i, l in enumerate(self.l):
            if i >= depth:
                return x
            x = l(x)
        for l in self.l:
            x = l(x)
            if x.sum() > 3:
                return x
        return x * 2
print(torch.jit.script(M()).code)
@torch.jit.script
def g(x: torch.Tensor):
    hit = False
    for i in range(x.size(0)):
        for j in range(x.size(1)):
            if x[i, j] > 0.5:
                hit = True
                break
        if hit:
            break
    return hit
print(g.code)
@torch.jit.script
def h(n: int):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
        if steps > 1000:
            return -1
    return steps
print(h.code)
@torch.jit.script
def k(s: str) -> bool:
    depth = 0
    for ch in s:
        if ch == "(":
            depth += 1
        elif ch == ")":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0
print(k.code)
@torch.jit.script
def a(xs: List[int], d: Optional[int]):
    best: Optional[int] = None
    for x in xs:
        best = x
    other: Optional[int] = d
    while other is None:
        other = 3
    if len(xs) > 3:
        other = None
        best = 3
    else:
        best = None
    if len(xs) > 4:
        best = 4
    return best, other
print(a.code)
@torch.jit.script
def b(xs: List[int], d: Union[int, str]):
    if len(xs) > 3:
        d = 3
    elif len(xs) > 2:
        d = "x"
    t = 0.
    n = 0
    for x in xs:
        t += x
        t += torch.tensor(2).item()
        t = torch.tensor(2).item()
        n += 1
        n = torch.tensor(2).item()
    return d, t, n
print(b.code)
@torch.jit.script
def half(n: int) -> Optional[int]:
    if n > 0:
        return n
    return None
@torch.jit.script
def a(xs: List[int], d: Optional[int], m: Dict[str, Optional[int]], q: Tuple[Optional[int], int]):
    best: Optional[int] = None
    for x in xs:
        best = x
    r = half(3)
    s = half(4)
    if s is None:
        s = r
    y = m["a"]
    z, w = q
    return best, r, s, r, s, y, y, z, z
print(a.code)
@torch.jit.script
def b(xs: List[int], d: Optional[int]):
    for x in xs:
        if x > 3:
            d = x
    return d
print(b.code)
@torch.jit.script
def c(n: int, d: Optional[int]):
    while n > 3:
        n -= 1
    t: Optional[torch.Tensor] = None
    for i in range(n):
        if t is None:
            t = torch.ones(2)
        else:
            t = t + 1
    return t
print(c.code)
