# Hooks of nodes and of modules that see the last operator only, and what a node comes from.
# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/node-hooks.out %t
# REQUIRES: ts-run
import torch
from torch import nn
torch.manual_seed(0)
def hook(m, gi, go):
    print(type(m).__name__, [None if g is None else tuple(g.shape) for g in gi], [tuple(g.shape) for g in go])
for m, shape in ((nn.Conv2d(1, 2, 3), (1, 1, 4, 4)), (nn.Linear(3, 2), (4, 3)), (nn.ReLU(), (3,)), (nn.Linear(3, 2, bias=False), (4, 3)), (nn.Sequential(nn.Linear(3, 4), nn.Tanh()), (2, 3)), (nn.BatchNorm1d(3), (4, 3)), (nn.Softmax(dim=1), (2, 3)), (nn.Sigmoid(), (2, 3)), (nn.MaxPool2d(2), (1, 1, 4, 4)), (nn.Flatten(), (2, 2, 2)), (nn.Embedding(3, 2), None)):
    h = m.register_backward_hook(hook)
    x = torch.tensor([0, 1]) if shape is None else torch.randn(shape)
    m_in = x if shape is None else x.requires_grad_(not isinstance(m, nn.Conv2d))
    m(m_in).sum().backward()
    h.remove()
    m(m_in).sum().backward()
x = torch.ones(2, requires_grad=True)
y = x * 2 + 1
print(len(y.grad_fn.next_functions), y.grad_fn.next_functions[1])
y.grad_fn.register_hook(lambda gi, go: print("node", gi, go))
z = y * y
z.grad_fn.register_hook(lambda gi, go: (gi[0] * 10, gi[1]))
z.sum().backward()
print(x.grad, z.grad_fn.next_functions[0][0] is y.grad_fn)
c = nn.Conv1d(1, 1, 2)
print([type(f).__name__ if f else None for f, _ in c(torch.ones(1, 1, 3)).grad_fn.next_functions])
