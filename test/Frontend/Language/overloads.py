# RUN: ts-translate --import-torchscript --no-sources --functions=use %s | FileCheck %s
# RUN: not ts-translate --import-torchscript --functions=none_fits %s 2>&1 | FileCheck %s --check-prefix=ERR
# One function for each declared signature (TS-META-008).
import torch


@torch.jit._overload
def twice(x: int) -> int:
    pass


@torch.jit._overload
def twice(x: str) -> str:
    pass


def twice(x):
    return x + x


# CHECK-LABEL: func.func @use
# CHECK: call @[[INT:.*]](%{{.*}}) : (i64) -> i64
# CHECK: call @[[STR:.*]](%{{.*}}) : (!ts.str) -> !ts.str
# CHECK: func.func @[[INT]]({{.*}}: i64
# CHECK: func.func @[[STR]]({{.*}}: !ts.str
def use():
    return twice(2), twice("a")


# ERR: overloads.py:[[#@LINE+5]]:12: error: Arguments for call are not valid.
# ERR: twice(int x) -> int:
# ERR-NEXT: Expected a value of type 'int' for argument 'x' but instead found type 'float'.
# ERR: twice(str x) -> str:
def none_fits():
    return twice(1.5)
