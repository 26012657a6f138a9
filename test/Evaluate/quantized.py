# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/quantized.out %t
# REQUIRES: ts-run
# Quantized tensors and what they print; the output is what Python prints.
import torch, torch.nn as nn
torch.manual_seed(0)
x = torch.randn(2,3)
q = torch.quantize_per_tensor(x, 0.1, 10, torch.quint8)
print(q); print(q.qscheme(), torch.per_tensor_affine, torch.per_channel_affine, torch.per_tensor_symmetric, torch.per_channel_symmetric, torch.per_channel_affine_float_qparams)
print(repr(torch.qint8), torch.qint32, torch.quint4x2, torch.qint8.is_floating_point, torch.qint8.is_complex)
qc = torch.quantize_per_channel(torch.randn(2,3), torch.tensor([.1,.2]), torch.tensor([0,1]), 0, torch.qint8); print(qc); print(qc.q_per_channel_scales(), qc.q_per_channel_zero_points(), qc.q_per_channel_axis(), qc.qscheme())
print(q[0], q.view(3,2), q.shape, q.element_size(), q.clone(), q.is_floating_point(), q.numel())
print(torch.ones(1).is_quantized, q.requires_grad, q.tolist() if False else 0)
print(torch.quantize_per_tensor_dynamic(x, torch.qint8, False))
print(torch.ops.quantized.add(q, q, .2, 5)); print(torch.relu(q).int_repr())
print(q == q, torch.equal(q, q)); print(q[0,0], q[0,0].item()); print(q.max(), q.sort()[0][0])
print(torch.quantize_per_tensor([x, x], torch.tensor([.1,.2]), torch.tensor([0,1]), torch.quint8)[1])
print(torch.empty(0).is_quantized, torch._make_per_tensor_quantized_tensor(torch.tensor([1,2],dtype=torch.int8), .5, 1))
print(torch.quantize_per_tensor(torch.tensor(1.), .1, 0, torch.qint32)); print(type(torch.per_tensor_affine), isinstance(torch.qint8, torch.dtype))
x = torch.tensor([-1.0, -0.3, 0.0, 0.26, 0.9, 3.0])
q = torch.quantize_per_tensor(x, 0.1, 10, torch.quint8); print(q); print(q.int_repr(), q.dequantize(), q.q_scale(), q.q_zero_point(), q.dtype, q.is_quantized, q.qscheme())
w = torch.randn(3, 4); qc = torch.quantize_per_channel(w, torch.tensor([.1, .2, .05]), torch.tensor([0, 0, 0]), 0, torch.qint8); print(qc.int_repr()); print(qc.q_per_channel_scales(), qc.q_per_channel_axis())
print(torch.fake_quantize_per_tensor_affine(x, .1, 0, -128, 127))
@torch.jit.script
def roundtrip(t: torch.Tensor, s: float, z: int) -> torch.Tensor:
    return torch.quantize_per_tensor(t, s, z, torch.qint8).dequantize()
print(roundtrip(x, .05, 3))
class FQ(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, s):
        ctx.save_for_backward(x); ctx.s = s
        return (x / s).round().clamp(-128, 127) * s
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * ((x / ctx.s).abs() <= 128), None
a = x.clone().requires_grad_(); y = FQ.apply(a, .01); (y ** 2).sum().backward(); print(y, a.grad)
class QLin(nn.Module):
    def __init__(self, lin, bits=8):
        super().__init__(); self.qmax = 2 ** (bits - 1) - 1
        s = lin.weight.detach().abs().amax(1, keepdim=True) / self.qmax
        self.register_buffer("wq", (lin.weight.detach() / s).round().to(torch.int8)); self.register_buffer("s", s); self.bias = lin.bias
    def forward(self, x): return torch.nn.functional.linear(x, self.wq.float() * self.s, self.bias)
l = nn.Linear(4, 3); ql = torch.jit.script(QLin(l)); i = torch.randn(2, 4); print((ql(i) - l(i)).abs().max().item() < .02, ql.wq.dtype, ql.wq)
