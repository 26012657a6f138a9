# Gradients of what selects, pads, pools, interpolates and looks up: each element goes back to
# where it came from. The runtime has no kernels of them.
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition([aten.select_backward.default])
def select_backward(grad_output: Tensor, input_sizes: List[int], dim: int, index: int) -> Tensor:
    result = torch.zeros(input_sizes, dtype=grad_output.dtype)
    result.select(dim, index).copy_(grad_output)
    return result


@register_decomposition([aten.slice_backward.default])
def slice_backward(grad_output: Tensor, input_sizes: List[int], dim: int, start: int, end: int, step: int) -> Tensor:
    result = torch.zeros(input_sizes, dtype=grad_output.dtype)
    aten.slice(result, dim, start, end, step).copy_(grad_output)
    return result


@register_decomposition([aten.diagonal_backward.default])
def diagonal_backward(grad_output: Tensor, input_sizes: List[int], offset: int, dim1: int, dim2: int) -> Tensor:
    result = torch.zeros(input_sizes, dtype=grad_output.dtype)
    result.diagonal(offset, dim1, dim2).copy_(grad_output)
    return result


@register_decomposition([aten.trace_backward.default])
def trace_backward(grad: Tensor, sizes: List[int]) -> Tensor:
    if len(sizes) != 2:
        raise RuntimeError("expected matrix input")
    result = torch.zeros(sizes, dtype=grad.dtype)
    result.diagonal().copy_(grad)
    return result


@register_decomposition([aten.unfold_backward.default])
def unfold_backward(grad_in: Tensor, input_sizes: List[int], dim: int, size: int, step: int) -> Tensor:
    result = torch.zeros(input_sizes, dtype=grad_in.dtype)
    if len(input_sizes) == 0:
        return grad_in.reshape(input_sizes)
    for i in range(size):
        windows = result.narrow(dim, i, input_sizes[dim] - size + 1)
        aten.slice(windows, dim, 0, windows.size(dim), step).add_(grad_in.select(-1, i))
    return result


@register_decomposition([aten.index_select_backward.default])
def index_select_backward(grad: Tensor, self_sizes: List[int], dim: int, index: Tensor) -> Tensor:
    return torch.zeros(self_sizes, dtype=grad.dtype).index_add(dim, index, grad)


@register_decomposition([aten.gather_backward.default])
def gather_backward(grad: Tensor, self: Tensor, dim: int, index: Tensor, sparse_grad: bool) -> Tensor:
    if sparse_grad:
        raise RuntimeError("gather_backward: sparse gradients are not supported")
    return torch.zeros(self.shape, dtype=grad.dtype).scatter_add(dim, index, grad)


@register_decomposition([aten.masked_select_backward.default])
def masked_select_backward(grad: Tensor, input: Tensor, mask: Tensor) -> Tensor:
    return torch.zeros_like(input).masked_scatter(mask, grad)


@register_decomposition([aten.value_selecting_reduction_backward.default])
def value_selecting_reduction_backward(grad: Tensor, dim: int, indices: Tensor, sizes: List[int],
                                       keepdim: bool) -> Tensor:
    result = torch.zeros(sizes, dtype=grad.dtype)
    if len(sizes) == 0 or keepdim:
        return result.scatter(dim, indices, grad)
    return result.scatter(dim, indices.unsqueeze(dim), grad.unsqueeze(dim))


@register_decomposition([aten.embedding_dense_backward.default])
def embedding_dense_backward(grad_output: Tensor, indices: Tensor, num_weights: int, padding_idx: int,
                             scale_grad_by_freq: bool) -> Tensor:
    flat = indices.reshape(-1)
    grad = grad_output.reshape(flat.numel(), -1)
    if scale_grad_by_freq:
        counts = torch.bincount(flat, minlength=num_weights)
        grad = grad / counts[flat].unsqueeze(1).to(grad.dtype)
    grad = grad.masked_fill((flat == padding_idx).unsqueeze(1), 0.0)
    return torch.zeros(num_weights, grad.size(1), dtype=grad.dtype).index_add(0, flat.to(torch.int64), grad)


@register_decomposition([aten.embedding_backward.default])
def embedding_backward(grad: Tensor, indices: Tensor, num_weights: int, padding_idx: int, scale_grad_by_freq: bool,
                       sparse: bool) -> Tensor:
    if sparse:
        raise RuntimeError("embedding_backward: sparse gradients are not supported")
    return aten.embedding_dense_backward(grad, indices, num_weights, padding_idx, scale_grad_by_freq)


# Adds the elements of `grad` to their places in the planes of the last `n` dimensions.
def to_planes(grad: Tensor, self: Tensor, indices: Tensor, n: int) -> Tensor:
    planes = torch.zeros_like(self).flatten(-n)
    return planes.scatter_add(-1, indices.flatten(-n), grad.flatten(-n)).reshape(self.shape)


@register_decomposition([aten.max_pool2d_with_indices_backward.default])
def max_pool2d_with_indices_backward(grad_output: Tensor, self: Tensor, kernel_size: List[int], stride: List[int],
                                     padding: List[int], dilation: List[int], ceil_mode: bool,
                                     indices: Tensor) -> Tensor:
    return to_planes(grad_output, self, indices, 2)


@register_decomposition([aten.max_pool3d_with_indices_backward.default])
def max_pool3d_with_indices_backward(grad_output: Tensor, self: Tensor, kernel_size: List[int], stride: List[int],
                                     padding: List[int], dilation: List[int], ceil_mode: bool,
                                     indices: Tensor) -> Tensor:
    return to_planes(grad_output, self, indices, 3)


@register_decomposition([aten.adaptive_max_pool2d_backward.default])
def adaptive_max_pool2d_backward(grad_output: Tensor, self: Tensor, indices: Tensor) -> Tensor:
    return to_planes(grad_output, self, indices, 2)


@register_decomposition([aten.adaptive_max_pool3d_backward.default])
def adaptive_max_pool3d_backward(grad_output: Tensor, self: Tensor, indices: Tensor) -> Tensor:
    return to_planes(grad_output, self, indices, 3)


# Multiplies the last dimension but `k` by the matrix [from, to].
def along(x: Tensor, k: int, matrix: Tensor) -> Tensor:
    return (x.transpose(-1 - k, -1) @ matrix.to(x.dtype)).transpose(-1 - k, -1).contiguous()


# Windows of a pooling along one dimension, as a matrix [out, in] of ones.
def windows(size: int, out: int, kernel: int, stride: int, padding: int) -> Tensor:
    begin = (torch.arange(out) * stride - padding).unsqueeze(1)
    place = torch.arange(size).unsqueeze(0)
    return ((place >= begin) & (place < begin + kernel)).to(torch.float64)


# The lengths of these windows, with their part of the padding or without.
def spans(size: int, out: int, kernel: int, stride: int, padding: int, with_padding: bool) -> Tensor:
    begin = torch.arange(out) * stride - padding
    end = torch.clamp(begin + kernel, max=size + padding)
    if not with_padding:
        begin, end = torch.clamp(begin, min=0), torch.clamp(end, max=size)
    return (end - begin).to(torch.float64)


def average_backward(grad: Tensor, self: Tensor, n: int, kernel_size: List[int], stride: List[int],
                     padding: List[int], count_include_pad: bool, divisor: Optional[int]) -> Tensor:
    result = grad if divisor is None else grad / divisor
    for k in range(n):
        i = len(kernel_size) - 1 - k if len(kernel_size) > 1 else 0
        j = len(stride) - 1 - k if len(stride) > 1 else 0
        step = kernel_size[i] if len(stride) == 0 else stride[j]
        pad = padding[len(padding) - 1 - k if len(padding) > 1 else 0]
        size, out = self.size(-1 - k), grad.size(-1 - k)
        matrix = windows(size, out, kernel_size[i], step, pad)
        if divisor is None:
            matrix = matrix / spans(size, out, kernel_size[i], step, pad, count_include_pad).unsqueeze(1)
        result = along(result, k, matrix)
    return result


@register_decomposition([aten.avg_pool2d_backward.default])
def avg_pool2d_backward(grad_output: Tensor, self: Tensor, kernel_size: List[int], stride: List[int],
                        padding: List[int], ceil_mode: bool, count_include_pad: bool,
                        divisor_override: Optional[int]) -> Tensor:
    return average_backward(grad_output, self, 2, kernel_size, stride, padding, count_include_pad, divisor_override)


@register_decomposition([aten.avg_pool3d_backward.default])
def avg_pool3d_backward(grad_output: Tensor, self: Tensor, kernel_size: List[int], stride: List[int],
                        padding: List[int], ceil_mode: bool, count_include_pad: bool,
                        divisor_override: Optional[int]) -> Tensor:
    return average_backward(grad_output, self, 3, kernel_size, stride, padding, count_include_pad, divisor_override)


def adaptive_backward(grad: Tensor, self: Tensor, n: int) -> Tensor:
    result = grad
    for k in range(n):
        size, out = self.size(-1 - k), grad.size(-1 - k)
        o = torch.arange(out)
        begin = torch.div(o * size, out, rounding_mode="floor").unsqueeze(1)
        end = torch.div((o + 1) * size + out - 1, out, rounding_mode="floor").unsqueeze(1)
        place = torch.arange(size).unsqueeze(0)
        matrix = ((place >= begin) & (place < end)).to(torch.float64) / (end - begin)
        result = along(result, k, matrix)
    return result


@register_decomposition([aten._adaptive_avg_pool2d_backward.default])
def adaptive_avg_pool2d_backward(grad_output: Tensor, self: Tensor) -> Tensor:
    return adaptive_backward(grad_output, self, 2)


@register_decomposition([aten._adaptive_avg_pool3d_backward.default])
def adaptive_avg_pool3d_backward(grad_output: Tensor, self: Tensor) -> Tensor:
    return adaptive_backward(grad_output, self, 3)


# The gradient of a padding: `places` says where each padded position came from.
def unpad(grad: Tensor, dim: int, places: Tensor, size: int) -> Tensor:
    shape = list(grad.shape)
    shape[dim] = size
    return torch.zeros(shape, dtype=grad.dtype).index_add(dim, places, grad)


def reflect_back(grad: Tensor, self: Tensor, padding: List[int]) -> Tensor:
    for k in range(len(padding) // 2):
        dim = self.dim() - 1 - k
        size = self.size(dim)
        i = torch.abs(torch.arange(-padding[2 * k], size + padding[2 * k + 1]))
        grad = unpad(grad, dim, torch.where(i >= size, 2 * (size - 1) - i, i), size)
    return grad


def replicate_back(grad: Tensor, self: Tensor, padding: List[int]) -> Tensor:
    for k in range(len(padding) // 2):
        dim = self.dim() - 1 - k
        size = self.size(dim)
        i = torch.clamp(torch.arange(-padding[2 * k], size + padding[2 * k + 1]), 0, size - 1)
        grad = unpad(grad, dim, i, size)
    return grad


@register_decomposition([aten.reflection_pad1d_backward.default, aten.reflection_pad2d_backward.default,
                         aten.reflection_pad3d_backward.default])
def reflection_pad_backward(grad_output: Tensor, self: Tensor, padding: List[int]) -> Tensor:
    return reflect_back(grad_output, self, padding)


@register_decomposition([aten.replication_pad1d_backward.default, aten.replication_pad2d_backward.default,
                         aten.replication_pad3d_backward.default])
def replication_pad_backward(grad_output: Tensor, self: Tensor, padding: List[int]) -> Tensor:
    return replicate_back(grad_output, self, padding)


# Interpolation along one dimension is a matrix [in, out]: what the identity becomes.
def nearest_back(grad: Tensor, k: int, size: int, factor: Optional[float], exact: bool) -> Tensor:
    eye = torch.eye(size, dtype=grad.dtype).unsqueeze(0)
    out = [grad.size(-1 - k)]
    matrix = aten._upsample_nearest_exact1d(eye, out, factor) if exact else aten.upsample_nearest1d(eye, out, factor)
    return along(grad, k, matrix[0].t())


def linear_back(grad: Tensor, k: int, size: int, align: bool, factor: Optional[float]) -> Tensor:
    eye = torch.eye(size, dtype=grad.dtype).unsqueeze(0)
    return along(grad, k, aten.upsample_linear1d(eye, [grad.size(-1 - k)], align, factor)[0].t())


@register_decomposition([aten.upsample_nearest1d_backward.default])
def upsample_nearest1d_backward(grad_output: Tensor, output_size: List[int], input_size: List[int],
                                scales: Optional[float]) -> Tensor:
    return nearest_back(grad_output, 0, input_size[2], scales, False)


@register_decomposition([aten._upsample_nearest_exact1d_backward.default])
def upsample_nearest_exact1d_backward(grad_output: Tensor, output_size: List[int], input_size: List[int],
                                      scales: Optional[float]) -> Tensor:
    return nearest_back(grad_output, 0, input_size[2], scales, True)


@register_decomposition([aten.upsample_nearest2d_backward.default])
def upsample_nearest2d_backward(grad_output: Tensor, output_size: List[int], input_size: List[int],
                                scales_h: Optional[float], scales_w: Optional[float]) -> Tensor:
    return nearest_back(nearest_back(grad_output, 0, input_size[3], scales_w, False), 1, input_size[2], scales_h, False)


@register_decomposition([aten._upsample_nearest_exact2d_backward.default])
def upsample_nearest_exact2d_backward(grad_output: Tensor, output_size: List[int], input_size: List[int],
                                      scales_h: Optional[float], scales_w: Optional[float]) -> Tensor:
    return nearest_back(nearest_back(grad_output, 0, input_size[3], scales_w, True), 1, input_size[2], scales_h, True)


@register_decomposition([aten.upsample_nearest3d_backward.default])
def upsample_nearest3d_backward(grad_output: Tensor, output_size: List[int], input_size: List[int],
                                scales_d: Optional[float], scales_h: Optional[float],
                                scales_w: Optional[float]) -> Tensor:
    grad = nearest_back(nearest_back(grad_output, 0, input_size[4], scales_w, False), 1, input_size[3], scales_h, False)
    return nearest_back(grad, 2, input_size[2], scales_d, False)


@register_decomposition([aten.upsample_linear1d_backward.default])
def upsample_linear1d_backward(grad_output: Tensor, output_size: List[int], input_size: List[int],
                               align_corners: bool, scales: Optional[float]) -> Tensor:
    return linear_back(grad_output, 0, input_size[2], align_corners, scales)


@register_decomposition([aten.upsample_bilinear2d_backward.default])
def upsample_bilinear2d_backward(grad_output: Tensor, output_size: List[int], input_size: List[int],
                                 align_corners: bool, scales_h: Optional[float], scales_w: Optional[float]) -> Tensor:
    grad = linear_back(grad_output, 0, input_size[3], align_corners, scales_w)
    return linear_back(grad, 1, input_size[2], align_corners, scales_h)


@register_decomposition([aten.upsample_trilinear3d_backward.default])
def upsample_trilinear3d_backward(grad_output: Tensor, output_size: List[int], input_size: List[int],
                                  align_corners: bool, scales_d: Optional[float], scales_h: Optional[float],
                                  scales_w: Optional[float]) -> Tensor:
    grad = linear_back(grad_output, 0, input_size[4], align_corners, scales_w)
    grad = linear_back(grad, 1, input_size[3], align_corners, scales_h)
    return linear_back(grad, 2, input_size[2], align_corners, scales_d)


def cubic_back(grad: Tensor, k: int, size: int, align: bool, factor: Optional[float]) -> Tensor:
    eye = torch.eye(size, dtype=grad.dtype).unsqueeze(0).unsqueeze(-1)
    matrix = aten.upsample_bicubic2d(eye, [grad.size(-1 - k), 1], align, factor, None)
    return along(grad, k, matrix[0].squeeze(-1).t())


@register_decomposition([aten.upsample_bicubic2d_backward.default])
def upsample_bicubic2d_backward(grad_output: Tensor, output_size: List[int], input_size: List[int],
                                align_corners: bool, scales_h: Optional[float], scales_w: Optional[float]) -> Tensor:
    return cubic_back(cubic_back(grad_output, 0, input_size[3], align_corners, scales_w), 1, input_size[2],
                      align_corners, scales_h)


# The overloads with a list of factors, or none.
def factor_of(sizes: Optional[List[int]], factors: Optional[List[float]], d: int) -> Optional[float]:
    if (sizes is None) == (factors is None):
        raise RuntimeError("Must specify exactly one of output_size and scale_factors")
    if factors is None:
        return None
    return factors[d]


@register_decomposition([aten.upsample_nearest1d_backward.vec])
def upsample_nearest1d_backward_vec(grad_output: Tensor, output_size: Optional[List[int]], input_size: List[int],
                                    scale_factors: Optional[List[float]]) -> Tensor:
    return nearest_back(grad_output, 0, input_size[2], factor_of(output_size, scale_factors, 0), False)


@register_decomposition([aten._upsample_nearest_exact1d_backward.vec])
def upsample_nearest_exact1d_backward_vec(grad_output: Tensor, output_size: Optional[List[int]], input_size: List[int],
                                          scale_factors: Optional[List[float]]) -> Tensor:
    return nearest_back(grad_output, 0, input_size[2], factor_of(output_size, scale_factors, 0), True)


@register_decomposition([aten.upsample_nearest2d_backward.vec])
def upsample_nearest2d_backward_vec(grad_output: Tensor, output_size: Optional[List[int]], input_size: List[int],
                                    scale_factors: Optional[List[float]]) -> Tensor:
    grad = nearest_back(grad_output, 0, input_size[3], factor_of(output_size, scale_factors, 1), False)
    return nearest_back(grad, 1, input_size[2], factor_of(output_size, scale_factors, 0), False)


@register_decomposition([aten._upsample_nearest_exact2d_backward.vec])
def upsample_nearest_exact2d_backward_vec(grad_output: Tensor, output_size: Optional[List[int]], input_size: List[int],
                                          scale_factors: Optional[List[float]]) -> Tensor:
    grad = nearest_back(grad_output, 0, input_size[3], factor_of(output_size, scale_factors, 1), True)
    return nearest_back(grad, 1, input_size[2], factor_of(output_size, scale_factors, 0), True)


@register_decomposition([aten.upsample_nearest3d_backward.vec])
def upsample_nearest3d_backward_vec(grad_output: Tensor, output_size: Optional[List[int]], input_size: List[int],
                                    scale_factors: Optional[List[float]]) -> Tensor:
    grad = nearest_back(grad_output, 0, input_size[4], factor_of(output_size, scale_factors, 2), False)
    grad = nearest_back(grad, 1, input_size[3], factor_of(output_size, scale_factors, 1), False)
    return nearest_back(grad, 2, input_size[2], factor_of(output_size, scale_factors, 0), False)


@register_decomposition([aten._upsample_nearest_exact3d_backward.vec])
def upsample_nearest_exact3d_backward_vec(grad_output: Tensor, output_size: Optional[List[int]], input_size: List[int],
                                          scale_factors: Optional[List[float]]) -> Tensor:
    grad = nearest_back(grad_output, 0, input_size[4], factor_of(output_size, scale_factors, 2), True)
    grad = nearest_back(grad, 1, input_size[3], factor_of(output_size, scale_factors, 1), True)
    return nearest_back(grad, 2, input_size[2], factor_of(output_size, scale_factors, 0), True)


@register_decomposition([aten._upsample_nearest_exact3d_backward.default])
def upsample_nearest_exact3d_backward(grad_output: Tensor, output_size: List[int], input_size: List[int],
                                      scales_d: Optional[float], scales_h: Optional[float],
                                      scales_w: Optional[float]) -> Tensor:
    grad = nearest_back(nearest_back(grad_output, 0, input_size[4], scales_w, True), 1, input_size[3], scales_h, True)
    return nearest_back(grad, 2, input_size[2], scales_d, True)


@register_decomposition([aten.upsample_linear1d_backward.vec])
def upsample_linear1d_backward_vec(grad_output: Tensor, output_size: Optional[List[int]], input_size: List[int],
                                   align_corners: bool, scale_factors: Optional[List[float]]) -> Tensor:
    return linear_back(grad_output, 0, input_size[2], align_corners, factor_of(output_size, scale_factors, 0))


@register_decomposition([aten.upsample_bilinear2d_backward.vec])
def upsample_bilinear2d_backward_vec(grad_output: Tensor, output_size: Optional[List[int]], input_size: List[int],
                                     align_corners: bool, scale_factors: Optional[List[float]]) -> Tensor:
    grad = linear_back(grad_output, 0, input_size[3], align_corners, factor_of(output_size, scale_factors, 1))
    return linear_back(grad, 1, input_size[2], align_corners, factor_of(output_size, scale_factors, 0))


@register_decomposition([aten.upsample_trilinear3d_backward.vec])
def upsample_trilinear3d_backward_vec(grad_output: Tensor, output_size: Optional[List[int]], input_size: List[int],
                                      align_corners: bool, scale_factors: Optional[List[float]]) -> Tensor:
    grad = linear_back(grad_output, 0, input_size[4], align_corners, factor_of(output_size, scale_factors, 2))
    grad = linear_back(grad, 1, input_size[3], align_corners, factor_of(output_size, scale_factors, 1))
    return linear_back(grad, 2, input_size[2], align_corners, factor_of(output_size, scale_factors, 0))


@register_decomposition([aten.upsample_bicubic2d_backward.vec])
def upsample_bicubic2d_backward_vec(grad_output: Tensor, output_size: Optional[List[int]], input_size: List[int],
                                    align_corners: bool, scale_factors: Optional[List[float]]) -> Tensor:
    grad = cubic_back(grad_output, 0, input_size[3], align_corners, factor_of(output_size, scale_factors, 1))
    return cubic_back(grad, 1, input_size[2], align_corners, factor_of(output_size, scale_factors, 0))
