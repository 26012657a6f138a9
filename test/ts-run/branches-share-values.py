# What a branch gives as it is may be a result of the kernel, too, or be read behind it.
# RUN: ts-run %s --entry=both --input=3:f32=arange --report-residue 2>&1 | FileCheck %s --check-prefix=THEN
# RUN: ts-run %s --entry=both --input=3:f32=0.5 | FileCheck %s --check-prefix=ELSE
# RUN: ts-run %s --entry=selected --input=3:f32=arange | FileCheck %s --check-prefix=SELECTED
import torch
from torch import Tensor


def both(a: Tensor):
    m = a * 2
    if bool(a.sum() > 2):
        y = m + m
        z = torch.clone(m)
    else:
        y = m
        z = m + 1
    return y, z


# THEN: 0{{$}}
# THEN: 4{{$}}
# THEN: 8{{$}}
# THEN: 0{{$}}
# THEN: 2{{$}}
# THEN: 4{{$}}
# ELSE: 1{{$}}
# ELSE: 2{{$}}


def selected(a: Tensor):
    m = a * 2
    k = a * 3
    y = k if bool(a.sum() > 2) else m
    return y, m, k


# SELECTED: 0{{$}}
# SELECTED: 3{{$}}
# SELECTED: 6{{$}}
# SELECTED: 0{{$}}
# SELECTED: 2{{$}}
# SELECTED: 4{{$}}
# SELECTED: 0{{$}}
# SELECTED: 3{{$}}
# SELECTED: 6{{$}}
