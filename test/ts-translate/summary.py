# RUN: ts-translate --summary %s --entry=product --input=4x8:f32 --input=8x2:f32 | FileCheck %s
# RUN: ts-translate %s | ts-translate --summary - | FileCheck %s --check-prefix=MLIR
# RUN: not ts-translate --summary %s --input=4x8:f32 2>&1 | FileCheck %s --check-prefix=WHICH
# A text: functions, operators of the language, composites; what a call costs:
# 4 x 2 elements of 8 products, then one operation for each.
# CHECK: a text file
# CHECK: methods:
# CHECK-NEXT: product: product(Tensor x, Tensor y) -> Tensor
# CHECK-NEXT: count: count(int n) -> int
# CHECK: operators:
# CHECK-DAG: 1 aten::add.int: kernel
# CHECK-DAG: 1 aten::mm: kernel
# CHECK-NOT: not supported
# CHECK: a call of product:
# CHECK-NEXT: 136 operations on numbers
# CHECK-NEXT: 64 bytes of tensors are made, 64 are needed at once
# CHECK-NEXT: compiled: aten::mm aten::relu
# MLIR: methods:
# MLIR-NEXT: product:
# WHICH: error: which function? name one with --entry: product, count
import torch


def product(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.mm(x, y).relu()


def count(n: int) -> int:
    return n + 1
