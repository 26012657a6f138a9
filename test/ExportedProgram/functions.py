# Functions of the program as decompositions; their parameters have the types of the operator.
# RUN: ts-run %s | FileCheck %s
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)

    def forward(self, x):
        return torch.relu(self.conv(x))


torch.manual_seed(0)
net = Net()
x = torch.randn(1, 1, 4, 4)
ep = torch.export.export(net, (x,))


def my_conv2d(x, weight, bias, stride=[1, 1], padding=[0, 0], dilation=[1, 1], groups=1):
    return 2 * torch.ops.aten.convolution(x, weight, bias, stride, padding, dilation, False, [0, 0], groups)


table = torch.export.default_decompositions()
table[torch.ops.aten.conv2d.default] = my_conv2d
core = ep.run_decompositions(table)
print(core.graph_module.code)
print(torch.equal(core.module()(x), torch.relu(2 * net.conv(x))))
# CHECK: convolution = torch.ops.aten.convolution.default(x, p_conv_weight, p_conv_bias, [1, 1], [0, 0], [1, 1], False, [0, 0], 1)
# CHECK: mul = torch.ops.aten.mul.Tensor(convolution, 2)
# CHECK: relu = torch.ops.aten.relu.default(mul)
# CHECK: True


def nested():
    def my_relu(input): return input.clamp(min=0)
    return my_relu


print(ep.run_decompositions({torch.ops.aten.relu.default: nested()}).graph_module.code)
# CHECK: conv2d = torch.ops.aten.conv2d.default(
# CHECK: clamp = torch.ops.aten.clamp.default(conv2d, 0)


def few(x):
    return x


for wrong in (few, torch.relu, 3):
    try:
        ep.run_decompositions({torch.ops.aten.conv2d.default: wrong})
    except TypeError as error:
        print(error)
# CHECK: the decomposition 'few' takes 1 arguments; aten::conv2d(Tensor input, Tensor weight, Tensor? bias={{.*}}) -> Tensor has 7
# CHECK-COUNT-2: a decomposition is a function that is defined by 'def', not
