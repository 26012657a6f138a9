# RUN: cat %S/Inputs/prelude.py %s > %t.py
# RUN: not ts-run %t.py 2>&1 | FileCheck %s
# CHECK: Type mismatch: r is set to type Tensor in the true branch and type int in the false branch
# REQUIRES: ts-run

import torch

@torch.jit.script
def an_error(x):
    if x:
        r = torch.rand(1)
    else:
        r = 4
    return r
