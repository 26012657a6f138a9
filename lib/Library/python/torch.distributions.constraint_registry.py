"""torch.distributions.constraint_registry: transforms from all real numbers to what a constraint allows."""

from numbers import Number

from torch.distributions import constraints, transforms

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]


class ConstraintRegistry:
    def __init__(self):
        self._makers = {}

    def register(self, constraint, factory=None):
        if factory is None:
            return lambda made: self.register(constraint, made)
        cls = type(constraint) if isinstance(constraint, constraints.Constraint) else constraint
        if not (isinstance(cls, type) and issubclass(cls, constraints.Constraint)):
            raise TypeError(f"Expected constraint to be either a Constraint subclass or instance, but got {constraint}")
        self._makers[cls] = factory
        return factory

    def __call__(self, constraint):
        maker = self._makers.get(type(constraint))
        if maker is None:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")
        return maker(constraint)


biject_to, transform_to = ConstraintRegistry(), ConstraintRegistry()


def _above(constraint):
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(constraint.lower_bound, 1)])


def _below(constraint):
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(constraint.upper_bound, -1)])


def _between(constraint):
    low, high = constraint.lower_bound, constraint.upper_bound
    if isinstance(low, Number) and isinstance(high, Number) and (low, high) == (0, 1):
        return transforms.SigmoidTransform()
    return transforms.ComposeTransform([transforms.SigmoidTransform(), transforms.AffineTransform(low, high - low)])


def _fill(registry):
    def of_parts(make):
        return lambda c: make([registry(part) for part in c.cseq], c.dim, *([c.lengths] if hasattr(c, "lengths") else []))

    register = registry.register
    register(constraints.real, lambda c: transforms.identity_transform)
    register(constraints.independent, lambda c: transforms.IndependentTransform(registry(c.base_constraint), c.reinterpreted_batch_ndims))
    register(constraints.greater_than, _above)
    register(constraints.greater_than_eq, _above)
    register(constraints.less_than, _below)
    for part in (constraints.interval, constraints.half_open_interval):
        register(part, _between)
    register(constraints.corr_cholesky, lambda c: transforms.CorrCholeskyTransform())
    register(constraints.cat, of_parts(transforms.CatTransform))
    register(constraints.stack, of_parts(transforms.StackTransform))


_fill(biject_to)
_fill(transform_to)
biject_to.register(constraints.simplex, lambda c: transforms.StickBreakingTransform())
transform_to.register(constraints.simplex, lambda c: transforms.SoftmaxTransform())
transform_to.register(constraints.lower_cholesky, lambda c: transforms.LowerCholeskyTransform())
