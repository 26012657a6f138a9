# RUN: ts-translate --import-torchscript %s | ts-translate --export-torchscript - | FileCheck %s
# Operators that are attributes of tensors are not called.


# CHECK: x.is_leaf, x.mT, x.real, x.requires_grad, x.dtype
# CHECK-NOT: is_leaf()
def f(x):
    return x.is_leaf, x.mT, x.real, x.requires_grad, x.dtype
