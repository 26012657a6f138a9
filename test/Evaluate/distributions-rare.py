# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/distributions-rare.out %t
# REQUIRES: ts-run
# Distributions of angles, ratios and low rank, registries of transforms and transforms of parts; shifts by tensors, gradients for a generator of
# tensors, typed attributes: the output is that of PyTorch 1.13.
import torch
from typing import Dict, List
import torch.distributions as D
from torch.distributions import constraints as c, transform_to, biject_to
torch.manual_seed(0)
for d, s in ((D.VonMises(torch.tensor([0.5]), torch.tensor([2.0])), 1.0), (D.FisherSnedecor(torch.tensor([3.]), torch.tensor([6.])), 1.0), (D.Kumaraswamy(torch.tensor([2.]), torch.tensor([3.])), .4), (D.ContinuousBernoulli(torch.tensor([.3, .5])), .4), (D.LogisticNormal(torch.zeros(2), torch.ones(2)), None), (D.LowRankMultivariateNormal(torch.zeros(2), torch.tensor([[1.], [0.5]]), torch.ones(2)), None)):
    x = d.sample((2,))
    v = x if s is None else torch.full(x.shape, s)
    print(type(d).__name__, x, d.log_prob(v), d.expand((2,) + d.batch_shape).batch_shape)
    for n in ("mean", "variance", "mode"):
        try: print(n, getattr(d, n))
        except Exception as e: print(n, type(e).__name__)
    try: print(d.entropy())
    except Exception as e: print(type(e).__name__)
for k in (c.positive, c.real, c.greater_than(1.), c.less_than(2.), c.unit_interval, c.interval(1., 3.), c.simplex, c.corr_cholesky, c.nonnegative, c.independent(c.positive, 1), c.half_open_interval(0, 2), c.greater_than_eq(1.)):
    for r in (biject_to, transform_to):
        t = r(k)
        z = torch.tensor([0.3, -0.2, 0.1])
        y = t(z)
        print(type(t).__name__, y, t.inv(y), t.log_abs_det_jacobian(z, y) if t.bijective else None)
print(transform_to(c.lower_cholesky)(torch.ones(2, 2)))
try: biject_to(c.boolean)
except NotImplementedError as e: print(e)
t = D.CatTransform([D.ExpTransform(), D.AffineTransform(1., 2.)], dim=0, lengths=[2, 1])
print(t(torch.arange(3.)), t.inv(t(torch.arange(3.))))
t = D.StackTransform([D.ExpTransform(), D.AffineTransform(1., 2.)], dim=0)
print(t(torch.ones(2, 2)))
t = D.CumulativeDistributionTransform(D.Normal(0., 1.))
print(t(torch.tensor([0., 1.])), t.inv(t(torch.tensor([0.5]))))
x = torch.tensor([2, 3]); print(1 << x, 16 >> x)
w = torch.ones(2, requires_grad=True)
print(torch.autograd.grad((w * 2).sum(), (p for p in [w])))


class Cell(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.names = torch.jit.Attribute(["m"], List[str])
        self.sizes = torch.jit.Attribute({"a": 1}, Dict[str, int])

    def forward(self, x: torch.Tensor) -> int:
        self.names.append("n")
        return len(self.names) + self.sizes["a"]


cell = Cell()
compiled = torch.jit.script(cell)
print(compiled(torch.ones(1)), compiled(torch.ones(1)), compiled.names, compiled.sizes, type(cell.names).__name__)


class Plain:
    pass


import types

plain = Plain()
plain.add = types.MethodType(lambda self, x: (type(self).__name__, x + 1), plain)
print(plain.add(2), plain.add.__self__ is plain)
for wrong in ((3, plain), (len, None)):
    try:
        types.MethodType(*wrong)
    except TypeError as e:
        print(e)
