# RUN: ts-run %s --check=%S/sizes-of-nested-inputs.expected.json
# EXP-132, EXP-137
from typing import Dict, List
import torch


class M(torch.nn.Module):
    def forward(self, xs: List[torch.Tensor], d: Dict[str, torch.Tensor]):
        return xs[0] * xs[1], d["a"].t()


INSTANCES = [("m", M())]
CALLS = [("m.forward", [[torch.ones(4), torch.ones(4)], {"a": torch.ones(2, 5)}])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'n': {}, 'k': {}},
    'dynamic_shapes': {'xs': [['n'], ['n']], 'd': {'a': {'1': 'k'}}},
    'inputs': [{'kind': 'USER_INPUT', 'name': 'xs_0', 'type': 'f32[s0]'}, {'kind': 'USER_INPUT', 'name': 'xs_1', 'type': 'f32[s0]'}, {'kind': 'USER_INPUT', 'name': 'd_a', 'type': 'f32[2, s2]'}],
    'levels': {
        'training': """
def forward(self, xs_0, xs_1, d_a):
    mul = aten.mul.Tensor(xs_0, xs_1)
    t = aten.t.default(d_a)
    return (mul, t)
""",
    },
}
