# RUN: cat %S/Inputs/prelude.py %s > %t.py
# RUN: ts-run %t.py > %t.out
# RUN: diff %S/Outputs/reference-18.out %t.out
# REQUIRES: ts-run
import torch

@torch.jit.script
def fn(x: torch.Tensor):
    if x: # The tensor gets promoted to bool
        return True
    return False
print(fn(torch.rand(1)))
