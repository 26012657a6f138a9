# What members of Python modules stand for.
# REQUIRES: ts-translate
# The first line holds the text itself.
# RUN: ts-translate --import-torchscript %s | grep -v ts.sources | FileCheck %s
import math
import cmath
import torch
import torch.nn.functional as F


# CHECK-LABEL: func.func @constants
def constants():
    # CHECK: arith.constant 3.1415926535897931
    # CHECK: arith.constant 0x7FF0000000000000
    # CHECK: arith.constant 7 : i64
    # CHECK: arith.constant 2 : i64
    return math.pi, torch.inf, torch.float64, torch.channels_last


# CHECK-LABEL: func.func @operators
def operators(x: torch.Tensor, c: complex):
    # CHECK: ts.op "aten::sqrt.int"
    # CHECK: ts.op "aten::sqrt.complex"
    # CHECK: ts.op "aten::linalg_det"
    # CHECK: ts.op "aten::log_sigmoid"
    # CHECK: ts.op "aten::relu"
    return math.sqrt(2), cmath.sqrt(c), torch.linalg.det(x), F.logsigmoid(x), torch.ops.aten.relu(x)


# CHECK-LABEL: func.func @members
def members(x: torch.Tensor):
    # CHECK: ts.op "aten::to.dtype"
    # CHECK: ts.op "aten::numpy_T"
    # CHECK: ts.op "aten::size"
    # CHECK: ts.op "prim::dtype"
    return x.double(), x.T, x.shape, x.dtype


# Functions that are no operators come from the library.
# CHECK-LABEL: func.func @library
def library(x: torch.Tensor):
    # CHECK: call @__torch__.torch.functional.cdist
    # CHECK: call @__torch__.torch.functional.norm
    # CHECK: call @__torch__.torch.nn.functional.relu
    return torch.cdist(x, x), torch.norm(x, dim=1), F.relu(x)
