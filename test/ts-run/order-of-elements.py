# Where the order of elements in memory shows, operators keep it as PyTorch does.
# RUN: ts-run %s --entry=copied --input=2x3:f32=arange | FileCheck %s --check-prefix=COPIED
# RUN: ts-run %s --entry=asked --input=2x3:f32=arange | FileCheck %s --check-prefix=ASKED
# RUN: ts-run %s --entry=asked --input=2x3:f32=arange --report-residue 2>&1 | FileCheck %s --check-prefix=RESIDUE
# RUN: ts-run %s --entry=unseen --input=2x3:f32=arange --tier=compiled | FileCheck %s --check-prefix=UNSEEN
import torch
from torch import Tensor


def copied(x: Tensor):
    y = x.t() + 1
    z = y.contiguous()
    z.add_(1)
    return y[0], z[0]


# The write does not reach what was copied.
# COPIED: 1{{$}}
# COPIED-NEXT: 4{{$}}
# COPIED: 2{{$}}
# COPIED-NEXT: 5{{$}}


def asked(x: Tensor):
    a = x.t() + 1
    b = torch.relu(a) * 2
    return b.stride(), b.is_contiguous(), x.t().clone().stride(), (x + 1).stride()


# ASKED: ([1, 3], False, [1, 3], [3, 1])
# RESIDUE: order-of-elements.py:[[#@LINE-6]]:{{[0-9]+}}: aten::add.Scalar runs in the runtime: the order of its elements in memory shows


def unseen(x: Tensor):
    return torch.tanh(x.t()).contiguous().view(-1)


# UNSEEN: CPUFloatType{6}
