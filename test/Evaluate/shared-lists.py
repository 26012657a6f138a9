# Each attribute of a compiled module has a list of its own, also where the
# program's modules have one in common; the output is what Python prints.
# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/shared-lists.out %t
# REQUIRES: ts-run
import torch
import torch.nn as nn

shared = [1, 2]
names = {"a": [1]}


class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = self.second = shared
        self.names = names

    def forward(self, x: int):
        self.first.append(x)
        self.names["a"].append(x)
        return self.first, self.second, self.names


class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = A(), A()

    def forward(self, x: int):
        return self.a(x), self.b(x + 1)


print(torch.jit.script(B())(5), shared, names)
