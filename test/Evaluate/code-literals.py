# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/code-literals.out %t
# REQUIRES: ts-run
# Literals and warnings in the code of functions: texts with quotes, default tuples. The output is PyTorch's.
import torch, warnings
from torch import Tensor
from typing import *
def i(x: Tensor, n: int):
    if x.dim() == 2:
        warnings.warn("hey " f"n ({n}) may")
    return x
def j(x: Tensor):
    warnings.warn("plain")
    return x
def k(x: Tensor, t: Tuple[int] = (3,), u: Tuple[str, Tuple[float, bool]] = ("it's \"q\" \\ \t", (-1.5, True)), v: Optional[int] = None):
    print("it's", 2.0)
    return t, u, {"k'": 1.0}
for fn in (i, j, k):
    print(torch.jit.script(fn).code)
