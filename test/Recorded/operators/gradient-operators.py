# The operators that compute gradients, of activations, losses, layers and placements.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/gradient-operators.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/gradient-operators.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List, Optional
from torch import Tensor

aten = torch.ops.aten


def activations(g: Tensor, x: Tensor):
    return (aten.threshold_backward(g, x, 0.5), aten.tanh_backward(g, x), aten.sigmoid_backward(g, x),
            aten.silu_backward(g, x), aten.mish_backward(g, x), aten.gelu_backward(g, x),
            aten.gelu_backward(g, x, approximate="tanh"), aten.elu_backward(g, 0.5, 1.5, 2.0, False, x),
            aten.elu_backward(g, 0.5, 1.5, 2.0, True, x), aten.leaky_relu_backward(g, x, 0.1, False),
            aten.hardtanh_backward(g, x, -1.0, 1.0), aten.hardsigmoid_backward(g, x), aten.hardswish_backward(g, x),
            aten.softplus_backward(g, x, 2.0, 3.0), aten.softshrink_backward(g, x, 0.5),
            aten.hardshrink_backward(g, x, 0.5), aten.logit_backward(g, x), aten.logit_backward(g, x, 0.1))


def signs(g: Tensor, x: Tensor):
    return aten.log_sigmoid_forward(x)[0], aten.log_sigmoid_backward(g, x, aten.log_sigmoid_forward(x)[1])


def random_slopes(g: Tensor, x: Tensor, noise: Tensor, training: bool, of_result: bool):
    return (aten.rrelu_with_noise_backward(g, x, noise, 0.125, 0.5, training, of_result),
            aten.rrelu_with_noise_backward(g, x, noise, 1, 2, training, of_result))


def negative_slopes(g: Tensor, x: Tensor, noise: Tensor, training: bool):
    return aten.rrelu_with_noise_backward(g, x, noise, -0.5, 0.25, training, True)


def gates(g: Tensor, x: Tensor):
    return aten.glu_backward(g, x, -1)


def slopes(g: Tensor, x: Tensor, w: Tensor):
    return aten.prelu_backward(g, x, w)


def softmaxes(g: Tensor, x: Tensor):
    y = torch.softmax(x, 1)
    return (aten._softmax_backward_data(g, y, 1, torch.float32),
            aten._log_softmax_backward_data(g, torch.log(y), 0, torch.float32))


def losses(g: Tensor, x: Tensor, y: Tensor, reduction: int):
    return (aten.mse_loss_backward(g, x, y, reduction), aten.smooth_l1_loss_backward(g, x, y, reduction, 0.5),
            aten.huber_loss_backward(g, x, y, reduction, 0.5), aten.soft_margin_loss_backward(g, x, y, reduction),
            aten.binary_cross_entropy_backward(g, x.sigmoid(), y, None, reduction),
            aten.binary_cross_entropy_backward(g, x.sigmoid(), y, y.abs(), reduction))


def classes(g: Tensor, x: Tensor, y: Tensor, w: Optional[Tensor], reduction: int, ignored: int, total: Tensor):
    return aten.nll_loss_backward(g, x, y, w, reduction, ignored, total)


def classes_of_pixels(g: Tensor, x: Tensor, y: Tensor, w: Optional[Tensor], reduction: int, total: Tensor):
    return aten.nll_loss2d_backward(g, x, y, w, reduction, 1, total)


def margins(g: Tensor, x: Tensor, y: Tensor, w: Optional[Tensor], p: int, reduction: int):
    return aten.multi_margin_loss_backward(g, x, y, p, 1.0, w, reduction)


def convolution(g: Tensor, x: Tensor, w: Tensor, stride: List[int], padding: List[int], dilation: List[int],
                transposed: bool, rest: List[int], groups: int, mask: List[bool]):
    return aten.convolution_backward(g, x, w, [w.size(0)], stride, padding, dilation, transposed, rest, groups, mask)


def convolution_of_input(g: Tensor, x: Tensor, w: Tensor):
    return aten.convolution_backward(g, x, w, None, [2, 2], [1, 0], [1, 2], False, [0, 0], 1, [True, False, False])[0]


def over_time(g: Tensor, x: Tensor, w: Tensor, b: Tensor):
    return aten.conv_tbc_backward(g, x, w, b, 1)


def layer_norm(g: Tensor, x: Tensor, w: Optional[Tensor], b: Optional[Tensor], mask: List[bool]):
    _, mean, scale = torch.native_layer_norm(x, [3], w, b, 1e-5)
    return aten.native_layer_norm_backward(g, x, [3], mean, scale, w, b, mask)


def norms_of_input(g: Tensor, x: Tensor, w: Optional[Tensor]):
    _, mean, scale = torch.native_layer_norm(x, [3], None, None, 1e-5)
    _, m, s = torch.native_group_norm(x, w, None, 2, 4, 3, 2, 1e-5)
    mask = [True, False, False]
    return (aten.native_layer_norm_backward(g, x, [3], mean, scale, None, None, mask)[0],
            aten.native_group_norm_backward(g, x, m, s, w, 2, 4, 3, 2, mask)[0])


def group_norm(g: Tensor, x: Tensor, w: Optional[Tensor], mask: List[bool]):
    _, mean, scale = torch.native_group_norm(x, w, None, 2, 4, 3, 2, 1e-5)
    return aten.native_group_norm_backward(g, x, mean, scale, w, 2, 4, 3, 2, mask)


def batch_norm(g: Tensor, x: Tensor, w: Optional[Tensor], train: bool, mask: List[bool]):
    mean, var = torch.zeros(4) + 0.25, torch.ones(4) * 1.5
    _, m, s = torch.native_batch_norm(x, w, None, mean, var, train, 0.1, 1e-5)
    return aten.native_batch_norm_backward(g, x, w, mean, var, m, s, train, 1e-5, mask)


def weight_norm(v: Tensor, g: Tensor, d: Tensor):
    w, norms = torch._weight_norm_interface(v, g, 0)
    return w, norms, aten._weight_norm_interface_backward(d, v, g, norms, 0), torch._weight_norm(v, g, 0)


def selected(g: Tensor, index: Tensor):
    return (aten.select_backward(g[0], [3, 4], 0, 1), aten.slice_backward(g, [3, 9], 1, 1, 9, 2),
            aten.diagonal_backward(g[0, :3], [3, 4], 1, 0, 1), aten.trace_backward(g[0, 0], [3, 4]),
            aten.index_select_backward(g, [5, 4], 0, index))


def windowed(g: Tensor):
    return aten.unfold_backward(g, [2, 7], 1, 3, 2)


def looked_up(g: Tensor, index: Tensor, scale: bool):
    return aten.embedding_dense_backward(g, index, 5, 2, scale), aten.embedding_backward(g, index, 5, -1, scale, False)


def pooled(x: Tensor):
    y, index = torch.nn.functional.max_pool2d_with_indices(x, [2, 2], [1, 1], [1, 1])
    z, place = torch.nn.functional.adaptive_max_pool2d_with_indices(x, [2, 3])
    a = torch.nn.functional.avg_pool2d(x, [3, 2], [2, 2], [1, 1], True)
    return (aten.max_pool2d_with_indices_backward(y, x, [2, 2], [1, 1], [1, 1], [1, 1], False, index),
            aten.adaptive_max_pool2d_backward(z, x, place),
            aten.avg_pool2d_backward(a, x, [3, 2], [2, 2], [1, 1], True, True, None),
            aten.avg_pool2d_backward(a, x, [3, 2], [2, 2], [1, 1], True, False, None),
            aten.avg_pool2d_backward(a, x, [3, 2], [2, 2], [1, 1], True, False, 3),
            aten._adaptive_avg_pool2d_backward(torch.nn.functional.adaptive_avg_pool2d(x, [2, 3]), x))


def volumes(x: Tensor):
    y, index = torch.nn.functional.max_pool3d_with_indices(x, [2, 2, 2])
    a = torch.nn.functional.avg_pool3d(x, [2], [1], [1])
    return (aten.max_pool3d_with_indices_backward(y, x, [2, 2, 2], [2, 2, 2], [0, 0, 0], [1, 1, 1], False, index),
            aten.avg_pool3d_backward(a, x, [2], [1], [1], False, True, None),
            aten._adaptive_avg_pool3d_backward(torch.nn.functional.adaptive_avg_pool3d(x, [2, 1, 3]), x))


def padded(x: Tensor):
    p = [1, 2, 0, 1]
    return (aten.reflection_pad2d_backward(aten.reflection_pad2d(x, p), x, p),
            aten.replication_pad2d_backward(aten.replication_pad2d(x, p), x, p),
            aten.reflection_pad1d_backward(aten.reflection_pad1d(x[0], p[:2]), x[0], p[:2]))


def resized(x: Tensor, align: bool):
    g = torch.nn.functional.interpolate(x, [5, 3], mode="nearest")
    return (aten.upsample_nearest2d_backward(g, [5, 3], [1, 2, 3, 4]),
            aten.upsample_bilinear2d_backward(g, [5, 3], [1, 2, 3, 4], align),
            aten.upsample_bicubic2d_backward(g, [5, 3], [1, 2, 3, 4], align),
            aten._upsample_nearest_exact2d_backward(g, [5, 3], [1, 2, 3, 4], 1.7, None),
            aten.upsample_linear1d_backward(g[0], [3], [2, 5, 4], align),
            aten.upsample_nearest1d_backward(g[0], [3], [2, 5, 4]))


def dropped(g: Tensor, mask: Tensor):
    return aten.native_dropout_backward(g, mask, 2.0), torch.native_dropout(g, 0.5, False), torch.native_dropout(g, 0.0, True)


def rand(*shape):
    return ((torch.arange(1, 1 + int(torch.tensor(shape).prod())) * 37 % 23 - 11) / 8).reshape(shape)


X, G = rand(4, 6), rand(4, 6) * 2 + 0.5
ALL = [True, True, True]
Y = (rand(2, 3) > 0).float()
CLASSES = torch.tensor([2, 0, 1, 2])
CALLS = [("activations", [G, X]), ("activations", [G.double(), X.double()]), ("signs", [G, X]), ("gates", [rand(4, 3), X]),
         ("slopes", [G, X, torch.tensor([0.25])]), ("slopes", [G, X, rand(6)]), ("softmaxes", [G, X])] + \
    [("losses", [g, rand(2, 3), Y, r]) for g, r in ((rand(2, 3), 0), (torch.tensor(2.0), 1), (torch.tensor(2.0), 2))] + \
    [("classes", [g, rand(4, 3), CLASSES, w, r, i, torch.tensor(t)])
     for g, r in ((rand(4), 0), (torch.tensor(2.0), 1), (torch.tensor(2.0), 2)) for w, i, t in ((None, -100, 4.0), (rand(3), 1, 2.5))] + \
    [("classes_of_pixels", [torch.tensor(2.0), rand(2, 3, 2, 2), torch.tensor([0, 1, 2, 1, 1, 0, 2, 2]).reshape(2, 2, 2), w, 1,
                            torch.tensor(3.0)]) for w in (None, rand(3))] + \
    [("margins", [torch.tensor(2.0), rand(4, 3), CLASSES, w, p, r]) for w, p, r in ((None, 1, 1), (rand(3), 2, 2))] + \
    [("convolution", [rand(2, 4, 3, 2), rand(2, 2, 6, 5), rand(4, 2, 3, 2), [2, 2], [1, 0], [1, 2], False, [0, 0], 1, ALL]),
     ("convolution_of_input", [rand(2, 4, 3, 2), rand(2, 2, 6, 5), rand(4, 2, 3, 2)])] + \
    [("convolution", [rand(1, 4, 5), rand(1, 4, 5), rand(4, 2, 3), [1], [1], [1], False, [0], 2, ALL]),
     ("convolution", [rand(1, 6, 8), rand(1, 4, 4), rand(4, 3, 3), [2], [1], [1], True, [1], 2, ALL]),
     ("over_time", [rand(5, 2, 4), rand(5, 2, 3), rand(3, 3, 4), rand(4)])] + \
    [("layer_norm", [rand(2, 4, 3), rand(2, 4, 3) * 2, rand(3), rand(3), ALL])] + \
    [("group_norm", [rand(2, 4, 3), rand(2, 4, 3) * 2, rand(4), ALL])] + \
    [("norms_of_input", [rand(2, 4, 3), rand(2, 4, 3) * 2, w]) for w in (None, rand(4))] + \
    [("batch_norm", [rand(2, 4, 3), rand(2, 4, 3) * 2, w, t, ALL]) for w in (None, rand(4)) for t in (True, False)] + \
    [("weight_norm", [rand(3, 4), rand(3, 1), rand(3, 4)]), ("selected", [rand(3, 4), torch.tensor([0, 3, 0])]),
     ("windowed", [rand(2, 3, 3)]), ("looked_up", [rand(2, 3, 4), torch.tensor([[0, 2, 4], [0, 0, 2]]), False]),
     ("looked_up", [rand(2, 3, 4), torch.tensor([[0, 2, 4], [0, 0, 2]]), True]), ("pooled", [rand(1, 2, 5, 6)]),
     ("volumes", [rand(1, 1, 4, 2, 4)]), ("padded", [rand(1, 2, 4, 3)]), ("resized", [rand(1, 2, 3, 4), False]),
     ("resized", [rand(1, 2, 3, 4), True]), ("dropped", [rand(3, 2), rand(3, 2) > 0])] + \
    [("random_slopes", [G, X, rand(6), t, r]) for t in (True, False) for r in (True, False)] + \
    [("random_slopes", [rand(2, 3), rand(3), rand(2, 3), t, False]) for t in (True, False)] + \
    [("random_slopes", [G.long(), X.long(), G.long(), True, False])] + \
    [("negative_slopes", [G, X, rand(6), t]) for t in (True, False)]
