# The modules of an exported program, in a program.
# RUN: ts-run %s | FileCheck %s
import torch
from torch import nn

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return torch.relu(self.fc(x)) + x

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Block()
        self.b = Block()

    def forward(self, x):
        return self.b(self.a(x)).sum()

torch.manual_seed(0)
net = Net()
x = torch.randn(2, 4)
ep = torch.export.export(net, (x,))
m = torch.export.unflatten(ep)
print(type(m).__name__, type(m.a).__name__, type(m.a.fc).__name__)
print([name for name, _ in m.named_modules()])
print(sorted(m.state_dict()))
print(torch.equal(m(x), net(x)), torch.equal(m.a(x), net.a(x)))
try:
    torch.export.unflatten(net)
except TypeError as e:
    print(e)
from torch.export.unflatten import UnflattenedModule
print(isinstance(m, UnflattenedModule), torch.export.unflatten.__name__)
# CHECK: UnflattenedModule InterpreterModule InterpreterModule
# CHECK-NEXT: ['', 'a', 'a.fc', 'b', 'b.fc']
# CHECK-NEXT: ['a.fc.bias', 'a.fc.weight', 'b.fc.bias', 'b.fc.weight']
# CHECK-NEXT: True True
# CHECK-NEXT: expected an ExportedProgram, got 'Net'
# CHECK-NEXT: True unflatten
