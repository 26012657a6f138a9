# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run
# Operators of bfloat16 that compute in float32 and round their result alone. PyTorch
# rounds at some of the steps: its results are as near to these as its steps let them.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
a, b, c = [(torch.randn(2, 6, 6) * 4).bfloat16() for _ in range(3)]
for name, call in {
    "addmm": lambda a, b, c: torch.addmm(a[0], b[0], c[0], alpha=0.6, beta=0.2),
    "addmv": lambda a, b, c: torch.addmv(a[0, 0], b[0], c[0, 0], alpha=0.6, beta=0.2),
    "baddbmm": lambda a, b, c: torch.baddbmm(a, b, c, alpha=0.6, beta=0.2),
    "addbmm": lambda a, b, c: torch.addbmm(a[0], b, c, alpha=0.6, beta=0.2),
    "lerp": lambda a, b, c: torch.lerp(a, b, 0.4),
    "batch_norm": lambda a, b, c: F.batch_norm(a, b[0, 0], c[0, 0].abs(), b[0, 1], c[0, 1], False, 0.1, 0.5),
    "group_norm": lambda a, b, c: F.group_norm(a, 2, b[0, 0], c[0, 0], 0.5),
    "matrix_exp": lambda a, b, c: torch.matrix_exp(a / 8),
}.items():
    print(name, torch.equal(call(a, b, c), call(a.float(), b.float(), c.float()).bfloat16()))
# CHECK: addmm True
# CHECK-NEXT: addmv True
# CHECK-NEXT: baddbmm True
# CHECK-NEXT: addbmm True
# CHECK-NEXT: lerp True
# CHECK-NEXT: batch_norm True
# CHECK-NEXT: group_norm True
# CHECK-NEXT: matrix_exp True
