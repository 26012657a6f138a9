# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/match.out %t
# REQUIRES: ts-run
# Patterns of match, and exits through finally. The output is that of Python 3.11.
from dataclasses import dataclass
from enum import Enum

class Op(Enum):
    ADD = 1
    SUB = 2

@dataclass
class Num:
    value: int

@dataclass
class Bin:
    op: Op
    left: object
    right: object

class Pt:
    __match_args__ = ("x", "y")
    def __init__(self, x, y):
        self.x = x
        self.y = y

def ev(e):
    match e:
        case Num(value):
            return value
        case Bin(Op.ADD, l, r):
            return ev(l) + ev(r)
        case Bin(op=Op.SUB, left=l, right=r):
            return ev(l) - ev(r)
        case _:
            raise ValueError(f"bad {e!r}")

print(ev(Bin(Op.ADD, Num(3), Bin(Op.SUB, Num(10), Num(4)))))

def kind(v):
    match v:
        case None:
            return "none"
        case True | False:
            return "bool"
        case int() | float() if v < 0:
            return "negative"
        case int(n):
            return f"int {n}"
        case str() as s:
            return f"str {s}"
        case []:
            return "empty"
        case [x]:
            return f"one {x}"
        case [first, *rest]:
            return f"first={first} rest={rest}"
        case {"type": "circle", "r": r}:
            return f"circle {r}"
        case {"type": t, **others}:
            return f"{t} {others}"
        case Pt(x=0, y=0):
            return "origin"
        case Pt(x, y) if x == y:
            return f"diag {x}"
        case Pt():
            return "point"
        case (1, 2) | (3, 4):
            return "unreachable"
        case _:
            return "other"

for v in [None, True, -3, 5, "abc", [], [1], (1, 2, 3), {"type": "circle", "r": 2}, {"type": "sq", "a": 1}, Pt(0, 0), Pt(2, 2), Pt(1, 2), 3.5, {1, 2}]:
    print(kind(v))

def cmd(line):
    match line.split():
        case ["go", ("north" | "south") as d]:
            return "go " + d
        case ["get", obj, *_, "from", place]:
            return f"get {obj} @ {place}"
        case ["drop", *objs]:
            return f"drop {objs}"
        case -1 | "x":
            return ""
        case other:
            return f"? {other}"
for l in ["go north", "go up", "get ring now from box", "drop a b", "drop"]:
    print(cmd(l))
match = 3
case = 4
print(match + case)
match (1, -2.5, 1+2j):
    case (1, -2.5, 1+2j):
        print("literals")


def break_in_finally():
    for i in range(3):
        try: return i
        finally: break
    return "broke"
def return_in_finally():
    for i in range(3):
        try: return i
        finally: return "other"
print(break_in_finally(), return_in_finally())
class M:
    __match_args__ = ("a",)
    def __init__(self, a): self.a = a
def loops():
    for v in [M(1), M([2]), range(2), {"k": M(3)}]:
        match v:
            case M([n]) | {"k": M(n)}: print("n", n)
            case M(a) as whole if a == 1: print(whole.a); continue
            case (x, y): print(x, y); break
print(loops())
