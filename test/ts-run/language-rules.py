# Small programs about single rules of the language, with what PyTorch does with
# them: values, signatures, output and the texts of errors.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/Inputs/language-rules.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

Number = float


class P(NamedTuple):
    x: int
    y: int


class Q(NamedTuple):
    x: int
    y: int


def reserved(__jit_unused: int, x: int):
    return x


def ellipsis(x):
    return x[Ellipsis, 0]


def two_ellipses(x):
    return x[..., 0, Ellipsis]


def alias(x: Number) -> Number:
    return x / 2


def none_in_string(x: "Optional[None]"):
    return x


def tensor_in_string(x: "Tensor"):
    return x


def malformed_string(x: "List[int"):
    return x


def tuple_annotation(x: (int, int)):
    return x


def comment_without_parentheses(x):
    # type: int -> int
    return x


def comment_behind_code(x: int):
    for i in range(3):  # type: int
        x += i
    return x


def ignored_signature(x):
    # type: (int) -> int  # type: ignore
    return x


def missing_parameter_comment(a,  # type: int
                              b
                              ):
    # type: (...) -> int
    return a


def two_comments(x: int):
    y = []  # type: List[int]
    z = []  # type: List[int]
    return y


def empty_list_in_tuple() -> Tuple[List[int], int]:
    return [], 1


def inferred_return(x, flag: bool):
    if flag:
        return x
    return 1


def optional_hint():
    y: Optional[List[float]] = [1]
    return y


def named_tuples(flag: bool):
    if flag:
        r = P(1, 2)
    else:
        r = Q(5, 6)
    return r.x


def hidden_variable(x: List[int]):
    v = "outer"
    return [v * 2 for v in x], v


def hidden_of_one_type(x: List[int]):
    v = 7
    return [v * 2 for v in x], v


def not_iterable(x: int):
    return [v for v in x]


def hinted_comprehension() -> List[float]:
    return [v for v in [1, 2]]


def key_types(x: Tuple[str, int]):
    return {v: 1 for v in x}


def power(x: int, y: int):
    return x ** y


def device(s: str):
    return torch.device(s)


def size(x):
    return x.size(1)


def assigned_item(x):
    x[..., 0] = 1
    return x


def integer(x: int):
    return x


def boolean(x: bool):
    return x


def union(x: Union[List[int], str]):
    return str(x)


def increment(x):
    x += 1
    return 1


LIMIT = 5
SCALE = torch.tensor([2.0, 3.0])


def host_default(x: int = LIMIT * 2 + len("ab"), y: float = float("inf")):
    return x, y


def tensor_default(x: int, t=SCALE):
    return t * x


def counter(x=torch.zeros(2)):
    x += 1
    return x


def calls_tensor_default():
    return tensor_default(3) + tensor_default(1, torch.ones(1))


def dict_default(x: Dict[str, int] = {}):
    return x


def defaults(t: Tuple[str, int] = ("a", 1), u: Union[int, str] = "u", b: bool = 1):
    return t


def keyword_only(a: int, *, b: int):
    return a * b


def variable_arguments(x: int, *args: int):
    return x


def recorded(x, name: str):
    with torch.autograd.profiler.record_function(name):
        y = x + 1
    return y


def augmented_string(x: str):
    x[0] += "a"
    return x


def missing_key(d: Dict[str, int]):
    d["a"] += 1
    return d


def subscripted_builtin():
    return len[0]


def iterated_number(x: int):
    for i, v in enumerate(x):
        pass
    return 1


def called_tensor(x):
    return x(1)


class Box:
    def __init__(self):
        self.items = [1]


def empty_attribute():
    box = Box()
    box.items = []
    return box.items


def second_index(x, i):
    return x[:, i]


def formatted(x: List[int]):
    assert x, f"empty {len(x)}!"
    return x


def optional_of_union():
    return [1, "a", None]


def takes_union(x: List[Union[int, str, None]]):
    return len(x)


def lists_are_invariant():
    return takes_union([1, "a", None])


def joined_with_none(x: Union[int, str], b: bool):
    y = x if b else None
    return y


def facts_that_differ(x: Union[int, str, None]) -> str:
    if x is not None and isinstance(x, str):
        return x.upper()
    return "-"


def facts_in_steps(x: Union[int, str, None]) -> str:
    if x is not None:
        if isinstance(x, str):
            return x.upper()
    return "-"


def one_type_for_all(x: Any):
    if isinstance(x, int):
        y = 1
    elif isinstance(x, str):
        y = 2
    else:
        raise ValueError("neither")
    return y


def delete_inner(x: int):
    if x > 0:
        y = 1
        del y
    return x


def delete_outer(x: int):
    y = 1
    if x > 0:
        del y
    return x


def no_step(x: List[int]):
    return x[0:2:None]


def slice_without_step(x: List[int]):
    return x[slice(0, 2, None)]


class Counter:
    def __init__(self, n: int = 1):
        self.n = n

    def add(self, k: int = 1) -> int:
        self.n += k
        return self.n

    def twice(self) -> int:
        return self.add()


def default_within_class():
    return Counter().twice()


class Steps(torch.nn.Module):
    def forward(self, x: int, k: int = 2) -> int:
        return self.helper(x) * k

    def helper(self, x: int, k: int = 3) -> int:
        return x + k


class Exported(Steps):
    @torch.jit.export
    def again(self, x: int) -> int:
        return self.forward(x)


class Kinds(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = torch.nn.ModuleList([Steps(), torch.nn.ReLU(), Steps()])

    def forward(self):
        n = 0
        for part in self.parts:
            if isinstance(part, Steps):
                n += 1
            elif isinstance(part, torch.nn.ReLU):
                n += 10
        return n


class UnknownKind(Kinds):
    def forward(self):
        return isinstance(self.parts[0], torch.nn.Tanh)


def empty_index(x):
    return x[()]


def real_part(x: complex):
    return float(x)


@torch.jit._overload
def repeated(x: int) -> int:
    pass


@torch.jit._overload
def repeated(x: str) -> str:
    pass


def repeated(x, n: int = 3, unused: str = "q"):
    return x * n


def left_out_of_overloads():
    return repeated(2), repeated("a"), repeated(2, 4), repeated("a", n=1)


def unpacked_in_loop(x: List[int]):
    for i, j in x:
        print(i)


def no_broadcast(a, b):
    return a + b


INSTANCES = [("kinds", "Kinds", []), ("unknown", "UnknownKind", []), ("steps", "Steps", []), ("exported", "Exported", [])]
CALLS = [
    ("formatted", [[]]),
    ("host_default", []),
    ("tensor_default", [2]),
    ("counter", []),
    ("counter", []),
    ("calls_tensor_default", []),
    ("dict_default", []),
    ("defaults", []),
    ("keyword_only", [2], {"b": 3}),
    ("keyword_only", [2, 3]),
    ("variable_arguments", [1]),
    ("recorded", [torch.ones(1), "range"]),
    ("augmented_string", ["b"]),
    ("missing_key", [{}]),
    ("subscripted_builtin", []),
    ("iterated_number", [1]),
    ("called_tensor", [torch.ones(1)]),
    ("empty_attribute", []),
    ("second_index", [torch.ones(2, 3), torch.tensor([3])]),
    ("reserved", [1, 2]),
    ("ellipsis", [torch.arange(4).reshape(2, 2)]),
    ("two_ellipses", [torch.ones(2)]),
    ("alias", [3.0]),
    ("none_in_string", [None]),
    ("tensor_in_string", [torch.ones(1)]),
    ("malformed_string", [[1]]),
    ("tuple_annotation", [(1, 2)]),
    ("comment_without_parentheses", [1]),
    ("comment_behind_code", [1]),
    ("ignored_signature", [1]),
    ("missing_parameter_comment", [1, 2]),
    ("two_comments", [1]),
    ("empty_list_in_tuple", []),
    ("inferred_return", [torch.ones(1), True]),
    ("optional_hint", []),
    ("named_tuples", [True]),
    ("named_tuples", [False]),
    ("hidden_variable", [[1]]),
    ("hidden_of_one_type", [[1, 2]]),
    ("not_iterable", [1]),
    ("hinted_comprehension", []),
    ("key_types", [("a", 1)]),
    ("power", [2, -1]),
    ("power", [0, -1]),
    ("device", [""]),
    ("device", ["x:y"]),
    ("size", [torch.tensor(1)]),
    ("assigned_item", [torch.zeros(2)]),
    ("assigned_item", [torch.tensor(0)]),
    ("integer", [torch.tensor(2.5)]),
    ("integer", [2.5]),
    ("boolean", [2.5]),
    ("union", [[1]]),
    ("union", [[]]),
    ("increment", [torch.tensor(1)]),
    ("optional_of_union", []),
    ("lists_are_invariant", []),
    ("joined_with_none", ["a", True]),
    ("facts_that_differ", ["a"]),
    ("facts_in_steps", ["a"]),
    ("one_type_for_all", [1]),
    ("delete_inner", [1]),
    ("delete_outer", [1]),
    ("no_step", [[1, 2, 3]]),
    ("slice_without_step", [[1, 2, 3]]),
    ("default_within_class", []),
    ("steps.forward", [1]),
    ("exported.again", [1]),
    ("kinds.forward", []),
    ("unknown.forward", []),
    ("left_out_of_overloads", []),
    ("unpacked_in_loop", [[1]]),
    ("no_broadcast", [torch.ones(4, 4), torch.ones(5, 5)]),
    ("empty_index", [torch.ones(1)]),
    ("real_part", [2 + 1j]),
]
