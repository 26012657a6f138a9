# Tensors with given elements on the command line.
# REQUIRES: ts-run
# RUN: ts-run %s --entry=show --input='tensor([[1, 2], [3, -4]])' | FileCheck %s --check-prefix=INTS
# RUN: ts-run %s --entry=show --input='torch.tensor([True, 2, 0.5])' | FileCheck %s --check-prefix=MIXED
# RUN: ts-run %s --entry=show --input='tensor([1, 2j])' | FileCheck %s --check-prefix=COMPLEX
# RUN: ts-run %s --entry=show --input='tensor([[], []])' | FileCheck %s --check-prefix=EMPTY
# RUN: ts-run %s --entry=show --json --input='x=tensor( (9223372036854775807, +7), )' | FileCheck %s --check-prefix=WIDE
# RUN: ts-run %s --entry=show --input='tensor(-1.5, dtype=torch.int32)' | FileCheck %s --check-prefix=CUT
# RUN: ts-run %s --entry=show --input='tensor([0.5, nan, 0], dtype=bool)' | FileCheck %s --check-prefix=BOOL
# RUN: ts-run %s --entry=show --input='tensor([nan, -inf], dtype = f16,)' | FileCheck %s --check-prefix=HALF
# RUN: ts-run %s --entry=second --input='[tensor([1, 2]), 2:i64=3]' | FileCheck %s --check-prefix=LIST
# INTS: 4 [2, 2]
# INTS-NEXT: 1 2
# INTS-NEXT: 3 -4
# MIXED: 6 [3]
# MIXED-NEXT: 1.0000
# MIXED-NEXT: 2.0000
# MIXED-NEXT: 0.5000
# COMPLEX: 9 [2]
# EMPTY: 6 [2, 0]
# WIDE: 4 [2]
# WIDE: "data":[9223372036854775807,7],"dtype":"int64"
# CUT: 3 []
# CUT-NEXT: -1
# BOOL: 11 [3]
# BOOL-NEXT: 1
# BOOL-NEXT: 1
# BOOL-NEXT: 0
# HALF: 5 [2]
# HALF-NEXT: nan
# HALF-NEXT: -inf
# LIST: 4 [2]
# LIST-NEXT: 3
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor([[1], [2, 3]])' 2>&1 | FileCheck %s --check-prefix=RAGGED
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor([1, [2]])' 2>&1 | FileCheck %s --check-prefix=DEPTH
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor([[1], 2])' 2>&1 | FileCheck %s --check-prefix=DEPTH
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor(["a"])' 2>&1 | FileCheck %s --check-prefix=KIND
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor([300], dtype=u8)' 2>&1 | FileCheck %s --check-prefix=RANGE
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor([nan], dtype=i64)' 2>&1 | FileCheck %s --check-prefix=NAN
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor([2j], dtype=f32)' 2>&1 | FileCheck %s --check-prefix=REAL
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor([1], dtype=f99)' 2>&1 | FileCheck %s --check-prefix=DTYPE
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor([1], device="cpu")' 2>&1 | FileCheck %s --check-prefix=OPTION
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor([1]' 2>&1 | FileCheck %s --check-prefix=OPTION
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input='tensor([99999999999999999999])' 2>&1 | FileCheck %s --check-prefix=BITS
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input=1x3x8 2>&1 | FileCheck %s --check-prefix=SIZES
# SIZES: error: '1x3x8' is not a value: a tensor has a dtype behind its sizes, such as 2x3:f32=0.5
# RAGGED: error: 'tensor({{\[\[}}1], [2, 3]])' is not a value: no tensor: dimension 1 has lists of 1 and of 2 elements
# DEPTH: no tensor: the lists have different depths
# KIND: no tensor: its elements are numbers and lists of them
# RANGE: 300 does not fit into uint8
# NAN: nan does not fit into int64
# REAL: a complex number is no float32
# DTYPE: unknown dtype 'f99'; known are f32, f64, i64, bool, ...
# OPTION: expected ')' or dtype=NAME in tensor(...)
# BITS: '99999999999999999999' does not fit into an int of 64 bits
# The fills of shorthands are numbers of their dtype, too.
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input=2:u8=300 2>&1 | FileCheck %s --check-prefix=RANGE
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input=2:i64=nan 2>&1 | FileCheck %s --check-prefix=NAN
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input=2:bool=rand 2>&1 | FileCheck %s --check-prefix=RANDOM
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input=2:i64=1,2 2>&1 | FileCheck %s --check-prefix=FILL
# RUN: %S/../tools/Inputs/expect-status 2 ts-run %s --entry=show --input=99999999x99999999:f32 2>&1 | FileCheck %s --check-prefix=LARGE
# RANDOM: '2:bool=rand': rand and randn make floats, not bool
# FILL: unknown fill '1,2'; {{.*}}; elements one by one: tensor({{\[\[}}1, 2], [3, 4]], dtype=i64)
# LARGE: the tensor is too large; at most 268435456 elements can be given so
from typing import List

import torch
from torch import Tensor


def show(x: Tensor):
    print(x.dtype, x.shape)
    return x


def second(x: List[Tensor]):
    return show(x[1])
