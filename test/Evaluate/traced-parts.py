# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/traced-parts.out %t
# REQUIRES: ts-run
# What traces print of parts: calls whose results nobody uses, what parts are given and do not need, and
# results of compiled functions that are unpacked; the output is what Python prints.
import torch, warnings
import torch.nn as nn
torch.manual_seed(0)
warnings.simplefilter("ignore")
class Gate(nn.Module):
    def forward(self, x, y):
        if x.sum() > 0: return x
        return -x
class Dead(nn.Module):
    def __init__(self): super().__init__(); self.l = nn.Linear(4, 4)
    def forward(self, x, y):
        z = x * 2
        return self.l(y), z
class Deep(nn.Module):
    def __init__(self): super().__init__(); self.g = Gate(); self.i = nn.Identity()
    def forward(self, x): return self.i(self.g(x, x))
class M(nn.Module):
    def __init__(self):
        super().__init__(); self.id = nn.Identity(); self.g = Gate(); self.d = Dead(); self.u = nn.ReLU(); self.deep = Deep(); self.lin = nn.Linear(4, 4)
    def forward(self, x):
        x = self.id(x)
        y = self.g(self.lin(x), x)
        a, b = self.d(y, x)
        self.u(x)
        a = self.deep(a)
        return a + 1
t = torch.jit.trace(M(), torch.rand(2, 4))
print(t.code)
for n in ["id", "g", "d", "u", "deep", "lin"]:
    try: print(n, getattr(t, n).code)
    except Exception as e: print(n, type(e), e)
class S(nn.Module):
    def forward(self, x):
        y = x + 1
        return y, y
class S2(nn.Module):
    def forward(self, x): return x * 2, x + 1, [x - 1, x]
class W(nn.Module):
    def __init__(self): super().__init__(); self.s = torch.jit.script(S()); self.s2 = torch.jit.script(S2())
    def forward(self, x):
        y, h = self.s(x)
        a, b, c = self.s2(y)
        return torch.relu(h) + a + c[0]
print(torch.jit.trace(W(), torch.rand(2)).code)
@torch.jit.script
def two(x):
    return x + 1, {"a": x * 2}
def ff(x):
    a, b = two(x)
    return b["a"] + 1
print(torch.jit.trace(ff, torch.rand(2)).code)
class M(torch.nn.Module):
    def __init__(self):
        super().__init__(); self.n = 0
    def bump(self, k: int):
        self.n += k
    def forward(self, x):
        self.bump(2)
        self.bump(3)
        print(self.n)
        return x
print(torch.jit.script(M()).code)
class A:
    def __init__(self, n): self.n = n
    def __mul__(self, o): return f"{self.n}*{o.n}"
    def __rmul__(self, o): return f"r{o.n}*{self.n}"
    def __lt__(self, o): return "lt" + self.n
    def __gt__(self, o): return "gt" + self.n
    def __eq__(self, o): return "eq" + self.n
class B(A): pass
class C(A):
    def __rmul__(self, o): return f"C{o.n}*{self.n}"
    def __gt__(self, o): return "Cgt" + self.n
print(A("a") * B("b"), A("a") * C("c"), B("b") * C("c"), A("a") < B("b"), A("a") < C("c"), A("a") == B("b"))
