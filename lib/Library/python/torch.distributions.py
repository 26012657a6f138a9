"""torch.distributions: random numbers with their probabilities."""

import sys as _sys
import types as _types

# The text of a module below imports others of it: they are found by their own names.
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, ExponentialFamily

import _distributions_location
import _distributions_positive

# The modules of PyTorch by what they have.
_modules = {
    "bernoulli": ("Bernoulli",), "beta": ("Beta",), "binomial": ("Binomial",), "categorical": ("Categorical",),
    "cauchy": ("Cauchy",), "chi2": ("Chi2",), "dirichlet": ("Dirichlet",), "exponential": ("Exponential",),
    "gamma": ("Gamma",), "geometric": ("Geometric",), "gumbel": ("Gumbel",), "half_cauchy": ("HalfCauchy",),
    "half_normal": ("HalfNormal",), "independent": ("Independent",), "laplace": ("Laplace",),
    "log_normal": ("LogNormal",), "mixture_same_family": ("MixtureSameFamily",), "multinomial": ("Multinomial",),
    "multivariate_normal": ("MultivariateNormal",), "negative_binomial": ("NegativeBinomial",), "normal": ("Normal",),
    "one_hot_categorical": ("OneHotCategorical", "OneHotCategoricalStraightThrough"), "pareto": ("Pareto",),
    "poisson": ("Poisson",), "relaxed_bernoulli": ("LogitRelaxedBernoulli", "RelaxedBernoulli"),
    "relaxed_categorical": ("ExpRelaxedCategorical", "RelaxedOneHotCategorical"), "studentT": ("StudentT",),
    "continuous_bernoulli": ("ContinuousBernoulli",), "fishersnedecor": ("FisherSnedecor",), "kumaraswamy": ("Kumaraswamy",),
    "logistic_normal": ("LogisticNormal",), "lowrank_multivariate_normal": ("LowRankMultivariateNormal",), "von_mises": ("VonMises",),
    "transformed_distribution": ("TransformedDistribution",), "uniform": ("Uniform",), "weibull": ("Weibull",),
}


def _publish(source):
    """Gives the classes of a text their places below torch.distributions."""
    for module, names in _modules.items():
        for name in names:
            cls = source.__dict__.get(name)
            if cls is None or cls.__module__ != source.__name__:
                continue
            cls.__module__ = "torch.distributions." + module
            made = _sys.modules.get(cls.__module__)
            if made is None:
                made = _sys.modules[cls.__module__] = _types.ModuleType(cls.__module__)
            setattr(made, name, cls)
            globals()[name] = cls
            globals()[module] = made


exp_family = _sys.modules["torch.distributions.exp_family"] = _types.ModuleType("torch.distributions.exp_family")
exp_family.ExponentialFamily = ExponentialFamily
for _source in (_distributions_location, _distributions_positive):
    _publish(_source)

import _distributions_discrete

_publish(_distributions_discrete)

import _distributions_joint

_publish(_distributions_joint)

import _distributions_transformed

_publish(_distributions_transformed)

import _distributions_angles

_publish(_distributions_angles)

from torch.distributions.constraint_registry import biject_to, transform_to
from torch.distributions.kl import kl_divergence, register_kl
from torch.distributions.transforms import *
from torch.distributions import kl, transforms, utils
