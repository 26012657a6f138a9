# Optional, Union and the number type.
# Rules: TS-TYPE-016 to 018, TS-CONV-017, TS-CONV-018, TS-REF-026.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/numbers-and-unions.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List, Optional, Tuple, Union
from torch import Tensor


def nested_optional(x: Optional[Optional[int]]) -> Union[int, None]:
    return x


def flattened(x: Union[int, Union[str, int], None]):
    if x is None:
        return "none"
    elif isinstance(x, int):
        return str(x + 1)
    else:
        return x


def arithmetic_on_union(x: Union[int, str]):
    return x + 1


def number(x: Union[int, float, complex]):
    return x * 2, x + 1, x == 3


def item(t: Tensor) -> float:
    return t.item()


def half(x: float) -> float:
    return x / 2


def truncated(t: Tensor) -> int:
    return t.item()


def passed(t: Tensor):
    return half(t.item())


def assigned(t: Tensor):
    n: int = t.item()
    return n


def pair(p: Tuple[float, int]):
    return p[0] + p[1]


def converted_pair(t: Tensor, u: Tensor):
    return pair((t, u))


def one_of(x: Union[int, str, List[int]]):
    if isinstance(x, (int, str)):
        if isinstance(x, int):
            return x
        return len(x)
    return sum(x)


def not_refined(x: Union[int, str, List[int]]):
    if isinstance(x, int) or isinstance(x, str):
        return 1
    else:
        return sum(x)


CALLS = [("nested_optional", [3]), ("nested_optional", [None]), ("flattened", [None]), ("flattened", [4]),
         ("flattened", ["s"]), ("arithmetic_on_union", [1]), ("number", [3]), ("number", [1.5]),
         ("item", [torch.tensor(2)]), ("truncated", [torch.tensor(2.75)]), ("passed", [torch.tensor(3)]),
         ("assigned", [torch.tensor(3)]), ("converted_pair", [torch.tensor(1.5), torch.tensor(2)]),
         ("converted_pair", [torch.tensor(1.5), torch.tensor(2.5)]),
         ("one_of", [5]), ("one_of", ["abc"]), ("one_of", [[1, 2]]), ("not_refined", [1])]
