# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/annotated-texts.out %t
# REQUIRES: ts-run
from __future__ import annotations
# Annotations that are texts, and the types that typing.get_type_hints finds for them: the output is that of Python 3.11.
import typing as t, collections.abc
from dataclasses import dataclass
from typing import List, Optional
import torch
@dataclass
class A:
    x: int
    y: List[Optional[A]]
    z: dict[str, tuple[int, ...]] = None
    w: int | None = None
    v: "str" = ""
def f(a: A, b: torch.Tensor, c: t.Callable[[int, str], A], *d: None) -> collections.abc.Sequence[int]: ...
print(f.__annotations__)
print(t.get_type_hints(f)["a"] is A, t.get_type_hints(f)["b"], t.get_type_hints(f)["return"])
print(t.get_type_hints(A))
class B(A):
    q: float
    def m(self, o: B) -> t.Dict[str, B]: ...
print(t.get_type_hints(B).keys(), t.get_type_hints(B.m)["o"].__name__, t.get_type_hints(B.m)["return"])
try: t.get_type_hints(lambda x: x); print("ok")
except Exception as e: print(type(e).__name__, e)
def g(x: Missing): ...
try: t.get_type_hints(g)
except NameError as e: print(e)
print(t.get_type_hints(g, globalns={"Missing": int}))
print(f.__globals__ is globals())
