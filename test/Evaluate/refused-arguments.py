# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/refused-arguments.out %t
# REQUIRES: ts-run
# What is said of arguments that are of another type than the parameters of compiled functions; the output is that of PyTorch 1.13.
import torch
from typing import *
from enum import Enum
class C(Enum):
    A = 1
@torch.jit.script
def l(x: List[int]) -> int: return len(x)
@torch.jit.script
def t(x: Tuple[int, str]) -> int: return x[0]
@torch.jit.script
def d(x: Dict[str, int]) -> int: return len(x)
@torch.jit.script
def o(x: Optional[List[str]]) -> bool: return x is None
@torch.jit.script
def i(x: int) -> int: return x
@torch.jit.script
def s(x: str) -> str: return x
@torch.jit.script
def e(x: C) -> int: return x.value
@torch.jit.script
def ls(x: List[str]) -> int: return len(x)
@torch.jit.script
def lt(x: List[torch.Tensor]) -> int: return len(x)
@torch.jit.script
def fl(x: float, b: bool) -> float: return x
for f, a in ((ls, 3), (ls, [1]), (ls, None), (ls, 2.5), (l, 3), (l, "ab"), (l, [1.5]), (l, ["a"]), (l, (1, 2)), (l, torch.ones(2)), (l, None), (t, 3), (t, (1,)), (t, [1, "a"]), (t, (1, 2)), (t, "ab"), (d, [1]), (d, 3), (d, {"a": "b"}), (d, {1: 2}), (o, 3), (o, ["a", 1]), (i, "a"), (i, 2.5), (i, None), (i, [1]), (i, torch.ones(2)), (s, 3), (s, None), (s, ["a"]), (e, 3), (e, "A"), (lt, 3), (lt, [1]), (lt, torch.ones(2)), (lt, None), (lt, {"a": torch.ones(1)})):
    try: print(f(a))
    except RuntimeError as ex: print(f.name, repr(a)[:20], "|", str(ex).splitlines()[0][-90:], "|", str(ex).strip().splitlines()[-1])
    except Exception as ex: print(type(ex).__name__, ex)
