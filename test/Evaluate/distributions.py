# Distributions, their random numbers, divergences and transforms; the output is
# what Python prints.
# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/distributions.out %t
# REQUIRES: ts-run
import torch
import torch.distributions as D
from torch.distributions import Normal, kl_divergence
from torch.distributions.normal import Normal as N2
print(N2 is Normal, Normal, D.normal.Normal is Normal)
torch.set_printoptions(precision=3)
t = torch.tensor
def show(name, d, v=None, calls=("mean", "variance", "stddev", "mode")):
    print("==", name, d, tuple(d.batch_shape), tuple(d.event_shape), d.has_rsample)
    for c in calls:
        try: print(c, getattr(d, c))
        except Exception as e: print(c, type(e).__name__, e)
    torch.manual_seed(7)
    print("sample", d.sample(), d.sample((2,)))
    if d.has_rsample:
        torch.manual_seed(7)
        print("rsample", d.rsample((3,)))
    try: print("support", d.support)
    except Exception as e: print("support", type(e).__name__)
    if v is not None:
        print("log_prob", d.log_prob(v))
        for c in ("cdf",):
            try: print(c, getattr(d, c)(v))
            except Exception as e: print(c, type(e).__name__)
    for c in ("entropy", "perplexity", "enumerate_support"):
        try: print(c, getattr(d, c)())
        except Exception as e: print(c, type(e).__name__)
    try: print("expand", d.expand((2,) + tuple(d.batch_shape)))
    except Exception as e: print("expand", type(e).__name__, e)
show("normal", Normal(t([0., 1.]), t([1., 2.])), t([0.3, 0.2]))
show("normal scalar", Normal(0., 1.), t(0.5))
show("lognormal", D.LogNormal(0.3, t([1., 2.])), t([0.3, 0.2]))
show("laplace", D.Laplace(t([0.5]), 2.), t([0.3]))
show("cauchy", D.Cauchy(t([0.5]), 2.), t([0.3]))
show("studentT", D.StudentT(t([3.5, 1.5, 0.5]), t(0.5), 2.), t([0.3, 1., 2.]))
show("uniform", D.Uniform(t([0.5]), t([2.])), t([0.7]))
show("exponential", D.Exponential(t([0.5, 3.])), t([0.7, 1.]))
show("gamma", D.Gamma(t([0.5, 3.]), t([2., 1.])), t([0.7, 1.]))
show("chi2", D.Chi2(t([3.])), t([0.7]))
show("beta", D.Beta(t([0.5, 3.]), t([2., 1.])), t([0.7, .1]))
show("beta scalar", D.Beta(2., 3.), t(0.7))
show("dirichlet", D.Dirichlet(t([[0.5, 1., 2.], [3., .2, .3]])), t([.2, .3, .5]))
show("halfnormal", D.HalfNormal(t([1., 2.])), t([0.7, 1.]))
show("halfcauchy", D.HalfCauchy(t([1., 2.])), t([0.7, 1.]))
show("gumbel", D.Gumbel(t([1., 2.]), t([2., 3.])), t([0.7, 1.]))
show("weibull", D.Weibull(t([1., 2.]), t([2., 3.])), t([0.7, 1.]))
show("pareto", D.Pareto(t([1., 2.]), t([2.5, 3.])), t([1.7, 2.5]))
show("bernoulli", D.Bernoulli(t([0.3, 0.5, .9])), t([1., 0., 1.]))
show("bernoulli logits", D.Bernoulli(logits=t([0.3, -0.5])), t([1., 0.]))
show("geometric", D.Geometric(t([0.3, 0.5])), t([1., 3.]))
show("binomial", D.Binomial(5, t([0.3, 0.5])), t([1., 3.]))
show("negbinomial", D.NegativeBinomial(5., t([0.3, 0.5])), t([1., 3.]))
show("poisson", D.Poisson(t([0.3, 5.])), t([1., 3.]))
show("categorical", D.Categorical(t([[0.3, 5., 1.], [1., 1., 2.]])), t([1, 2]))
show("categorical logits", D.Categorical(logits=t([0.3, 5., 1.])), t([1, 2]))
show("onehot", D.OneHotCategorical(t([0.3, 5., 1.])), t([0., 1., 0.]))
show("straight", D.OneHotCategoricalStraightThrough(t([0.3, 5., 1.])), t([0., 1., 0.]))
show("multinomial", D.Multinomial(6, t([0.3, 5., 1.])), t([1., 4., 1.]))
show("mvn", D.MultivariateNormal(torch.zeros(2), t([[2., .5], [.5, 1.]])), t([1., -1.]))
show("mvn tril", D.MultivariateNormal(torch.zeros(3, 2), scale_tril=t([[2., 0.], [.5, 1.]])), t([1., -1.]))
show("mvn prec", D.MultivariateNormal(torch.zeros(2), precision_matrix=t([[2., .5], [.5, 1.]])), t([1., -1.]))
show("independent", D.Independent(Normal(torch.zeros(3), torch.ones(3)), 1), t([1., -1., 2.]))
show("mixture", D.MixtureSameFamily(D.Categorical(t([.3, .7])), Normal(t([0., 3.]), t([1., 2.]))), t([1., 2.]))
show("transformed", D.TransformedDistribution(Normal(t([0., 1.]), 1.), [D.SigmoidTransform(), D.AffineTransform(1., 2.)]), t([1.5, 2.]))
show("tanh", D.TransformedDistribution(D.Independent(Normal(torch.zeros(2), 1.), 1), [D.TanhTransform()]), t([.5, .2]))
show("relaxed b", D.RelaxedBernoulli(t([.5]), t([.3, .6])), t([.5, .2]))
show("relaxed c", D.RelaxedOneHotCategorical(t([.5]), t([.3, .6, .1])), t([.5, .2, .3]))
for p, q in [(Normal(0., 1.), Normal(1., 2.)), (D.Bernoulli(.3), D.Bernoulli(.6)), (D.Categorical(t([.3, .7])), D.Categorical(t([.5, .5]))),
             (D.Gamma(2., 1.), D.Gamma(1., 2.)), (D.Dirichlet(t([1., 2.])), D.Dirichlet(t([2., 2.]))),
             (D.Exponential(2.), D.Exponential(1.)), (D.Laplace(0., 1.), D.Laplace(1., 2.)), (D.Uniform(0., 1.), D.Uniform(-1., 2.)),
             (D.Poisson(2.), D.Poisson(1.)), (D.Geometric(.2), D.Geometric(.5)), (D.LogNormal(0., 1.), D.LogNormal(1., 2.)),
             (D.MultivariateNormal(torch.zeros(2), torch.eye(2)), D.MultivariateNormal(torch.ones(2), 2 * torch.eye(2))),
             (D.Independent(Normal(torch.zeros(2), 1.), 1), D.Independent(Normal(torch.ones(2), 2.), 1)), (D.Gumbel(0., 1.), D.Gumbel(1., 2.)),
             (D.Binomial(3, t(.2)), D.Binomial(3, t(.4))), (D.Uniform(0., 1.), Normal(0., 1.))]:
    try: print(type(p).__name__, type(q).__name__, kl_divergence(p, q))
    except NotImplementedError as e: print(e)
for f in [lambda: Normal(t([0.]), t([-1.])), lambda: D.Categorical(t([-1., 2.])), lambda: D.Bernoulli(t([1.5])), lambda: D.Bernoulli(), lambda: D.Uniform(2., 1.),
          lambda: Normal(t([0.]), 1.).log_prob(t([float("nan")])), lambda: D.Bernoulli(.5).log_prob(t(.5)), lambda: D.Categorical(t([.5, .5])).log_prob(t(3)),
          lambda: Normal(t([0., 1.]), 1.).log_prob(t([1., 2., 3.])), lambda: Normal(0., 1.).log_prob(1.0), lambda: D.Dirichlet(t(1.)), lambda: D.MultivariateNormal(torch.zeros(2), t([[1., 2.], [2., 1.]]))]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
loc = t([0.5, 1.0], requires_grad=True); sc = t([1., 2.], requires_grad=True)
torch.manual_seed(3)
d = Normal(loc, sc); x = d.rsample(); (d.log_prob(x) + x ** 2).sum().backward(); print(loc.grad, sc.grad)
lg = torch.randn(2, 3, requires_grad=True); c = D.Categorical(logits=lg); a = c.sample(); c.log_prob(a).sum().backward(); print(a, lg.grad, c.entropy())
print(Normal.arg_constraints, D.Categorical.arg_constraints, D.constraints.simplex)
print(D.AffineTransform(1., 2.).inv, D.ExpTransform() == D.ExpTransform(), D.ComposeTransform([D.ExpTransform(), D.TanhTransform()]))
print(D.StickBreakingTransform()(t([.1, .2])), D.SoftmaxTransform()(t([.1, .2])), D.StickBreakingTransform().inv(t([.2, .3, .5])))
