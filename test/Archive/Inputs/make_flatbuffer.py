"""Writes flatbuffer.ff with PyTorch 1.13: python3 make_flatbuffer.py. What it prints is what flatbuffers.test expects."""
import enum
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor, nn


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@torch.jit.script
class Pair:
    def __init__(self, a: int, b: float):
        self.a = a
        self.b = b


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.arange(6.0).reshape(2, 3) / 4)
        self.register_buffer("row", self.weight.detach()[1])
        self.scale = 0.5

    def forward(self, x: Tensor) -> Tensor:
        return nn.functional.linear(x, self.weight) * self.scale + self.row.sum()


class Outer(nn.Module):
    ints: List[int]
    names: Dict[str, int]
    missing: Optional[Tensor]

    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.ints = [1, -2, 3]
        self.floats = [0.5, 1.5]
        self.flags = [True, False]
        self.words = ["a", "b"]
        self.names = {"one": 1, "two": 2}
        self.both = (3, "c", [2, 4])
        self.missing = None
        self.imaginary = 1 + 2j
        self.device = torch.device("cpu")
        self.half = torch.ones(2, dtype=torch.float16)
        self.pair = Pair(7, 0.25)
        self.quantized = torch.quantize_per_tensor(torch.tensor([0.1, 0.5]), 0.1, 3, torch.quint8)

    def forward(self, x: Tensor) -> Tuple[Tensor, List[int], Dict[str, int], float, Tensor]:
        y = self.inner(x) + torch.tensor([10.0, 20.0])
        if self.missing is None and self.flags[0]:
            y = y + self.floats[1]
        return y, self.ints + self.both[2], self.names, self.pair.b + self.pair.a, self.quantized.dequantize()

    @torch.jit.export
    def texts(self) -> Tuple[List[str], str, complex]:
        return self.words, self.both[1], self.imaginary


module = torch.jit.script(Outer())
torch.jit._serialization.save_jit_module_to_flatbuffer(module, "flatbuffer.ff", {"note.txt": "kept"})
if __name__ == "__main__":
    loaded = torch.jit.load("flatbuffer.ff")
    print(loaded(torch.ones(1, 3)), loaded.texts())
