# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/enums-and-results.out %t
# REQUIRES: ts-run
# Members of enumerations as numbers, the order of dicts of parameters, and gradients of changes in place that are computed from results. The output is PyTorch's.
import torch, enum
from torch import nn
import torch.nn.functional as F
class A(enum.IntEnum):
    L = 0
    R = 1
print(torch.tensor([A.L, A.R]), torch.tensor(A.R), torch.tensor((A.R, 2.5)), torch.full((2,), A.R), torch.tensor(True), torch.arange(A.R, 3), torch.zeros(2)[A.R], torch.tensor([True, A.R]))
print(f"{A.R} {A.R!s} {A.R!r} {A.R:d} {A.R:>4}|{str(A.R)} {int(A.R)} %s" % A.R, A.R)
pd = nn.ParameterDict({k: nn.Parameter(torch.ones(1)) for k in ("src", "dst", "a")})
print(list(pd.keys()), pd)
pd2 = nn.ParameterDict([("z", nn.Parameter(torch.ones(1))), ("b", nn.Parameter(torch.ones(2)))])
pd2.update({"y": nn.Parameter(torch.ones(1)), "c": nn.Parameter(torch.ones(1))})
print(list(pd2))
md = nn.ModuleDict({"z": nn.Identity(), "a": nn.Identity()})
print(list(md))
x = torch.randn(3, requires_grad=True)
y = (x * 2).abs().max() < 1e-5
print(y)
torch.manual_seed(0)
src = torch.randn(4, 2, requires_grad=True)
ix = torch.tensor([0, 1, 0, 1])
mx = torch.full((2, 2), float("-inf")).scatter_reduce_(0, ix.view(-1, 1).expand_as(src), src, reduce="amax", include_self=True)
print(mx)
(mx[ix] * src).sum().backward()
print(src.grad)
src.grad = None
for r in ("sum", "mean", "amin", "prod"):
    for inc in (True, False):
        o = torch.full((2, 2), 1.5).scatter_reduce(0, ix.view(-1, 1).expand_as(src), src, reduce=r, include_self=inc)
        print(r, o, torch.autograd.grad(o.square().sum(), src)[0])
for op in ("cumprod_", "hypot_", "copysign_", "clamp_min_", "clamp_max_", "logit_", "celu_", "elu_", "hardsigmoid_", "sinh_", "acos_", "float_power_", "cumsum_", "lerp_", "addcmul_", "erfinv_", "renorm_", "xlogy_", "sinc_", "atan2_", "mvlgamma_", "fmod_", "remainder_"):
    torch.manual_seed(1)
    x = (torch.rand(3, dtype=torch.double) * 0.8 + 0.1).requires_grad_()
    y = x * 1.0
    o = torch.rand(3, dtype=torch.double)
    args = {"cumprod_": (0,), "hypot_": (o,), "copysign_": (-o,), "clamp_min_": (0.5,), "clamp_max_": (0.5,), "float_power_": (2.5,), "cumsum_": (0,), "lerp_": (o, 0.3), "addcmul_": (o, o), "xlogy_": (o,), "atan2_": (o,), "fmod_": (0.3,), "remainder_": (0.3,), "renorm_": (2, 0, 0.5), "mvlgamma_": (1,)}.get(op, ())
    try:
        y = y.view(3, 1) if op == "renorm_" else y
        r = getattr(y, op)(*args)
        r.square().sum().backward()
        print(op, x.grad)
    except Exception as e:
        print(op, type(e).__name__, e)
