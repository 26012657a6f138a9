# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/script-surface.out %t
# REQUIRES: ts-run
# What programs see of scripted modules, errors and traces. The output is PyTorch's.
import torch, torch.nn as nn, warnings
from collections import namedtuple, OrderedDict
from typing import Optional
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 3
        self.seq = nn.Sequential(nn.Linear(2, 3), nn.ReLU6())
        self.md = nn.ModuleDict({"x": nn.Tanh()})
        self.pl = nn.ParameterList([nn.Parameter(torch.zeros(1))])
    @property
    def width(self) -> int:
        return self.n * 2
    def forward(self, x):
        for m in self.md.values():
            x = m(x)
        return self.seq(x) + self.width
s = torch.jit.script(Net())
# Containers give the modules as they were; a property is not its value.
print(s.seq[0], list(s.seq), len(s.seq), s.seq[:1], "x" in s.md, list(s.md), s.md["x"])
print(type(s.width).__name__, s.n, type(torch.jit.script(lambda x: x) if False else s).__name__)
for f in (lambda: s.md.keys(), lambda: s.seq.append, lambda: s.pl[0], lambda: s.nothing):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(Net()._modules.keys(), OrderedDict(a=1).items(), OrderedDict(a=1).values(), {}.keys())
def yields(x): yield x
def stars(x, *args): return x
def unknown(x): return nothing_of_that_name(x)
for f in (yields, stars, unknown):
    try: torch.jit.script(f)
    except Exception as e: print(type(e).__name__, isinstance(e, torch.jit.frontend.NotSupportedError), str(e).splitlines()[:1])
@torch.jit.script
def g(x, w): return (x * 2 + 1 - w) / 3
w = torch.ones(1, requires_grad=True)
print(g(w, w), type(g), torch.max(torch.ones(2), 0), type(torch.max(torch.ones(2), 0)))
Out = namedtuple("Out", ["logits", "aux"])
Out.__annotations__ = {"logits": torch.Tensor, "aux": Optional[torch.Tensor]}
@torch.jit.script
def h(x, flag: bool):
    aux: Optional[torch.Tensor] = None
    if flag:
        aux = x + 1
    return Out(x, aux)
print(h(torch.ones(1), True), h(torch.ones(1), False))
calls = []
def noisy(x):
    calls.append(1)
    return x * 2
torch.jit.trace(noisy, torch.ones(1)); print(len(calls))
torch.jit.trace(noisy, torch.ones(1), check_trace=False); print(len(calls))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    torch.jit.trace(lambda x: x + torch.rand(1), torch.ones(1))
print(any("does not match" in str(v.message) for v in seen))
def inner():
    try: yield 1; yield 2
    finally: print("cleanup")
def outer():
    try: yield from inner()
    except KeyError as e: print("caught", e); yield 9
v = outer(); next(v); v.close()
v = outer(); next(v); print(v.throw(KeyError("k")))
print(torch.promote_types(torch.int8, torch.float16), torch.result_type(torch.ones(1), torch.ones(1, dtype=torch.double)))
f = torch.jit.freeze(torch.jit.script(nn.Linear(2, 1).eval())); print(f(torch.ones(1, 2)).requires_grad, type(f).__name__)
