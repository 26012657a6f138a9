# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/random-copies.out %t
# REQUIRES: ts-run
# Random operators that give a new tensor draw the numbers of those in place. The output is PyTorch's.
import torch

x = torch.zeros(3)
calls = (("random", (0, 10)), ("random", (10,)), ("random", ()), ("uniform", (0.0, 1.0)), ("exponential", (1.0,)),
         ("geometric", (0.5,)), ("cauchy", (0.0, 1.0)), ("log_normal", (0.0, 1.0)), ("normal_functional", (0.0, 1.0)),
         ("bernoulli", (0.5,)), ("bernoulli", (torch.full((3,), 0.5),)))
for name, args in calls:
    torch.manual_seed(0)
    print(name, getattr(torch.ops.aten, name)(x, *args), x.sum())
