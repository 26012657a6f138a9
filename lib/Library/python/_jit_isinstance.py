"""torch.jit.isinstance outside of compiled code: it looks at the elements of containers."""

import builtins
import typing
import warnings

_bare = {list: "List", typing.List: "List", tuple: "Tuple", typing.Tuple: "Tuple", dict: "Dict", typing.Dict: "Dict",
         None: "Optional", typing.Optional: "Optional"}


def isinstance(obj, target_type):
    if builtins.isinstance(target_type, (list, set, frozenset, dict, str)):
        raise RuntimeError("The second argument to `torch.jit.isinstance` must be a type or a tuple of types")
    if builtins.isinstance(target_type, tuple):
        return any(isinstance(obj, one) for one in target_type)
    return _is_of(obj, target_type)


isinstance.__module__ = "torch.jit"


def _is_of(obj, target):
    origin, parts = typing.get_origin(target), typing.get_args(target)
    if origin is None:
        if target in _bare:
            name = _bare[target]
            raise RuntimeError(f"Attempted to use {name} without a contained type. Please add a contained type, e.g. "
                               f"{name}[int]")
        return builtins.isinstance(obj, target)
    if origin is typing.Union:
        return any(obj is None if part is type(None) else _is_of(obj, part) for part in parts)
    if builtins.isinstance(obj, (list, tuple, dict)) and not obj:
        warnings.warn(
            "The inner type of a container is lost when calling torch.jit.isinstance in eager mode. For example, "
            "List[int] would become list and therefore falsely return True for List[float] or List[str]."
        )
    if not builtins.isinstance(obj, origin):
        return False
    if origin is list:
        return all(_is_of(item, parts[0]) for item in obj)
    if origin is dict:
        return all(_is_of(key, parts[0]) and _is_of(value, parts[1]) for key, value in obj.items())
    return len(obj) == len(parts) and all(_is_of(item, part) for item, part in zip(obj, parts))
