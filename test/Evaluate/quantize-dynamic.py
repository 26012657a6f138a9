# RUN: ts-run %s > %t 2> %t.err
# RUN: diff %S/Outputs/quantize-dynamic.out %t
# REQUIRES: ts-run
# Layers with quantized weights that quantize their operands: linear layers, scripted, traced and saved. The output is PyTorch's.
import torch
import torch.nn as nn

class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(20, 16)
        self.act = nn.ReLU()
        self.fc2 = nn.Linear(16, 4, bias=False)

    def forward(self, x):
        return self.fc2(self.act(self.fc1(x)))

torch.manual_seed(0)
m = MLP()
q = torch.quantization.quantize_dynamic(m, {nn.Linear}, dtype=torch.qint8)
print(q)
print(m)
x = torch.randn(3, 20)
print(q(x))
print(type(q.fc1))
print(q.fc1.weight())
print(q.fc1.bias())
for k, v in q.state_dict().items():
    print(k, type(v).__name__)
s = torch.jit.script(q)
print(torch.equal(s(x), q(x)))
print(s.code)
t = torch.jit.trace(q, x)
print(torch.equal(t(x), q(x)))
print(t.code)

import io
torch.manual_seed(0)
m = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.ReLU(), torch.nn.Linear(3, 2))
q = torch.quantization.quantize_dynamic(m, {torch.nn.Linear})
x = torch.randn(2, 4)
b = io.BytesIO()
torch.jit.save(torch.jit.script(q), b)
b.seek(0)
l = torch.jit.load(b)
print(torch.equal(l(x), q(x)))
print(l)
q2 = torch.quantization.quantize_dynamic(torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.ReLU(), torch.nn.Linear(3, 2)), {torch.nn.Linear})
print(torch.equal(q2(x), q(x)))
q2.load_state_dict(q.state_dict())
print(torch.equal(q2(x), q(x)))
import copy
q3 = copy.deepcopy(q)
print(torch.equal(q3(x), q(x)))
