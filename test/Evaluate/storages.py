# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/storages.out %t
# REQUIRES: ts-run
# Memory of tensors, pickles of them, truth values as numbers; the output is that of PyTorch 1.13.
import copy, pickle
import torch
from torch import nn
from torch.optim.optimizer import Optimizer, required

x = torch.arange(12).view(3, 4)
print(x.data_ptr() == x[0].data_ptr(), x[1].data_ptr() - x.data_ptr(), x.data_ptr() == x.clone().data_ptr(), x.t().data_ptr() == x.data_ptr())
print(x[1].storage().size(), len(x.storage()), x[1].storage().data_ptr() == x.data_ptr(), x.storage()[5], torch.ones(2).storage().tolist())
net = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2))
again = pickle.loads(pickle.dumps(net))
print(type(again).__name__, torch.equal(again[0].weight, net[0].weight), again[0].weight.requires_grad, type(again[0].weight).__name__, again[1].num_batches_tracked)
values = pickle.loads(pickle.dumps({"t": torch.ones(2, 3).t(), "d": torch.float16, "s": torch.Size([1, 2]), "dev": torch.device("cpu")}))
print(values)
m = torch.zeros(2, 3, dtype=torch.bool)
m[1, 1:] = True
print(m, torch.zeros(2).fill_(True), torch.full((2,), True), torch.add(torch.ones(2), True), torch.tensor([True]) + True)
print(torch.Tensor.relu(torch.tensor([-1.0, 2.0])), torch.Tensor.add(torch.ones(1), 2), torch.Tensor.sum.__name__)
print(torch.typename(3), torch.typename(torch.ones(1)), torch.typename(nn.Linear(1, 1)), issubclass(torch.optim.SGD, Optimizer), required)
with torch.autocast("cpu", enabled=False):
    print(torch.ones(1) * 2)


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


y = Twice.apply(torch.ones(1, requires_grad=True))
print(type(y.grad_fn).__name__, y.grad_fn.name())
z = torch.zeros(2, 2, requires_grad=True)
torch.norm(z, dim=(0, 1)).backward()
print(z.grad)
for how in ("sum", "prod", "mean", "amax", "amin"):
    for own in (True, False):
        a = torch.tensor([1.0, 2.0, 5.0], requires_grad=True)
        b = torch.tensor([3.0, 1.0, 5.0, 2.0], requires_grad=True)
        r = a.scatter_reduce(0, torch.tensor([0, 0, 2, 1]), b, how, include_self=own)
        (r * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
        print(how, own, r.tolist(), a.grad.tolist(), b.grad.tolist())
t = torch.jit.trace(lambda v: v.reshape(v.size(-1), -1) / v.size(-1) + v.size(0), torch.ones(2, 3))
print(t(torch.ones(4, 5)).shape, t.code)
