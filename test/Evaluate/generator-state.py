# RUN: ts-run %s > %t 2>/dev/null
# RUN: diff %S/Outputs/generator-state.out %t
# REQUIRES: ts-run
# The state of random numbers is a tensor of bytes, the same as PyTorch's.
# The output is what Python prints.
import torch

torch.manual_seed(7)
s = torch.get_rng_state()
print(s.dtype, s.shape, s[:24].tolist(), s.long().sum().item())
torch.rand(10)
print(torch.get_rng_state()[:32].tolist(), torch.get_rng_state().long().sum().item())
torch.randn(3)
b = torch.get_rng_state()
print(b.long().sum().item(), b[5000:].tolist())
x = torch.randn(5)
torch.set_rng_state(b)
print(torch.equal(x, torch.randn(5)))
torch.rand(700)
c = torch.get_rng_state()
print(c[:32].tolist())
y = torch.rand(3)
torch.set_rng_state(c.clone())
print(torch.equal(y, torch.rand(3)))
g = torch.Generator().manual_seed(3)
t = g.get_state()
u = torch.rand(2, generator=g)
g.set_state(t)
print(torch.equal(u, torch.rand(2, generator=g)), g.initial_seed())
with torch.random.fork_rng():
    torch.manual_seed(9)
    torch.rand(3)
print(torch.equal(torch.rand(2), torch.rand(2)), torch.initial_seed())
for bad in (torch.zeros(3, dtype=torch.uint8), torch.full((5056,), 255, dtype=torch.uint8), torch.zeros(5056)):
    try:
        torch.set_rng_state(bad)
    except (RuntimeError, TypeError) as e:
        print(type(e).__name__)

# What an operator writes to is counted.
a = torch.zeros(3)
v = a[1:]
print(a._version, v._version)
a.add_(1)
v.mul_(2)
a[0] = 5
print(a._version, v._version, torch.ones(2).add(1)._version)
