# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/traced.out %t
# REQUIRES: ts-run
# torch.jit.trace compiles the operators of one run; the output is what Python prints.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def branch(x):
    if x.sum() > 0:
        return x + 1
    return x - 1


one, two = torch.ones(2), -torch.ones(2)
traced = torch.jit.trace(branch, one, check_trace=False)
print(traced(one), traced(two), branch(two), type(traced).__name__)


def sizes(x):
    return x.view(x.shape[0] * x.shape[1]), torch.zeros(x.size(0)), x.mean() * len(x)


traced = torch.jit.trace(sizes, torch.arange(6.0).view(3, 2))
print([tuple(t.shape) for t in traced(torch.ones(5, 2))])


@torch.jit.script
def kept(x):
    if bool(x.sum() > 0):
        y = x * 2
    else:
        y = x * 3
    return y


class Gate(nn.Module):
    def forward(self, x):
        if bool(x.sum() > 0):
            return x
        return -x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 3), nn.Dropout(0.5))
        self.gate = torch.jit.script(Gate())
        self.register_buffer("shift", torch.ones(3))
        self.table = torch.arange(3.0)

    def forward(self, x, scale):
        y = F.relu(self.layers(x)) + self.shift + self.table
        return {"y": y * scale, "kept": kept(self.gate(x))}, (y.sum(), [y[0]])


net = Net().eval()
example = (torch.ones(1, 2), torch.tensor(2.0))
with torch.no_grad():
    net.layers[0].weight.fill_(0.5)
    net.layers[0].bias.fill_(0.25)
    traced = torch.jit.trace(net, example, strict=False)
    for x in (torch.ones(1, 2), torch.full((2, 2), -2.0)):
        for result in (traced(x, torch.tensor(3.0)), net(x, torch.tensor(3.0))):
            first, (total, rest) = result
            print(first["y"].tolist(), first["kept"].tolist(), total.item(), rest[0].tolist())
    net.layers[0].bias.zero_()
    print(traced(*example)[1][0].item() == net(*example)[1][0].item())
print(type(traced).__name__, traced.original_name, [n for n, _ in traced.named_parameters()])
print(torch.jit.is_tracing())


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor(3.0))

    def forward(self, x):
        return x * self.w

    def other(self, x):
        return x - self.w


traced = torch.jit.trace_module(Two(), {"forward": torch.ones(2), "other": torch.ones(2)})
with torch.no_grad():
    print(traced(torch.ones(1)), traced.other(torch.ones(1)))
frozen = torch.jit.freeze(torch.jit.script(net.layers).eval())
with torch.no_grad():
    print(frozen(torch.ones(1, 2)), len(list(frozen.parameters())))
try:
    torch.jit.freeze(torch.jit.script(nn.Linear(1, 1)))
except RuntimeError as error:
    print(error)
