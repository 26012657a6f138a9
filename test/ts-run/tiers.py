# Compiled and runtime tier give the same, also where a kernel has several
# results, a value chosen in a loop lives on, or an operator writes in place.
# RUN: ts-run %s --entry=arithmetic --input=2x1:f32=7 --input=2:f32=3 > %t
# RUN: ts-run %s --entry=last_changed --input=3x2:f32=randn --input=4 >> %t
# RUN: ts-run %s --entry=in_place --input=1:f32=7 >> %t
# RUN: ts-run %s --entry=arithmetic --input=2x1:f32=7 --input=2:f32=3 --specialize=false > %t.runtime
# RUN: ts-run %s --entry=last_changed --input=3x2:f32=randn --input=4 --specialize=false >> %t.runtime
# RUN: ts-run %s --entry=in_place --input=1:f32=7 --specialize=false >> %t.runtime
# RUN: ts-run %s --entry=sums --input=2:f32=2 >> %t
# RUN: ts-run %s --entry=sums --input=2:f32=2 --specialize=false >> %t.runtime
# RUN: diff %t %t.runtime
# RUN: FileCheck %s < %t
import torch


# CHECK: 10 10
# CHECK: CPUFloatType{2,2} ], 4 4
# CHECK: CPUFloatType{2,2} ], 21 21
# CHECK: CPUFloatType{2,2} ],{{ *}}-5
def arithmetic(a, b):
    return a + b, a - b, a * b, 2.0 - a


# CHECK: CPULongType{3}
def last_changed(x, n: int):
    before = torch.zeros(3, dtype=torch.int64)
    for i in range(n):
        now = x.argmin(1)
        if i > 0 and torch.equal(now, before):
            break
        before = now
    return before


# CHECK: 22
# CHECK: 15
def in_place(x):
    y = x * 2
    y.add_(1)
    x.add_(y)
    return x, y


# CHECK: (4
# CHECK: CPUFloatType{} ], 0.5
def sums(x):
    squares = torch.sum(x * x, [0], True)
    return x.sum(), torch.sum(x / squares)
