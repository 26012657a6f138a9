# Elementwise functions of one operand: values at zero, infinity and NaN, of ints
# and of doubles.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/pointwise.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from torch import Tensor

NAN = float("nan")
INF = float("inf")


def analysis(x: Tensor):
    return x.exp(), x.expm1(), x.log(), x.log1p(), x.sqrt(), x.rsqrt(), x.reciprocal(), x.exp2(), x.log2(), x.log10()


def trigonometry(x: Tensor):
    return x.sin(), x.cos(), x.tan(), x.asin(), x.acos(), x.atan(), x.sinh(), x.cosh(), x.tanh(), x.asinh()


def rounding(x: Tensor):
    return x.floor(), x.ceil(), x.round(), x.trunc(), x.frac(), x.sign(), x.abs(), x.neg()


def special(x: Tensor):
    return x.erf(), x.erfc(), x.sigmoid(), x.logit(1e-3), torch.special.expit(x), x.lgamma(), x.digamma()


def activations(x: Tensor):
    return (F.relu(x), F.relu6(x), F.elu(x, 0.5), F.selu(x), F.gelu(x), F.silu(x), F.mish(x), F.softplus(x),
            F.leaky_relu(x, 0.1), F.hardtanh(x), F.hardswish(x), F.hardsigmoid(x), F.softsign(x), F.logsigmoid(x))


def classes(x: Tensor):
    return x.isnan(), x.isinf(), x.isfinite(), x.signbit(), torch.nan_to_num(x, 7.0)


def of_ints(x: Tensor):
    return x.abs(), x.neg(), x.sqrt(), x.sign(), x.bitwise_not(), x.clamp(-1, 2), x.square()


def clamped(x: Tensor):
    return x.clamp(0.5), x.clamp(max=1.5), x.clamp(0.5, 1.5) * 2, x.clamp_min(0.25) + 1


CALLS = [("analysis", [torch.tensor([0.0, 0.5, 1.0, 10.0, -2.0, INF, NAN])]),
         ("analysis", [torch.tensor([0.25, 3.0], dtype=torch.float64)]),
         ("trigonometry", [torch.tensor([0.0, -0.5, 1.0, 2.0, NAN])]),
         ("rounding", [torch.tensor([-2.5, -0.5, 0.5, 1.5, 2.4, NAN])]),
         ("special", [torch.tensor([-1.5, 0.25, 0.5, 3.0])]),
         ("activations", [torch.tensor([-4.0, -0.5, 0.0, 0.5, 7.0])]),
         ("classes", [torch.tensor([-0.0, INF, -INF, NAN, 1.0])]),
         ("of_ints", [torch.tensor([-3, 0, 9])]), ("clamped", [torch.tensor([-1, 1, 3])]),
         ("clamped", [torch.tensor([-1.0, 1.0, 3.0, NAN])])]
