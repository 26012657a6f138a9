# RUN: ts-translate --import-torchscript %s | ts-translate --export-torchscript - | FileCheck %s
# Parameters keep their defaults.
from enum import Enum
from typing import Optional, Tuple


class Color(Enum):
    RED = 1


# CHECK: def numbers(a: int, b: int = -2, c: float = 1.5, d: bool = True, e: str = "x", f: Optional[int] = None) -> int:
def numbers(a: int, b: int = -2, c: float = 1.5, d: bool = True, e: str = "x", f: Optional[int] = None):
    return a + b


# CHECK: def others(c: Color = Color.RED, t: Tuple[int, int] = (1,2,), z: complex = 2.0j) -> int:
def others(c: Color = Color.RED, t: Tuple[int, int] = (1, 2), z: complex = 2j):
    return c.value + t[0]
