"""Distributions of angles, of ratios and of vectors that are others' functions."""

import math
from numbers import Number

import torch
from _distributions_joint import MultivariateNormal, TransformedDistribution
from _distributions_location import Normal
from _distributions_positive import Gamma, Uniform
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, ExponentialFamily
from torch.distributions.transforms import AffineTransform, PowerTransform, StickBreakingTransform
from torch.distributions.utils import broadcast_all, euler_constant


def _log_bessel(x, order):
    """The logarithm of the modified Bessel function of the order 0 or 1."""
    return x + (torch.special.i1e(x) if order else torch.special.i0e(x)).log()


class VonMises(Distribution):
    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, torch.Size(), validate_args=validate_args)

    def expand(self, batch_shape):
        return VonMises(self.loc.expand(batch_shape), self.concentration.expand(batch_shape), validate_args=self._validate_args)

    mean = property(lambda self: self.loc)
    mode = mean

    @property
    def variance(self):
        return 1 - (_log_bessel(self.concentration, 1) - _log_bessel(self.concentration, 0)).exp()

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self.concentration * torch.cos(value - self.loc) - math.log(2 * math.pi) - _log_bessel(self.concentration, 0)

    def sample(self, sample_shape=torch.Size()):
        """Best and Fisher, "Efficient Simulation of the von Mises Distribution" (1979)."""
        with torch.no_grad():
            k = self.concentration
            tau = 1 + (1 + 4 * k**2).sqrt()
            rho = (tau - (2 * tau).sqrt()) / (2 * k)
            r = (1 + rho**2) / (2 * rho)
            shape = self._extended_shape(sample_shape)
            found = torch.zeros(shape, dtype=self.loc.dtype)
            done = torch.zeros(shape, dtype=torch.bool)
            while not done.all():
                first, second, third = torch.rand((3,) + tuple(shape), dtype=self.loc.dtype).unbind()
                z = torch.cos(math.pi * first)
                f = (1 + r * z) / (r + z)
                c = k * (r - f)
                taken = (c * (2 - c) - second > 0) | ((c / second).log() + 1 - c >= 0)
                found = torch.where(taken, (third - 0.5).sign() * f.acos(), found)
                done = done | taken
            return (found + math.pi + self.loc) % (2 * math.pi) - math.pi


class FisherSnedecor(Distribution):
    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._above = Gamma(self.df1 * 0.5, self.df1)
        self._below = Gamma(self.df2 * 0.5, self.df2)
        super().__init__(torch.Size() if isinstance(df1, Number) and isinstance(df2, Number) else self.df1.size(),
                         validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        made = self._expand_parameters(FisherSnedecor, batch_shape, ("df1", "df2"), _instance)
        made._above, made._below = self._above.expand(batch_shape), self._below.expand(batch_shape)
        return made

    def _where(self, limit, value):
        return torch.where(self.df2 > limit, value, torch.full_like(value, math.nan))

    @property
    def mean(self):
        return self._where(2, self.df2 / (self.df2 - 2))

    @property
    def mode(self):
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return torch.where(self.df1 > 2, mode, torch.full_like(mode, math.nan))

    @property
    def variance(self):
        return self._where(4, 2 * self.df2.pow(2) * (self.df1 + self.df2 - 2) / (self.df1 * (self.df2 - 2).pow(2) * (self.df2 - 4)))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        above, below = self._above.rsample(sample_shape).view(shape), self._below.rsample(sample_shape).view(shape)
        tiny = torch.finfo(below.dtype).tiny
        return (above / below.clamp(min=tiny)).clamp(min=tiny)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        first, second, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        constant = (first + second).lgamma() - first.lgamma() - second.lgamma()
        return constant + first * ratio.log() + (first - 1) * value.log() - (first + second) * torch.log1p(ratio * value)


class Kumaraswamy(TransformedDistribution):
    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        base = Uniform(torch.full_like(self.concentration0, 0), torch.full_like(self.concentration0, 1), validate_args=validate_args)
        super().__init__(base, [PowerTransform(exponent=self.concentration0.reciprocal()), AffineTransform(loc=1.0, scale=-1.0),
                                PowerTransform(exponent=self.concentration1.reciprocal())], validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        made = self._get_checked_instance(Kumaraswamy, _instance)
        made.concentration1, made.concentration0 = self.concentration1.expand(batch_shape), self.concentration0.expand(batch_shape)
        return super().expand(batch_shape, _instance=made)

    def _moment(self, n):
        arg1 = 1 + n / self.concentration1
        log_value = torch.lgamma(arg1) + torch.lgamma(self.concentration0) - torch.lgamma(arg1 + self.concentration0)
        return self.concentration0 * torch.exp(log_value)

    @property
    def mean(self):
        return self._moment(1)

    @property
    def mode(self):
        a, b = self.concentration1, self.concentration0
        log_mode = a.reciprocal() * (-b).log1p() - (-a * b).log1p()
        log_mode[(b < 1) | (a < 1)] = math.nan
        return log_mode.exp()

    @property
    def variance(self):
        return self._moment(2) - self.mean.pow(2)

    def entropy(self):
        first, second = 1 - self.concentration1.reciprocal(), 1 - self.concentration0.reciprocal()
        harmonic = torch.digamma(self.concentration0 + 1) + euler_constant
        return second + first * harmonic - torch.log(self.concentration1) - torch.log(self.concentration0)


class LogisticNormal(TransformedDistribution):
    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        base = Normal(loc, scale, validate_args=validate_args)
        if not base.batch_shape:
            base = base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return super().expand(batch_shape, _instance=self._get_checked_instance(LogisticNormal, _instance))

    loc = property(lambda self: self.base_dist.base_dist.loc)
    scale = property(lambda self: self.base_dist.base_dist.scale)


class LowRankMultivariateNormal(Distribution):
    """A normal distribution whose covariance is a product of thin factors and a diagonal."""

    arg_constraints = {"loc": constraints.real_vector, "cov_factor": constraints.independent(constraints.real, 2),
                       "cov_diag": constraints.independent(constraints.positive, 1)}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        size = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != size:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {size[0]} x m")
        if cov_diag.shape[-1:] != size:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {size}")
        shape = torch.broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1])
        self.loc = loc.expand(shape + size)
        self.cov_factor, self.cov_diag = cov_factor.expand(shape + cov_factor.shape[-2:]), cov_diag.expand(shape + size)
        super().__init__(shape, size, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        shape = torch.Size(batch_shape)
        return LowRankMultivariateNormal(self.loc.expand(shape + self.event_shape), self.cov_factor.expand(shape + self.cov_factor.shape[-2:]),
                                         self.cov_diag.expand(shape + self.event_shape), validate_args=self._validate_args)

    mean = property(lambda self: self.loc)
    mode = mean

    @property
    def variance(self):
        return (self.cov_factor.pow(2).sum(-1) + self.cov_diag).expand(self._batch_shape + self._event_shape)

    @property
    def covariance_matrix(self):
        return self.cov_factor @ self.cov_factor.mT + torch.diag_embed(self.cov_diag)

    @property
    def precision_matrix(self):
        return torch.linalg.inv(self.covariance_matrix)

    @property
    def scale_tril(self):
        return torch.linalg.cholesky(self.covariance_matrix)

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        thin = torch.randn(shape[:-1] + self.cov_factor.shape[-1:], dtype=self.loc.dtype)
        wide = torch.randn(shape, dtype=self.loc.dtype)
        return self.loc + (self.cov_factor @ thin.unsqueeze(-1)).squeeze(-1) + self.cov_diag.sqrt() * wide

    def _whole(self):
        return MultivariateNormal(self.loc, scale_tril=self.scale_tril, validate_args=False)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self._whole().log_prob(value)

    def entropy(self):
        return self._whole().entropy()


class ContinuousBernoulli(ExponentialFamily):
    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = probs if logits is None else logits
        (value,) = broadcast_all(given)
        self.probs = value if logits is None else torch.sigmoid(value)
        eps = torch.finfo(self.probs.dtype).eps
        self.probs = self.probs.clamp(min=eps, max=1 - eps)
        self.logits = torch.log(self.probs) - torch.log1p(-self.probs) if logits is None else value
        self._lims = lims
        super().__init__(torch.Size() if isinstance(given, Number) else value.size(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        made = self._expand_parameters(ContinuousBernoulli, batch_shape, ("probs", "logits"), _instance)
        made._lims = self._lims
        return made

    def _is_far(self):
        """Where the formulas hold; near one half, series stand for them."""
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    def _cut(self):
        return torch.where(self._is_far(), self.probs, self._lims[0] * torch.ones_like(self.probs))

    def _log_constant(self):
        p = self._cut()
        low = torch.where(p <= 0.5, p, torch.zeros_like(p))
        high = torch.where(p >= 0.5, p, torch.ones_like(p))
        value = torch.log(torch.abs(torch.log1p(-p) - torch.log(p))) - torch.where(p <= 0.5, torch.log1p(-2.0 * low), torch.log(2.0 * high - 1.0))
        x = torch.pow(self.probs - 0.5, 2)
        return torch.where(self._is_far(), value, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x)

    @property
    def mean(self):
        p = self._cut()
        value = p / (2.0 * p - 1.0) + 1.0 / (torch.log1p(-p) - torch.log(p))
        x = self.probs - 0.5
        return torch.where(self._is_far(), value, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * torch.pow(x, 2)) * x)

    @property
    def variance(self):
        p = self._cut()
        value = p * (p - 1.0) / torch.pow(1.0 - 2.0 * p, 2) + 1.0 / torch.pow(torch.log1p(-p) - torch.log(p), 2)
        x = torch.pow(self.probs - 0.5, 2)
        return torch.where(self._is_far(), value, 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x)

    stddev = property(lambda self: torch.sqrt(self.variance))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -torch.nn.functional.binary_cross_entropy_with_logits(logits, value, reduction="none") + self._log_constant()

    def icdf(self, value):
        p = self._cut()
        found = (torch.log1p(-p + value * (2.0 * p - 1.0)) - torch.log1p(-p)) / (torch.log(p) - torch.log1p(-p))
        return torch.where(self._is_far(), found, value)

    def rsample(self, sample_shape=torch.Size()):
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype))

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def entropy(self):
        log0, log1 = torch.log1p(-self.probs), torch.log(self.probs)
        return self.mean * (log0 - log1) - self._log_constant() - log0
