# torch.nn.utils.prune: parameters times masks of zeros and ones. The mask is a
# buffer NAME_mask, the parameter becomes NAME_orig, and NAME is computed before
# each call of the module.
import numbers

import torch
from torch.nn.parameter import Parameter


class BasePruningMethod:
    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    def compute_mask(self, t, default_mask):
        raise NotImplementedError()

    def apply_mask(self, module):
        assert self._tensor_name is not None, "Module {} has to be pruned".format(module)
        mask = getattr(module, self._tensor_name + "_mask")
        return mask.to(dtype=getattr(module, self._tensor_name + "_orig").dtype) * getattr(
            module, self._tensor_name + "_orig")

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        method = cls(*args, **kwargs)
        method._tensor_name = name
        known = None
        for key, hook in list(module._forward_pre_hooks.items()):
            if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
                known = hook
                del module._forward_pre_hooks[key]
        if known is not None:
            if isinstance(known, PruningContainer):
                known.add_pruning_method(method)
                method = known
            else:
                container = PruningContainer(known)
                container.add_pruning_method(method)
                method = container
        tensor = getattr(module, name)
        if importance_scores is not None:
            assert importance_scores.shape == tensor.shape, (
                "importance_scores should have the same shape as parameter {} of {}".format(name, module))
        else:
            importance_scores = tensor
        if known is None:
            original = module._parameters[name]
            module.register_parameter(name + "_orig", original)
            del module._parameters[name]
            default = torch.ones_like(original)
        else:
            default = getattr(module, name + "_mask").detach().clone(memory_format=torch.contiguous_format)
        mask = method.compute_mask(importance_scores, default_mask=default)
        module.register_buffer(name + "_mask", mask)
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        scores = t if importance_scores is None else importance_scores
        default = torch.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(scores, default_mask=default)

    def remove(self, module):
        name = self._tensor_name
        weight = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters[name + "_orig"]
        original.data = weight.data
        del module._parameters[name + "_orig"]
        del module._buffers[name + "_mask"]
        setattr(module, name, original)


class PruningContainer(BasePruningMethod):
    """Several methods on one tensor: each prunes what the others left."""

    def __init__(self, *args):
        self._pruning_methods = ()
        self._tensor_name = args[0]._tensor_name if args else None
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method):
        if not isinstance(method, BasePruningMethod) and method is not None:
            raise TypeError("{} is not a BasePruningMethod subclass".format(type(method)))
        if method is not None and self._tensor_name != method._tensor_name:
            raise ValueError("Can only add pruning methods acting on the parameter named '{}' to PruningContainer {}."
                             .format(self._tensor_name, self) + " Found '{}'".format(method._tensor_name))
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, index):
        return self._pruning_methods[index]

    def compute_mask(self, t, default_mask):
        method, mask = self._pruning_methods[-1], default_mask.to(dtype=t.dtype)
        if method.PRUNING_TYPE == "unstructured":
            part = mask == 1
        elif method.PRUNING_TYPE == "structured":
            # Whole channels that are zero already do not take part.
            dim = method.dim % t.dim()
            kept = [i for i in range(t.size(dim)) if bool((mask.select(dim, i) != 0).any())]
            part = tuple([slice(None)] * dim + [torch.tensor(kept)])
        else:
            part = tuple([slice(None)] * t.dim())
        new = mask.clone()
        new[part] = method.compute_mask(t[part], default_mask=mask[part]).to(dtype=mask.dtype)
        return new


class Identity(BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        return default_mask


def _check_amount(amount):
    if not isinstance(amount, numbers.Real):
        raise TypeError("Invalid type for amount: {}. Must be int or float.".format(amount))
    if (isinstance(amount, int) and amount < 0) or (not isinstance(amount, int) and not 0.0 <= float(amount) <= 1.0):
        raise ValueError("amount={} should either be a float in the range [0, 1] or a non-negative integer".format(amount))


def _count(amount, size):
    if isinstance(amount, int) and amount > size:
        raise ValueError("amount={} should be smaller than the number of parameters to prune={}".format(amount, size))
    return amount if isinstance(amount, int) else round(amount * size)


class RandomUnstructured(BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _check_amount(amount)
        self.amount = amount

    def compute_mask(self, t, default_mask):
        count = _count(self.amount, t.nelement())
        mask = default_mask.clone(memory_format=torch.contiguous_format)
        if count:
            mask.view(-1)[torch.topk(torch.rand_like(t).view(-1), k=count).indices] = 0
        return mask


class L1Unstructured(BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _check_amount(amount)
        self.amount = amount

    def compute_mask(self, t, default_mask):
        count = _count(self.amount, t.nelement())
        mask = default_mask.clone(memory_format=torch.contiguous_format)
        if count:
            mask.view(-1)[torch.topk(torch.abs(t).view(-1), k=count, largest=False).indices] = 0
        return mask


def _channel_mask(t, dim, kept):
    mask = torch.zeros_like(t)
    index = [slice(None)] * t.dim()
    index[dim] = kept
    mask[tuple(index)] = 1
    return mask


class RandomStructured(BasePruningMethod):
    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        _check_amount(amount)
        self.amount, self.dim = amount, dim

    def compute_mask(self, t, default_mask):
        channels = t.shape[self.dim]
        count = _count(self.amount, channels)
        if count == 0:
            return default_mask
        probabilities = torch.rand(channels)
        kept = probabilities > torch.kthvalue(probabilities, k=count).values
        return default_mask * _channel_mask(t, self.dim, kept.nonzero().flatten())


class LnStructured(BasePruningMethod):
    PRUNING_TYPE = "structured"

    def __init__(self, amount, n, dim=-1):
        _check_amount(amount)
        self.amount, self.n, self.dim = amount, n, dim

    def compute_mask(self, t, default_mask):
        channels = t.shape[self.dim]
        count = _count(self.amount, channels)
        left = channels - count
        if count == 0:
            return default_mask
        others = [i for i in range(t.dim()) if i != self.dim % t.dim()]
        norm = torch.norm(t, p=self.n, dim=others)
        return default_mask * _channel_mask(t, self.dim, torch.topk(norm, k=left, largest=True).indices)


class CustomFromMask(BasePruningMethod):
    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        assert default_mask.shape == self.mask.shape
        return default_mask * self.mask.to(dtype=default_mask.dtype)


def identity(module, name):
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    L1Unstructured.apply(module, name, amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module, name, mask):
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    parameters = list(parameters)
    scores = importance_scores or {}
    flat = torch.nn.utils.parameters_to_vector([scores.get((m, n), getattr(m, n)) for m, n in parameters])
    masks = torch.nn.utils.parameters_to_vector(
        [getattr(m, n + "_mask", torch.ones_like(getattr(m, n))) for m, n in parameters])
    container = PruningContainer()
    container._tensor_name = "temp"
    method = pruning_method(**kwargs)
    method._tensor_name = "temp"
    container.add_pruning_method(method)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError("Only \"unstructured\" PRUNING_TYPE supported for the `pruning_method`. Found method {} of type {}"
                        .format(pruning_method, method.PRUNING_TYPE))
    final = container.compute_mask(flat, masks)
    start = 0
    for module, name in parameters:
        parameter = getattr(module, name)
        end = start + parameter.numel()
        custom_from_mask(module, name, mask=final[start:end].view_as(parameter))
        start = end


def remove(module, name):
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError("Parameter '{}' of module {} has to be pruned before pruning can be removed".format(name, module))


def is_pruned(module):
    return any(isinstance(hook, BasePruningMethod) for _, part in module.named_modules()
               for hook in part._forward_pre_hooks.values())
