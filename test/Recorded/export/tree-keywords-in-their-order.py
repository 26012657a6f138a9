# RUN: ts-run %s --check=%S/tree-keywords-in-their-order.expected.json
# EXP-047
from typing import List
import torch


class M(torch.nn.Module):
    def forward(self, a: torch.Tensor, b: List[torch.Tensor], c: torch.Tensor):
        return a - b[0] - b[1] * c


INSTANCES = [("m", M())]
CALLS = [("m.forward", [], {"c": torch.ones(2), "b": [torch.zeros(2), torch.ones(2)], "a": torch.ones(2)})]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'c', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'b_0', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'b_1', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'a', 'type': 'f32[2]'}],
    'levels': {
        'training': """
def forward(self, c, b_0, b_1, a):
    sub = aten.sub.Tensor(a, b_0)
    mul = aten.mul.Tensor(b_1, c)
    sub_1 = aten.sub.Tensor(sub, mul)
    return (sub_1,)
""",
    },
}
