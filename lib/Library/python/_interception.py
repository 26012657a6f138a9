"""What a program wants of all operators in a part of it: another dtype (`torch.autocast`, a default dtype other than
float32), and to be told of them (`torch.profiler`).
"""

import time

import _torch
import torch

# Of torch.autocast("cpu"): operators that run in the lower precision, those that run in float32, and those whose
# operands get the widest dtype among them.
_lower = {
    "conv1d", "conv2d", "conv3d", "bmm", "mm", "baddbmm", "addmm", "addbmm", "linear", "_convolution", "matmul", "conv_tbc",
}
_single = {
    "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "avg_pool3d", "binary_cross_entropy", "grid_sampler",
    "grid_sampler_2d", "_grid_sampler_2d_cpu_fallback", "grid_sampler_3d", "polar", "prod", "quantile", "nanquantile",
    "stft", "cdist", "trace", "view_as_complex", "cholesky", "cholesky_inverse", "cholesky_solve", "inverse", "lu_solve",
    "orgqr", "ormqr", "pinverse", "max_pool3d", "max_unpool2d", "max_unpool3d", "adaptive_avg_pool3d",
    "reflection_pad1d", "reflection_pad2d", "replication_pad1d", "replication_pad2d", "replication_pad3d", "mse_loss",
    "cosine_embedding_loss", "nll_loss", "nll_loss2d", "hinge_embedding_loss", "poisson_nll_loss", "smooth_l1_loss",
    "cross_entropy_loss", "l1_loss", "huber_loss", "margin_ranking_loss", "soft_margin_loss", "triplet_margin_loss",
    "multi_margin_loss", "ctc_loss", "kl_div", "multilabel_margin_loss", "binary_cross_entropy_with_logits",
    "fft_fft", "fft_ifft", "fft_fft2", "fft_ifft2", "fft_fftn", "fft_ifftn", "fft_rfft", "fft_irfft", "fft_rfft2",
    "fft_irfft2", "fft_rfftn", "fft_irfftn", "fft_hfft", "fft_ihfft", "linalg_cond", "linalg_matrix_rank", "linalg_solve",
    "linalg_cholesky", "linalg_svdvals", "linalg_eigvals", "linalg_eigvalsh", "linalg_inv", "linalg_householder_product",
    "linalg_tensorinv", "linalg_tensorsolve", "fake_quantize_per_tensor_affine", "geqrf", "_lu_with_info", "qr", "svd",
    "triangular_solve", "fractional_max_pool2d", "fractional_max_pool3d", "adaptive_max_pool3d",
    "multilabel_margin_loss_forward", "linalg_qr", "linalg_cholesky_ex", "linalg_svd", "linalg_eig", "linalg_eigh",
    "linalg_lstsq", "linalg_inv_ex",
}
_widest = {"stack", "cat", "index_copy"}
# Operators that make floating-point tensors of numbers.
_creations = {
    "linspace", "logspace", "eye", "hann_window", "hamming_window", "blackman_window", "bartlett_window", "kaiser_window",
    "fft_fftfreq", "fft_rfftfreq", "normal", "scalar_tensor", "range",
}

autocast_dtype = None
# What is told of each operator and how long it took, in seconds; None where nobody asks.
observer = None
# The module of sparse tensors, once there is one.
_sparse = None


def set_autocast(dtype):
    global autocast_dtype
    autocast_dtype = dtype
    update()


def set_observer(function):
    global observer
    observer = function
    update()


def set_sparse(used):
    """From the first sparse tensor on operators are looked at for them."""
    global _sparse
    if used and _sparse is None:
        import _sparse as module

        _sparse = module
        update()


def update():
    needed = (autocast_dtype is not None or observer is not None or _sparse is not None
              or torch.get_default_dtype() is not torch.float32)
    _torch.interceptor = _intercept if needed else None


def _each(value, function):
    """The value with each tensor of it replaced."""
    if isinstance(value, torch.Tensor):
        return function(value)
    if type(value) in (list, tuple):
        return type(value)([_each(item, function) for item in value])
    if type(value) is dict:
        return {key: _each(item, function) for key, item in value.items()}
    return value


def _tensors(*values):
    found = []
    _each(list(values), lambda t: found.append(t) or t)
    return found


def _narrow(t):
    return t.dtype.is_floating_point and t.dtype is not torch.float64


def _under_autocast(name, args, kwargs):
    if name in _lower:
        wanted = autocast_dtype
    elif name in _single:
        wanted = torch.float32
    elif name in _widest:
        found = [t.dtype for t in _tensors(args, kwargs) if _narrow(t)]
        if len(set(found)) < 2:
            return args, kwargs
        wanted = torch.float32 if torch.float32 in found else autocast_dtype
    else:
        return args, kwargs
    change = lambda t: t.to(wanted) if _narrow(t) and t.dtype is not wanted else t
    return _each(args, change), _each(kwargs, change)


def _intercept(target, args, kwargs):
    if observer is None:
        return _chosen(target, args, kwargs)
    begin = time.perf_counter()
    result = _chosen(target, args, kwargs)
    observer(target, args, time.perf_counter() - begin)
    return result


def _chosen(target, args, kwargs):
    name = target.partition("::")[2]
    if _sparse is not None and _sparse.takes(args, kwargs):
        return _sparse.run(target, args, kwargs)
    if autocast_dtype is not None:
        args, kwargs = _under_autocast(name, args, kwargs)
    default = torch.get_default_dtype()
    if default is torch.float32:
        return _torch.call(target, *args, **kwargs)
    if "dtype" not in kwargs or kwargs["dtype"] is None:
        numbers = [value for value in args if isinstance(value, (float, int))]
        if name in _creations and not _tensors(args) or name == "arange" and any(isinstance(n, float) for n in numbers):
            return _torch.call(target, *args, **{**kwargs, "dtype": default})
        given = _tensors(args, kwargs)
        if given and not any(t.dtype.is_floating_point or t.dtype.is_complex for t in given):
            made = _torch.call(target, *args, **kwargs)
            if isinstance(made, torch.Tensor) and made.dtype in (torch.float32, torch.complex64):
                # Integers became float32: as numbers of the default dtype they give its precision.
                change = lambda t: t if t.dtype is torch.bool and name == "where" else t.to(default)
                return _torch.call(target, *_each(args, change), **_each(kwargs, change))
            return made
    return _torch.call(target, *args, **kwargs)
