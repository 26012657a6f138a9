# RUN: ts-run %s --check=%S/tree-nested-tuples.expected.json
# EXP-045, EXP-049
from typing import List, Tuple
import torch


class M(torch.nn.Module):
    def forward(self, pairs: List[Tuple[torch.Tensor, torch.Tensor]], rest: Tuple[torch.Tensor, List[torch.Tensor]]):
        first = pairs[0][0] + pairs[1][1]
        return {"sum": [first, first * rest[0]], "last": [rest[1][0]]}


INSTANCES = [("m", M())]
CALLS = [("m.forward", [[(torch.ones(2), torch.ones(2)), (torch.zeros(2), torch.arange(2.0))], (torch.ones(2), [torch.ones(3)])])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'pairs_0_0', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'pairs_0_1', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'pairs_1_0', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'pairs_1_1', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'rest_0', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'rest_1_0', 'type': 'f32[3]'}],
    'levels': {
        'training': """
def forward(self, pairs_0_0, pairs_0_1, pairs_1_0, pairs_1_1, rest_0, rest_1_0):
    add = aten.add.Tensor(pairs_0_0, pairs_1_1)
    mul = aten.mul.Tensor(add, rest_0)
    return (add, mul, rest_1_0)
""",
    },
}
