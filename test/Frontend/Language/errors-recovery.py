# RUN: not ts-translate --import-torchscript %s 2>&1 | FileCheck %s --implicit-check-not=error:
# All independent errors are reported; what follows from one is not (each line
# below has its own). Notes point to the other place, and similar names are
# proposed.
from enum import Enum
from typing import Optional


class Color(Enum):
    RED = 1


class Box:
    def __init__(self, size: int):
        self.size = size

    # CHECK: [[#@LINE+3]]:16: error: '__torch__.Box' object has no attribute or method 'sise'
    # CHECK: note: did you mean 'size'?
    def first(self):
        return self.sise

    # CHECK: [[#@LINE+2]]:16: error: undefined value unknown_thing
    def second(self):
        return unknown_thing


def helper(amount: int, scale: int = 1) -> int:
    return amount * scale


# CHECK: [[#@LINE+3]]:13: error: undefined value amuont
# CHECK: note: did you mean 'amount'?
def several(amount: int, flag: bool):
    total = amuont + 1
    # Uses of 'total' are not reported.
    if flag:
        total = total * 2
    other = total + 3
    # CHECK: [[#@LINE+4]]:12: error: helper(int amount, int scale=1) -> int:
    # CHECK-NEXT: Keyword argument scael unknown.
    # CHECK: note: did you mean 'scale'?
    # CHECK: [[#@LINE-15]]:5: note: 'helper' is defined here
    last = helper(1, scael=2)
    # CHECK: [[#@LINE+2]]:12: error: Enum<__torch__.Color>' has no attribute 'REDD'
    # CHECK: note: did you mean 'RED'?
    return Color.REDD


# CHECK: [[#@LINE+5]]:5: error: Type mismatch: x is set to type int in the true branch and type str in the false branch
# CHECK: [[#@LINE+8]]:12: note: and was used here
# CHECK: [[#@LINE+4]]:9: note: 'x' is bound here
# CHECK: [[#@LINE+5]]:9: note: 'x' is bound here
def joined(c: bool):
    if c:
        x = 1
    else:
        x = "a"
    return x


# CHECK: [[#@LINE+5]]:9: error: Variable 'y' previously had type int but is now being assigned to a value of type str
# CHECK: [[#@LINE+2]]:5: note: 'y' got its type here
def reassigned(c: bool):
    y = 1
    if c:
        y = "a"
    return y


# An assertion with an error tells nothing about its variable.
# CHECK: [[#@LINE+2]]:12: error: undefined value missing
def asserted(x: Optional[int]) -> int:
    assert missing and x is not None
    return x + 1


# CHECK: [[#@LINE+6]]:9: error: Previous return statement returned a value of type int but this return statement returns a value of type str
# CHECK: [[#@LINE+3]]:9: note: the previous return statement
def returned(c: bool):
    if c:
        return 1
    else:
        return "a"
