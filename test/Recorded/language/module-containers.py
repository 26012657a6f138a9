# Lists and dicts of modules and parameters: loops over them are unrolled.
# Rules: TS-MOD-012 to 019.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/module-containers.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor, nn


class Add(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.n = n

    def forward(self, x: Tensor) -> Tensor:
        return x + self.n


class Shape(nn.Module):
    def forward(self, x: Tensor):
        return x.size(0)


class Twice(nn.Module):
    def forward(self, n: int):
        return n * 2


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Add(1), Add(10), Add(100)])
        self.named = nn.ModuleDict({"a": Add(2), "b": Add(3)})
        self.steps = nn.Sequential(Add(5), Add(6))
        self.weights = nn.ParameterList([nn.Parameter(torch.ones(1)), nn.Parameter(torch.full([1], 4.0))])
        self.by_name = nn.ParameterDict({"w": nn.Parameter(torch.full([1], 7.0))})

    def forward(self, x: Tensor):
        for layer in self.layers:
            x = layer(x)
        for i, layer in enumerate(self.layers):
            x = x * (i + 1)
        for w in self.weights:
            x = x + w
        y = self.layers[0](x) + self.layers[-1](x) + self.weights[1] + self.by_name["w"]
        for last in self.layers[1:]:
            y = last.forward(y)
        return y, len(self.layers)

    @torch.jit.export
    def names(self, x: Tensor):
        out = [""]
        for k in self.named:
            out.append(k)
        for k, m in self.named.items():
            x = m(x)
        for m in self.named.values():
            x = m(x)
        return out, self.named["b"](x), "a" in self.named, len(self.named)

    @torch.jit.export
    def sequence(self, x: Tensor):
        for s in self.steps:
            x = s(x)
        return self.steps(x), self.steps[1](x), len(self.steps)


class Heterogeneous(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Shape(), Twice(), Twice()])

    def forward(self, x: Tensor):
        value = x
        for part in self.parts:
            value = part(value)
        return value


class WithIndex(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Add(1), Add(2)])

    def forward(self, x: Tensor, i: int):
        return self.layers[i](x)


class OutOfRange(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Add(1), Add(2)])

    def forward(self, x: Tensor):
        return self.layers[5](x)


class WithBreak(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Add(1), Add(2)])

    def forward(self, x: Tensor):
        for layer in self.layers:
            if x.sum() > 0:
                break
            x = layer(x)
        return x


class Appends(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Add(1), Add(2)])

    def forward(self, x: Tensor):
        self.layers[0] = self.layers[1]
        return x


class MissingKey(nn.Module):
    def __init__(self):
        super().__init__()
        self.named = nn.ModuleDict({"a": Add(1)})

    def forward(self, x: Tensor):
        return self.named["zz"](x)


class OwnLength(nn.Sequential):
    def forward(self, x: Tensor):
        return x + len(self)


class OwnElements(nn.Sequential):
    def forward(self, x: Tensor):
        for i, layer in enumerate(self):
            x = layer(x) * i
        return self[0](x)


class Counts(nn.Module):
    def __init__(self):
        super().__init__()
        self.own = OwnElements(Add(1), Add(2))

    def forward(self, x: Tensor):
        return self.own(x) + len(self.own)


INSTANCES = [("net", Net()), ("mixed", Heterogeneous()), ("index", WithIndex()), ("range_", OutOfRange()),
             ("break_", WithBreak()), ("appends", Appends()), ("key", MissingKey()), ("own_length", OwnLength(Add(1))),
             ("counts", Counts())]
CALLS = [("net.forward", [torch.ones(2)]), ("net.names", [torch.ones(1)]), ("net.sequence", [torch.ones(1)]),
         ("mixed.forward", [torch.ones(3, 2)]), ("index.forward", [torch.ones(1), 0]),
         ("range_.forward", [torch.ones(1)]), ("break_.forward", [torch.ones(1)]), ("appends.forward", [torch.ones(1)]),
         ("key.forward", [torch.ones(1)]), ("own_length.forward", [torch.ones(1)]),
         ("counts.forward", [torch.ones(1)])]
