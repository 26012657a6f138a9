"""torch.sparse: sparse tensors by coordinates."""

import torch
import _sparse


def mm(mat1, mat2):
    return _sparse.run("aten::mm", (mat1, mat2), {})


def addmm(mat, mat1, mat2, beta=1, alpha=1):
    return _sparse.run("aten::addmm", (mat, mat1, mat2), {"beta": beta, "alpha": alpha})


def sum(input, dim=None, dtype=None):
    return _sparse.sum_values(input, dim, dtype)


def softmax(input, dim, dtype=None):
    raise _sparse._refusal("_sparse_softmax")


log_softmax = softmax


def _typed(dtype):
    def make(*args):
        if len(args) < 2:
            raise TypeError("a sparse tensor is made of indices, values and a size")
        return _sparse.make(args[0], args[1], args[2] if len(args) > 2 else None, dtype)

    return make


FloatTensor, DoubleTensor, LongTensor, IntTensor = map(_typed, (torch.float32, torch.float64, torch.int64, torch.int32))
