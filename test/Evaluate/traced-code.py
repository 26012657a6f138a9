# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/traced-code.out %t
# REQUIRES: ts-run
# The text of traces: names of values, parameters of parts, sizes. The output is PyTorch's.
import torch, torch.nn as nn, torch.nn.functional as F
class B(nn.Module):
    def __init__(self): super().__init__(); self.c = nn.Conv2d(2, 2, 3, padding=1, bias=False); self.b = nn.BatchNorm2d(2); self.r=nn.ReLU(inplace=True)
    def forward(self, x):
        y = self.r(self.b(self.c(x)))
        return y + x
class N(nn.Module):
    def __init__(self): super().__init__(); self.s = nn.Sequential(B(), B()); self.p=nn.AdaptiveAvgPool2d(1); self.l = nn.Linear(2, 3)
    def forward(self, x, scale):
        h = self.s(x)
        z = self.p(h).flatten(1)
        w = z * scale
        out = self.l(w)
        return F.softmax(out, dim=1), w.sum()
n=N().eval()
t=torch.jit.trace(n,(torch.randn(1,2,4,4),torch.ones(1)))
for m in (t, t.s, getattr(t.s,"0"), getattr(t.s,"0").c, getattr(t.s,"0").b, getattr(t.s,"0").r, getattr(t.s,"1"), getattr(t.s,"1").c, getattr(t.s,"1").r, t.p, t.l): print(m.code)
def f(a, b):
    c = a + b
    d = c * 2
    e = d
    q = [c, d]
    return torch.cat(q) + e.mean(), c.relu()
print(torch.jit.trace(f,(torch.ones(2),torch.ones(2))).code)
def g(x):
    n = x.size(0)
    y = x.view(n * 2, -1)
    k = x.shape[1] - 1
    return y[:, :k], torch.zeros(n), x / n
print(torch.jit.trace(g,torch.ones(4,4)).code)
class R(nn.Module):
    def __init__(self): super().__init__(); self.e=nn.Embedding(5,4); self.g=nn.GRU(4,3,batch_first=True); self.d=nn.Dropout(0.1); self.ln=nn.LayerNorm(3)
    def forward(self, ids):
        emb = self.d(self.e(ids))
        o, h = self.g(emb)
        last = o[:, -1]
        return self.ln(last)
t=torch.jit.trace(R().eval(), torch.zeros(1,3,dtype=torch.long)); print(t.code, t.e.code, t.ln.code)
class Cell(nn.Module):
    def __init__(self): super().__init__(); self.linear = nn.Linear(4, 4)
    def forward(self, x, h):
        new_h = torch.tanh(self.linear(x) + h)
        return new_h, new_h
t=torch.jit.trace(Cell(), (torch.ones(3,4), torch.ones(3,4))); print(t.code)
for bad in (lambda x: {"a": x}, lambda x: [x, x], lambda x: 5):
    try: torch.jit.trace(bad, torch.ones(1))
    except RuntimeError as e: print(e)
def first(x):
    x = x + 1
    x = x * x
    y = x[1:]
    y.add_(y.clone())
    return y
t = torch.jit.trace(first, torch.ones(3)); print(t.code, t(torch.arange(4.)))
