# RUN: cat %S/Inputs/prelude.py %s > %t.py
# RUN: ts-run %t.py > %t.out
# RUN: diff %S/Outputs/reference-00.out %t.out
# REQUIRES: ts-run
import torch

from typing import Tuple
from typing import Any

@torch.jit.export
def inc_first_element(x: Tuple[int, Any]):
    return (x[0]+1, x[1])

m = torch.jit.script(inc_first_element)
print(m((1,2.0)))
print(m((1,(100,200))))
