# RUN: ts-run %s --tier=compiled --entry=bytes --input='tensor([0.1,-0.12,100.,nan,inf,-1e30])' | FileCheck %s --check-prefix=BYTES
# RUN: ts-run %s --tier=runtime --entry=bytes --input='tensor([0.1,-0.12,100.,nan,inf,-1e30])' | FileCheck %s --check-prefix=BYTES
# BYTES: 9
# BYTES-NEXT: 5
# BYTES-NEXT: 255
# BYTES-NEXT: 0
# BYTES-NEXT: 0
# BYTES-NEXT: 0
# BYTES-NEXT: CPUByteType
# RUN: ts-run %s --tier=compiled --entry=words --input='tensor([0.1,2.5e-8,100.,nan,1e30,-1e30])' > %t.words
# RUN: ts-run %s --tier=runtime --entry=words --input='tensor([0.1,2.5e-8,100.,nan,1e30,-1e30])' | diff - %t.words
# RUN: ts-run %s --tier=compiled --entry=scaled --input='tensor([0.1,-0.12,100.])' --input=0.3 > %t.scaled
# RUN: ts-run %s --tier=runtime --entry=scaled --input='tensor([0.1,-0.12,100.])' --input=0.3 | diff - %t.scaled
# RUN: ts-run %s --tier=compiled --entry=integers --input='tensor([[1.,-2.],[3.,127.]])' > %t.integers
# RUN: ts-run %s --tier=runtime --entry=integers --input='tensor([[1.,-2.],[3.,127.]])' | diff - %t.integers

# What is made is made of the numbers as they were, and what is written is a tensor of its own.
# RUN: ts-run %s --tier=runtime --entry=kept --input='tensor([0.1,-0.12])' > %t.kept
# RUN: ts-run %s --entry=kept --input='tensor([0.1,-0.12])' | diff - %t.kept
# RUN: ts-run %s --tier=runtime --entry=written --input='tensor([0.1,-0.12])' > %t.written
# RUN: ts-run %s --entry=written --input='tensor([0.1,-0.12])' | diff - %t.written

# What the function gives is made of integers that a kernel computes.
# RUN: ts-run %s --tier=compiled --entry=given --input='tensor([0.1,-0.12,nan])' > %t.given
# RUN: ts-run %s --tier=runtime --entry=given --input='tensor([0.1,-0.12,nan])' | diff - %t.given
# RUN: FileCheck %s --check-prefix=GIVEN < %t.given
# GIVEN: QuantizedCPUQUInt8Type{3}, qscheme: per_tensor_affine, scale: 0.0500, zero_point: 7

# A layer with packed weights is a library call between kernels.
# RUN: ts-run %s --tier=compiled --entry=packed --input='tensor([[0.1,-0.12]])' > %t.packed
# RUN: ts-run %s --tier=runtime --entry=packed --input='tensor([[0.1,-0.12]])' | diff - %t.packed

# RUN: not ts-run %s --entry=beyond --input='tensor([0.1])' 2>&1 | FileCheck %s --check-prefix=BEYOND
# BEYOND: zero_point 700 is above upper bound
# RUN: ts-run %s --tier=compiled --entry=moved --input='tensor([0.1])' --input=7 | FileCheck %s --check-prefix=MOVED
# MOVED: 0.1000
# RUN: not ts-run %s --tier=compiled --entry=moved --input='tensor([0.1])' --input=700 2>&1 | FileCheck %s --check-prefix=BEYOND
import torch


def bytes(x: torch.Tensor):
    q = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    return torch.int_repr(q), torch.dequantize(q)


def words(x: torch.Tensor):
    q = torch.quantize_per_tensor(x, 1e-8, -7, torch.qint32)
    return torch.int_repr(q), torch.dequantize(q)


def scaled(x: torch.Tensor, s: float):
    return torch.dequantize(torch.quantize_per_tensor(x, s, 7, torch.qint8))


def integers(x: torch.Tensor):
    whole = x.to(torch.int8)
    rows = torch._make_per_channel_quantized_tensor(whole, torch.tensor([0.3, 0.1]), torch.tensor([1, -3]), 0)
    return torch.dequantize(torch._make_per_tensor_quantized_tensor(whole, 0.3, -3)), torch.dequantize(rows)


def kept(x: torch.Tensor):
    q = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    x.add_(1.0)
    return torch.dequantize(q)


def written(x: torch.Tensor):
    q = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    q.copy_(x + 1.0)
    return torch.dequantize(q)


def beyond(x: torch.Tensor):
    return torch.dequantize(torch.quantize_per_tensor(x, 0.05, 700, torch.qint8))


def moved(x: torch.Tensor, zero: int):
    return torch.dequantize(torch.quantize_per_tensor(x, 0.05, zero, torch.qint8))


def given(x: torch.Tensor):
    q = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    return q, q.q_scale(), torch.dequantize(q) + 1


def packed(x: torch.Tensor):
    w = torch.quantize_per_tensor(torch.ones(3, 2), 0.03, 0, torch.qint8)
    p = torch.ops.quantized.linear_prepack(w, None)
    return torch.ops.quantized.linear(torch.quantize_per_tensor(x, 0.05, 7, torch.quint8), p, 0.1, 4).dequantize()
