# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/dropped-in-place.out %t
# REQUIRES: ts-run
# Gradients through layers that write to what they are given, and whose operators consist of others: the output is that of PyTorch 1.13.
import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(3, 4, requires_grad=True)
layers = [nn.Dropout(0.5, inplace=True), nn.Dropout1d(0.5, inplace=True), nn.AlphaDropout(0.5, inplace=True), nn.Dropout(0.0, inplace=True),
          nn.Dropout(1.0, inplace=True), nn.RReLU(inplace=True), nn.Dropout(0.3, inplace=True).eval(), nn.RReLU(inplace=True).eval()]
for layer in layers:
    y = x * 2
    row = y[1]
    z = layer(y)
    x.grad = None
    (z.sum() + row.sum()).backward()
    print(type(layer).__name__, z.data_ptr() == y.data_ptr(), z.flatten()[:5].detach(), x.grad)
y = x * 2
torch.nn.functional.dropout(y[0], 0.5, True, True)
y.pow(2).sum().backward()
print(y, x.grad[0] / 8 == y[0].detach() / 2)
net = nn.Sequential(nn.Linear(4, 6), nn.Dropout(0.2, inplace=True), nn.LeakyReLU(0.1), nn.Linear(6, 2), nn.Dropout(0.4, inplace=True))
net(x).sum().backward()
print(net[0].weight.grad.norm(), net[3].bias.grad)
try:
    nn.Dropout(0.5, inplace=True)(x)
except RuntimeError as e:
    print(e)
