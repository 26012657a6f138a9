# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run
# A function that is ignored and has no annotations gives a Tensor; None is one that is not defined.
import torch
@torch.jit.ignore
def note(x): print("note", x.shape)
@torch.jit.script
def f(x):
    note(x)
    return x + 1
# CHECK: note torch.Size([2])
# CHECK-NEXT: tensor([2., 2.])
print(f(torch.ones(2)))
