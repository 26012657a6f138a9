# What operators that Core ATen has not consist of in exported programs, node by node
# as PyTorch's default table gives it.
import math
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


# Products of matrices.

def product(sizes: List[int]) -> int:
    n = 1
    for size in sizes:
        n *= size
    return n


@register_decomposition([aten.t.default])
def t(self: Tensor) -> Tensor:
    if self.dim() == 2:
        return self.permute([1, 0])
    return self


@register_decomposition([aten.transpose.int])
def transpose(self: Tensor, dim0: int, dim1: int) -> Tensor:
    rank = self.dim()
    first = dim0 + rank if dim0 < 0 else dim0
    second = dim1 + rank if dim1 < 0 else dim1
    dims: List[int] = []
    for d in range(rank):
        if d == first:
            dims.append(second)
        elif d == second:
            dims.append(first)
        else:
            dims.append(d)
    return self.permute(dims)


@register_decomposition([aten.linear.default])
def linear(input: Tensor, weight: Tensor, bias: Optional[Tensor]) -> Tensor:
    if bias is None:
        return torch.matmul(input, weight.t())
    if input.dim() == 2:
        return torch.addmm(bias, input, weight.t())
    if input.dim() == 1:
        return torch.matmul(input, weight.t()) + bias
    sizes = input.size()
    rows = input.reshape([product(sizes[:-1]), sizes[-1]])
    result = torch.addmm(bias, rows, weight.t())
    return result.view(sizes[:-1] + [weight.size(0)])


@register_decomposition([aten.matmul.default])
def matmul(self: Tensor, other: Tensor) -> Tensor:
    m = self.dim()
    n = other.dim()
    if m == 1 and n == 1:
        return torch.dot(self, other)
    if m == 2 and n == 1:
        return torch.mv(self, other)
    if m == 1 and n == 2:
        return torch.squeeze(torch.mm(self.unsqueeze(0), other), 0)
    if m == 2 and n == 2:
        return torch.mm(self, other)
    sizes = self.size()
    if m >= 3 and n <= 2:
        rows = self.reshape([product(sizes[:-1]), sizes[-1]])
        if n == 1:
            return torch.mv(rows, other).view(sizes[:-1])
        return torch.mm(rows, other).view(sizes[:-1] + [other.size(1)])
    left = self.unsqueeze(0) if m == 1 else self
    right = other.unsqueeze(1) if n == 1 else other
    left_sizes = left.size()
    right_sizes = right.size()
    rank = max(len(left_sizes), len(right_sizes)) - 2
    batch: List[int] = []
    for d in range(rank):
        a = d - rank + len(left_sizes) - 2
        b = d - rank + len(right_sizes) - 2
        p = left_sizes[a] if a >= 0 else 1
        q = right_sizes[b] if b >= 0 else 1
        batch.append(q if p == 1 else p)
    count = product(batch)
    i = left_sizes[-2]
    j = left_sizes[-1]
    k = right_sizes[-1]
    x = left.expand(batch + [i, j]).reshape([count, i, j])
    y = right.expand(batch + [j, k]).reshape([count, j, k])
    shape = batch
    if m > 1:
        shape = shape + [i]
    if n > 1:
        shape = shape + [k]
    return torch.bmm(x, y).view(shape)


@register_decomposition([aten.mv.default])
def mv(self: Tensor, vec: Tensor) -> Tensor:
    return (self * vec).sum([1])


@register_decomposition([aten.dot.default])
def dot(self: Tensor, tensor: Tensor) -> Tensor:
    return (self * tensor).sum()


@register_decomposition([aten.baddbmm.default])
def baddbmm(self: Tensor, batch1: Tensor, batch2: Tensor, beta: Union[int, float, complex],
            alpha: Union[int, float, complex]) -> Tensor:
    result = torch.bmm(batch1, batch2)
    if not self.is_floating_point() and not self.is_complex():
        return self * int(float(beta)) + result * int(float(alpha))
    if float(alpha) != 1.0:
        result = result * alpha
    if float(beta) == 0.0:
        return result
    if float(beta) != 1.0:
        return self * beta + result
    return self + result


# Convolutions and pooling.

@register_decomposition([aten.conv1d.default, aten.conv2d.default, aten.conv3d.default])
def conv(input: Tensor, weight: Tensor, bias: Optional[Tensor], stride: List[int], padding: List[int],
         dilation: List[int], groups: int) -> Tensor:
    rank = weight.dim() - 2
    # One number stands for all dimensions.
    strides = [stride[i if len(stride) > 1 else 0] for i in range(rank)]
    paddings = [padding[i if len(padding) > 1 else 0] for i in range(rank)]
    dilations = [dilation[i if len(dilation) > 1 else 0] for i in range(rank)]
    if input.dim() == rank + 1:
        batch = input.unsqueeze(0)
        return torch.convolution(batch, weight, bias, strides, paddings, dilations, False, [0] * rank,
                                 groups).squeeze(0)
    return torch.convolution(input, weight, bias, strides, paddings, dilations, False, [0] * rank, groups)


@register_decomposition([aten.conv_transpose1d.default, aten.conv_transpose2d.input, aten.conv_transpose3d.input])
def conv_transpose(input: Tensor, weight: Tensor, bias: Optional[Tensor], stride: List[int], padding: List[int],
                   output_padding: List[int], groups: int, dilation: List[int]) -> Tensor:
    rank = weight.dim() - 2
    strides = [stride[i if len(stride) > 1 else 0] for i in range(rank)]
    paddings = [padding[i if len(padding) > 1 else 0] for i in range(rank)]
    outputs = [output_padding[i if len(output_padding) > 1 else 0] for i in range(rank)]
    dilations = [dilation[i if len(dilation) > 1 else 0] for i in range(rank)]
    return torch.convolution(input, weight, bias, strides, paddings, dilations, True, outputs, groups)


@register_decomposition([aten.max_pool2d.default])
def max_pool2d(self: Tensor, kernel_size: List[int], stride: List[int], padding: List[int], dilation: List[int],
               ceil_mode: bool) -> Tensor:
    return aten.max_pool2d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode)[0]


@register_decomposition([aten.max_pool3d.default])
def max_pool3d(self: Tensor, kernel_size: List[int], stride: List[int], padding: List[int], dilation: List[int],
               ceil_mode: bool) -> Tensor:
    return aten.max_pool3d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode)[0]


@register_decomposition([aten.adaptive_avg_pool2d.default])
def adaptive_avg_pool2d(self: Tensor, output_size: List[int]) -> Tensor:
    if output_size[0] == 1 and output_size[-1] == 1:
        return torch.mean(self, [-1, -2], True)
    return aten._adaptive_avg_pool2d(self, output_size)


# Normalizations.

@register_decomposition([aten.layer_norm.default])
def layer_norm(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor], bias: Optional[Tensor],
               eps: float, cudnn_enable: bool) -> Tensor:
    return torch.native_layer_norm(input, normalized_shape, weight, bias, eps)[0]


@register_decomposition([aten.group_norm.default])
def group_norm(input: Tensor, num_groups: int, weight: Optional[Tensor], bias: Optional[Tensor], eps: float,
               cudnn_enabled: bool) -> Tensor:
    sizes = input.size()
    return torch.native_group_norm(input, weight, bias, sizes[0], sizes[1], product(sizes[2:]), num_groups, eps)[0]


# Recurrent layers, step by step: one product gives what the whole input is to the gates,
# and each step adds what the state is to them. The states stand in three dimensions, the
# first of one element, so that the steps are put together along it.

# The result of each gate's sum, state and cell of a step; the cell is lstm's only.
def recurrent_step(mode: str, x: Tensor, h: Tensor, c: Tensor, weight: Tensor,
                   bias: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
    kept = aten.linear(h, weight, bias)
    if mode == "lstm":
        entry, forget, state, output = (kept + x).chunk(4, 2)
        entry = torch.sigmoid(entry)
        forget = torch.sigmoid(forget)
        state = torch.tanh(state)
        output = torch.sigmoid(output)
        cell = forget * c + entry * state
        return output * torch.tanh(cell), cell
    if mode == "gru":
        given_reset, given_update, given_new = x.chunk(3, 1)
        kept_reset, kept_update, kept_new = kept.chunk(3, 2)
        reset = torch.sigmoid(kept_reset + given_reset)
        update = torch.sigmoid(kept_update + given_update)
        new = torch.tanh(given_new + kept_new * reset)
        return (h - new) * update + new, c
    if mode == "tanh":
        return torch.tanh(kept + x), c
    return torch.relu(kept + x), c


def recurrent_direction(mode: str, x: Tensor, hidden: Tensor, cell: Tensor, weights: List[Tensor], has_biases: bool,
                        reverse: bool) -> Tuple[Tensor, Tensor, Tensor]:
    b_ih: Optional[Tensor] = None
    b_hh: Optional[Tensor] = None
    if has_biases:
        b_ih = weights[2]
        b_hh = weights[3]
    projected = mode == "lstm" and len(weights) == (5 if has_biases else 3)
    h = hidden.unsqueeze(0)
    c = cell.unsqueeze(0) if mode == "lstm" else h
    inputs = aten.linear(x, weights[0], b_ih)
    if reverse:
        inputs = inputs.flip([0])
    steps: List[Tensor] = []
    for row in inputs.unbind(0):
        h, c = recurrent_step(mode, row, h, c, weights[1], b_hh)
        if projected:
            h = aten.linear(h, weights[-1], None)
        steps.append(h)
    output = torch.cat(steps, 0)
    if reverse:
        output = output.flip([0])
    return output, h.squeeze(0), c.squeeze(0) if mode == "lstm" else c


def recurrent_layers(mode: str, input: Tensor, hx: Tensor, cx: Tensor, params: List[Tensor], has_biases: bool,
                     num_layers: int, dropout: float, train: bool, bidirectional: bool,
                     batch_first: bool) -> Tuple[Tensor, Tensor, Tensor]:
    directions = 2 if bidirectional else 1
    each = (4 if has_biases else 2) + (1 if mode == "lstm" and hx.size(2) != cx.size(2) else 0)
    x = input.transpose(0, 1) if batch_first else input
    hiddens = hx.unbind(0)
    cells = cx.unbind(0) if mode == "lstm" else hiddens
    last_h: List[Tensor] = []
    last_c: List[Tensor] = []
    for layer in range(num_layers):
        outputs: List[Tensor] = []
        for direction in range(directions):
            at = layer * directions + direction
            output, h, c = recurrent_direction(mode, x, hiddens[at], cells[at], params[at * each:(at + 1) * each],
                                               has_biases, direction == 1)
            outputs.append(output)
            last_h.append(h)
            last_c.append(c)
        x = torch.cat(outputs, 2) if bidirectional else outputs[0]
        if dropout > 0 and train and layer < num_layers - 1:
            x = torch.native_dropout(x, dropout, True)[0]
    return x.transpose(0, 1) if batch_first else x, torch.stack(last_h, 0), torch.stack(last_c, 0)


# What has other dimensions is an error of the operator itself.
def has_steps(input: Tensor, hx: Tensor, batch_first: bool) -> bool:
    return input.dim() == 3 and hx.dim() == 3 and input.size(1 if batch_first else 0) > 0


@register_decomposition([aten.lstm.input])
def lstm(input: Tensor, hx: List[Tensor], params: List[Tensor], has_biases: bool, num_layers: int, dropout: float,
         train: bool, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tensor, Tensor]:
    if len(hx) != 2 or not has_steps(input, hx[0], batch_first):
        return aten.lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    return recurrent_layers("lstm", input, hx[0], hx[1], params, has_biases, num_layers, dropout, train, bidirectional,
                            batch_first)


@register_decomposition([aten.gru.input])
def gru(input: Tensor, hx: Tensor, params: List[Tensor], has_biases: bool, num_layers: int, dropout: float,
        train: bool, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tensor]:
    if not has_steps(input, hx, batch_first):
        return aten.gru(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    x, h, _ = recurrent_layers("gru", input, hx, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                               batch_first)
    return x, h


@register_decomposition([aten.rnn_tanh.input])
def rnn_tanh(input: Tensor, hx: Tensor, params: List[Tensor], has_biases: bool, num_layers: int, dropout: float,
             train: bool, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tensor]:
    if not has_steps(input, hx, batch_first):
        return aten.rnn_tanh(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    x, h, _ = recurrent_layers("tanh", input, hx, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                               batch_first)
    return x, h


@register_decomposition([aten.rnn_relu.input])
def rnn_relu(input: Tensor, hx: Tensor, params: List[Tensor], has_biases: bool, num_layers: int, dropout: float,
             train: bool, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tensor]:
    if not has_steps(input, hx, batch_first):
        return aten.rnn_relu(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    x, h, _ = recurrent_layers("relu", input, hx, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                               batch_first)
    return x, h


# Softmax and losses.

@register_decomposition([aten.softmax.int])
def softmax(self: Tensor, dim: int, dtype: Optional[int]) -> Tensor:
    x = self if dtype is None else self.to(dtype)
    return aten._softmax(x, dim, False)


@register_decomposition([aten.log_softmax.int])
def log_softmax(self: Tensor, dim: int, dtype: Optional[int]) -> Tensor:
    x = self if dtype is None else self.to(dtype)
    return aten._log_softmax(x, dim, False)


def reduce(loss: Tensor, reduction: int) -> Tensor:
    if reduction == 1:
        return torch.mean(loss)
    if reduction == 2:
        return torch.sum(loss)
    return loss


@register_decomposition([aten.mse_loss.default])
def mse_loss(self: Tensor, target: Tensor, reduction: int) -> Tensor:
    return reduce(torch.pow(self - target, 2), reduction)


@register_decomposition([aten.l1_loss.default])
def l1_loss(self: Tensor, target: Tensor, reduction: int) -> Tensor:
    return reduce(torch.abs(self - target), reduction)


@register_decomposition([aten.smooth_l1_loss.default])
def smooth_l1_loss(self: Tensor, target: Tensor, reduction: int, beta: float) -> Tensor:
    loss = torch.abs(self - target)
    loss = torch.where(loss < beta, 0.5 * torch.pow(loss, 2) / beta, loss - 0.5 * beta)
    return reduce(loss, reduction)


@register_decomposition([aten.cross_entropy_loss.default])
def cross_entropy_loss(self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int, ignore_index: int,
                       label_smoothing: float) -> Tensor:
    classes = 0 if self.dim() == 1 else 1
    return aten.nll_loss_nd(torch.log_softmax(self, classes), target, weight, reduction, ignore_index)


@register_decomposition([aten.nll_loss_nd.default, aten.nll_loss.default, aten.nll_loss2d.default])
def nll_loss(self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int, ignore_index: int) -> Tensor:
    classes = 0 if self.dim() < 2 else 1
    scores = self
    if weight is not None:
        sizes = [1 for _ in range(self.dim())]
        sizes[classes] = weight.size(0)
        factor = weight.view(sizes)
        scores = self * factor
    known = torch.where(target != ignore_index, target, torch.scalar_tensor(0, dtype=target.dtype)).unsqueeze(classes)
    loss = torch.neg(torch.gather(scores, classes, known).squeeze(classes))
    loss = torch.where(target != ignore_index, loss, torch.scalar_tensor(0, dtype=self.dtype))
    if reduction == 0:
        return loss
    if reduction == 2:
        return torch.sum(loss)
    if weight is not None:
        sizes = [1 for _ in range(self.dim())]
        sizes[classes] = weight.size(0)
        shares = torch.gather(weight.view(sizes).expand(self.size()), classes, known).squeeze(classes)
        shares = torch.where(target != ignore_index, shares, torch.scalar_tensor(0, dtype=self.dtype))
        return torch.sum(loss) / torch.sum(shares)
    return torch.sum(loss) / torch.sum(target != ignore_index).to(self.dtype)


# Elementwise operators.

@register_decomposition([aten.silu.default])
def silu(self: Tensor) -> Tensor:
    return self * torch.sigmoid(self)


@register_decomposition([aten.hardsigmoid.default])
def hardsigmoid(self: Tensor) -> Tensor:
    return torch.clamp(torch.clamp(self + 3, 0), None, 6) / 6


@register_decomposition([aten.hardswish.default])
def hardswish(self: Tensor) -> Tensor:
    return self * torch.clamp(torch.clamp(self + 3, 0), None, 6) / 6


@register_decomposition([aten.relu6.default])
def relu6(self: Tensor) -> Tensor:
    return aten.hardtanh(self, 0, 6)


@register_decomposition([aten.elu.default])
def elu(self: Tensor, alpha: Union[int, float, complex], scale: Union[int, float, complex],
        input_scale: Union[int, float, complex]) -> Tensor:
    return torch.where(self > 0, self * scale, torch.expm1(self * input_scale) * (float(alpha) * float(scale)))


@register_decomposition([aten.softplus.default])
def softplus(self: Tensor, beta: Union[int, float, complex], threshold: Union[int, float, complex]) -> Tensor:
    scaled = self * beta
    return torch.where(scaled > threshold, self, torch.log1p(torch.exp(scaled)) / beta)


@register_decomposition([aten.addcmul.default])
def addcmul(self: Tensor, tensor1: Tensor, tensor2: Tensor, value: Union[int, float, complex]) -> Tensor:
    if float(value) == 1.0:
        return self + tensor1 * tensor2
    return self + tensor1 * value * tensor2


@register_decomposition([aten.addcdiv.default])
def addcdiv(self: Tensor, tensor1: Tensor, tensor2: Tensor, value: Union[int, float, complex]) -> Tensor:
    if float(value) == 1.0:
        return self + tensor1 / tensor2
    return self + (tensor1 / tensor2) * value


@register_decomposition([aten.rsub.Tensor])
def rsub(self: Tensor, other: Tensor, alpha: Union[int, float, complex]) -> Tensor:
    return torch.sub(other, self, alpha=alpha)


@register_decomposition([aten.clamp_min.Tensor])
def clamp_min_tensor(self: Tensor, min: Tensor) -> Tensor:
    if self.dtype == torch.bool:
        return torch.logical_or(self, min)
    return torch.clamp(self, min, None)


@register_decomposition([aten.clamp_max.Tensor])
def clamp_max_tensor(self: Tensor, max: Tensor) -> Tensor:
    if self.dtype == torch.bool:
        return torch.logical_and(self, max)
    return torch.clamp(self, None, max)


@register_decomposition([aten.all.dim])
def all_dim(self: Tensor, dim: int, keepdim: bool) -> Tensor:
    if self.dtype == torch.uint8:
        return aten.all(self, dim, keepdim)
    return torch.logical_not(torch.any(torch.logical_not(self), dim, keepdim))


@register_decomposition([aten.lerp.Scalar])
def lerp(self: Tensor, end: Tensor, weight: Union[int, float, complex]) -> Tensor:
    if isinstance(weight, complex):
        return aten.lerp(self, end, weight)
    part = float(weight)
    if abs(part) < 0.5:
        return self + (end - self) * part
    return end - (end - self) * (1.0 - part)


@register_decomposition([aten.xlogy.Tensor])
def xlogy(self: Tensor, other: Tensor) -> Tensor:
    product = torch.where(self == 0, 0.0, self * torch.log(other))
    return torch.where(torch.isnan(other), float("nan"), product)


@register_decomposition([aten.isin.Tensor_Tensor])
def isin(elements: Tensor, test_elements: Tensor, assume_unique: bool, invert: bool) -> Tensor:
    equal = torch.unsqueeze(elements, -1) == test_elements.reshape([-1])
    found = torch.any(equal, -1, False)
    return torch.logical_not(found) if invert else found


@register_decomposition([aten.masked_fill.Scalar])
def masked_fill(self: Tensor, mask: Tensor, value: Union[int, float, complex]) -> Tensor:
    number = torch.scalar_tensor(value, dtype=self.dtype)
    return torch.where(mask, number, self)


@register_decomposition([aten.masked_fill.Tensor])
def masked_fill_tensor(self: Tensor, mask: Tensor, value: Tensor) -> Tensor:
    return torch.where(mask, value, self)


@register_decomposition([aten.floor_divide.Scalar])
def floor_divide_scalar(self: Tensor, other: Union[int, float, complex]) -> Tensor:
    return torch.div(self, other, rounding_mode="floor")


@register_decomposition([aten.floor_divide.default])
def floor_divide(self: Tensor, other: Tensor) -> Tensor:
    return torch.div(self, other, rounding_mode="floor")


@register_decomposition([aten.clamp_min.default])
def clamp_min(self: Tensor, min: Union[int, float, complex]) -> Tensor:
    return torch.clamp(self, min, None)


@register_decomposition([aten.clamp_max.default])
def clamp_max(self: Tensor, max: Union[int, float, complex]) -> Tensor:
    return torch.clamp(self, None, max)


# Reductions.

@register_decomposition([aten.sum.default])
def sum_all(self: Tensor, dtype: Optional[int]) -> Tensor:
    dims: List[int] = []
    return torch.sum(self, dims, False, dtype=dtype)


@register_decomposition([aten.var.default])
def var_all(self: Tensor, unbiased: bool) -> Tensor:
    return torch.var(self, None, correction=1 if unbiased else 0, keepdim=False)


@register_decomposition([aten.var.dim])
def var_dim(self: Tensor, dim: Optional[List[int]], unbiased: bool, keepdim: bool) -> Tensor:
    return torch.var(self, dim, correction=1 if unbiased else 0, keepdim=keepdim)


@register_decomposition([aten.std.default])
def std_all(self: Tensor, unbiased: bool) -> Tensor:
    return torch.sqrt(torch.var(self, None, correction=1 if unbiased else 0, keepdim=False))


@register_decomposition([aten.std.dim])
def std_dim(self: Tensor, dim: Optional[List[int]], unbiased: bool, keepdim: bool) -> Tensor:
    return torch.sqrt(torch.var(self, dim, correction=1 if unbiased else 0, keepdim=keepdim))


@register_decomposition([aten.logsumexp.default])
def logsumexp(self: Tensor, dim: List[int], keepdim: bool) -> Tensor:
    largest = torch.amax(self, dim, True)
    zero = torch.scalar_tensor(0, dtype=self.dtype)
    largest = torch.where(torch.abs(largest) == math.inf, zero, largest)
    result = torch.log(torch.sum(torch.exp(self - largest), dim, keepdim))
    if keepdim:
        return result + largest
    if len(dim) == 1:
        return result + largest.squeeze(dim[0])
    return result + largest.view(result.size())


@register_decomposition([aten.std.correction])
def std(self: Tensor, dim: Optional[List[int]], correction: Optional[int], keepdim: bool) -> Tensor:
    return torch.sqrt(torch.var(self, dim, correction=correction, keepdim=keepdim))


# Shapes.

@register_decomposition([aten.pad.default])
def pad(self: Tensor, pad: List[int], mode: str, value: Optional[float]) -> Tensor:
    if mode == "constant":
        return torch.constant_pad_nd(self, pad, 0.0 if value is None else value)
    if mode == "reflect":
        if len(pad) == 2:
            return aten.reflection_pad1d(self, pad)
        if len(pad) == 4:
            return aten.reflection_pad2d(self, pad)
        return aten.reflection_pad3d(self, pad)
    if mode == "replicate":
        if len(pad) == 2:
            return aten.replication_pad1d(self, pad)
        if len(pad) == 4:
            return aten.replication_pad2d(self, pad)
        return aten.replication_pad3d(self, pad)
    return aten._pad_circular(self, pad)


@register_decomposition([aten.stack.default])
def stack(tensors: List[Tensor], dim: int) -> Tensor:
    sizes = tensors[0].size()
    place = dim + len(sizes) + 1 if dim < 0 else dim
    if place == len(sizes):
        parts = [x.unsqueeze(place) for x in tensors]
        return torch.cat(parts, place)
    return torch.cat(tensors, place).view(sizes[:place] + [len(tensors)] + sizes[place:])


@register_decomposition([aten.zeros_like.default])
def zeros_like(self: Tensor, dtype: Optional[int], layout: Optional[int], device: Optional[torch.device],
               pin_memory: Optional[bool], memory_format: Optional[int]) -> Tensor:
    return torch.full_like(self, 0, dtype=dtype, pin_memory=False)


@register_decomposition([aten.ones_like.default])
def ones_like(self: Tensor, dtype: Optional[int], layout: Optional[int], device: Optional[torch.device],
              pin_memory: Optional[bool], memory_format: Optional[int]) -> Tensor:
    return torch.full_like(self, 1, dtype=dtype, pin_memory=False)


@register_decomposition([aten.zeros.default])
def zeros(size: List[int], dtype: Optional[int], layout: Optional[int], device: Optional[torch.device],
          pin_memory: Optional[bool]) -> Tensor:
    return torch.full(size, 0, dtype=torch.float if dtype is None else dtype, layout=torch.strided, device=device,
                      pin_memory=False)


@register_decomposition([aten.ones.default])
def ones(size: List[int], dtype: Optional[int], layout: Optional[int], device: Optional[torch.device],
         pin_memory: Optional[bool]) -> Tensor:
    return torch.full(size, 1, dtype=torch.float if dtype is None else dtype, layout=torch.strided, device=device,
                      pin_memory=False)


# Writes.

@register_decomposition([aten.copy.default])
def copy(self: Tensor, src: Tensor, non_blocking: bool) -> Tensor:
    result = src.to(self.dtype)
    if result.size() != self.size():
        return result.expand(self.size()).clone()
    return result


@register_decomposition([aten.fill.Scalar])
def fill(self: Tensor, value: Union[int, float, complex]) -> Tensor:
    return torch.full_like(self, value, pin_memory=False)


@register_decomposition([aten.zero.default])
def zero(self: Tensor) -> Tensor:
    return torch.full_like(self, 0, pin_memory=False)
