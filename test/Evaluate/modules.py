# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/modules.out %t
# REQUIRES: ts-run
# Standard modules: collections, enum, dataclasses, typing, random. The output is that of Python 3.11.
from collections import *
from collections.abc import Iterable, Mapping
from enum import *
from dataclasses import *
from typing import *
import typing, abc, contextlib, random, functools, warnings, heapq, bisect, types, textwrap, statistics
print(Counter("abracadabra"), Counter(a=2) + Counter(a=1, b=1), Counter("aab")["z"], sorted(Counter("aab").elements()))
dd = defaultdict(list); dd["a"].append(1); dd["b"]; print(dd, dict(dd), dd["a"])
od = OrderedDict([("a", 1), ("b", 2)]); od.move_to_end("a"); print(od, od.popitem(last=False), list(od))
dq = deque([1, 2, 3], maxlen=3); dq.append(4); dq.appendleft(0); print(dq, dq[0], dq[-1], len(dq), list(dq)); dq.rotate(1); print(dq, dq.pop(), dq.popleft())
Pt = namedtuple("Pt", ["x", "y"], defaults=[0]); p = Pt(1); print(p, p.x, p._asdict(), p._fields, p == (1, 0), Pt._make([3, 4]), p + (1,)); x, y = p
try: Pt()
except TypeError as e: print(e)
print(ChainMap({"a": 1}, {"a": 2, "b": 3})["b"])
class N(NamedTuple):
    a: int
    b: str = "z"
    def tot(self): return self.a * 2
print(N(1), N(2, "q").tot(), N(a=5)._replace(a=6), N._fields, N.__annotations__)
class Color(Enum):
    RED = 1
    GREEN = "g"
    ALIAS = 1
    def describe(self): return self.name + "!" + str(self.value)
    @classmethod
    def default(cls): return cls.RED
print(list(Color), Color.ALIAS, Color.RED.describe(), Color("g"), Color["RED"], Color.default(), len(Color), Color.RED in Color, Color.RED == Color.ALIAS, Color.RED is Color.ALIAS, {Color.RED: 1}, Color.__members__.keys())
try: Color(99)
except ValueError as e: print(e)
try: Color.RED = 5
except AttributeError as e: print(e)
class Pl(Enum):
    E = (1.0, 2.0)
    M = (3.0, 4.0)
    def __init__(self, m, r): self.m, self.r = m, r
    @property
    def q(self): return self.m / self.r
print(Pl.E.q, Pl.M.value, Pl.E.m)
class Fl(Flag):
    A = auto(); B = auto(); C = auto()
print(Fl.A | Fl.B, (Fl.A | Fl.B).value, Fl.A in (Fl.A | Fl.B), Fl.A & Fl.B, ~Fl.A, bool(Fl.A & Fl.B))
class St(str, Enum):
    X = "x"; Y = "y"
print(St.X, St.X == "x", St("y"), St.X.upper(), f"{St.X}", repr(St.Y), "".join([St.X, St.Y]))
class IE(IntEnum):
    ONE = 1; TWO = 2
print(IE.ONE, repr(IE.ONE), IE.ONE + 1, IE.TWO > 1, [10, 20, 30][IE.ONE], sorted([IE.TWO, IE.ONE]), int(IE.TWO), f"{IE.TWO:03d}")
@dataclass(order=True)
class DC:
    x: int
    y: float = 1.5
    z: List[int] = field(default_factory=list, compare=False)
    k: ClassVar[int] = 3
    def __post_init__(self): self.w = self.x * 2
print(DC(1), DC(1) == DC(1), DC(1) < DC(2), DC(1, 2.0).w, asdict(DC(1, z=[1])), replace(DC(1), x=7), [f.name for f in fields(DC)], astuple(DC(3)))
try: DC()
except TypeError as e: print(e)
try: DC(1, q=2)
except TypeError as e: print(e)
@dataclass(frozen=True)
class Fz:
    a: int = 0
    b: str = field(default="q", repr=False)
f = Fz(1); print(f, hash(f) == hash(Fz(1)), {f: 1}[Fz(1)])
try: f.a = 2
except FrozenInstanceError as e: print("frozen", e)
@dataclass
class Sub(DC):
    extra: str = "e"
print(Sub(1, extra="k"))
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    @property
    @abc.abstractmethod
    def nm(self): ...
try: Shape()
except TypeError as e: print(e)
class Sq(Shape):
    def area(self): return 4
    nm = "sq"
print(Sq().area(), isinstance(Sq(), Shape), issubclass(Sq, Shape))
@contextlib.contextmanager
def cm(n):
    print("in", n)
    try: yield n * 2
    except ValueError as e: print("swallow", e)
    finally: print("out", n)
with cm(1) as v: print(v)
with cm(2): raise ValueError("boom")
with contextlib.suppress(KeyError): {}["a"]
with contextlib.ExitStack() as es:
    es.enter_context(cm(7)); es.callback(print, "cb")
random.seed(0)
l = list(range(10)); random.shuffle(l)
print(l, random.choice("abc"), random.randint(1, 6), random.uniform(1, 2), random.sample(range(100), 5), random.choices([1, 2, 3], weights=[1, 2, 3], k=4), random.gauss(0, 1), random.random(), random.randrange(0, 100, 7), random.getrandbits(70), random.expovariate(1.5), random.betavariate(1, 2), random.triangular(0, 1, 0.5))
r = random.Random(2 ** 70 + 5); print(r.random(), r.normalvariate(0, 1))
print(List[int], Dict[str, List[int]], Optional[int], Union[int, str], Callable[[int], str], Tuple[int, ...], Any, int | None, list[int])
T = TypeVar("T")
class Stack(Generic[T]):
    def __init__(self): self.items: List[T] = []
    def push(self, i: T) -> None: self.items.append(i)
s = Stack[int](); s.push(1); print(s.items, T)
def ann(a: int, b: "str" = "x") -> List[int]: ...
print(ann.__annotations__, ann.__name__, ann.__doc__)
h = [5, 1, 4]; heapq.heapify(h); heapq.heappush(h, 0); print([heapq.heappop(h) for _ in range(4)], heapq.nlargest(2, [1, 5, 3]), bisect.bisect([1, 3, 5], 3), bisect.bisect_left([1, 3, 5], 3))
print(isinstance([], Iterable), isinstance({}, Mapping), isinstance(5, Iterable), types.SimpleNamespace(a=1))
class Meta(type):
    def __new__(m, n, b, d, **k):
        d["added"] = 42
        return super().__new__(m, n, b, d)
    def __call__(cls, *a):
        inst = super().__call__(*a); inst.made = True
        return inst
    def __len__(cls): return 7
class WithMeta(metaclass=Meta):
    def __init__(self, v): self.v = v
w = WithMeta(3); print(w.added, w.made, w.v, len(WithMeta), type(WithMeta).__name__)
class Desc:
    def __set_name__(self, o, n): self.n = n
    def __get__(self, i, o=None): return self if i is None else i.__dict__.get(self.n, "unset")
    def __set__(self, i, v): i.__dict__[self.n] = v * 10
class UD: d = Desc()
u = UD(); print(u.d); u.d = 2; print(u.d, u.__dict__)
class Slots:
    __slots__ = ("a", "b")
sl = Slots(); sl.a = 1; print(sl.a)
try: sl.c = 1
except AttributeError as e: print("slots", e)
class ML(list):
    def total(self): return sum(self)
    def append(self, x): super().append(x * 2)
m = ML([1, 2]); m.append(3); print(m, m.total(), len(m), isinstance(m, list), m + [1])
class MD(dict):
    def __missing__(self, k): return k + "?"
    def __setitem__(self, k, v): super().__setitem__(k, v + 1)
md = MD(); md["a"] = 1; print(md, md["zz"], md.get("q"))
class MS(str):
    def shout(self): return self.upper() + "!"
print(MS("hi").shout(), MS("a") + "b", type(MS("a")).__name__)
class MI(int):
    def __add__(self, o): return MI(int(self) + o + 100)
print(MI(1) + 2, MI(5) * 2, repr(MI(7)))
@functools.singledispatch
def sd(x): return "obj"
@sd.register
def _(x: int): return "int"
@sd.register(str)
def _(x): return "str"
print(sd(1), sd("a"), sd(1.0))
@functools.total_ordering
class TO:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
print(TO(1) <= TO(1), TO(2) > TO(1), TO(1) >= TO(2))
class CP:
    @functools.cached_property
    def v(self): print("compute"); return 5
c = CP(); print(c.v, c.v)
print(textwrap.dedent("  a\n    b"), statistics.mean([1, 2, 3]), statistics.median([1, 3, 2, 4]), statistics.stdev([1, 2, 3, 4]))
def gen():
    try:
        while True:
            x = yield
            print("recv", x)
    except GeneratorExit:
        print("closing")
g = gen(); next(g); g.send(1); g.close()
def gt():
    try: yield 1
    except ValueError as e: yield "caught " + str(e)
g = gt(); print(next(g), g.throw(ValueError("x")))
def retgen():
    yield 1
    return "done"
try:
    g = retgen(); next(g); next(g)
except StopIteration as e: print(e.value)
import sys
try: sys.exit(3)
except SystemExit as e: print("exit", e.code)
def rec(n): return rec(n + 1)
try: rec(0)
except RecursionError as e: print("rec")
print(vars(types.SimpleNamespace(z=1)), [n for n in dir(Pt(1)) if not n.startswith("_")])
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(list(It()), sum(It()), max(It()), [a for a in It()])
print(__name__, "ok")
if __name__ == "__main__": print("main")
