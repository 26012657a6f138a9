# RUN: ts-run %s > %t 2> %t.err
# RUN: diff %S/Outputs/quantize-training.out %t
# REQUIRES: ts-run
# Models that are trained for quantization, with fused norms. The output is PyTorch's.
import warnings
warnings.filterwarnings("ignore")
import re

import torch
from torch import nn
import torch.ao.quantization as tq


def show(value):
    """A module with the scales that its observers saw, without the last digits."""
    print(re.sub(r"\d+\.\d{6,}", lambda found: "%.5f" % float(found[0]), repr(value)))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant = tq.QuantStub()
        self.conv = nn.Conv2d(1, 4, 3)
        self.bn = nn.BatchNorm2d(4)
        self.relu = nn.ReLU()
        self.fc = nn.Linear(4 * 6 * 6, 3)
        self.dequant = tq.DeQuantStub()

    def forward(self, x):
        x = self.relu(self.bn(self.conv(self.quant(x))))
        return self.dequant(self.fc(x.flatten(1)))

for version in (0, 1):
    torch.manual_seed(0)
    net = Net()
    net.train()
    net = tq.fuse_modules_qat(net, [["conv", "bn", "relu"]])
    net.qconfig = tq.get_default_qat_qconfig("fbgemm", version)
    net = tq.prepare_qat(net)
    show(net)
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    x, y = torch.randn(8, 1, 8, 8), torch.randint(0, 3, (8,))
    for i in range(4):
        opt.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        opt.step()
        print("%.5f" % loss.item())
    net.apply(tq.disable_observer)
    net.eval()
    q = tq.convert(net)
    show(q)
    out = q(x)
    print(out.shape, [round(v, 2) for v in out[0].tolist()])
