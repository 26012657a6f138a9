# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/replaced-modules.out %t
# REQUIRES: ts-run
# Parts of compiled modules that are replaced by others: those of an interface, and those of the same type. The output is that of PyTorch 1.13.
import torch
import torch.nn as nn


@torch.jit.interface
class Op(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        pass


class Double(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2


class Count(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.bias = nn.Parameter(torch.tensor([10.0]))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        return x + self.bias


class Pipe(nn.Module):
    stage: Op

    def __init__(self):
        super().__init__()
        self.stage = Double()
        self.rest = nn.Sequential(nn.Linear(1, 1), nn.Tanh())
        self.n = 3

    def forward(self, x):
        return self.rest(self.stage.forward(x)) * self.n


def attempt(name, value):
    try:
        setattr(p, name, value)
        print("replaced", name, value.original_name)
    except RuntimeError as e:
        print(str(e).split(" (of Python")[0].splitlines()[0][:60])


torch.manual_seed(0)
p = torch.jit.script(Pipe())
x = torch.ones(1)
print(p(x).detach())
count = torch.jit.script(Count())
p.stage = count
print(p(x).detach(), p(x).detach(), p.stage.calls, count.calls, p.stage is count, [n for n, _ in p.named_parameters()])
p(x).sum().backward()
print(count.bias.grad)
count.bias.data.fill_(2.0)
count.calls = 0
print(p(x).detach(), count.calls, p.stage.calls)
linear = torch.jit.script(nn.Linear(1, 1))
p.rest = torch.jit.script(nn.Sequential(nn.Linear(1, 1), nn.Tanh()))
p.n = 4
print(p(x).detach(), list(p.state_dict()), torch.equal(p.rest(x), torch.tanh(p.rest(x)).atanh()))
attempt("stage", Double())
attempt("rest", linear)
attempt("rest", nn.Sequential(nn.Linear(1, 1), nn.Tanh()))
attempt("stage", 3)
attempt("stage", torch.jit.script(Double()))
print(p(x).detach())
