# Which dimensions can be padded with what stands in a tensor itself: the last one to three, behind one or two others.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/padding.expected.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/padding.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}66 passed, 0 failed
import torch
import torch.nn.functional as F
from typing import List
from torch import Tensor


def padded(x: Tensor, pad: List[int], mode: str):
    return F.pad(x, pad, mode)


def filled(x: Tensor, pad: List[int]):
    return F.pad(x, pad, value=2.0)


SHAPES = ([4], [1, 4], [2, 3, 4], [2, 2, 3, 4], [1, 1, 2, 3, 4], [1, 1, 1, 2, 3, 4])
CALLS = [("padded", [torch.arange(float(torch.Size(shape).numel())).reshape(shape), [1] * 2 * n, mode])
         for shape in SHAPES for n in (1, 2, 3) for mode in ("reflect", "replicate", "circular")] + \
    [("padded", [torch.ones(2, 3), [1, 1], "mirror"]), ("padded", [torch.ones(2, 3), [1], "reflect"]),
     ("padded", [torch.ones(2, 3), [], "reflect"]), ("padded", [torch.ones(2, 3), [3, 3], "reflect"])] + \
    [("filled", [torch.ones(2, 3), pad]) for pad in ([1, 1], [1, -1, 0, 2], [], [1], [0, -4], [-2, -2], [9, -5], [-3, 0])]
