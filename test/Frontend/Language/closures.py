# RUN: ts-translate --import-torchscript --no-sources --functions=adder,direct %s | FileCheck %s
# RUN: not ts-translate --import-torchscript --functions=captured %s 2>&1 | FileCheck %s --check-prefix=ERR
# Functions that the host gets from calling a function (TS-SCOPE-014).


def double(x: int):
    return 2 * x


def make(fn, n):
    def helper(x: int):
        return fn(x) + 1

    def inner(x: int):
        return helper(x)

    def number(x: int):
        return x + n

    return inner


def make_captured(n):
    def inner(x: int):
        # ERR: closures.py:[[#@LINE+1]]:20: error: python value of type 'int' cannot be used as a value
        return x + n

    return inner


# CHECK-LABEL: func.func @inner
# CHECK-SAME: ts.schema = "inner(int x) -> int"
# CHECK: call @helper
# CHECK-LABEL: func.func @helper
# CHECK: call @double
adder = make(double, 3)
captured = make_captured(5)


# CHECK-LABEL: func.func @direct
# CHECK: call @inner
def direct(x: int):
    return adder(x)
