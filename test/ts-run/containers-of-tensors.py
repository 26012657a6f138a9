# REQUIRES: ts-run
# RUN: rm -rf %t && mkdir %t
# Tensors in containers, given and saved.
# RUN: ts-run %s --entry=pair "--input=[1x2:f32=3, 2:i64=arange]" | FileCheck %s --check-prefix=PAIR
# PAIR: {sum: {{.*}}6  8
# RUN: ts-run %s --entry=pair "--input=[1x2:f32=3, 2:i64=arange]" --save-output=%t/pair.npz
# RUN: ts-run %s --entry=pair "--input=[1x2:f32=3, 2:i64=arange]" --expect=%t/pair.npz | FileCheck %s --check-prefix=SAME
# SAME: result.sum: equal
# SAME: result.first: equal
# RUN: ts-run %s --entry=pair "--input=[1x2:f32=4, 2:i64=arange]" --save-output=%t/other.npz
# RUN: not ts-run %s --entry=pair "--input=[1x2:f32=4, 2:i64=arange]" --expect=%t/pair.npz | FileCheck %s --check-prefix=OTHER
# OTHER: result.sum: element 0: expected 6
# RUN: ts-run %s --entry=get "--input={'a': 2:f32=5, 'b': 1:f32}" "--input='a'" | FileCheck %s --check-prefix=GET
# GET: 5
# RUN: ts-run %s --entry=size "--input=[%source/examples/digits/pictures/7.png]" | FileCheck %s --check-prefix=SIZE
# SIZE: [1, 28, 28]
# RUN: not ts-run %s --entry=size "--input=[%t/missing.npy]" 2>&1 | FileCheck %s --check-prefix=MISSING
# MISSING: missing.npy
# RUN: not ts-run %s --entry=size "--input=[2x3:f99]" 2>&1 | FileCheck %s --check-prefix=DTYPE
# DTYPE: unknown dtype 'f99'
from typing import Dict, List

import torch


def pair(xs: List[torch.Tensor]) -> Dict[str, torch.Tensor]:
    return {"sum": xs[0] + xs[0] + xs[1] * 2, "first": xs[0]}


def get(table: Dict[str, torch.Tensor], key: str):
    return table[key]


def size(xs: List[torch.Tensor]) -> List[int]:
    return xs[0].shape
