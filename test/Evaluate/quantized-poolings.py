# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/quantized-poolings.out %t
# REQUIRES: ts-run
# Where poolings and means of quantized tensors round, which depends on the order of their elements. The output is PyTorch's.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
for dtype, zp in ((torch.qint8, -3), (torch.quint8, 7), (torch.qint8, 4)):
    for name, shape, f in (
            ("avg1", (2, 3, 20), lambda t: F.avg_pool1d(t, 2)),
            ("avg3", (2, 3, 6, 6, 6), lambda t: F.avg_pool3d(t, 2)),
            ("adaptive1", (2, 3, 20), lambda t: F.adaptive_avg_pool1d(t, 10)),
            ("adaptive3", (2, 3, 6, 6, 6), lambda t: F.adaptive_avg_pool3d(t, 3)),
            ("adaptive", (2, 4, 12, 10), lambda t: F.adaptive_avg_pool2d(t, (3, 5))),
            ("channels last", (2, 4, 12, 10), lambda t: F.adaptive_avg_pool2d(t.contiguous(memory_format=torch.channels_last), (3, 5))),
            ("last", (2, 4, 12, 10), lambda t: F.avg_pool2d(t.contiguous(memory_format=torch.channels_last), 2)),
            ("one channel", (2, 1, 8, 8), lambda t: F.avg_pool2d(t, 2)),
            ("mean", (7,), lambda t: t.mean().reshape(1)),
            ("rows", (50, 2), lambda t: t.mean([-1])),
            ("columns", (50, 2, 3), lambda t: t.mean([1])),
            ("spatial", (2, 8, 2, 2), lambda t: t.mean([2, 3])),
            ("spatial kept", (2, 8, 2, 2), lambda t: t.mean((-2, -1), keepdim=True)),
            ("spatial last", (2, 8, 2, 2), lambda t: t.contiguous(memory_format=torch.channels_last).mean([2, 3])),
            ("padded", (1, 2, 7, 7), lambda t: F.avg_pool2d(t, 2, 2, 1)),
            ("without padding", (1, 2, 7, 7), lambda t: F.avg_pool2d(t, 2, 2, 1, count_include_pad=False)),
            ("ceil", (1, 2, 7, 7), lambda t: F.avg_pool2d(t, 2, 2, ceil_mode=True)),
            ("transposed", (1, 3, 9, 8), lambda t: F.avg_pool2d(t.transpose(2, 3), 2, 1))):
        q = torch.quantize_per_tensor(torch.randn(shape), 0.0237, zp, dtype)
        print(name, f(q).int_repr().flatten().tolist())
