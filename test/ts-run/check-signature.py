# REQUIRES: ts-run
# A recorded signature or warning that is not ours is shown beside ours.
# RUN: not ts-run %s --check=%S/Inputs/signature.json | FileCheck %s
# CHECK: call 1 (add): signature: expected
# CHECK-NEXT: add(int a, int b) -> float
# CHECK-NEXT: found
# CHECK-NEXT: add(int a, int b) -> int
# CHECK: call 2 (warn): warned of "hey", expected ["hello"]
# CHECK: 0 passed, 2 failed
import warnings


def add(a: int, b: int):
    return a + b


def warn():
    warnings.warn("hey")
