# NaN, infinities and negative zeros through fused and vectorized operators, in
# both tiers. The signs of zeros are part of the results.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/Inputs/special-floats.json | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/special-floats.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from torch import Tensor


# relu goes into the product or convolution.
def linear_relu(x: Tensor, w: Tensor):
    return F.relu(F.linear(x.flatten(1), w))


def linear_bias_relu(x: Tensor, w: Tensor, b: Tensor):
    return F.relu(F.linear(x, w, b))


def conv_relu(x: Tensor, w: Tensor):
    return F.relu(F.conv2d(x, w, padding=1))


def conv_clamp(x: Tensor, w: Tensor):
    return torch.clamp(F.conv2d(x, w), min=0.0)


def bmm_relu(x: Tensor):
    return F.relu(torch.bmm(x, x.transpose(1, 2)))


def product_overflows(x: Tensor, w: Tensor):
    return F.relu(torch.mm(x, w) - torch.mm(x, w))


def relus(x: Tensor):
    y = torch.relu(x), F.relu6(x), F.hardtanh(x, 0.0, 6.0), torch.clamp(x, min=0.0), torch.clamp(x, max=0.0)
    return y, [torch.signbit(t) & (t == t) for t in y]


def clamps(x: Tensor):
    nan = float("nan")
    return (torch.clamp(x, -1.0, 1.0), torch.clamp(x, min=nan), torch.clamp(x, max=nan),
            torch.clamp(x, nan, 1.0), torch.clamp(x, 2.0, 1.0))


def activations(x: Tensor):
    y = F.elu(x), F.selu(x), F.celu(x), F.leaky_relu(x), F.hardswish(x), F.hardsigmoid(x), F.gelu(x)
    return y, [torch.signbit(t) & (t == t) for t in y]


def extrema(a: Tensor, b: Tensor):
    y = torch.maximum(a, b), torch.minimum(a, b), torch.clamp(a, min=b), torch.clamp(a, max=b)
    return y, [torch.signbit(t) & (t == t) for t in y]


def pools(x: Tensor):
    return F.max_pool2d(x, 2), F.relu(F.max_pool2d(x, 2)), F.adaptive_max_pool2d(x, [1, 1])


def powers(x: Tensor):
    return x ** 0.5, x ** -0.5, x ** 2, torch.heaviside(x, torch.ones(1))


def losses(a: Tensor, b: Tensor):
    return (F.kl_div(a, b, reduction="none"),
            F.binary_cross_entropy_with_logits(a, b, reduction="none"),
            F.log_softmax(torch.stack([a, b]), dim=0))


nan, inf = float("nan"), float("inf")
# Whole vectors of them: of equal zeros, the rest of a vector may take the other.
some = 2 * [nan, inf, -inf, 0.0, -0.0, 1.5, -1.5, 7.0, -7.0, 1e-30, nan, -0.0, 0.5, -0.5, 2.0, -2.0]
one = torch.tensor(some)
picture = torch.arange(50.0).reshape(1, 2, 5, 5) - 20
picture[0, 0, 1, 1] = nan
picture[0, 1, 3, 4] = -inf
left = torch.tensor(4 * [nan, 1.0, 0.0, -0.0, inf, -inf, 3.0, nan])
right = torch.tensor(4 * [1.0, nan, -0.0, 0.0, 2.0, 2.0, 4.0, nan])
CALLS = [
    ("linear_relu", [torch.full([1, 4], nan), torch.ones(2, 4)]),
    ("linear_relu", [torch.tensor([[1.0, inf, 2.0, -inf], [1.0, 2.0, 3.0, 4.0]]), torch.ones(3, 4)]),
    ("linear_bias_relu", [torch.ones(2, 4), torch.ones(3, 4), torch.tensor([nan, -9.0, 1.0])]),
    ("conv_relu", [picture, torch.ones(3, 2, 3, 3) - 1.1]),
    ("conv_clamp", [picture, torch.ones(1, 2, 2, 2)]),
    ("bmm_relu", [torch.stack([picture[0, 0], picture[0, 1]])]),
    ("product_overflows", [torch.full([2, 2], 3e38), torch.ones(2, 2)]),
    ("relus", [one]),
    ("relus", [one.double()]),
    ("clamps", [one]),
    ("activations", [one]),
    ("extrema", [left, right]),
    ("pools", [picture]),
    ("powers", [one]),
    ("losses", [torch.tensor([nan, inf, -inf, 1e38, 0.5]), torch.tensor([0.0, 0.0, 0.0, 1e38, 0.25])]),
]
