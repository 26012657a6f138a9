# Functions that PyTorch computes in float16 and bfloat16 by steps, each of which it rounds: the last digits show it.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/rounded-steps.expected.json --tier=runtime | FileCheck %s
# RUN: ts-run %s --check=%S/rounded-steps.expected.json --tier=compiled | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor
import torch.nn.functional as F


def sinc(x: Tensor, y: Tensor):
    return (torch.sinc(x) * 256).int()


def logit(x: Tensor, y: Tensor):
    z = torch.sigmoid(x.float()).to(x.dtype)
    return (torch.logit(z) * 256).int(), (torch.logit(z, 0.1) * 256).int()


def cross(x: Tensor, y: Tensor):
    return (torch.linalg.cross(x[:12].view(4, 3), y[:12].view(4, 3)) * 256).int()


def gelu(x: Tensor, y: Tensor):
    return (F.gelu(x, approximate="tanh") * 256).int()


def poisson(x: Tensor, y: Tensor):
    return (F.poisson_nll_loss(x, y.abs(), True, True, reduction="none") * 256).int()


def entropy(x: Tensor, y: Tensor):
    z = torch.sigmoid(y.float()).to(x.dtype)
    a = F.binary_cross_entropy_with_logits(x, z, reduction="none")
    b = F.binary_cross_entropy_with_logits(x, z, pos_weight=y.abs(), reduction="none")
    return (a * 256).int(), (b * 256).int()


def divided(x: Tensor, y: Tensor):
    a = torch.div(x, y, rounding_mode="trunc")
    b = torch.div(x, y, rounding_mode="floor")
    c = torch.div(y * 3, y, rounding_mode="trunc")
    return a, b, c


X = (torch.sin(torch.arange(40.) * 1.7) * 4).bfloat16()
Y = (torch.cos(torch.arange(40.) * 2.3) * 3).bfloat16()
CALLS = [(name, [X, Y]) for name in ("sinc", "logit", "cross", "gelu", "poisson", "entropy", "divided")] + [
    ("divided", [X.half(), Y.half()]), ("divided", [(Y.half().float() * 5).half(), Y.half()])]
