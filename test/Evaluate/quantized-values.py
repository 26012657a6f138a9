# RUN: ts-run %s > %t 2> %t.err
# RUN: diff %S/Outputs/quantized-values.out %t
# REQUIRES: ts-run
# Quantized tensors and functions on them. The output is PyTorch's.
import torch
torch.manual_seed(0)
x = torch.randn(3, 4)
q = torch.quantize_per_tensor(x, 0.1, 10, torch.quint8)
print(q, q.int_repr(), q.q_scale(), q.q_zero_point(), q.qscheme(), q.dequantize())
print(q[0], q.t().shape, q + 0 if False else q.reshape(2, 6))
print(torch.nn.functional.relu(q).int_repr(), q.mean(), torch.max(q))
c = torch.quantize_per_channel(x, torch.tensor([0.1, 0.2, 0.3]), torch.tensor([0, 5, 10]), 0, torch.qint8)
print(c, c.q_per_channel_scales(), c.q_per_channel_zero_points(), c.q_per_channel_axis())
print(torch.ops.quantized.add(q, q, 0.2, 3))
print(torch.ops.quantized.cat([q, q], 1, 0.1, 3).shape)
print(torch.fake_quantize_per_tensor_affine(x, 0.1, 0, 0, 255))
import torch.nn.quantized.functional as qF
print(qF.hardswish(q, 0.1, 2), qF.max_pool2d(torch.quantize_per_tensor(torch.randn(1, 1, 4, 4), 0.1, 0, torch.qint8), 2))
print(q.is_quantized, q.dtype, q.clone().equal(q), q.element_size())
m = torch.nn.quantized.Quantize(0.1, 3, torch.quint8)
print(m, m(x).int_repr(), torch.nn.quantized.DeQuantize()(m(x)))
@torch.jit.script
def f(x, s: float, z: int):
    y = torch.quantize_per_tensor(x, s, z, torch.qint8)
    return torch.relu(y).dequantize(), y.q_scale()
print(f(x, 0.05, 2))
torch.backends.quantized.engine = "qnnpack"
print(torch.backends.quantized.engine)
