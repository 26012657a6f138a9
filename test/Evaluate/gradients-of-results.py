# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/gradients-of-results.out %t
# REQUIRES: ts-run
# Gradients that are asked for of tensors that keep none: the warnings are those of PyTorch 1.13.
import warnings

import torch


def count(f):
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        f()
        return len(shown), [str(w.message)[:140] for w in shown[:1]], [w.category.__name__ for w in shown]


a = torch.ones(2, requires_grad=True)
b = a * 2
c = b * 2
c.retain_grad()
print(a.retains_grad, b.retains_grad, c.retains_grad)
print(count(lambda: b.grad))
print([count(f)[0] for f in (lambda: c.grad, lambda: c.sum().backward(), lambda: c.grad, lambda: a.grad, lambda: b.detach().grad, lambda: torch.ones(1).grad)])
print(a.grad, c.grad)
