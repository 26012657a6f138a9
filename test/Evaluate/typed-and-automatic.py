# RUN: ts-run %s > %t 2>&1
# RUN: diff %S/Outputs/typed-and-automatic.out %t
# REQUIRES: ts-run
# Values that enum.auto() finds among others, and empty containers with a type given by torch.jit.Attribute.
import enum
import warnings
from typing import Dict, List, Optional, Tuple
import torch

warnings.simplefilter("ignore")


class Mixed(enum.Enum):
    X = "x"
    Y = enum.auto()
    Z = 7
    W = 3
    V = enum.auto()
    T = (1, 2)
    U = enum.auto()


class Descending(enum.Enum):
    A = 7
    B = 3
    C = enum.auto()


print(list(Mixed), list(Descending))
for values in ([7, 3], ["a"], ["x", 5, (1, 2)], [9, 1, 5], [1, 9, 5], [2.5, "a"], [(1,), 3], [None, 4], [5, "b", 2, "c"]):
    print(values, enum.Enum._generate_next_value_("n", 1, len(values), list(values)))


class Log(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.log = torch.jit.Attribute([], List[Tuple[str, int]])
        self.last = torch.jit.Attribute(None, Optional[int])
        self.seen = torch.jit.Attribute({}, Dict[str, torch.Tensor])
        self.n = torch.jit.Attribute(3, int)

    def forward(self, x: int):
        self.log.append(("a", x))
        self.last = x
        self.seen[str(x)] = torch.ones(1) * self.n
        return len(self.log)


m = torch.jit.script(Log())
print(m.last, m(1), m(5), m.log, m.last, m.seen, m.n)
bad = Log()
bad.log = torch.jit.Attribute([], "List[Nothing]")
try:
    torch.jit.script(bad)
except Exception as e:
    print("refused")
