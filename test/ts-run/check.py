# REQUIRES: ts-run
# A wrong record fails with the place, what was expected and what was found.
# RUN: not ts-run %s --check=%S/Inputs/add.expected.json | FileCheck %s
# CHECK: call 2 (add): result: expected 4 (int), found 3 (int)
# CHECK: 1 passed, 1 failed
def add(a: int, b: int) -> int:
    return a + b
