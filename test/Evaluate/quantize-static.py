# RUN: ts-run %s > %t 2> %t.err
# RUN: diff %S/Outputs/quantize-static.out %t
# REQUIRES: ts-run
# A network that is fused, observed and converted, with the settings of two engines; scripted, frozen and traced. The output is PyTorch's.
import warnings
warnings.filterwarnings("ignore")
import re

import torch
from torch import nn
from torch.quantization import QuantStub, DeQuantStub, fuse_modules, get_default_qconfig, prepare, convert


def show(value):
    """A module with the scales that its observers saw, without the last digits."""
    print(re.sub(r"\d+\.\d{6,}", lambda found: "%.5f" % float(found[0]), repr(value)))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant = QuantStub()
        self.conv1 = nn.Conv2d(3, 8, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(8)
        self.relu1 = nn.ReLU()
        self.pool = nn.MaxPool2d(2)
        self.conv2 = nn.Conv2d(8, 12, 3, stride=2)
        self.relu2 = nn.ReLU()
        self.avg = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(12, 5)
        self.dequant = DeQuantStub()

    def forward(self, x):
        x = self.quant(x)
        x = self.pool(self.relu1(self.bn1(self.conv1(x))))
        x = self.relu2(self.conv2(x))
        x = self.avg(x)
        x = torch.flatten(x, 1)
        x = self.fc(x)
        return self.dequant(x)

torch.manual_seed(3)
net = Net().eval()
for backend in ("fbgemm", "qnnpack"):
    net.qconfig = get_default_qconfig(backend)
    print(net.qconfig)
    fused = fuse_modules(net, [["conv1", "bn1", "relu1"], ["conv2", "relu2"]])
    show(fused)
    p = prepare(fused)
    show(p)
    torch.manual_seed(4)
    with torch.no_grad():
        for _ in range(5):
            p(torch.randn(4, 3, 16, 16))
    print(p.conv1.activation_post_process.calculate_qparams())
    q = convert(p)
    show(q)
    x = torch.randn(2, 3, 16, 16)
    print(q(x))
    print(q.quant(x).int_repr().sum(), q.conv1(q.quant(x)).int_repr().sum())
    print(q.conv2.weight().int_repr()[0, 0], q.conv2.bias())
    s = torch.jit.script(q)
    print(torch.equal(s(x), q(x)))
    f = torch.jit.freeze(s)
    print(torch.equal(f(x), q(x)))
    t = torch.jit.trace(q, x)
    print(torch.equal(t(x), q(x)))
    print(sorted(q.state_dict().keys()))
