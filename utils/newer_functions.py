# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plain Python for functions that programs of PyTorch 2 call and 1.13 lacks."""

import types

import torch


def check(condition, message=None):
    if not condition:
        raise RuntimeError(message() if message else "Expected cond to be True, but got False.")


def check_is_size(size, message=None, *, max=None):
    check(size >= 0 and (max is None or size <= max), message)


def cond(pred, true_fn, false_fn, operands=()):
    return (true_fn if pred else false_fn)(*operands)


def while_loop(cond_fn, body_fn, carried, additional_inputs=()):
    carried = tuple(carried)
    while cond_fn(*carried, *additional_inputs):
        carried = tuple(body_fn(*carried, *additional_inputs))
    return carried


def stacked(parts, dim=0):
    if isinstance(parts[0], torch.Tensor):
        return torch.stack(parts, dim)
    return type(parts[0])(stacked(list(each), dim) for each in zip(*parts))


def select(xs, dim, i):
    return xs.select(dim, i) if isinstance(xs, torch.Tensor) else type(xs)(select(x, dim, i) for x in xs)


def length(xs, dim):
    return xs.shape[dim] if isinstance(xs, torch.Tensor) else length(xs[0], dim)


def map_(f, xs, *args):
    return stacked([f(select(xs, 0, i), *args) for i in range(length(xs, 0))])


def scan(combine_fn, init, xs, *, dim=0, reverse=False):
    outs = []
    for i in range(length(xs, dim)):
        init, out = combine_fn(init, select(xs, dim, length(xs, dim) - 1 - i if reverse else i))
        outs.append(out)
    return init, stacked(outs[::-1] if reverse else outs)


def install():
    """Puts the functions where PyTorch 2 has them, unless they are there."""
    operators = types.SimpleNamespace(cond=cond, while_loop=while_loop, map=map_, scan=scan)
    for name, function in (("_check", check), ("_check_is_size", check_is_size), ("cond", cond),
                           ("_higher_order_ops", operators)):
        if not hasattr(torch, name):
            setattr(torch, name, function)
