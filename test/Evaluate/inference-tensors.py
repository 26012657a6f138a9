# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/inference-tensors.out %t
# REQUIRES: ts-run
# Tensors made in inference mode. The output is PyTorch's.
import torch
x = torch.ones(2, 3, requires_grad=True); z = torch.zeros(2, 3)
with torch.inference_mode():
    y = x * 2; v = z.view(3, 2); w = y.t(); n = torch.zeros(2); z.add_(1); k, i = y.max(1); c = y.chunk(2, 1)[1]; l = torch.nn.Linear(3, 2); o = l(y)
    print(y.is_inference(), v.is_inference(), w.is_inference(), n.is_inference(), z.is_inference(), k.is_inference(), i.is_inference(), c.is_inference(), o.is_inference(), x.is_inference(), l.weight.is_inference(), z[0].is_inference())
    y.add_(1); print(y.is_inference(), torch.is_inference(y), y.clone().is_inference(), z.clone().is_inference())
    with torch.inference_mode(False): print((y * 1).is_inference(), y.is_inference(), torch.ones(1).is_inference())
print(y.is_inference(), y.clone().is_inference(), (y + 1).is_inference(), y[0].is_inference(), torch.is_inference(z), y.requires_grad)
@torch.inference_mode()
def f(a): return a + 1, torch.tensor([1.]), a
print([t.is_inference() for t in f(torch.ones(1))])
s = torch.jit.script(torch.nn.Linear(3, 2))
with torch.inference_mode(): q = s(torch.ones(1, 3)); print(q.is_inference(), torch.tensor(3).is_inference(), torch.arange(3).is_inference(), torch.randn(2).is_inference())
with torch.inference_mode(): y = torch.ones(2, 2)
w = torch.ones(2, 2, requires_grad=True)
for f in (lambda: y.add_(1), lambda: y.__setitem__(0, 5), lambda: y[0].zero_(), lambda: y.requires_grad_(), lambda: w + y, lambda: y.clone().add_(1), lambda: y.detach_(), lambda: y.copy_(w), lambda: y.fill_(2), lambda: torch.zeros(2, 2).copy_(y), lambda: y.requires_grad_(False)):
    try: f(); print("ok")
    except RuntimeError as e: print(e)
with torch.no_grad(): 
    try: y.mul_(2); print("ok")
    except RuntimeError as e: print(e)

with torch.inference_mode():
    a = torch.ones(2)
    m = torch.ones(2, 2)
w = torch.ones(2, requires_grad=True)
def t(n, f):
    try:
        print(n, f().grad_fn is not None)
    except RuntimeError as e:
        print(n, e)
t("mul", lambda: a * w)
t("add", lambda: a + w)
t("mul2", lambda: w * a)
t("matmul", lambda: m @ w)
t("lin", lambda: torch.nn.functional.linear(a, torch.ones(2, 2, requires_grad=True)))
t("conv", lambda: torch.nn.functional.conv1d(a.view(1, 1, 2), torch.ones(1, 1, 1, requires_grad=True)))
t("clone", lambda: a.clone() * w)
t("div", lambda: w / a)
t("where", lambda: torch.where(a > 0, w, a))
t("mse", lambda: torch.nn.functional.mse_loss(w, a))
t("ce", lambda: torch.nn.functional.cross_entropy(w.view(1, 2), torch.tensor([1])))
t("embedding", lambda: torch.nn.functional.embedding(a.long(), torch.ones(3, 2, requires_grad=True)))
t("index", lambda: w[a.long() - 1])
t("cat", lambda: torch.cat([w, a]))
t("sum", lambda: (w - a).sum())
t("pow", lambda: w ** a)
t("nograd", lambda: (a * w.detach()) + w)
t("bmm", lambda: torch.bmm(m[None], w.view(1, 2, 1)))
t("self", lambda: a.requires_grad_() * 2)
