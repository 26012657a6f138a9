# Gradients of convolutions and normalizations. What `output_mask` does not ask for is no
# tensor. The runtime has no kernels of them.
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


# A value of type Tensor that is none.
def nothing() -> Tensor:
    return torch.empty(0).grad


# The gradient of the weight of a convolution with one group: a convolution of the bigger
# side by the smaller one, in which batch and channels change places.
def weight_gradient(big: Tensor, small: Tensor, kernel: List[int], stride: List[int], padding: List[int],
                    dilation: List[int]) -> Tensor:
    result = torch.convolution(big.transpose(0, 1), small.transpose(0, 1), None, dilation, padding, stride, False,
                               [0 for _ in kernel], 1)
    for i in range(len(kernel)):
        result = result.narrow(2 + i, 0, kernel[i])
    return result.transpose(0, 1)


def extended(values: List[int], n: int) -> List[int]:
    return [values[0] for _ in range(n)] if len(values) == 1 else values


@register_decomposition([aten.convolution_backward.default, aten.convolution_backward_overrideable.default])
def convolution_backward(grad_output: Tensor, input: Tensor, weight: Tensor, bias_sizes: Optional[List[int]],
                         stride: List[int], padding: List[int], dilation: List[int], transposed: bool,
                         output_padding: List[int], groups: int,
                         output_mask: List[bool]) -> Tuple[Tensor, Tensor, Tensor]:
    n = weight.dim() - 2
    stride, padding, dilation = extended(stride, n), extended(padding, n), extended(dilation, n)
    by_input, by_weight, by_bias = nothing(), nothing(), nothing()
    if output_mask[0]:
        rest = [0 for _ in range(n)]
        if not transposed:
            for i in range(n):
                reach = (grad_output.size(2 + i) - 1) * stride[i] - 2 * padding[i]
                rest[i] = input.size(2 + i) - reach - dilation[i] * (weight.size(2 + i) - 1) - 1
        by_input = torch.convolution(grad_output, weight, None, stride, padding, dilation, not transposed, rest, groups)
        if transposed:
            # What the padding of an output adds beyond a step has no place in the input.
            for i in range(n):
                by_input = by_input.narrow(2 + i, 0, input.size(2 + i))
    if output_mask[1]:
        big, small = (grad_output, input) if transposed else (input, grad_output)
        kernel = weight.shape[2:]
        parts: List[Tensor] = []
        wide, narrow = big.size(1) // groups, small.size(1) // groups
        for g in range(groups):
            parts.append(weight_gradient(big.narrow(1, g * wide, wide), small.narrow(1, g * narrow, narrow), kernel,
                                         stride, padding, dilation))
        by_weight = torch.cat(parts, 0)
    if output_mask[2]:
        dims = [0]
        for i in range(n):
            dims.append(2 + i)
        by_bias = grad_output.sum(dims)
    return by_input, by_weight, by_bias


@register_decomposition([aten.linear_backward.default])
def linear_backward(self: Tensor, grad_output: Tensor, weight: Tensor,
                    output_mask: List[bool]) -> Tuple[Tensor, Tensor, Tensor]:
    flat = grad_output.reshape(-1, grad_output.size(-1))
    by_input = grad_output @ weight if output_mask[0] else nothing()
    by_weight = flat.t() @ self.reshape(-1, self.size(-1)) if output_mask[1] else nothing()
    by_bias = flat.sum([0]) if output_mask[2] else nothing()
    return by_input, by_weight, by_bias


@register_decomposition([aten.conv_tbc_backward.default])
def conv_tbc_backward(self: Tensor, input: Tensor, weight: Tensor, bias: Tensor,
                      pad: int) -> Tuple[Tensor, Tensor, Tensor]:
    x, w, g = input.permute(1, 2, 0), weight.permute(2, 1, 0), self.permute(1, 2, 0)
    by_input = torch.conv_transpose1d(g, w, None, 1, pad)
    by_weight = weight_gradient(x, g, [weight.size(0)], [1], [pad], [1])
    return by_input.permute(2, 0, 1), by_weight.permute(2, 1, 0), self.sum([0, 1])


# (grad - mean(grad) - far * mean(grad * far)) * scale, over the elements in `dims`.
def centred(grad: Tensor, far: Tensor, scale: Tensor, dims: List[int]) -> Tensor:
    return (grad - grad.mean(dims, True) - far * (grad * far).mean(dims, True)) * scale


@register_decomposition([aten.native_layer_norm_backward.default])
def native_layer_norm_backward(grad_out: Tensor, input: Tensor, normalized_shape: List[int], mean: Tensor,
                               rstd: Tensor, weight: Optional[Tensor], bias: Optional[Tensor],
                               output_mask: List[bool]) -> Tuple[Tensor, Tensor, Tensor]:
    first = input.dim() - len(normalized_shape)
    inner = [i for i in range(first, input.dim())]
    outer = [i for i in range(first)]
    far = (input - mean) * rstd
    scaled = grad_out if weight is None else grad_out * weight
    by_input, by_weight, by_bias = nothing(), nothing(), nothing()
    if output_mask[0]:
        by_input = centred(scaled, far, rstd, inner)
    if output_mask[1]:
        by_weight = (grad_out * far).sum(outer) if first > 0 else grad_out * far
    if output_mask[2]:
        by_bias = grad_out.sum(outer) if first > 0 else grad_out.clone()
    return by_input, by_weight, by_bias


@register_decomposition([aten.native_group_norm_backward.default])
def native_group_norm_backward(grad_out: Tensor, input: Tensor, mean: Tensor, rstd: Tensor, weight: Optional[Tensor],
                               N: int, C: int, HxW: int, group: int,
                               output_mask: List[bool]) -> Tuple[Tensor, Tensor, Tensor]:
    grad = grad_out.reshape(N, C, HxW)
    scale = rstd.reshape(N, group, 1)
    far = (input.reshape(N, group, -1) - mean.reshape(N, group, 1)) * scale
    by_channel = far.reshape(N, C, HxW)
    by_input, by_weight, by_bias = nothing(), nothing(), nothing()
    if output_mask[0]:
        scaled = grad if weight is None else grad * weight.reshape(1, C, 1)
        by_input = centred(scaled.reshape(N, group, -1), far, scale, [2]).reshape(input.shape)
    if output_mask[1]:
        by_weight = (grad * by_channel).sum([0, 2])
    if output_mask[2]:
        by_bias = grad.sum([0, 2])
    return by_input, by_weight, by_bias


@register_decomposition([aten.native_batch_norm_backward.default])
def native_batch_norm_backward(grad_out: Tensor, input: Tensor, weight: Optional[Tensor],
                               running_mean: Optional[Tensor], running_var: Optional[Tensor],
                               save_mean: Optional[Tensor], save_invstd: Optional[Tensor], train: bool, eps: float,
                               output_mask: List[bool]) -> Tuple[Tensor, Tensor, Tensor]:
    shape = [1 for _ in range(input.dim())]
    shape[1] = input.size(1)
    dims = [0]
    for i in range(2, input.dim()):
        dims.append(i)
    if train:
        assert save_mean is not None and save_invstd is not None
        mean, scale = save_mean, save_invstd
    else:
        assert running_mean is not None and running_var is not None
        mean, scale = running_mean, 1 / torch.sqrt(running_var + eps)
    mean, scale = mean.reshape(shape), scale.reshape(shape)
    far = (input - mean) * scale
    scaled = grad_out if weight is None else grad_out * weight.reshape(shape)
    by_input, by_weight, by_bias = nothing(), nothing(), nothing()
    if output_mask[0]:
        by_input = centred(scaled, far, scale, dims) if train else scaled * scale
    if output_mask[1]:
        by_weight = (grad_out * far).sum(dims)
    if output_mask[2]:
        by_bias = grad_out.sum(dims)
    return by_input, by_weight, by_bias


# The lengths of v in all dimensions but `dim`.
def lengths(v: Tensor, dim: int) -> Tensor:
    dims: List[int] = []
    for i in range(v.dim()):
        if i != dim:
            dims.append(i)
    return torch.linalg.vector_norm(v, 2, dims, True)


@register_decomposition([aten._weight_norm.default])
def weight_norm(v: Tensor, g: Tensor, dim: int) -> Tensor:
    return v * (g / lengths(v, dim))


@register_decomposition([aten._weight_norm_interface.default])
def weight_norm_interface(v: Tensor, g: Tensor, dim: int) -> Tuple[Tensor, Tensor]:
    norms = lengths(v, dim)
    return v * (g / norms), norms


@register_decomposition([aten._weight_norm_interface_backward.default])
def weight_norm_interface_backward(grad_w: Tensor, saved_v: Tensor, saved_g: Tensor, saved_norms: Tensor,
                                   dim: int) -> Tuple[Tensor, Tensor]:
    dims: List[int] = []
    for i in range(saved_v.dim()):
        if i != dim:
            dims.append(i)
    along = (grad_w * saved_v).sum(dims, True)
    by_v = saved_g / saved_norms * (grad_w - saved_v * (along / (saved_norms * saved_norms)))
    return by_v, along / saved_norms
