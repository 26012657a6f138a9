# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/tensors.out %t
# REQUIRES: ts-run
# Tensors compute, index and print as PyTorch's do; the output is PyTorch 1.13's.
import torch
x = torch.tensor([[1.0, 2.5], [-3.0, 0.125]])
print(x, x.int(), x > 0, torch.tensor(5), torch.tensor(2.0), torch.tensor([]), sep="\n")
print(x + 1, 2 * x, x @ x, x.sum(), x.mean(dim=0), x.shape, x.size(0), x.T)
t = torch.arange(24).view(2, 3, 4)
print(t[0, 1:, ::2].tolist(), t[..., -1].tolist(), t[:, None, 0].shape, t[1][2][3].item(), t[t % 7 == 0].tolist())
t[0, :, 1:3] = -1
t[1, [0, 2]] *= 10
print(t.tolist())
print(torch.zeros(2, 3), torch.ones((2,)), torch.full((2, 2), 7), torch.eye(2), torch.linspace(0, 1, 5), torch.arange(12.0))
print(torch.stack([x, x]).shape, torch.cat([x, x], dim=1), x.max(), x.max(dim=1), x.argmax(), torch.randn(3).shape)
torch.manual_seed(0)
print(torch.rand(3), torch.randn(2, 2), torch.randint(0, 10, (5,)))
print(torch.arange(2000), torch.rand(100, 100).shape, x.dtype, x.device, repr(x.shape), f"{x[0, 1]:.2f}", torch.tensor([1e10, 1.0]), torch.tensor([1e-5, 1.0]), torch.tensor([1+2j]))
print(x.requires_grad, torch.float32, x.exp().log().allclose(x) if False else torch.allclose(x, x), len(t), list(x[0]), x.to(torch.int64), torch.relu(x), x.clamp(min=0), x.unsqueeze(0).shape)
with torch.no_grad(): y = x.clone(); y.add_(1); print(y, y.numel(), x.std(), torch.norm(x))
print(torch.where(x > 0, x, torch.zeros_like(x)), x.sort(dim=1)[0], torch.topk(x.flatten(), 2).values, x.softmax(-1))


@torch.jit.script
def scale(x: torch.Tensor, k: int = 2) -> torch.Tensor:
    return x[1:] * k


print(scale(torch.arange(3.0)), scale(torch.arange(3.0), k=3), scale.name)


@torch.jit.script
def fail(x: torch.Tensor):
    assert x.sum() > 0, "not positive"
    return x


try:
    fail(-torch.ones(1))
except Exception as error:
    print(str(error).splitlines()[-1])
