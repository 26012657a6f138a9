# Statistics and normalizations as reductions, from their definitions in the
# PyTorch documentation.
import math
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


def count(self: Tensor, dim: List[int]) -> int:
    n = 1
    if len(dim) == 0 or self.dim() == 0:
        n = self.numel()
    elif len(dim) == 1:
        n = self.size(dim[0])
    elif len(dim) == 2:
        n = self.size(dim[0]) * self.size(dim[1])
    else:
        for d in dim:
            n *= self.size(d)
    return n


# Single precision is summed in double precision, so that squares do not overflow.
def wide(self: Tensor) -> Tensor:
    if self.dtype == torch.float:
        return self.to(torch.double)
    elif self.dtype == torch.cfloat:
        return self.to(torch.cdouble)
    return self


def real_like(x: Tensor, self: Tensor) -> Tensor:
    if self.dtype == torch.float or self.dtype == torch.cfloat:
        return x.to(torch.float)
    return x


# The mean beside a deviation is updated element by element: NaN once one was not
# finite, but for the last.
def mean_beside(self: Tensor, dim: List[int], keepdim: bool) -> Tensor:
    x = wide(self)
    if len(dim) > 1 or (len(dim) == 0 and keepdim) or self.dim() == 0 or self.numel() == 0:
        mean = torch.mean(x, dim, keepdim)
        return (mean + (mean - mean)).to(self.dtype)
    axis = 0
    if len(dim) == 0:
        x = x.reshape([-1])
    else:
        axis = dim[0]
    size = x.size(axis)
    if size == 1:
        return (x if keepdim else torch.squeeze(x, axis)).to(self.dtype)
    before = torch.sum(aten.slice(x, axis, 0, size - 1), [axis], True)
    mean = (before + (before - before) + aten.slice(x, axis, size - 1, size)) / size
    return (mean if keepdim else torch.squeeze(mean, axis)).to(self.dtype)


# In the precision that is summed in.
def deviation(self: Tensor, dim: List[int], correction: int, keepdim: bool) -> Tensor:
    x = wide(self)
    far = x - torch.mean(x, dim, True)
    freedom = max(count(self, dim) - correction, 0)
    if self.is_complex():
        re, im = torch.real(far), torch.imag(far)
        return torch.sum(re * re, dim, keepdim) / freedom + torch.sum(im * im, dim, keepdim) / freedom
    return torch.sum(far * far, dim, keepdim) / freedom


def all_dims(self: Tensor, dim: Optional[List[int]]) -> List[int]:
    dims: List[int] = []
    if dim is not None:
        dims = dim
    return dims


@register_decomposition(aten.var.default)
def var(self: Tensor, unbiased: bool) -> Tensor:
    return real_like(deviation(self, [], int(unbiased), False), self)


@register_decomposition(aten.var.dim)
def var_dim(self: Tensor, dim: Optional[List[int]], unbiased: bool, keepdim: bool) -> Tensor:
    return real_like(deviation(self, all_dims(self, dim), int(unbiased), keepdim), self)


@register_decomposition(aten.var.correction)
def var_correction(self: Tensor, dim: Optional[List[int]], correction: Optional[int],
                   keepdim: bool) -> Tensor:
    freedom = 1 if correction is None else correction
    return real_like(deviation(self, all_dims(self, dim), freedom, keepdim), self)


@register_decomposition(aten.std.default)
def std(self: Tensor, unbiased: bool) -> Tensor:
    return real_like(torch.sqrt(deviation(self, [], int(unbiased), False)), self)


@register_decomposition(aten.std.dim)
def std_dim(self: Tensor, dim: Optional[List[int]], unbiased: bool, keepdim: bool) -> Tensor:
    return real_like(torch.sqrt(deviation(self, all_dims(self, dim), int(unbiased), keepdim)), self)


@register_decomposition(aten.std.correction)
def std_correction(self: Tensor, dim: Optional[List[int]], correction: Optional[int],
                   keepdim: bool) -> Tensor:
    freedom = 1 if correction is None else correction
    return real_like(torch.sqrt(deviation(self, all_dims(self, dim), freedom, keepdim)), self)


@register_decomposition(aten.var_mean.default)
def var_mean(self: Tensor, unbiased: bool) -> Tuple[Tensor, Tensor]:
    if not (self.is_floating_point() or self.is_complex()):
        return torch.var_mean(self, unbiased)
    return torch.var(self, unbiased), mean_beside(self, [], False)


@register_decomposition(aten.var_mean.dim)
def var_mean_dim(self: Tensor, dim: Optional[List[int]], unbiased: bool, keepdim: bool) -> Tuple[Tensor, Tensor]:
    return aten.var_mean(self, dim, correction=int(unbiased), keepdim=keepdim)


@register_decomposition(aten.var_mean.correction)
def var_mean_correction(self: Tensor, dim: Optional[List[int]], correction: Optional[int],
                        keepdim: bool) -> Tuple[Tensor, Tensor]:
    if not (self.is_floating_point() or self.is_complex()):
        return aten.var_mean(self, dim, correction=correction, keepdim=keepdim)
    deviation = torch.var(self, dim, correction=correction, keepdim=keepdim)
    return deviation, mean_beside(self, all_dims(self, dim), keepdim)


@register_decomposition(aten.std_mean.default)
def std_mean(self: Tensor, unbiased: bool) -> Tuple[Tensor, Tensor]:
    if not (self.is_floating_point() or self.is_complex()):
        return torch.std_mean(self, unbiased)
    return torch.std(self, unbiased), mean_beside(self, [], False)


@register_decomposition(aten.std_mean.dim)
def std_mean_dim(self: Tensor, dim: Optional[List[int]], unbiased: bool, keepdim: bool) -> Tuple[Tensor, Tensor]:
    return aten.std_mean(self, dim, correction=int(unbiased), keepdim=keepdim)


@register_decomposition(aten.std_mean.correction)
def std_mean_correction(self: Tensor, dim: Optional[List[int]], correction: Optional[int],
                        keepdim: bool) -> Tuple[Tensor, Tensor]:
    if not (self.is_floating_point() or self.is_complex()):
        return aten.std_mean(self, dim, correction=correction, keepdim=keepdim)
    deviation = torch.std(self, dim, correction=correction, keepdim=keepdim)
    return deviation, mean_beside(self, all_dims(self, dim), keepdim)


@register_decomposition(aten.logsumexp.default)
def logsumexp(self: Tensor, dim: List[int], keepdim: bool) -> Tensor:
    if not self.is_floating_point():
        self = self.to(torch.float)
    if self.numel() == 0:
        return torch.log(torch.sum(torch.exp(self), dim, keepdim))
    top = torch.amax(self, dim, True)
    # An infinite maximum would give NaN.
    top = torch.masked_fill(top, torch.abs(top) == math.inf, 0)
    sums = torch.log(torch.sum(torch.exp(self - top), dim, True)) + top
    if keepdim:
        return sums
    return torch.sum(sums, dim, False)


@register_decomposition(aten.cosine_similarity.default)
def cosine_similarity(x1: Tensor, x2: Tensor, dim: int, eps: float) -> Tensor:
    # The norms are those of the operands broadcast against each other.
    both = x1 * x2
    x1, x2 = x1.expand_as(both), x2.expand_as(both)
    n1 = torch.clamp(torch.sqrt(torch.sum(x1 * x1, [dim], True)), eps)
    n2 = torch.clamp(torch.sqrt(torch.sum(x2 * x2, [dim], True)), eps)
    return torch.sum((x1 / n1) * (x2 / n2), [dim])


@register_decomposition(aten.group_norm.default)
def group_norm(input: Tensor, num_groups: int, weight: Optional[Tensor], bias: Optional[Tensor],
               eps: float, cudnn_enabled: bool) -> Tensor:
    if input.numel() == 0:
        return torch.group_norm(input, num_groups, weight, bias, eps, cudnn_enabled)
    n, c = input.size(0), input.size(1)
    groups = input.reshape(n, num_groups, -1)
    far = groups - torch.mean(groups, [2], True)
    scale = torch.rsqrt(torch.mean(far * far, [2], True) + eps)
    result = (far * scale).reshape(n, c, -1)
    if weight is not None:
        result = result * torch.unsqueeze(weight, 1)
    if bias is not None:
        result = result + torch.unsqueeze(bias, 1)
    return result.reshape(input.size())


@register_decomposition(aten.instance_norm.default)
def instance_norm(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor],
                  running_mean: Optional[Tensor], running_var: Optional[Tensor],
                  use_input_stats: bool, momentum: float, eps: float, cudnn_enabled: bool) -> Tensor:
    if input.numel() == 0:
        return torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats,
                                   momentum, eps, cudnn_enabled)
    if running_mean is None and running_var is None:
        return torch.group_norm(input, input.size(1), weight, bias, eps)
    if not use_input_stats:
        return torch.batch_norm(input, weight, bias, running_mean, running_var, False, momentum, eps, cudnn_enabled)
    if running_mean is None or running_var is None or input.dim() < 3 or \
            not are_statistics(input, running_mean, running_var, weight, bias):
        return torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats,
                                   momentum, eps, cudnn_enabled)
    n, c = input.size(0), input.size(1)
    rows = input.reshape(n, c, -1)
    mean = torch.mean(rows, [2], True)
    far = rows - mean
    variance = torch.mean(far * far, [2], True)
    count = rows.size(2)
    move_statistics(running_mean, torch.mean(mean.reshape(n, c), [0]), momentum, 1.0)
    move_statistics(running_var, torch.mean(variance.reshape(n, c), [0]), momentum, count / (count - 1))
    return scale_channels(far * torch.rsqrt(variance + eps), weight, bias).reshape(input.size())


# Whether there is no tensor, or one number for each channel in the dtype of the input.
def is_of_channels(input: Tensor, numbers: Optional[Tensor]) -> bool:
    return numbers is None or (numbers.dtype == input.dtype and numbers.dim() == 1 and
                               numbers.size(0) == input.size(1))


# Whether statistics and parameters of channels are of the dtype and the size that kernels take;
# statistics are both there or none.
def are_statistics(input: Tensor, mean: Optional[Tensor], variance: Optional[Tensor], weight: Optional[Tensor],
                   bias: Optional[Tensor]) -> bool:
    return input.is_floating_point() and (mean is None) == (variance is None) and \
        is_of_channels(input, mean) and is_of_channels(input, variance) and \
        is_of_channels(input, weight) and is_of_channels(input, bias)


def move_statistics(running: Tensor, now: Tensor, momentum: float, factor: float) -> None:
    running.copy_(running * (1 - momentum) + now * (momentum * factor))


# Of [batch, channels, elements].
def scale_channels(x: Tensor, weight: Optional[Tensor], bias: Optional[Tensor]) -> Tensor:
    if weight is not None:
        x = x * torch.unsqueeze(weight, 1)
    if bias is not None:
        x = x + torch.unsqueeze(bias, 1)
    return x


@register_decomposition(aten.batch_norm.default)
def batch_norm(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor],
               running_mean: Optional[Tensor], running_var: Optional[Tensor],
               training: bool, momentum: float, eps: float, cudnn_enabled: bool) -> Tensor:
    if not training or (running_mean is None) != (running_var is None) or input.dim() < 2:
        return aten.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps,
                               cudnn_enabled)
    return torch.native_batch_norm(input, weight, bias, running_mean, running_var, True, momentum, eps)[0]


@register_decomposition(aten.native_batch_norm.default)
def native_batch_norm(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor],
                      running_mean: Optional[Tensor], running_var: Optional[Tensor],
                      training: bool, momentum: float, eps: float) -> Tuple[Tensor, Tensor, Tensor]:
    if not training and running_mean is not None and running_var is not None and input.is_floating_point() and \
            input.dim() >= 2 and input.numel() > 0 and are_statistics(input, running_mean, running_var, weight, bias):
        far = input.reshape(input.size(0), input.size(1), -1) - torch.unsqueeze(running_mean, 1)
        near = scale_channels(far * torch.unsqueeze(torch.rsqrt(running_var + eps), 1), weight, bias)
        return near.reshape(input.size()), torch.zeros([0], dtype=input.dtype), torch.zeros([0], dtype=input.dtype)
    if not training or input.dim() < 2 or input.numel() == 0 or input.numel() == input.size(1) or \
            not are_statistics(input, running_mean, running_var, weight, bias):
        return aten.native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)
    n, c = input.size(0), input.size(1)
    rows = input.reshape(n, c, -1)
    mean = torch.mean(rows, [0, 2], dtype=torch.float64).to(input.dtype)
    far = rows - torch.unsqueeze(mean, 1)
    variance = torch.mean(far * far, [0, 2])
    count = n * rows.size(2)
    if running_mean is not None and running_var is not None:
        move_statistics(running_mean, mean, momentum, 1.0)
        move_statistics(running_var, variance, momentum, count / (count - 1))
    scale = torch.rsqrt(variance + eps)
    result = scale_channels(far * torch.unsqueeze(scale, 1), weight, bias).reshape(input.size())
    return result, mean, scale


@register_decomposition(aten.aminmax.default)
def aminmax(self: Tensor, dim: Optional[int], keepdim: bool) -> Tuple[Tensor, Tensor]:
    if dim is None:
        return torch.amin(self), torch.amax(self)
    # A scalar gets the dimension that is kept.
    if self.dim() == 0:
        return torch.aminmax(self, dim=dim, keepdim=keepdim)
    return torch.amin(self, [dim], keepdim), torch.amax(self, [dim], keepdim)


@register_decomposition(aten.count_nonzero.default)
def count_nonzero(self: Tensor, dim: Optional[int]) -> Tensor:
    if dim is None:
        return torch.sum(self != 0)
    return torch.sum(self != 0, [dim])


@register_decomposition(aten.count_nonzero.dim_IntList)
def count_nonzero_dims(self: Tensor, dim: List[int]) -> Tensor:
    return torch.sum(self != 0, dim)


@register_decomposition(aten.nansum.default)
def nansum(self: Tensor, dim: Optional[List[int]], keepdim: bool, dtype: Optional[int]) -> Tensor:
    x = self
    if x.is_floating_point():
        x = torch.masked_fill(x, torch.isnan(x), 0)
    return torch.sum(x, dim, keepdim, dtype=dtype)


@register_decomposition(aten.linalg_vector_norm.default)
def vector_norm(self: Tensor, ord: Union[int, float, complex], dim: Optional[List[int]], keepdim: bool,
                dtype: Optional[int]) -> Tensor:
    order = float(ord)
    if (self.numel() == 0 and (order <= 0 or order == math.inf)) or \
            not (self.is_floating_point() or self.is_complex()):
        return aten.linalg_vector_norm(self, ord, dim, keepdim, dtype=dtype)
    dims: List[int] = []
    if dim is not None:
        dims = dim
    x = self
    if dtype is not None:
        x = x.to(dtype)
    return power_norm(x, order, dims, keepdim)


def power_norm(self: Tensor, p: float, dim: List[int], keepdim: bool) -> Tensor:
    size = torch.abs(self)
    if p == 2.0:
        return torch.sqrt(torch.sum(size * size, dim, keepdim))
    elif p == 1.0:
        return torch.sum(size, dim, keepdim)
    elif p == math.inf:
        return torch.amax(size, dim, keepdim)
    elif p == -math.inf:
        return torch.amin(size, dim, keepdim)
    elif p == 0.0:
        return torch.sum((self != 0).to(size.dtype), dim, keepdim)
    return torch.pow(torch.sum(torch.pow(size, p), dim, keepdim), 1.0 / p)


@register_decomposition(aten.norm.ScalarOpt_dim)
def norm_dim(self: Tensor, p: Optional[Union[int, float, complex]], dim: List[int], keepdim: bool) -> Tensor:
    if self.numel() == 0 or not (self.is_floating_point() or self.is_complex()):
        return aten.norm(self, p, dim, keepdim)
    return power_norm(self, 2.0 if p is None else float(p), dim, keepdim)


@register_decomposition(aten.norm.Scalar)
def norm(self: Tensor, p: Union[int, float, complex]) -> Tensor:
    if self.numel() == 0 or not (self.is_floating_point() or self.is_complex()):
        return aten.norm(self, p)
    return power_norm(self, float(p), [], False)


@register_decomposition(aten.nuclear_norm.dim)
def nuclear_norm(self: Tensor, dim: List[int], keepdim: bool) -> Tensor:
    if len(dim) != 2 or self.dim() < 2:
        return torch.nuclear_norm(self, dim, keepdim)
    values = torch.sum(torch.linalg.svdvals(self.movedim(dim, [-2, -1])), [-1])
    if keepdim:
        sizes = self.size()
        sizes[dim[0]] = 1
        sizes[dim[1]] = 1
        values = values.reshape(sizes)
    return values


@register_decomposition(aten.dist.default)
def dist(self: Tensor, other: Tensor, p: Union[int, float, complex]) -> Tensor:
    # NaN counts differently in other norms.
    if float(p) != 1.0 and float(p) != 2.0:
        return torch.dist(self, other, p)
    return aten.norm(self - other, p)


@register_decomposition(aten.nanmean.default)
def nanmean(self: Tensor, dim: Optional[List[int]], keepdim: bool, dtype: Optional[int]) -> Tensor:
    if not self.is_floating_point():
        return aten.nanmean(self, dim, keepdim, dtype=dtype)
    dims: List[int] = []
    if dim is not None:
        dims = dim
    count = torch.sum(torch.logical_not(torch.isnan(self)), dims, keepdim)
    return torch.nansum(self, dims, keepdim, dtype=dtype) / count


@register_decomposition([aten.trapezoid.x, aten.trapz.x])
def trapezoid_x(y: Tensor, x: Tensor, dim: int) -> Tensor:
    size = y.size(dim)
    if size < 2 or y.dim() == 0 or x.dim() == 0:
        return torch.trapezoid(y, x, dim=dim)
    return torch.sum(areas(y, x, dim), [dim]) / 2.0


# Twice the areas between the points.
def areas(y: Tensor, x: Tensor, dim: int) -> Tensor:
    size = y.size(dim)
    pairs = aten.slice(y, dim, 1, size) + aten.slice(y, dim, 0, size - 1)
    if x.dim() == 1 and y.dim() != 1:
        # One row of points for all.
        widths = aten.slice(x, 0, 1, size) - aten.slice(x, 0, 0, size - 1)
        sizes = [1] * y.dim()
        sizes[dim] = size - 1
        return widths.reshape(sizes) * pairs
    far = dim
    if x.dim() != y.dim():
        far = dim - y.dim() + x.dim() if dim >= 0 else dim
    return (aten.slice(x, far, 1, size) - aten.slice(x, far, 0, size - 1)) * pairs


@register_decomposition(aten.cumulative_trapezoid.x)
def cumulative_trapezoid_x(y: Tensor, x: Tensor, dim: int) -> Tensor:
    if y.dim() == 0 or x.dim() == 0 or y.size(dim) < 2:
        return torch.cumulative_trapezoid(y, x, dim=dim)
    return torch.cumsum(areas(y, x, dim), dim) / 2.0


@register_decomposition(aten.trapezoid.dx)
def trapezoid(y: Tensor, dx: Union[int, float, complex], dim: int) -> Tensor:
    size = y.size(dim)
    if size < 2 or not y.is_floating_point():
        return torch.trapezoid(y, dx=dx, dim=dim)
    pairs = aten.slice(y, dim, 1, size) + aten.slice(y, dim, 0, size - 1)
    return torch.sum(pairs, [dim]) * dx / 2.0


@register_decomposition(aten.equal.default)
def equal(self: Tensor, other: Tensor) -> bool:
    if self.size() != other.size():
        return False
    return bool(torch.all(self == other))


@register_decomposition(aten.isclose.default)
def isclose(self: Tensor, other: Tensor, rtol: float, atol: float, equal_nan: bool) -> Tensor:
    if self.dtype != other.dtype or rtol < 0 or atol < 0:
        return torch.isclose(self, other, rtol, atol, equal_nan)
    close = self == other
    x, y = self, other
    inexact = x.is_floating_point() or x.is_complex()
    if equal_nan and inexact:
        close = torch.logical_or(close, torch.logical_and(torch.isnan(x), torch.isnan(y)))
    if rtol == 0 and atol == 0:
        return close
    if not inexact:
        y = y.to(torch.float)
        if self.dtype == torch.bool:
            x = x.to(torch.float)
    allowed = atol + torch.abs(rtol * y)
    far = torch.abs(x - y)
    return torch.logical_or(close, torch.logical_and(torch.isfinite(far), far <= allowed))


@register_decomposition(aten.allclose.default)
def allclose(self: Tensor, other: Tensor, rtol: float, atol: float, equal_nan: bool) -> bool:
    return bool(torch.all(torch.isclose(self, other, rtol, atol, equal_nan)))


@register_decomposition(aten.cov.default)
def cov(self: Tensor, correction: int, fweights: Optional[Tensor], aweights: Optional[Tensor]) -> Tensor:
    if self.dim() > 2 or self.dtype == torch.bool or self.numel() == 0 or fweights is not None or \
            aweights is not None:
        return torch.cov(self, correction=correction, fweights=fweights, aweights=aweights)
    x = self
    if x.dim() < 2:
        x = x.reshape(1, -1)
    count = x.size(1)
    if count <= correction:
        return torch.cov(self, correction=correction, fweights=fweights, aweights=aweights)
    if not (x.is_floating_point() or x.is_complex()):
        mean = torch.mean(x.to(torch.float), [1], True)
        centered = x.to(torch.float) - mean
    else:
        centered = x - torch.mean(x, [1], True)
    result = torch.mm(centered, torch.conj(torch.t(centered))) / (count - correction)
    return result.squeeze()


@register_decomposition(aten.frobenius_norm.dim)
def frobenius_norm(self: Tensor, dim: List[int], keepdim: bool) -> Tensor:
    if len(dim) > 2:
        return aten.frobenius_norm(self, dim, keepdim)
    if len(dim) < 2:
        return aten.norm(self, 2, dim, keepdim)
    if self.is_complex():
        return torch.sqrt(torch.sum(torch.real(torch.conj(self) * self), dim, keepdim))
    return torch.sqrt(torch.sum(self * self, dim, keepdim))
