# RUN: cat %S/Inputs/prelude.py %s > %t.py
# RUN: ts-run %t.py > %t.out
# RUN: count 0 < %t.out
# REQUIRES: ts-run
@torch.jit.script
class MyClass:
    def __init__(self, x: int):
        self.x = x

    def inc(self, val: int):
        self.x += val
