# RUN: not ts-translate --import-torchscript --diagnostics=torchscript %s 2>&1 | FileCheck %s
# Messages about objects, interfaces, comprehensions and calls of Python's
# builtins, in TorchScript's own form.
import torch
from collections import OrderedDict
from enum import Enum
from typing import Dict, List, Tuple


class Vector:
    def __init__(self, x: int):
        self.x = x

    def __add__(self, other: "Vector") -> "Vector":
        return Vector(self.x + other.x)

    def __getitem__(self, i: int) -> int:
        return self.x

    def __setitem__(self, i: int, v: int) -> None:
        self.x = v

    def __bool__(self) -> int:
        return self.x

    @staticmethod
    def make(x: int) -> int:
        return x

    @property
    def size(self) -> int:
        return self.x

    @size.setter
    def size(self, v: int) -> None:
        self.x = v


@torch.jit.interface
class Area:
    def area(self, k: int) -> int:
        pass


class Wide:
    def __init__(self):
        self.x = 1

    def area(self, k: int, extra: int = 2) -> int:
        return k


class Color(Enum):
    RED = 1
    CRIMSON = 1


# CHECK: Unknown augmented assignment: pow operator:
# CHECK: v **= 2
# CHECK-NEXT: ~~~~~~~ <--- HERE
def power(v: Vector):
    v **= 2

# CHECK: __torch__.Vector does not support augmented assignment.:
# CHECK: v[0] += 2
# CHECK-NEXT: ~~~~ <--- HERE
def item(v: Vector):
    v[0] += 2

# CHECK: expected a bool expression for condition but found int:
def truth(v: Vector):
    if v:
        return 1
    return 2

# CHECK: '__torch__.Vector' object has no attribute or method 'make'. Did you forget to initialize an attribute in __init__()?:
def static(v: Vector):
    return v.make(1)

# CHECK: __size_setter(__torch__.Vector self, int v) -> NoneType:
# CHECK-NEXT: Expected a value of type 'int' for argument 'v' but instead found type 'str'.
def setter(v: Vector):
    v.size = "a"

# CHECK: Tried to lookup unknown attribute on class __torch__.Vector:
def unknown():
    return Vector.nothing(1)

def area(a: Area) -> int:
    return a.area(1)

# CHECK: Expected a value of type '__torch__.Area' for argument 'a' but instead found type '__torch__.Wide'.
# CHECK-NEXT: Method on class '__torch__.Wide' (1) is not compatible with interface '__torch__.Area' (2)
# CHECK-NEXT: (1) area(__torch__.Wide self, int k, int extra=2) -> int
# CHECK-NEXT: (2) area(InterfaceType<Area> self, int k) -> int
def wide() -> int:
    return area(Wide())

# CHECK: Enum<__torch__.Color>' has no attribute 'CRIMSON':
def second_name() -> int:
    return Color.CRIMSON.value

# CHECK: 'int' object is not iterable:
# CHECK: return [i for i in x]
# CHECK-NEXT: ~~~~~~~~~~~~~ <--- HERE
def comprehension(x: int):
    return [i for i in x]

# CHECK: 'int' object is not iterable:
# CHECK: return list(x)
# CHECK-NEXT: ~~~~~~ <--- HERE
def as_list(x: int):
    return list(x)

# CHECK: list expected exactly 1 arguments but found 2:
def two_lists(x: List[int]):
    return list(x, x)

# CHECK: getattr expected to have number of arguments between 2 and 3 but found 1:
def get(v: Vector):
    return getattr(v)

# CHECK: attribute lookup is not defined on python value of type 'module':
def has() -> bool:
    return hasattr(torch, "relu")

# CHECK: Dict type annotation `Dict[str, int]` did not match the type of an actual value type `Union[int, str]`
def keywords() -> Dict[str, int]:
    return dict(a=1, b="x")

# CHECK: aten::dict() -> Dict(str, Tensor):
# CHECK-NEXT: Keyword argument a unknown.
def ordered():
    return OrderedDict(a=1)

# CHECK: the items of a tuple cannot be deleted:
def delete(t: Tuple[int, int]):
    del t[0]

# CHECK: undefined value absent:
def tracing():
    if torch.jit.is_tracing():
        return absent()
    return 1

# CHECK: async function definitions aren't supported:
# CHECK: async def inner():
# CHECK-NEXT: ~~~~~~~~~ <--- HERE
def asynchronous():
    async def inner():
        pass
