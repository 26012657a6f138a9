# RUN: ts-run %s --tier=compiled --entry=sums --input='tensor([1.,2.,3.])' --input=3:f32 | FileCheck %s --check-prefix=SUMS
# SUMS: 2
# SUMS-NEXT: 4
# SUMS-NEXT: 6
# SUMS-NEXT: CPUFloatType{3}
# RUN: ts-run %s --tier=compiled --entry=counted --input=3x4:i64 | FileCheck %s --check-prefix=COUNTED
# COUNTED: 5 6 7 8
# COUNTED: CPULongType{3,4}
# RUN: ts-run %s --tier=compiled --entry=rounded --input=4:i64 | FileCheck %s --check-prefix=ROUNDED
# ROUNDED: 1
# ROUNDED-NEXT: 2
# ROUNDED-NEXT: 3
# ROUNDED-NEXT: 4
# RUN: ts-run %s --tier=compiled --entry=made --input='tensor([1.,2.])' | FileCheck %s --check-prefix=MADE
# MADE: 4
# MADE-NEXT: 8
# RUN: ts-run %s --tier=compiled --entry=sorted --input='tensor([3.,1.,2.])' > %t.sorted
# RUN: ts-run %s --tier=runtime --entry=sorted --input='tensor([3.,1.,2.])' | diff - %t.sorted
# RUN: FileCheck %s --check-prefix=SORTED < %t.sorted
# SORTED: 1
# SORTED-NEXT: 2
# SORTED-NEXT: 3
# SORTED: CPULongType{3}
# RUN: ts-run %s --tier=compiled --entry=largest --input=3x4:f32 > %t.largest
# RUN: ts-run %s --tier=runtime --entry=largest --input=3x4:f32 | diff - %t.largest
# RUN: not ts-run %s --tier=compiled --entry=sorted --input='tensor([3,1])' 2>&1 | FileCheck %s --check-prefix=LESS
# LESS: aten::sort.values: sizes or dtype of a tensor change in the same function

# A tensor of other sizes is resized, and one that the call reads is written while it is read: the runtime
# does both.
# RUN: not ts-run %s --tier=compiled --entry=sums --input='tensor([1.,2.,3.])' --input=0:f32 2>&1 | FileCheck %s --check-prefix=RESIZED
# RESIZED: aten::add.out: sizes or dtype of a tensor change in the same function
# RUN: not ts-run %s --tier=compiled --entry=own --input='tensor([[1.,2.],[3.,4.]])' 2>&1 | FileCheck %s --check-prefix=OWN
# OWN: aten::mm.out: sizes or dtype of a tensor change in the same function
# RUN: ts-run %s --entry=sums --input='tensor([1.,2.,3.])' --input=0:f32 | FileCheck %s --check-prefix=SUMS
# RUN: not ts-run %s --entry=sums --input='tensor([1.,2.,3.])' --input=3:i64 2>&1 | FileCheck %s --check-prefix=DTYPE
# DTYPE: result type Float can't be cast to the desired output type Long
import torch


def sums(x: torch.Tensor, y: torch.Tensor):
    torch.add(x, x, out=y)
    return y


def counted(x: torch.Tensor):
    return torch.arange(1, 13, out=x)


def rounded(x: torch.Tensor):
    torch.arange(1.5, 5.5, out=x)
    return x


def made(x: torch.Tensor):
    y = torch.empty([2])
    torch.mul(x, 2, out=y)
    return y * 2


def sorted(x: torch.Tensor):
    values, indices = torch.empty([3]), torch.empty([3], dtype=torch.int64)
    torch.sort(x, values=values, indices=indices)
    return values, indices


def largest(x: torch.Tensor):
    values, indices = torch.empty([2, 4]), torch.empty([2, 4], dtype=torch.int64)
    torch.topk(x, 2, 0, values=values, indices=indices)
    rows, places = torch.empty([4]), torch.empty([4], dtype=torch.int64)
    torch.max(x, 0, max=rows, max_values=places)
    return values + 1, indices, rows * 2, places


def own(x: torch.Tensor):
    return torch.mm(x, x, out=x)
