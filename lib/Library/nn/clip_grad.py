# torch.nn.utils.clip_grad: gradients of bounded size. What has none is left alone.
import torch
import warnings


def _gradients_of(parameters):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    return [parameter.grad for parameter in parameters if parameter.grad is not None]


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False):
    gradients = _gradients_of(parameters)
    max_norm = float(max_norm)
    norm_type = float(norm_type)
    if len(gradients) == 0:
        return torch.tensor(0.0)
    if norm_type == float("inf"):
        total = torch.stack([gradient.detach().abs().max() for gradient in gradients]).max()
    else:
        total = torch.norm(torch.stack([torch.norm(gradient.detach(), norm_type) for gradient in gradients]),
                           norm_type)
    if error_if_nonfinite and (bool(total.isnan()) or bool(total.isinf())):
        raise RuntimeError("The total norm of order {} for gradients from `parameters` is non-finite, so it cannot be "
                           "clipped. To disable this error and scale the gradients by the non-finite norm anyway, set "
                           "`error_if_nonfinite=False`".format(norm_type))
    factor = torch.clamp(max_norm / (total + 1e-6), max=1.0)
    for gradient in gradients:
        gradient.detach().mul_(factor)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False):
    warnings.warn("torch.nn.utils.clip_grad_norm is now deprecated in favor of torch.nn.utils.clip_grad_norm_.",
                  stacklevel=2)
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite)


def clip_grad_value_(parameters, clip_value) -> None:
    clip_value = float(clip_value)
    for gradient in _gradients_of(parameters):
        gradient.data.clamp_(min=-clip_value, max=clip_value)
