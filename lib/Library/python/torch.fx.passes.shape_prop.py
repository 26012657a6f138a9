"""torch.fx.passes.shape_prop: what tensors the steps of a graph have for these inputs."""

import traceback as _traceback
from collections import namedtuple as _namedtuple

import torch
from torch.fx.interpreter import Interpreter
from torch.fx.node import map_aggregate

TensorMetadata = _namedtuple("TensorMetadata", "shape dtype requires_grad stride memory_format is_quantized qparams")


def _extract_tensor_metadata(result):
    memory_format = None
    for asked in (torch.contiguous_format, torch.channels_last, torch.channels_last_3d):
        if memory_format is None and result.is_contiguous(memory_format=asked):
            memory_format = asked
    numbers = {}
    if result.is_quantized:
        numbers["qscheme"] = scheme = result.qscheme()
        if scheme in (torch.per_tensor_affine, torch.per_tensor_symmetric):
            numbers["scale"], numbers["zero_point"] = result.q_scale(), result.q_zero_point()
        else:
            numbers["scale"] = result.q_per_channel_scales().tolist()
            numbers["zero_point"] = result.q_per_channel_zero_points().tolist()
            numbers["axis"] = result.q_per_channel_axis()
    return TensorMetadata(result.shape, result.dtype, result.requires_grad, result.stride(), memory_format, result.is_quantized,
                          numbers)


class ShapeProp(Interpreter):
    def run_node(self, n):
        try:
            result = super().run_node(n)
        except Exception:
            _traceback.print_exc()
            raise RuntimeError(f"ShapeProp error for: node={n.format_node()} with meta={n.meta}")
        tensors = []

        def describe(obj):
            if not isinstance(obj, torch.Tensor):
                return obj
            tensors.append(obj)
            return _extract_tensor_metadata(obj)

        meta = map_aggregate(result, describe)
        if tensors:
            n.meta["tensor_meta"] = meta
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args):
        return super().run(*args)
