# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/adaptive-softmax.out %t
# REQUIRES: ts-run
# Targets that nn.AdaptiveLogSoftmaxWithLoss refuses, clusters without targets, which
# have no gradient, and attention of one tensor; the output is what Python prints.
import torch

torch.manual_seed(0)
softmax = torch.nn.AdaptiveLogSoftmaxWithLoss(16, 20, (5, 10), 2.0, True)
x = torch.randn(3, 16)


def ask(input, target):
    try:
        output, loss = softmax(input, target)
        print(output.shape, f"{loss:.4f}")
    except RuntimeError as error:
        print(error)


ask(x, torch.tensor([3, 12, 8]))
ask(x[0], torch.tensor(7))
ask(x[:0], torch.zeros(0, dtype=torch.long))
ask(x, torch.tensor([1, 2]))
ask(x[0], torch.tensor([1]))
ask(x, torch.tensor(1))
ask(x, torch.zeros(3, 1, dtype=torch.long))
ask(x, torch.tensor([1, 20, 2]))
ask(x, torch.tensor([-1, 2, 30]))
softmax(x, torch.tensor([1, 2, 8])).loss.backward()
print([(name, p.grad is None) for name, p in softmax.named_parameters()])

attention = torch.nn.MultiheadAttention(8, 2, batch_first=True)
scripted = torch.jit.script(attention)
q, k = torch.randn(2, 3, 8), torch.randn(2, 5, 8)
for arguments in ((q, q, q), (q, k, k), (q, k, k.clone()), (k, k, k.clone())):
    for module in (attention, scripted):
        output, weights = module(*arguments)
        print(f"{output.abs().sum():.3f}", weights.shape)
