# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/slots.out %t
# REQUIRES: ts-run
# Classes with `__slots__`. The output is Python's.
class P:
    __slots__ = ("x", "y")
    def __init__(self, x, y):
        self.x, self.y = x, y
class Q(P):
    __slots__ = ("z",)
p = P(1, 2)
print(p.x, p.y, P.__slots__)
try: p.z = 3
except AttributeError as e: print(e)
try: print(p.__dict__)
except AttributeError as e: print(e)
q = Q(1, 2); q.z = 5
print(q.z, Q.__slots__, hasattr(q, "__dict__"))
try: q.w = 3
except AttributeError as e: print(e)
del p.x
try: p.x
except AttributeError as e: print(e)
try:
    class Bad:
        __slots__ = ("a",)
        a = 1
except ValueError as e: print(e)
from dataclasses import dataclass
@dataclass(slots=True)
class D:
    x: int
    y: int = 2
d = D(1)
print(d, D.__slots__)
try: d.q = 1
except AttributeError as e: print(e)
class S:
    __slots__ = "only"
s = S(); s.only = 1; print(s.only)
import copy
c = copy.copy(q); print(c.x, c.z)
class W:
    __slots__ = ["a", "__dict__"]
w = W(); w.b = 1; print(w.__dict__)
import pickle
print(pickle.loads(pickle.dumps(d)), pickle.loads(pickle.dumps(p)).y, copy.deepcopy(d))
@dataclass(frozen=True, slots=True)
class F:
    a: list
    b: int = 3
f = F([1]); g = copy.deepcopy(f); g.a.append(2); print(f, g, pickle.loads(pickle.dumps(f)) == f)
try: f.a = 2
except AttributeError as e: print(type(e).__name__, e)
@dataclass(slots=True)
class E(D):
    z: str = "z"
print(E(1, 2), E.__slots__, E.__qualname__, hasattr(E(1), "__dict__"))
from fractions import Fraction
print(pickle.loads(pickle.dumps(Fraction(3, 4))), copy.deepcopy(Fraction(1, 2)))
