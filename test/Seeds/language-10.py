# RUN: cat %S/Inputs/prelude.py %s > %t.py
# RUN: not ts-run %t.py 2>&1 | FileCheck %s
# CHECK: y is not defined in the false branch
# REQUIRES: ts-run

@torch.jit.script
def foo(x):
    if x < 0:
        y = 4
    print(y)
