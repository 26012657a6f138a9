# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/autograd.out %t
# REQUIRES: ts-run
# The tape: leaves, views, changes in place, hooks, functions of one's own, derivatives of derivatives. The output is that of PyTorch 1.13.
import torch
x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x ** 2
z = y.sum()
z.backward()
print(x.grad, x.is_leaf, y.is_leaf, y.requires_grad, z.grad_fn.name())
y = (x * 2).sum(); y.backward(); print(x.grad)
x.grad.zero_(); print(x.grad)
a = torch.ones(2, 2, requires_grad=True)
b = a * 3
b[0, 1] = 10.
b.sum().backward()
print(a.grad, b)
w = torch.randn(3, requires_grad=True)
out = torch.zeros(4)
out[1:] = w * 2
print(out.requires_grad, out.grad_fn is not None)
out.pow(2).sum().backward()
print(torch.allclose(w.grad, 8 * w))
try:
    w += 1
except RuntimeError as e:
    print(e)
try:
    w[0] = 1
except RuntimeError as e:
    print(e)
with torch.no_grad():
    w += 1
    print((w * 2).requires_grad)
try:
    (x * x).backward()
except RuntimeError as e:
    print(e)
l = (x * x).sum()
l.backward()
try:
    l.backward()
except RuntimeError as e:
    print(str(e)[:60])
g, = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)
print(g)
g2, = torch.autograd.grad(g.sum(), x)
print(g2)
h = x * 2
h.retain_grad()
hook = h.register_hook(lambda g: print("hook", g))
(h * h).sum().backward()
print(h.grad)
class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, i):
        r = i.exp()
        ctx.save_for_backward(r)
        return r
    @staticmethod
    def backward(ctx, g):
        r, = ctx.saved_tensors
        return g * r
e = Exp.apply(x); print(e)
x.grad = None
e.sum().backward(); print(x.grad)
d = x.detach(); print(d.requires_grad, d is x)
print(x, x * 2, x[0], x.unsqueeze(0).T, (x + 1).mean())
p = torch.nn.Parameter(torch.zeros(2)); print(p)
n = torch.autograd.functional.jacobian(lambda t: t ** 2, torch.tensor([1., 2.])); print(n)
print(torch.autograd.functional.hessian(lambda t: (t ** 3).sum(), torch.tensor([1., 2.])))
u = torch.rand(3, requires_grad=True)
v = u.clone(); v.mul_(2); v.add_(1); v.relu_(); v.sum().backward(); print(u.grad)
m = torch.ones(3, 3, requires_grad=True); c = m.clone(); c[:, 1].mul_(5); c[0].add_(1); (c * torch.arange(9.).view(3, 3)).sum().backward(); print(m.grad)
q = torch.zeros(5); parts = [u * i for i in range(3)]; s = torch.stack(parts).sum(0); s.backward(torch.ones(3)); print(u.grad)
print(torch.is_grad_enabled()); 
with torch.set_grad_enabled(False): print(torch.is_grad_enabled())
@torch.no_grad()
def f(t): return t * 2
print(f(u).requires_grad)
t = torch.tensor(3.0, requires_grad=True)
for _ in range(3):
    loss = (t - 1) ** 2
    loss.backward()
    with torch.no_grad(): t -= 0.1 * t.grad
    t.grad = None
print(t, t.item())
i = torch.tensor([1, 2])
try: i.requires_grad_()
except RuntimeError as e: print(e)
try: torch.ones(2).backward()
except RuntimeError as e: print(e)
nodes = (x * 2 + 1).sum(); print(nodes.grad_fn.next_functions[0][0].name(), nodes.grad_fn.next_functions[0][0].next_functions[0][0].name())
