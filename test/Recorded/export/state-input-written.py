# RUN: ts-run %s --check=%S/state-input-written.expected.json
# EXP-099, EXP-027, EXP-100
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros(1))

    def forward(self, x: torch.Tensor, y: torch.Tensor):
        y.mul_(2)
        x.view(4).add_(1)
        self.n += 1
        return x, y + self.n


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2, 2), torch.ones(2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'BUFFER', 'name': 'b_n', 'target': 'n', 'persistent': True, 'type': 'f32[1]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2, 2]'}, {'kind': 'USER_INPUT', 'name': 'y', 'type': 'f32[2]'}],
    'levels': {
        'functional': """
def forward(self, b_n, x, y):
    mul = aten.mul.Tensor(y, 2)
    view = aten.view.default(x, [4])
    add = aten.add.Tensor(view, 1)
    view_1 = aten.view.default(add, [2, 2])
    add_1 = aten.add.Tensor(b_n, 1)
    add_2 = aten.add.Tensor(mul, add_1)
    return (add_1, view_1, mul, view_1, add_2)
""",
    },
}
