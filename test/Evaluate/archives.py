# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/archives.out %t
# REQUIRES: ts-run
# What is saved in memory and loaded again; the output is what Python prints.
import copy
import enum
import io
import pickle
import struct
from collections import OrderedDict
from typing import Dict, List, NamedTuple, Optional

import torch
import torch.nn as nn

torch.manual_seed(0)


class Memory(nn.Module):
    seen: List[int]
    label: Optional[str]

    def __init__(self, size: int):
        super().__init__()
        self.lin = nn.Linear(size, size)
        self.register_buffer("total", torch.zeros(size))
        self.seen = []
        self.limits: Dict[str, float] = {"low": -1.0, "high": 1.0}
        self.label = None

    def forward(self, x):
        self.total += x.sum(0)
        self.seen.append(x.size(0))
        return self.lin(x).clamp(self.limits["low"], self.limits["high"])

    @torch.jit.export
    def name(self, label: str) -> int:
        self.label = label
        self.limits[label] = 0.5
        return len(self.seen)


def through(module, **files):
    stream = io.BytesIO()
    torch.jit.save(module, stream, _extra_files=files)
    stream.seek(0)
    found = {name: "" for name in files}
    return torch.jit.load(stream, _extra_files=found), found


original = torch.jit.script(Memory(3))
x = torch.arange(6.0).view(2, 3)
with torch.no_grad():
    expected = original(x)
    original.name("first")
    loaded, files = through(original, note="kept", data=b"\x00\x01")
    print(sorted((k, v if isinstance(v, bytes) else v.encode()) for k, v in files.items()))
    print(loaded.seen, loaded.label, loaded.limits, loaded.total, loaded.training)
    print(torch.equal(loaded(x), expected), loaded.seen, original.seen)
    again, _ = through(loaded.eval())
    print(again.training, again.lin.training, again.seen, again.name("x"), again.original_name)
print([(n, p.requires_grad, tuple(p.shape)) for n, p in again.named_parameters()])
print([n for n, _ in again.named_buffers()], [n for n, _ in again.named_modules()])
print(again.load_state_dict(original.state_dict()), again.total)
twin = copy.deepcopy(again)
with torch.no_grad():
    twin.lin.weight.zero_()
print(twin.lin.weight.sum().item(), again.lin.weight.sum().item() != 0, again.code == original.code)


@torch.jit.script
def scale(x, factor: float = 2.0):
    return x * factor


function, _ = through(scale)
print(function(torch.ones(2), 2.0), function(torch.ones(2), 3.0), type(function).__name__)


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Point(NamedTuple):
    x: int
    y: float


class Thing:
    def __init__(self, items):
        self.items = items
        self.me = self


values = {
    "numbers": [1, -2, 300, 70000, -(1 << 40), 1 << 80, 1.5, float("inf"), True, None],
    "texts": ("a", "ä€", b"\x00\xff", ""),
    "sets": {3}, "empty": ((), [], {}),
    "ordered": OrderedDict([("b", 1), ("a", 2)]),
    "color": Color.BLUE, "point": Point(1, 2.0),
}
back = pickle.loads(pickle.dumps(values))
print(back)
print(back == values, back["color"] is Color.BLUE, type(back["ordered"]).__name__)
thing = pickle.loads(pickle.dumps(Thing([1, 2])))
print(thing.items, thing.me is thing)
shared = [1]
first, second = pickle.loads(pickle.dumps((shared, shared)))
print(first is second)


def saved(value):
    stream = io.BytesIO()
    torch.save(value, stream)
    return torch.load(io.BytesIO(stream.getvalue()))


state = saved({"model": original.state_dict(), "step": 7, "half": torch.ones(2).half(), "flags": torch.tensor([True])})
print(list(state["model"]), state["step"], state["half"], state["flags"], type(state["model"]).__name__)
weight = nn.Parameter(torch.eye(2))
a, b = saved([weight, weight])
print(a, a is b, type(a).__name__)
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
copied = saved(net)
print(copied, torch.equal(copied(torch.ones(1, 2)), net(torch.ones(1, 2))))
print(saved(torch.arange(6).view(2, 3).t()), saved(torch.float16), saved(torch.Size([1, 2])))
try:
    torch.load(io.BytesIO(b"nothing"))
except Exception as error:
    print(isinstance(error, (pickle.UnpicklingError, RuntimeError, EOFError)))
print(struct.pack("<ihq", 1, -2, 3), struct.unpack(">fd", struct.pack(">fd", 0.1, 0.1)), struct.calcsize("<bhi"))
print(struct.pack("<e4s?", 1.5, b"ab", True), struct.unpack("<2H", b"\x01\x00\x02\x00"))
stream = io.BytesIO(b"one\ntwo")
print(stream.readline(), stream.read(), stream.tell(), stream.getvalue())
