# RUN: cat %S/Inputs/prelude.py %s > %t.py
# RUN: ts-run %t.py > %t.out
# RUN: count 0 < %t.out
# REQUIRES: ts-run

import torch

@torch.jit.script
def foo(x):
    return x + 1

@torch.jit.script
def bar(x):
    return foo(x)
