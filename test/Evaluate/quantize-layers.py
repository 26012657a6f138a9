# RUN: ts-run %s > %t 2> %t.err
# RUN: diff %S/Outputs/quantize-layers.out %t
# REQUIRES: ts-run
# Functional layers, activations and norms, and layers without an observer. The output is PyTorch's.
import warnings
warnings.filterwarnings("ignore")
import re

import torch
from torch import nn
import torch.nn.quantized as nnq
import torch.ao.quantization as tq
from torch.ao.quantization import *


def show(value):
    """A module with the scales that its observers saw, without the last digits."""
    print(re.sub(r"\d+\.\d{6,}", lambda found: "%.5f" % float(found[0]), repr(value)))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(4, 4, 3, padding=1)
        self.conv2 = nn.Conv2d(4, 4, 1)
        self.add = nnq.FloatFunctional()
        self.cat = nnq.FloatFunctional()
        self.mul = nnq.FloatFunctional()
        self.act = nn.Hardswish()
        self.lrelu = nn.LeakyReLU(0.1)
        self.sig = nn.Sigmoid()
        self.norm = nn.GroupNorm(2, 8)
        self.up = nn.Upsample(scale_factor=2)
        self.elu = nn.ELU()
        self.relu6 = nn.ReLU6()

    def forward(self, x):
        y = self.add.add_relu(self.conv1(x), self.conv2(x))
        z = self.cat.cat([x, y], dim=1)
        z = self.norm(z)
        z = self.act(z)
        z = self.lrelu(z)
        z = self.mul.mul(z, z)
        z = self.add2(z) if hasattr(self, "add2") else z
        z = self.up(z)
        z = self.elu(z)
        z = self.relu6(z)
        return self.sig(z)

torch.manual_seed(0)
m = tq.QuantWrapper(Block()).eval()
m.qconfig = tq.default_qconfig
p = tq.prepare(m)
for _ in range(3):
    p(torch.randn(2, 4, 5, 5))
q = tq.convert(p)
show(q)
x = torch.randn(2, 4, 5, 5)
print(q(x)[0, 0])
s = torch.jit.script(q)
print(torch.equal(s(x), q(x)))

a = torch.quantize_per_tensor(torch.randn(2, 5), 0.1, 10, torch.quint8)
w = torch.quantize_per_channel(torch.randn(3, 5), torch.tensor([0.1, 0.2, 0.05]), torch.zeros(3, dtype=torch.int64), 0, torch.qint8)
print(nnq.functional.linear(a, w, torch.zeros(3), 0.2, 3))
l = nnq.Linear(5, 3)
l.set_weight_bias(w, torch.randn(3))
l.scale, l.zero_point = 0.3, 4
print(l(a), l)
c = nnq.Conv1d(2, 3, 3)
print(c)
c2 = nnq.Conv2d(2, 3, (3, 2), padding=(1, 0), groups=1)
print(c2)

torch.manual_seed(0)
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(6, 6); self.b = nn.Linear(6, 6); self.c = nn.Conv1d(2, 3, 3)
        self.t = nn.ConvTranspose2d(2, 3, 3, stride=2)
        self.q = QuantStub(); self.d = DeQuantStub()
    def forward(self, x, y, z):
        x = self.q(x)
        x = self.a(x)
        x = self.d(x)
        x = self.b(x)
        y = self.d(self.c(self.q(y)))
        z = self.d(self.t(self.q(z)))
        return x, y, z
m = M().eval()
m.qconfig = default_qconfig
m.b.qconfig = None
p = prepare(m)
args = lambda: (torch.randn(2, 6), torch.randn(1, 2, 7), torch.randn(1, 2, 4, 4))
for _ in range(4): p(*args())
show(p)
q = convert(p)
a = args()
for r in q(*a): print((r * 20).round())
print([type(k).__name__ for k in q.modules()])
per = quantize_dynamic(m, {"a": per_channel_dynamic_qconfig, "b": default_dynamic_qconfig})
print(per)
try:
    quantize_dynamic(m, dtype=torch.float64)
except Exception as e: print(type(e).__name__, e)
print(get_observer_state_dict(p).keys())
d = {}
get_observer_dict(p, d)
print(sorted(d))
w = QuantWrapper(nn.Linear(3, 2)).eval()
w.qconfig = default_qconfig
print(w)
def calibrate(model, data):
    for x in data: model(x)
z = quantize(w, calibrate, [[torch.randn(4, 3) for _ in range(3)]])
print(z, z(torch.ones(1, 3)))
x = torch.jit.script(z)
print(x.code, x(torch.ones(1, 3)))
