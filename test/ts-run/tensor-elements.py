# Elements of tensors read as numbers and written from numbers: the same values
# and errors as by views. Recorded from PyTorch.
# RUN: ts-run %s --entry=values | FileCheck %s --check-prefix=VALUES --match-full-lines
# RUN: not ts-run %s --entry=reads --input=2x2:f32=arange --input=0 --input=2 2>&1 | FileCheck %s --check-prefix=READS
# RUN: not ts-run %s --entry=writes --input=2x2:f32=arange --input=5 2>&1 | FileCheck %s --check-prefix=WRITES
# RUN: not ts-run %s --entry=row --input=2x2:f32=arange 2>&1 | FileCheck %s --check-prefix=ROW
import torch


# VALUES: -1.5 3 False 2.
# VALUES-NEXT: 14. 2
# VALUES-NEXT: 0.0999755859375 255 4 True
def values():
    x = torch.zeros([2, 2])
    x[0, -1] = -1.5
    n = torch.tensor([[1, 2], [3, 4]])
    print(float(x[0][1]), int(n[-1, 0].item()), bool(x[0, 0]), float(n[0, 1]))
    x[1] = 7
    n[1, 1] = 2.9
    print(float(x[1, 0]) + float(x[1, 1]), int(n[1, 1]))
    h = torch.zeros([3], dtype=torch.half)
    h[1] = 0.1
    b = torch.zeros([2], dtype=torch.uint8)
    b[0] = 255
    c = torch.tensor([1.5, -2.5])
    c[torch.tensor(1)] = 4
    print(float(h[1]), int(b[0]), int(c[1]), bool(c[0]))


# READS: in reads
# READS: return float(x[i, j])
# READS-NEXT: {{^ +}}~~~~~~~ <--- HERE
# READS-NEXT: select(): index 2 out of range for tensor of size [2] at dimension 0
def reads(x, i: int, j: int):
    return float(x[i, j])


# WRITES: {{^ +}}x[0][i] = 2.0
# WRITES-NEXT: {{^ +}}~~~~~~~ <--- HERE
# WRITES-NEXT: select(): index 5 out of range for tensor of size [2] at dimension 0
def writes(x, i: int):
    x[0][i] = 2.0


# ROW: a Tensor with 2 elements cannot be converted to Scalar
def row(x):
    return float(x[1])
