# Gradients of activations, from their derivatives. The runtime has no kernels of them.
import math
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition([aten.threshold_backward.default])
def threshold_backward(grad_output: Tensor, self: Tensor, threshold: Union[int, float, complex]) -> Tensor:
    return torch.where(self <= threshold, torch.zeros_like(self), grad_output)


@register_decomposition([aten.tanh_backward.default])
def tanh_backward(grad_output: Tensor, output: Tensor) -> Tensor:
    return grad_output * torch.conj(1 - output * output).resolve_conj()


@register_decomposition([aten.sigmoid_backward.default])
def sigmoid_backward(grad_output: Tensor, output: Tensor) -> Tensor:
    return grad_output * torch.conj((1 - output) * output).resolve_conj()


@register_decomposition([aten.silu_backward.default])
def silu_backward(grad_output: Tensor, self: Tensor) -> Tensor:
    s = torch.sigmoid(self)
    return grad_output * s * (1 + self * (1 - s))


@register_decomposition([aten.mish_backward.default])
def mish_backward(grad_output: Tensor, self: Tensor) -> Tensor:
    t = torch.tanh(torch.nn.functional.softplus(self))
    return grad_output * (t + self * torch.sigmoid(self) * (1 - t * t))


@register_decomposition([aten.gelu_backward.default])
def gelu_backward(grad_output: Tensor, self: Tensor, approximate: str) -> Tensor:
    if approximate == "tanh":
        a, b = math.sqrt(2 / math.pi), 0.044715
        t = torch.tanh(a * (self + b * self * self * self))
        slope = a * (1 + 3 * b * self * self) * (1 - t * t)
        return grad_output * (0.5 * (1 + t) + 0.5 * self * slope)
    below = 0.5 * (1 + torch.erf(self * math.sqrt(0.5)))
    density = torch.exp(self * self * -0.5) / math.sqrt(2 * math.pi)
    return grad_output * (below + self * density)


@register_decomposition([aten.elu_backward.default])
def elu_backward(grad_output: Tensor, alpha: Union[int, float, complex], scale: Union[int, float, complex],
                 input_scale: Union[int, float, complex], is_result: bool, self_or_result: Tensor) -> Tensor:
    a, s, i = float(alpha), float(scale), float(input_scale)
    if is_result:
        if a < 0:
            raise RuntimeError("In-place elu backward calculation is triggered with a negative slope which is not "
                               "supported. This is caused by calling in-place forward function with a negative "
                               "slope, please call out-of-place version instead.")
        low = grad_output * i * (self_or_result + a * s)
    else:
        low = grad_output * i * a * s * torch.exp(self_or_result * i)
    return torch.where(self_or_result <= 0, low, grad_output * s)


@register_decomposition([aten.leaky_relu_backward.default])
def leaky_relu_backward(grad_output: Tensor, self: Tensor, negative_slope: Union[int, float, complex],
                        self_is_result: bool) -> Tensor:
    slope = float(negative_slope)
    if self_is_result and slope < 0:
        raise RuntimeError("In-place leakyReLu backward calculation is triggered with a negative slope which is "
                           "not supported. This is caused by calling in-place forward function with a negative "
                           "slope, please call out-of-place version instead. File an issue at "
                           "https://github.com/pytorch/pytorch if you do require supporting in-place leakRelu "
                           "backward calculation with negative slope")
    return torch.where(self > 0, grad_output, grad_output * slope)


@register_decomposition([aten.rrelu_with_noise_backward.default])
def rrelu_with_noise_backward(grad_output: Tensor, self: Tensor, noise: Tensor, lower: Union[int, float, complex],
                              upper: Union[int, float, complex], training: bool, self_is_result: bool) -> Tensor:
    # In training the noise is the slope of each element.
    if training:
        return grad_output * noise
    return aten.leaky_relu_backward(grad_output, self, (float(lower) + float(upper)) / 2, self_is_result)


@register_decomposition([aten.hardtanh_backward.default])
def hardtanh_backward(grad_output: Tensor, self: Tensor, min_val: Union[int, float, complex],
                      max_val: Union[int, float, complex]) -> Tensor:
    return torch.where((self <= min_val) | (self >= max_val), torch.zeros_like(grad_output), grad_output)


@register_decomposition([aten.hardsigmoid_backward.default])
def hardsigmoid_backward(grad_output: Tensor, self: Tensor) -> Tensor:
    # PyTorch's sixth has single precision for all dtypes.
    sixth = 0.1666666716337204
    return torch.where((self > -3) & (self < 3), grad_output * sixth, torch.zeros_like(grad_output))


@register_decomposition([aten.hardswish_backward.default])
def hardswish_backward(grad_output: Tensor, self: Tensor) -> Tensor:
    inner = grad_output * (self / 3 + 0.5)
    return torch.where(self < -3, torch.zeros_like(grad_output), torch.where(self <= 3, inner, grad_output))


@register_decomposition([aten.softplus_backward.default])
def softplus_backward(grad_output: Tensor, self: Tensor, beta: Union[int, float, complex],
                      threshold: Union[int, float, complex]) -> Tensor:
    z = torch.exp(self * beta)
    return torch.where(self * beta > threshold, grad_output, grad_output * z / (z + 1))


@register_decomposition([aten.softshrink_backward.default, aten.hardshrink_backward.default])
def shrink_backward(grad: Tensor, self: Tensor, lambd: Union[int, float, complex]) -> Tensor:
    l = float(lambd)
    return torch.where((self >= -l) & (self <= l), torch.zeros_like(grad), grad)


@register_decomposition([aten.log_sigmoid_forward.default])
def log_sigmoid_forward(self: Tensor) -> Tuple[Tensor, Tensor]:
    far = torch.exp(-torch.abs(self))
    return torch.clamp(self, max=0) - torch.log1p(far), far


@register_decomposition([aten.log_sigmoid_backward.default])
def log_sigmoid_backward(grad_output: Tensor, self: Tensor, buffer: Tensor) -> Tensor:
    far = torch.exp(-torch.abs(self))
    z = far / (1 + far)
    return grad_output * torch.where(self < 0, 1 - z, z)


@register_decomposition([aten.logit_backward.default])
def logit_backward(grad_output: Tensor, self: Tensor, eps: Optional[float]) -> Tensor:
    slope = grad_output / (self * (1 - self))
    if eps is None:
        return torch.where((self < 0) | (self > 1), torch.full_like(self, math.nan), slope)
    return torch.where((self < eps) | (self > 1 - eps), torch.zeros_like(slope), slope)


@register_decomposition([aten.glu_backward.default])
def glu_backward(grad_output: Tensor, self: Tensor, dim: int) -> Tensor:
    if self.dim() == 0:
        raise RuntimeError("glu does not support 0-dimensional tensors")
    half = self.size(dim) // 2
    a, b = self.narrow(dim, 0, half), self.narrow(dim, half, half)
    gate = torch.sigmoid(b)
    return torch.cat([grad_output * gate, grad_output * a * gate * (1 - gate)], dim)


@register_decomposition([aten.prelu_backward.default])
def prelu_backward(grad_output: Tensor, self: Tensor, weight: Tensor) -> Tuple[Tensor, Tensor]:
    shape: List[int] = []
    dims: List[int] = []
    for i in range(self.dim()):
        if weight.numel() != 1 and (i == 1 or self.dim() == 1):
            shape.append(weight.numel())
        else:
            shape.append(1)
            dims.append(i)
    slope = weight.reshape(shape)
    by_weight = torch.where(self > 0, torch.zeros_like(grad_output), grad_output * self)
    if len(dims) > 0:
        by_weight = by_weight.sum(dims)
    return torch.where(self > 0, grad_output, grad_output * slope), by_weight.reshape(weight.shape)


@register_decomposition([aten._softmax_backward_data.default])
def softmax_backward_data(grad_output: Tensor, output: Tensor, dim: int, input_dtype: int) -> Tensor:
    product = grad_output * output
    return (product - output * product.sum([dim], True)).to(input_dtype)


@register_decomposition([aten._log_softmax_backward_data.default])
def log_softmax_backward_data(grad_output: Tensor, output: Tensor, dim: int, input_dtype: int) -> Tensor:
    return (grad_output - torch.exp(output) * grad_output.sum([dim], True)).to(input_dtype)


@register_decomposition([aten.native_dropout_backward.default])
def native_dropout_backward(grad_output: Tensor, mask: Tensor, scale: float) -> Tensor:
    return grad_output * mask * scale


@register_decomposition([aten.cumprod_backward.default])
def cumprod_backward(grad: Tensor, input: Tensor, dim: int, output: Tensor) -> Tensor:
    # Each product without one of its factors: also where factors are zero.
    if input.dim() == 0 or input.numel() == 0:
        return grad.clone()
    n = input.size(dim)
    parts: List[Tensor] = []
    for k in range(n):
        before = torch.prod(input.narrow(dim, 0, k), dim, True)
        rest = torch.cat([torch.ones_like(input.narrow(dim, 0, 1)), input.narrow(dim, k + 1, n - k - 1)], dim)
        without = before * torch.cumprod(rest, dim)
        parts.append((grad.narrow(dim, k, n - k) * without).sum([dim], True))
    return torch.cat(parts, dim)
