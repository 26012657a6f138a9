# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/function-transforms.out %t
# REQUIRES: ts-run
# functorch: batches, derivatives and modules as functions, and what they refuse: the output is that of PyTorch 1.13.
import torch
from functorch import vmap, grad, grad_and_value, vjp, jvp, jacrev, jacfwd, hessian, make_functional, make_functional_with_buffers, combine_state_for_ensemble, functionalize
from torch import nn
torch.manual_seed(0)
x = torch.randn(3, 4); y = torch.randn(3, 4)
print(vmap(torch.dot)(x, y), vmap(lambda a: a.sum(), in_dims=1)(x))
print(vmap(torch.mul, in_dims=(0, None), out_dims=1)(x, y[0]).shape)
print(vmap(lambda d: {"a": d["x"] * 2} if False else (d["x"] * 2, d["x"].sum()))({"x": x}))
print(vmap(vmap(lambda a, b: a * b, in_dims=(0, None)), in_dims=(None, 0))(torch.arange(3.), torch.arange(2.)))
f = lambda w, x, t: ((x @ w - t) ** 2).mean()
w = torch.randn(4); t = torch.randn(3)
print(grad(f)(w, x, t), grad(f, argnums=(0, 1))(w, x, t)[1].shape)
print(grad_and_value(f)(w, x, t))
print(grad(lambda a: (a.pow(3).sum(), a * 2), has_aux=True)(w))
print(vmap(grad(f), in_dims=(None, 0, 0))(w, x, t).shape)
print(grad(grad(lambda a: a ** 3))(torch.tensor(2.0)))
out, fn = vjp(torch.sin, w); print(out, fn(torch.ones(4)))
print(jvp(lambda a: a * a, (w,), (torch.ones(4),)))
print(jacrev(lambda a: a.sin())(w), jacfwd(lambda a: a ** 2)(w).diagonal(), hessian(lambda a: (a ** 3).sum())(w).diagonal())
print(jacrev(lambda a, b: a * b, argnums=1)(w, w).shape)
m = nn.Linear(4, 2)
fm, params = make_functional(m)
print(fm(params, x).shape, type(params), fm)
print(vmap(grad(lambda p, a: fm(p, a).sum()), (None, 0))(params, x)[0].shape)
bn = nn.BatchNorm1d(4).eval()
fb, p, b = make_functional_with_buffers(bn); print(fb(p, b, x).shape, len(p), len(b))
fe, p, b = combine_state_for_ensemble([nn.Linear(4, 2) for _ in range(3)])
print(vmap(fe, (0, 0, None))(p, b, x).shape, [q.shape for q in p], p[0].requires_grad)
for bad in (lambda: vmap(torch.dot)(x, torch.ones(2, 4)), lambda: vmap(torch.sum)(torch.tensor(1.)), lambda: vmap(torch.mul, in_dims=(0,))(x, y), lambda: grad(lambda a: a)(w), lambda: vmap(lambda a: 3)(x), lambda: vmap(torch.sum, in_dims=None)(x), lambda: vmap(lambda a: torch.rand(2))(x), lambda: jvp(torch.sin, (w,), w), lambda: vjp(lambda a: 1, w), lambda: vmap(torch.sum, in_dims=2)(x), lambda:make_functional(3)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, str(e)[:330])
torch.manual_seed(1)
print(vmap(lambda a: a + torch.rand(2), randomness="same")(torch.zeros(2)), vmap(lambda a: a + torch.rand(2), randomness="different")(torch.zeros(2)))
