# Members that do not exist or that TorchScript refuses.
# REQUIRES: ts-translate
# RUN: not ts-translate --import-torchscript %s 2>&1 | FileCheck %s
import math
import torch


def missing(x):
    # CHECK: [[@LINE+1]]:12: error: object has no attribute frobnicate
    return torch.frobnicate(x)


def no_operator():
    # CHECK: [[@LINE+2]]:12: error: Unknown builtin op: aten::finfo.
    # CHECK: aten::find
    return torch.finfo(torch.float32)


def refused(x: float):
    # CHECK: [[@LINE+1]]:12: error: Python builtin <built-in function hypot> is currently not supported in Torchscript
    return math.hypot(x, x)


def module_value():
    # CHECK: [[@LINE+1]]:12: error: python value of type 'module' cannot be used as a value
    return math


def no_overload(x: int):
    # CHECK: [[@LINE+6]]:12: error: Arguments for call are not valid.
    # CHECK-NEXT: The following variants are available:
    # CHECK: aten::bitwise_not(Tensor self) -> Tensor:
    # CHECK-NEXT: Expected a value of type 'Tensor' for argument 'self' but instead found type 'int'.
    # CHECK: aten::bitwise_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!):
    # CHECK: The original call is
    return ~x


def tuple_method(t: tuple):
    # CHECK: [[@LINE+1]]:12: error: 'tuple' object has no attribute or method 'count'.
    return t.count(1)
