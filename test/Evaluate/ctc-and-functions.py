# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/ctc-and-functions.out %t
# REQUIRES: ts-run
# Gradients of ctc_loss, and functions with gradients of their own.
# The output is what Python prints.
import torch
import torch.nn.functional as F
from torch.autograd.function import Function, once_differentiable
from torch.utils.data import Sampler

torch.manual_seed(0)
scores = torch.randn(6, 3, 4, requires_grad=True)
targets = torch.tensor([[1, 2, 2], [3, 3, 0], [1, 1, 2]])
for reduction in ("none", "mean", "sum"):
    loss = F.ctc_loss(scores.log_softmax(-1), targets, torch.tensor([6, 5, 3]), torch.tensor([3, 2, 3]), reduction=reduction,
                      zero_infinity=True)
    g, = torch.autograd.grad(loss.sum(), scores)
    print(reduction, [round(v, 4) for v in loss.reshape(-1).tolist()], round(g.abs().sum().item(), 4),
          [round(v, 4) + 0.0 for v in g[1].flatten().tolist()], g[3:, 2].abs().sum().item())
flat = F.ctc_loss(scores[:, :2].log_softmax(-1), torch.tensor([1, 2, 3]), (6, 4), (1, 2), blank=0)
print([round(v, 4) + 0.0 for v in torch.autograd.grad(flat, scores)[0][0].flatten().tolist()])
one = F.ctc_loss(scores[:, 0].log_softmax(-1), torch.tensor([2]), torch.tensor(6), torch.tensor(1), blank=3)
print(round(one.item(), 4), round(torch.autograd.grad(one, scores)[0].abs().sum().item(), 4))


class Scale(Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.k = k
        return x * k

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return g * ctx.k, None


x = torch.ones(2, requires_grad=True)
Scale.apply(x, 3.0).sum().backward()
print(x.grad)


class Evens(Sampler[int]):
    def __init__(self, n):
        super().__init__(None)
        self.n = n

    def __iter__(self):
        return iter(range(0, self.n, 2))


print(list(Evens(5)))
pooled, places = F.max_pool1d(torch.arange(6.0).view(1, 1, 6), 2, return_indices=True)
print(F.max_unpool1d(pooled, places, 2), F.max_unpool2d(*F.max_pool2d(torch.arange(4.0).view(1, 1, 2, 2), 2, return_indices=True), 2))
with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], record_shapes=True) as prof:
    with torch.profiler.record_function("forward"):
        torch.ones(2, 2) @ torch.ones(2, 2)
keys = {event.key: event.count for event in prof.key_averages()}
print(keys["forward"], keys["aten::matmul"], "aten::matmul" in prof.key_averages().table(sort_by="cpu_time_total"))
