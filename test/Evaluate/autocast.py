# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/autocast.out %t
# REQUIRES: ts-run
# torch.autocast on the processor, and what a default dtype changes; there is no GPU.
# The output is what Python prints.
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
x = torch.ones(2, 3)
with torch.autocast("cpu", dtype=torch.bfloat16):
    y = net(x)
    print(y.dtype, (x @ x.T).dtype, nn.functional.mse_loss(y, torch.zeros(2, 2)).dtype, torch.cat([y, x], 1).dtype)
    print(y, y.softmax(-1).dtype, nn.Conv1d(2, 1, 1)(x).dtype, torch.is_autocast_cpu_enabled())
    with torch.autocast("cpu", enabled=False):
        print(net(x).dtype, (x.double() @ x.double().T).dtype)
    print((x.double() @ x.double().T).dtype)
print(net(x).dtype, torch.is_autocast_cpu_enabled(), torch.get_autocast_cpu_dtype())
y.float().sum().backward()
print(net[0].weight.grad)


@torch.autocast("cpu", dtype=torch.bfloat16)
def run(x):
    return net(x)


print(run(x).dtype, net(x).dtype)
try:
    torch.autocast("tpu")
except RuntimeError as e:
    print("RuntimeError", e)

torch.set_default_dtype(torch.float64)
print(torch.arange(0.0, 1.0, 0.5).dtype, torch.linspace(0, 1, 3).dtype, torch.arange(3).dtype, torch.eye(2).dtype)
n = torch.arange(1, 4)
print((n / 2).dtype, (n * 1j).dtype, (n.float() * 2).dtype, torch.sqrt(n).dtype, nn.Linear(2, 2).weight.dtype)
print((torch.tensor(1) / torch.tensor(3)).item(), torch.hann_window(4), torch.fft.fftfreq(4).dtype)
torch.set_default_dtype(torch.float32)
print((n / 2).dtype)
try:
    torch.set_default_dtype(torch.int64)
except TypeError as e:
    print("TypeError", e)

for bad in (lambda: torch.ones(2).to("cuda"), lambda: nn.Linear(2, 2).to(torch.device("cuda", 0)),
            lambda: torch.zeros(2, device="cuda:0"), lambda: torch.tensor([1], device="cuda")):
    try:
        bad()
    except AssertionError as e:
        print("AssertionError", e)
print(torch.ones(2).to("cpu").device)
