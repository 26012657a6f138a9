# RUN: cat %S/Inputs/prelude.py %s > %t.py
# RUN: not ts-run %t.py 2>&1 | FileCheck %s
# CHECK: Boolean value of Tensor with more than one value is ambiguous
# REQUIRES: ts-run
import torch

# Multi dimensional Tensors error out.

@torch.jit.script
def fn():
    if torch.rand(2):
        print("Tensor is available")

    if torch.rand(4,5,6):
        print("Tensor is available")

print(fn())
