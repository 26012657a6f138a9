# A failing operator, a conversion and a call are marked at what is called.
# RUN: not ts-run %s --entry=method 2>&1 | FileCheck %s --check-prefix=METHOD --match-full-lines --strict-whitespace
# RUN: not ts-run %s --entry=converts 2>&1 | FileCheck %s --check-prefix=CONV --match-full-lines --strict-whitespace
# RUN: not ts-run %s --entry=unwraps 2>&1 | FileCheck %s --check-prefix=UNWRAP --match-full-lines --strict-whitespace
from typing import Optional

import torch


#      METHOD:    return x.index(9)
# METHOD-NEXT:           ~~~~~~~ <--- HERE
def method():
    x = [1]
    return x.index(9)


def takes(a: float):
    return a


#      CONV:    return takes(torch.ones(2))
# CONV-NEXT:           ~~~~~ <--- HERE
def converts():
    return takes(torch.ones(2))


def nothing() -> Optional[int]:
    return None


#      UNWRAP:    return torch.jit._unwrap_optional(nothing())
# UNWRAP-NEXT:           ~~~~~~~~~~~~~~~~~~~~~~~~~~ <--- HERE
def unwraps():
    return torch.jit._unwrap_optional(nothing())
