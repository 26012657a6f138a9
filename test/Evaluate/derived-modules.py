# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/derived-modules.out %t
# REQUIRES: ts-run
# What classes derived from torch.jit.ScriptModule have when their constructor is done, and what a frozen module keeps. The output is PyTorch's.
import copy
import io

import torch
from torch import nn


class Inner(torch.jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)
        self.register_buffer("n", torch.zeros(1))
    @torch.jit.script_method
    def forward(self, x):
        self.n += 1
        return self.drop(x) + self.n
class Outer(torch.jit.ScriptModule):
    __constants__ = ["k"]
    def __init__(self, k):
        super().__init__()
        self.k = k
        self.count = 1
        self.inner = Inner()
        self.lin = nn.Linear(2, 2)
        self.lin.weight.data.fill_(1.0)
        nn.init.zeros_(self.lin.bias)
    @torch.jit.script_method
    def helper(self, x):
        self.count += 1
        return x * self.k
    @torch.jit.script_method
    def forward(self, x):
        return self.lin(self.helper(self.inner(x)))
torch.manual_seed(0)
o = Outer(3)
print(o.eval() is o, o(torch.ones(2)), o.count, o.inner.n, o.helper(torch.ones(1)), o.count)
o.count = 10
o.lin.weight = nn.Parameter(torch.eye(2))
print(o(torch.ones(2)).detach(), o.count, list(o.state_dict()), [n for n, _ in o.named_modules()])
c = copy.deepcopy(o)
print(c(torch.ones(2)).detach(), o.inner.n, c.inner.n, type(c).__name__, c.count)
h = o.register_forward_hook(lambda m, a, r: print("hook", type(m).__name__, r.shape))
o(torch.ones(2))
h.remove()
b = io.BytesIO()
torch.jit.save(o, b); b.seek(0)
print(torch.jit.load(b)(torch.ones(2)), torch.jit.script(o) is o, o.training)
o.train()
print(o.training, o.inner.training, o.inner.drop.training, isinstance(o.inner, Inner), type(o.lin).__name__)
class User(nn.Module):
    def __init__(self, o):
        super().__init__()
        self.o = o
    def forward(self, x):
        return self.o(x) * 2
u = torch.jit.script(User(o)).eval()
print(u(torch.ones(2)), o.training, o.inner.drop.training, o.inner.n)
t = torch.jit.trace(User(o).eval(), torch.ones(2))
print(t(torch.ones(2)))
print(u.o)
o.fresh = 5
print(o.fresh, hasattr(o, "nothing"), o.k)
try:
    o.nothing
except AttributeError as e:
    print(e)
class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(1))
        self.register_buffer("n", torch.zeros(1))
        self.register_buffer("c", torch.ones(1))
        self.k = 2
    def forward(self, x):
        self.n += 1
        return x * self.w + self.n * self.c
    @torch.jit.export
    def other(self, x):
        return x * self.k
s = torch.jit.script(Counter().eval())
f, g = torch.jit.freeze(s, ["n", "other"]), torch.jit.freeze(s)
print(f(torch.ones(1)), g(torch.ones(1)), s.n, f.n, f.other(torch.ones(1)), hasattr(g, "other"), [n for n, _ in f.named_buffers()], list(f.state_dict()), list(f.parameters()))
