# REQUIRES: ts-opt
# RUN: ts-translate --import-torchscript --no-sources --mlir-print-debuginfo %s -o %t.mlir
# RUN: ts-opt --torchscript-to-ssa --mlir-print-debuginfo --mlir-pretty-debuginfo %t.mlir | FileCheck %s --check-prefixes=NONE,SSA
# RUN: ts-opt --torchscript-to-ssa --torchscript-to-scf --mlir-print-debuginfo --mlir-pretty-debuginfo %t.mlir | FileCheck %s --check-prefixes=NONE,SCF
# RUN: ts-opt --torchscript-to-ssa --torchscript-to-scf --torchscript-to-tsrt --mlir-print-debuginfo --mlir-pretty-debuginfo %t.mlir | FileCheck %s --check-prefixes=NONE,TSRT
# RUN: ts-opt --torchscript-to-ssa --torchscript-to-scf --torchscript-to-tsrt --torchscript-to-llvm --mlir-print-debuginfo --mlir-pretty-debuginfo %t.mlir | FileCheck %s --check-prefixes=NONE,LLVM
# RUN: ts-opt --torchscript-to-linalg --mlir-print-debuginfo --mlir-pretty-debuginfo %t.mlir | FileCheck %s --check-prefixes=NONE,LINALG
# RUN: ts-opt --torchscript-to-cpu --mlir-print-debuginfo --mlir-pretty-debuginfo --mlir-print-ir-after-all %t.mlir > %t.cpu 2>&1
# RUN: FileCheck %s --check-prefixes=NONE,LLVM --input-file=%t.cpu
# No pass makes an operation without a place, or takes the place of one.
# NONE-NOT: {{[[(]}}unknown
# SSA: ts.constant.str "too large: {}" <#ts.range<{{[0-9]+}}, {{[0-9]+}}, "helper">>
# SCF: scf.if
# TSRT: tsrt.
# LINALG: scf.
# LLVM: llvm.func @{{(ts.)?}}f({{.*}}<#ts.range<{{[0-9]+}}, {{[0-9]+}}, "f">>
# NONE-NOT: {{[[(]}}unknown
from enum import Enum
from typing import Any, Dict, List, Optional

import torch


class Color(Enum):
    RED = 1


class Timer:
    def __init__(self, name: str):
        self.name = name
        self.log: List[int] = []

    def __enter__(self):
        return self

    def __exit__(self, a: Any, b: Any, c: Any):
        print(self.name)


def helper(x: int, names: Dict[str, int]) -> int:
    assert x > 0, "positive"
    for i in range(x):
        if i in [3, 4]:
            continue
        names["a"] = i
        if i > 7:
            raise ValueError(f"too large: {i}")
    return x // len(names)


def f(x, items: List[int], flag: Optional[int], c: Color):
    with Timer("t") as t:
        t.log.append(helper(3, {"a": 1}))
        if flag is not None and c == Color.RED:
            return x[1:, None] * flag, t.log
    future = torch.jit.fork(helper, 2, {"b": 2})
    y = torch.relu(x) + torch.jit.wait(future)
    while y.sum() > 1:
        y = y / 2
    return y, [a * 2 for a in items]
