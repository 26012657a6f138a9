# Calls on interfaces: classes of the module that have the method with the types
# of the interface are called directly, others through boxes.
# RUN: ts-compile %s -O0 -o %t.ll
# RUN: FileCheck %s < %t.ll
# RUN: ts-compile %s -o %t.so
# RUN: ts-run %t.so --entry=both --input=3 --check-leaks | FileCheck %s --check-prefix=RESULT
# RESULT: (6, 1003, None)
# CHECK: define internal { ptr, { i64, i1 } } @"tsrt.method.run
# CHECK: call ptr @tsrt_check_stack()
# CHECK: call {{.*}} @ts.__torch__.Maybe.run(
# CHECK-NOT: call {{.*}} @ts.__torch__.Always.run(
# CHECK: call ptr @tsrt_object_call(
from typing import List, Optional, Tuple

import torch


@torch.jit.interface
class Step:
    def run(self, x: int) -> Optional[int]:
        pass


@torch.jit.script
class Maybe:
    def __init__(self, limit: int):
        self.limit = limit

    def run(self, x: int) -> Optional[int]:
        return x * 2 if x < self.limit else None


@torch.jit.script
class Always:
    def __init__(self):
        self.k = 1000

    def run(self, x: int) -> int:
        return x + self.k


def both(x: int) -> Tuple[Optional[int], Optional[int], Optional[int]]:
    steps: List[Step] = []
    steps.append(Maybe(10))
    steps.append(Always())
    steps.append(Maybe(0))
    return steps[0].run(x), steps[1].run(x), steps[2].run(x)
