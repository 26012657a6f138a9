# Numbers before the tensors that they scale, as old optimizers call, and defaults that programs set.
# REQUIRES: ts-run
# RUN: ts-run %s > %t 2>%t.warnings && diff %t %S/Outputs/deprecated-calls.out
# RUN: FileCheck %s --check-prefix=WARNING < %t.warnings
# WARNING: UserWarning: This overload of add is deprecated:
import collections

import torch

x, y, z = torch.arange(4.0), torch.ones(4), torch.full((4,), 2.0)
print(torch.add(x, 10, y), torch.sub(x, 10, y), x.add(2, y), x.clone().sub_(0.5, y))
print(torch.addcmul(x, 0.5, y, z), torch.addcdiv(x, 2, y, z), x.addcmul(2, y, z))
m, v = torch.eye(2), torch.ones(2)
b = m.unsqueeze(0)
print(torch.addmm(2, m, 3, m, m), torch.addmm(2, m, m, m), m.addmm(2, 3, m, m), m.clone().addmm_(2, m, m))
print(torch.addmv(2, v, 3, m, v), v.addmv(2, m, v), torch.addr(2, m, 3, v, v), m.addr(2, v, v))
print(torch.baddbmm(2, b, 3, b, b), b.baddbmm(2, b, b), torch.addbmm(2, m, 3, b, b), m.addbmm(2, b, b))

# Adam as it was written.
w = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
average, square = torch.zeros(3), torch.zeros(3)
for step in range(1, 6):
    loss = torch.add(w * w, 2, w).sum()
    loss.backward()
    gradient = w.grad.data
    average.mul_(0.9).add_(1 - 0.9, gradient)
    square.mul_(0.99).addcmul_(1 - 0.99, gradient, gradient)
    root = square.sqrt().add_(1e-8)
    w.data.addcdiv_(-0.1 * (1 - 0.99**step) ** 0.5 / (1 - 0.9**step), average, root)
    w.grad.zero_()
print(w)

for call in (lambda: torch.subtract(x, 2, y), lambda: x.add(True, y), lambda: torch.add(x, "a", y)):
    try:
        print(call())
    except (TypeError, RuntimeError) as error:
        print("refused")

Point = collections.namedtuple("Point", ["a", "b", "c"])
Point.__new__.__defaults__ = (None,) * len(Point._fields)
print(Point(), Point(1), Point(1, c=2), Point.__new__.__defaults__)
Pair = collections.namedtuple("Pair", "x y", defaults=[5])
print(Pair(1), Pair._field_defaults, Pair.__new__.__defaults__)
Pair.__new__.__defaults__ = None
try:
    Pair(1)
except TypeError as error:
    print(error)


def two(a, b):
    return a, b


two.__defaults__ = (1, 2, 3)
print(two(), two(9))

import keyword

print(keyword.iskeyword("lambda"), keyword.iskeyword("match"), keyword.issoftkeyword("match"), len(keyword.kwlist))
