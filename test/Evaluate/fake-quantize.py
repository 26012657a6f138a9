# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/fake-quantize.out %t
# REQUIRES: ts-run
# Numbers rounded to those of quantized tensors, alone and in compiled code. The output is that of PyTorch 1.13.
import torch
x = torch.tensor([[-3.0, -0.26, 0.24, 0.35], [1.95, 8.55, 30.0, 0.0]])
for z in (0, 3):
    print(torch.fake_quantize_per_tensor_affine(x, 0.1, z, 0, 255))
    print(torch.fake_quantize_per_tensor_affine(x, torch.tensor(0.1), torch.tensor(z, dtype=torch.int32), -128, 127))
scale = torch.tensor([0.1, 0.25, 0.5, 0.3])
print(torch.fake_quantize_per_channel_affine(x, scale, torch.tensor([0, 1, 2, 3], dtype=torch.int32), 1, 0, 255))
print(torch.fake_quantize_per_channel_affine(x, scale[:2], torch.tensor([0.0, 3.0]), 0, 0, 255))
y = x.clone().requires_grad_()
z = torch.fake_quantize_per_tensor_affine(y, 0.1, 3, 0, 255)
print(z)
z.sum().backward()
print(y.grad)
print(torch.fake_quantize_per_tensor_affine(y, torch.tensor(0.1), torch.tensor(0), -128, 127).grad_fn.name())
for bounds in ((5, 1), (0, 255)):
    try:
        print(torch.fake_quantize_per_tensor_affine(x[0], 0.1, 0, *bounds))
    except RuntimeError as e:
        print("refused")


@torch.jit.script
def rounded(x: torch.Tensor) -> torch.Tensor:
    return torch.fake_quantize_per_tensor_affine(x, 0.05, 1, -8, 7) + torch.fake_quantize_per_channel_affine(
        x, torch.ones(4) * 0.1, torch.zeros(4, dtype=torch.int32), 1, -8, 7)


print(rounded(torch.linspace(-1, 1, 8).view(2, 4)).tolist()[0][:2])
