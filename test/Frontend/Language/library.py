# RUN: ts-translate --import-torchscript --no-sources %s | FileCheck %s
# Functions of torch.nn.functional: plain operators, or library text.
import torch
import torch.nn.functional as F

# CHECK-LABEL: func.func @f
def f(x, w):
    # CHECK: call @__torch__.torch.nn.functional.relu
    a = F.relu(x)
    # CHECK: ts.op "aten::linear"
    b = F.linear(a, w)
    # CHECK: call @__torch__.torch.nn.functional.max_pool2d_with_indices
    c, i = F.max_pool2d(x, 2, return_indices=True)
    # A single int stands for a list of fixed size.
    # CHECK: %[[TWO:.*]] = ts.list.construct %[[K:.*]], %[[K]] : !ts.list<i64>
    # CHECK: call @__torch__.torch.nn.functional._max_pool2d(%{{.*}}, %[[TWO]],
    return F.max_pool2d(x, 2), b, c, i

# CHECK: func.func @__torch__.torch.nn.functional.relu
# CHECK: ts.op "aten::relu_"
# CHECK: ts.op "aten::relu"
