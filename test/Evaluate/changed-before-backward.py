# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/changed-before-backward.out %t
# REQUIRES: ts-run
# What a gradient needs must be what it was: a change in place is an error, one of what it does not need is none. The output is that of PyTorch 1.13.
import torch, torch.nn as nn, torch.nn.functional as F
def attempt(name, f):
    try:
        f(); print(name, "fine")
    except RuntimeError as e:
        print(name, e)
def a():
    w = torch.ones(3, requires_grad=True); y = w.exp(); z = y.sum(); y.add_(1); z.backward()
attempt("exp", a)
def b():
    w = torch.ones(3, requires_grad=True); x = torch.ones(3); y = w * x; x.zero_(); y.sum().backward()
attempt("mul const", b)
def c():
    lin = nn.Linear(2, 2); lin2 = nn.Linear(2, 2); y = lin2(lin(torch.ones(1, 2))).sum()
    with torch.no_grad(): lin2.weight.add_(1)
    y.backward()
attempt("weight", c)
def d():
    lin = nn.Linear(2, 2); opt = torch.optim.SGD(lin.parameters(), 0.1); x = torch.ones(1, 2, requires_grad=True)
    l = lin(x).sum(); l.backward(retain_graph=True); opt.step(); l.backward()
attempt("step", d)
def e():
    w = torch.ones(3, requires_grad=True); h = w * 2; y = h ** 2; h[0] = 5.0; y.sum().backward()
attempt("setitem", e)
def f():
    w = torch.ones(3, requires_grad=True); h = w * 2; y = torch.tanh(h); y += 1; y.sum().backward()
attempt("tanh", f)
def g():
    w = torch.ones(3, requires_grad=True); h = w * 2; y = h + 1; h.mul_(3); y.sum().backward(); print(w.grad)
attempt("add", g)
def h():
    w = torch.ones(3, requires_grad=True); y = w * 2; w.data.add_(1); (y * w).sum().backward(); print(w.grad)
attempt("data", h)
def i():
    x = torch.ones(1, 1, 4, 4); c = nn.Conv2d(1, 1, 3); y = c(x); x.add_(1); y.sum().backward()
attempt("conv", i)
def j():
    x = torch.ones(2, 3, requires_grad=True); y = F.relu(x * 2); y.mul_(2); y.sum().backward()
attempt("relu", j)
def k():
    x = torch.ones(2, 3, requires_grad=True); y = (x * 2).softmax(-1); y[0, 0] = 0; y.sum().backward()
attempt("softmax", k)
def l():
    a = torch.ones(2, 2, requires_grad=True); b = torch.ones(2, 2); y = a @ b; b.fill_(2); y.sum().backward()
attempt("mm", l)
def m():
    a = torch.ones(2, 2, requires_grad=True); y = nn.LayerNorm(2)(a); a.data.zero_(); y.sum().backward()
attempt("layernorm data", m)
def n():
    a = torch.ones(2, 2, requires_grad=True); h = a.clone(); y = h.relu(); h.zero_(); y.sum().backward(); print(a.grad)
attempt("relu input", n)
def o():
    net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True), nn.Linear(2, 1)); net(torch.ones(1, 2)).sum().backward()
attempt("inplace relu", o)
def p():
    a = torch.ones(3, requires_grad=True); h = a * 1; y = h.sigmoid(); h += 1; (y + h).sum().backward(); print(a.grad)
attempt("sigmoid input", p)
def r():
    a = torch.ones(3, 2, requires_grad=True); b = a * 2; v = b[0]; c = b.log(); v.zero_(); c.sum().backward()
attempt("view", r)
def s():
    a = torch.ones(3, dtype=torch.double, requires_grad=True); b = a / 2; c = 1 / b; b.sqrt_(); c.sum().backward()
attempt("div", s)
