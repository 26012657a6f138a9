# The input decides what is done; nothing is half-written; bad input is refused.
# RUN: ts-translate --no-sources %s -o %t.mlir && FileCheck --check-prefix=MLIR %s < %t.mlir
# RUN: ts-translate --import-torchscript --no-sources --functions=g %s | FileCheck --check-prefix=ONE %s
# RUN: not ts-translate --import-torchscript --functions=nope %s 2>&1 | FileCheck --check-prefix=NONE %s
# RUN: not ts-translate %t.missing 2>&1 | FileCheck --check-prefix=MISSING %s
# RUN: ts-translate --help | FileCheck --check-prefix=HELP %s

# MLIR: func.func @f
# ONE-NOT: @f
# ONE: func.func @g
# NONE: error: no function or class 'nope'
# MISSING: cannot open
# HELP: --import-torchscript
def f(x: int):
    return x

def g(x: int):
    return x
