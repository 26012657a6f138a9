# torch.nn.modules.utils: sizes that are given as one number or as many.
from typing import Any, Dict, List


def _spread(value, count):
    if isinstance(value, (str, dict)) or not hasattr(value, "__iter__"):
        return (value,) * count if not isinstance(value, (str, dict)) else tuple(value)
    return tuple(value)


def _ntuple(n, name="parse"):
    def parse(x):
        return _spread(x, n)

    parse.__name__ = name
    return parse


_single = _ntuple(1, "_single")
_pair = _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")
_quadruple = _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t, n):
    result = []
    for element in reversed(t):
        result.extend([element] * n)
    return tuple(result)


def _list_with_default(out_size: List[int], defaults: List[int]) -> List[int]:
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError("Input dimension should be at least {}".format(len(out_size) + 1))
    known = defaults[-len(out_size):]
    return [given if given is not None else default for given, default in zip(out_size, known)]


def consume_prefix_in_state_dict_if_present(state_dict: Dict[str, Any], prefix: str) -> None:
    for name in sorted(state_dict.keys()):
        if name.startswith(prefix):
            state_dict[name[len(prefix):]] = state_dict.pop(name)
    metadata = getattr(state_dict, "_metadata", None)
    if metadata is None:
        return
    for name in list(metadata.keys()):
        # The module itself is named by the empty string.
        if len(name) == 0:
            continue
        rest = name[len(prefix):]
        metadata[rest] = metadata.pop(name)
