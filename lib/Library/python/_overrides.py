"""`__torch_function__`: classes that say what functions of torch do with their instances.

The interpreter asks here when such an instance is an argument. An answer is a tuple with the result; None means that the
function does what it does.
"""

import _torch
import torch

# Functions that are no operators on tensors: they take what they get as it is.
_plain = frozenset(
    """arange are_deterministic_algorithms_enabled as_tensor asarray create empty empty_strided eye from_numpy full
    get_autocast_cpu_dtype get_default_dtype get_deterministic_debug_mode get_num_threads get_rng_state initial_seed
    is_grad_enabled is_inference_mode_enabled is_storage is_tensor linspace load logspace manual_seed normal ones promote_types
    rand randint randn randperm range save scalar_tensor seed set_default_dtype set_default_tensor_type
    set_deterministic_debug_mode set_num_threads set_printoptions set_rng_state sparse_coo_tensor tensor typename
    use_deterministic_algorithms wrapper zeros broadcast_shapes""".split()
)
# Of torch.nn.functional: written in others, which ask themselves.
_composed = frozenset("tanh sigmoid upsample upsample_nearest upsample_bilinear assert_int_or_pair".split())
# What PyTorch passes on by position of functions that gather their tensors.
_normalized = ("torch.functional", "torch.nn.functional")
# Functions that stand for others where an argument says so.
_chosen = {
    "adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d", "fractional_max_pool2d", "fractional_max_pool3d",
    "max_pool1d", "max_pool2d", "max_pool3d",
}
_enabled = True


def set_enabled(mode):
    global _enabled
    before = _enabled
    _enabled = mode
    return before


def _overriding(values):
    """Those of the values whose classes have a say, each class once and derived ones before their bases."""
    found = []
    for value in values:
        method = getattr(type(value), "__torch_function__", None)
        if method is None or not _is_own(type(value)) or type(value) in map(type, found):
            continue
        at = len(found)
        for i, other in enumerate(found):
            if issubclass(type(value), type(other)):
                at = i
                break
        found.insert(at, value)
    return found


def _is_own(cls):
    for base in cls.__mro__:
        if "__torch_function__" in base.__dict__:
            return base is not torch.Tensor and base.__dict__["__torch_function__"] is not torch._C._disabled_torch_function_impl
    return False


def _relevant(args, kwargs):
    for value in (*args, *kwargs.values()):
        yield value
        if isinstance(value, (list, tuple)):
            yield from value


def handle(function, args, kwargs):
    """What the classes of the arguments answer; raises TypeError when none does."""
    return _answer(function, args, kwargs, _overriding(_relevant(args, kwargs)))


def _ask(function, args, kwargs):
    asked = _overriding(_relevant(args, kwargs))
    return (_answer(function, args, kwargs, asked),) if asked else None


def _answer(function, args, kwargs, asked):
    types = tuple(map(type, asked))
    for value in asked:
        result = type(value).__torch_function__(function, types, args, kwargs)
        if result is not NotImplemented:
            return result
    name = f"{function.__module__}.{function.__name__}"
    raise TypeError(f"no implementation found for '{name}' on types that implement __torch_function__: {[type(v) for v in asked]}")


def _normalize(function, args, kwargs):
    """Arguments as PyTorch's functions in Python pass them on: those with defaults by name."""
    code = function.__code__
    names = code.co_varnames[:code.co_argcount]
    defaults = function.__defaults__ or ()
    required = len(names) - len(defaults)
    if code.co_flags & 4:
        given = {**(function.__kwdefaults__ or {}), **kwargs}
        # Tensors may be given as one list, behind what is none.
        if args and isinstance(args[-1], (list, tuple)):
            args = (*args[:-1], *args[-1])
        return args, given
    given = dict(zip(names, args))
    given.update(kwargs)
    for name, default in zip(names[required:], defaults):
        given.setdefault(name, default)
    for name, default in (function.__kwdefaults__ or {}).items():
        given.setdefault(name, default)
    positional = tuple(given.pop(name) for name in names[:required] if name in given)
    ordered = {name: given.pop(name) for name in (*names[required:], *(function.__kwdefaults__ or {})) if name in given}
    return positional, {**ordered, **given}


def ask_function(function, args, kwargs):
    name = getattr(function, "__name__", "")
    qualified = getattr(function, "__qualname__", name)
    if not _enabled or name in _plain or name == "<lambda>":
        return None
    if qualified in ("_Packet.__call__", "_Overload.__call__"):
        return _ask(args[0], args[1:], kwargs)
    owner, dot, _ = qualified.rpartition(".")
    if dot and owner not in ("Tensor", "_TensorBase"):
        return None
    module = function.__module__
    if not dot and name.startswith("_") and name not in ("_assert", "_threshold"):
        return None
    if dot:
        # A method of tensors; `__init__`, `__new__` and what else makes one are none.
        if name.startswith("__") and name not in _operators or name == "as_subclass":
            return None
        if name == "__getitem__" and not isinstance(args[1], tuple) and not _is_own(type(args[0])):
            args = (args[0], (args[1],))
        function = getattr(torch.Tensor, name, function)
    elif module in _normalized and hasattr(function, "__code__"):
        if module == "torch.nn.functional" and name in _composed:
            return None
        args, kwargs = _normalize(function, args, kwargs)
        if name in _chosen and kwargs["return_indices"] is True:
            function = getattr(torch.nn.functional, name + "_with_indices")
    return _ask(function, args, kwargs)


# Methods with names of their own that PyTorch has under these names, too.
_operators = {
    "__getitem__", "__setitem__", "__and__", "__or__", "__xor__", "__lshift__", "__rshift__", "__floordiv__", "__iand__",
    "__ior__", "__ixor__", "__len__", "__bool__", "__float__", "__int__", "__index__", "__contains__",
}


def ask_method(name, args, kwargs):
    short = name.partition("::")[2].partition(".")[0]
    if not _enabled or not args or not isinstance(args[0], torch.Tensor) or short not in torch._tensor_methods:
        return None
    return _ask(getattr(torch.Tensor, short), args, kwargs)


def wrap_results(result, cls):
    """Results of a function as instances of a class of tensors."""
    if cls is torch.Tensor:
        return result
    if isinstance(result, torch.Tensor):
        return result if isinstance(result, cls) else _torch.make_as(cls, result)
    if isinstance(result, (tuple, list)) and not hasattr(result, "_fields"):
        return type(result)([wrap_results(item, cls) for item in result])
    return result
