# RUN: not ts-translate --import-torchscript %s 2>&1 | FileCheck %s
# RUN: not ts-translate --import-torchscript --functions=caller %s 2>&1 | FileCheck --check-prefix=CALLER %s
# Independent functions report independently.
from typing import Optional

# CHECK: [[@LINE+2]]:12: error: undefined value yyy
def undefined(x: int):
    return yyy

def branch(c: bool):
    # CHECK: [[@LINE+2]]:5: error: y is not defined in the false branch
    # CHECK: [[@LINE+3]]:12: note: and was used here
    if c:
        y = 1
    return y

def mismatch(c: bool):
    y = 1
    if c:
        # CHECK: [[@LINE+1]]:9: error: Variable 'y' previously had type int but is now being assigned to a value of type str
        y = "a"
    return y

# CHECK: [[@LINE+3]]:12: error: undefined value i
def loop(n: int):
    for i in range(n): pass
    return i

# CHECK: [[@LINE+2]]:12: error: Arguments for call are not valid
def optional(x: Optional[int]):
    return x + 1

def callee(x: int):
    # CHECK: [[@LINE+3]]:12: error: 'int' object has no attribute or method 'nope'.
    # CALLER: [[@LINE+2]]:12: error: 'int' object has no attribute or method 'nope'.
    # CALLER: [[@LINE+4]]:12: note: 'callee' is being compiled since it was called from 'caller'
    return x.nope

def caller():
    return callee(1)

# CHECK: [[@LINE+2]]:12: error:  function 'rec' is called recursively. Recursive calls are not supported
def rec(n: int) -> int:
    return rec(n - 1)
