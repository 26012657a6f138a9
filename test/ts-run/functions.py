# REQUIRES: ts-run
# RUN: ts-run %s --entry=squares --input=4 | FileCheck %s --check-prefix=LIST
# RUN: not ts-run %s --entry=divide --input=1 --input=0 2>&1 | FileCheck %s --check-prefix=ERROR
# RUN: ts-run %s --entry=divide --input=-7 --input=2 | FileCheck %s --check-prefix=FLOOR
# RUN: not ts-run %s --entry=divide --input=1 2>&1 | FileCheck %s --check-prefix=MISSING
from typing import List

# LIST: [0, 1, 4, 9]
def squares(n: int) -> List[int]:
    out: List[int] = []
    for i in range(n):
        out.append(i * i)
    return out

# FLOOR: -4
# ERROR: Traceback of TorchScript (most recent call last):
# ERROR: in divide
# ERROR: <--- HERE
# ERROR: RuntimeError: division by 0
# MISSING: error: divide() is missing value for argument 'b'
def divide(a: int, b: int) -> int:
    return a // b
