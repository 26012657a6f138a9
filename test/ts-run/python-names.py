# Functions, types and constants of PyTorch's modules that are no plain operators.
# RUN: ts-run %s --check=%S/Inputs/python-names.json | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn.modules.utils import _pair, _quadruple, _single, _triple
from typing import List


def typed_tensors():
    return (torch.DoubleTensor([2, 3]), torch.LongTensor([[1], [2]]), torch.BoolTensor([True, False]), torch.ByteTensor([255]), torch.HalfTensor([0.5]),
            torch.IntTensor(), torch.FloatTensor(2.5), torch.ShortTensor([1], device="cpu"), torch.CharTensor((1, 2)))


def sized_tensors(n: int):
    return torch.FloatTensor(n, 3).shape, torch.LongTensor(n).dtype, torch.DoubleTensor(torch.ones(2, n).size())


def typed_keyword():
    return torch.DoubleTensor(3, dtype=torch.float)


def typed_mixture():
    return torch.DoubleTensor(2, "a")


def typed_text():
    return torch.DoubleTensor("a")


def typed_value():
    return torch.LongTensor


def untyped():
    return torch.Tensor([2, 3])


def bfloat():
    return torch.BFloat16Tensor([1])


def as_annotation(x: torch.FloatTensor, y: torch.LongTensor):
    return x + y


def types(x: Tensor):
    return x.type(torch.float64), x.type(), x.type(x), x.type(dtype=torch.int32)


def tuples(x: List[int]):
    return _single(5), _pair(3), _pair(x), _triple(2.5), _quadruple(1), torch.nn.modules.utils._pair((1, 2))


def sizes(a: List[int], b: List[int]):
    return torch._C._infer_size(a, b)


def backends():
    return torch.backends.cudnn.enabled, torch.backends.cudnn.benchmark, torch.backends.mkldnn.enabled, torch._C._get_tracing_state(), torch.__version__


def special(x: Tensor):
    return torch._C._special.special_expit(x), torch._C._linalg.linalg_norm(x), torch._C._fft.fft_fftshift(x)


def constants(x: Tensor):
    torch.nn.init.zeros_(x[0])
    torch.nn.init.ones_(x[1])
    return torch.nn.init.constant_(x[2], 3.5)


def exact(x: Tensor):
    torch.nn.init.uniform_(x[0], 2.0, 2.0)
    torch.nn.init.normal_(x[1], 5.0, 0.0)
    torch.nn.init._no_grad_fill_(x[2], 9.0)
    return torch.nn.init._calculate_fan_in_and_fan_out(x)


def bounded(x: Tensor, y: Tensor):
    torch.nn.init.xavier_uniform_(x, gain=2.0)
    torch.nn.init.xavier_normal_(y)
    return bool((x.abs() <= 2.0).all()), bool((x != 0).all()), bool((y.abs() < 6).all())


def too_flat(x: Tensor):
    torch.nn.init.xavier_uniform_(x)


def refused(x: Tensor):
    torch.nn.init.trunc_normal_(x, 0.0, 1.0, -2.0, 2.0)


def gain():
    return torch.nn.init.orthogonal(torch.ones(2, 2))


def contract(a: Tensor, b: Tensor, d: Tensor):
    return torch.tensordot(a, b, dims=d), torch.tensordot(a, b, 1), torch.tensordot(a, b, ([1], [0])), torch.tensordot(a, b, [[1], [0]])


def contract_text(a: Tensor):
    return torch.tensordot(a, a, "x")


def by_time(x: Tensor, w: Tensor, b: Tensor, pad: int):
    return torch.conv_tbc(x, w, b, pad), F.conv_tbc(x, w, b)


def named(x: Tensor):
    return x.name, x.output_nr()


def keep_gradient(x: Tensor):
    x.retain_grad()


def added(x: Tensor, y: Tensor = torch.arange(3) * 2, z: Tensor = -torch.ones(2, 3)[1]):
    return x + y * z


X = torch.arange(6.0).reshape(2, 3)
CALLS = [(f, []) for f in ["typed_tensors", "typed_keyword", "typed_mixture", "typed_text", "typed_value", "untyped", "bfloat", "backends", "gain"]] + [
    ("sized_tensors", [2]), ("as_annotation", [X, torch.arange(3)]), ("types", [X]), ("tuples", [[7, 8]]), ("sizes", [[2, 1], [3]]), ("sizes", [[2], [3]]),
    ("special", [X[1]]), ("constants", [torch.full((3, 2), 7.0)]), ("exact", [torch.full((3, 2, 2), 7.0)]), ("bounded", None), ("too_flat", [torch.ones(3)]),
    ("refused", None), ("contract", [X, X.t(), torch.tensor([[1], [0]])]), ("contract", [X, X.t(), torch.tensor(1)]), ("contract", [X, X.t(), torch.tensor(3)]),
    ("contract_text", [X]), ("by_time", [torch.arange(12.0).reshape(3, 2, 2) / 10, torch.arange(12.0).reshape(2, 2, 3) / 10 - 0.5, torch.tensor([0.1, 0.2, 0.3]), 1]),
    ("by_time", [X, X, X[0], 0]), ("named", [X]), ("keep_gradient", [X]), ("added", [X[0]]), ("added", [X[0], X[1]])]
