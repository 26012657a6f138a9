# Displays, comprehensions and dict() where a union of lists or dicts is expected.
# RUN: ts-run %s --check=%S/Inputs/union-containers.json --check-messages | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import torch
from torch import Tensor
from typing import Any, Dict, List, Optional, Union


def dict_of_ints():
    x: Union[Dict[str, Tensor], Dict[str, int]] = {"a": 1, "b": 2}
    assert isinstance(x, Dict[str, int])
    return x["b"]


def dict_of_tensors(t: Tensor):
    x: Union[Dict[str, Tensor], Dict[str, int]] = {"a": t}
    if isinstance(x, Dict[str, Tensor]):
        return x["a"] + 1
    return t


def dict_by_key():
    x: Union[Dict[int, int], Dict[str, int]] = {str(i): i for i in range(3)}
    assert isinstance(x, Dict[str, int])
    return x["2"]


def list_of_strings():
    x: Union[List[str], List[Tensor]] = [y + "!" for y in ["a", "b"]]
    assert isinstance(x, List[str])
    return x


def widest_list():
    x: Union[List[int], List[Optional[int]]] = [1]
    return isinstance(x, List[int])


def one_of_its_kind():
    x: Union[List[int], int] = []
    y: Union[Dict[str, int], int] = dict(a=1)
    return x, y


def list_misfit():
    x: Union[List[int], List[str], List[float]] = [torch.ones(1)]


def comprehension_misfit():
    x: Union[List[int], List[str]] = [1.5 for i in range(2)]


def key_misfit():
    x: Union[Dict[str, Tensor], Dict[str, int]] = {1: 2}


def dict_comprehension_misfit():
    x: Union[Dict[int, int], Dict[str, int]] = {1: "a" for i in range(2)}


def empty_list():
    x: Union[List[int], List[str]] = []


def empty_dict():
    x: Union[Dict[str, Tensor], Dict[str, int]] = {}


def no_list():
    x: Union[str, int] = [1]


def no_dict():
    x: Optional[int] = {"a": 1}


def dict_call():
    x: Union[Dict[str, Tensor], Dict[str, int]] = dict([("a", 1)])


def dict_call_of_int():
    x: int = dict()


def list_call():
    x: Union[List[int], int] = list()


def empty_pairs():
    x: Dict[str, int] = dict([])
    y: Dict[int, str] = dict(())
    return x, y, dict([]), dict([], a=1)


def pairs_and_keywords():
    return dict([("b", 2)], a=1), dict({"b": 2}, a=1)


CALLS = [(f, []) for f in ["dict_of_ints", "dict_by_key", "list_of_strings", "widest_list", "one_of_its_kind", "list_misfit", "comprehension_misfit",
                           "key_misfit", "dict_comprehension_misfit", "empty_list", "empty_dict", "no_list", "no_dict", "dict_call", "dict_call_of_int",
                           "list_call", "empty_pairs", "pairs_and_keywords"]] + [("dict_of_tensors", [torch.ones(1)])]
