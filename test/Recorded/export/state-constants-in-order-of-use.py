# RUN: ts-run %s --check=%S/state-constants-in-order-of-use.expected.json
# EXP-026, EXP-087
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.ones(2)
        self.second = torch.zeros(2)

    def forward(self, x: torch.Tensor):
        return (x + self.second) * self.first


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'CONSTANT_TENSOR', 'name': 'c_second', 'target': 'second', 'type': 'f32[2]'}, {'kind': 'CONSTANT_TENSOR', 'name': 'c_first', 'target': 'first', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2]'}],
    'levels': {
        'training': """
def forward(self, c_second, c_first, x):
    add = aten.add.Tensor(x, c_second)
    mul = aten.mul.Tensor(add, c_first)
    return (mul,)
""",
    },
}
