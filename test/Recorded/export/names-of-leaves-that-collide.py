# RUN: ts-run %s --check=%S/names-of-leaves-that-collide.expected.json
# EXP-035, EXP-037
from typing import Dict, List
import torch


class M(torch.nn.Module):
    def forward(self, x: Dict[str, torch.Tensor], x_foo_0: torch.Tensor, X_bar: List[torch.Tensor]):
        return x["foo_0"] + x_foo_0 - X_bar[0] * X_bar[1]


INSTANCES = [("m", M())]
CALLS = [("m.forward", [{"foo_0": torch.ones(2)}, torch.ones(2), [torch.ones(2), torch.zeros(2)]])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x_foo_0', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'x_foo_0_1', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'x_bar_0', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'x_bar_1', 'type': 'f32[2]'}],
    'levels': {
        'training': """
def forward(self, x_foo_0, x_foo_0_1, x_bar_0, x_bar_1):
    add = aten.add.Tensor(x_foo_0, x_foo_0_1)
    mul = aten.mul.Tensor(x_bar_0, x_bar_1)
    sub = aten.sub.Tensor(add, mul)
    return (sub,)
""",
    },
}
