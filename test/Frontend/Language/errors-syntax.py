# RUN: not ts-translate --import-torchscript %s 2>&1 | FileCheck %s
# Constructs that are refused wherever they stand.
from typing import List, Sequence

def dead(x: int):
    if False:
        # CHECK: [[@LINE+1]]:16: error: Set aren't supported
        return {1, 2}
    return x

# CHECK: [[@LINE+2]]:9: error: Lambda aren't supported
def lam(x: int):
    g = lambda y: y
    return g(x)

def tried(x: int):
    # CHECK: [[@LINE+1]]:5: error: try blocks aren't supported
    try:
        return x
    except ValueError:
        return 0

# CHECK: [[@LINE+1]]:17: error: Unknown type constructor Sequence
def sequence(x: Sequence[int]):
    return x

# CHECK: [[@LINE+1]]:12: error: Compiled functions can't take variable number of arguments
def varied(*args):
    return 1

# CHECK: [[@LINE+2]]:12: error: Integral constant out of range
def large():
    return 9223372036854775808

# CHECK: error: Mutable default parameters are not supported
def mutable(l: List[int] = []):
    return l

def filtered(l: List[int]):
    # CHECK: [[@LINE+1]]:12: error: Comprehension ifs are not supported yet
    return [a for a in l if a > 0]
