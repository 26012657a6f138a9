# RUN: not ts-translate --import-torchscript %s 2>&1 | FileCheck %s
# `break` and `continue` outside of loops (TS-STMT-036): Python refuses the file,
# so it holds nothing else.


# CHECK: errors-outside-loop.py:[[@LINE+2]]:5: error: 'break' outside loop
def stops(x: int):
    break


# CHECK: errors-outside-loop.py:[[@LINE+3]]:9: error: 'continue' outside loop
def goes_on(x: int):
    if x > 0:
        continue
