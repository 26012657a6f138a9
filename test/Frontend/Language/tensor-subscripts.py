# RUN: ts-translate --import-torchscript --no-sources %s | FileCheck %s
# Tensor indexing is a chain of select, slice, unsqueeze and index.

# CHECK-LABEL: func.func @mixed
def mixed(x):
    # CHECK: %[[ROW:.*]] = ts.op "aten::select.int"
    # CHECK: %[[CUT:.*]] = ts.op "aten::slice.Tensor"(%[[ROW]],
    # CHECK: ts.op "aten::unsqueeze"(%[[CUT]],
    return x[0, 1:3, None]

# Behind an ellipsis dimensions count from the right.
# CHECK-LABEL: func.func @ellipsis
def ellipsis(x):
    # CHECK: arith.constant -1 : i64
    # CHECK: ts.op "aten::select.int"
    return x[..., 2]

# CHECK-LABEL: func.func @advanced
def advanced(x, i):
    # CHECK: %[[INDICES:.*]] = ts.list.construct %{{.*}}, %{{.*}} : !ts.list<!ts.optional<!ts.tensor>>
    # CHECK: ts.op "aten::index.Tensor"(%{{.*}}, %[[INDICES]])
    return x[:, i]

# CHECK-LABEL: func.func @assigned
def assigned(x, m):
    # CHECK: ts.op "prim::dtype"
    # CHECK: %[[ONE:.*]] = ts.op "aten::tensor.int"
    # CHECK: ts.op "aten::copy_"(%{{.*}}, %[[ONE]],
    x[0] = 1
    # CHECK: ts.op "aten::index_put_"
    x[m] = x
    return x
