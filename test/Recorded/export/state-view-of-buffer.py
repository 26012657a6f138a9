# RUN: ts-run %s --check=%S/state-view-of-buffer.expected.json
# EXP-097, EXP-098, EXP-027
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("rows", torch.zeros(2, 3))

    def forward(self, x: torch.Tensor):
        self.rows[0].add_(x)
        return self.rows * 2


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(3.0)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'BUFFER', 'name': 'b_rows', 'target': 'rows', 'persistent': True, 'type': 'f32[2, 3]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[3]'}],
    'levels': {
        'training': """
def forward(self, b_rows, x):
    select = aten.select.int(b_rows, 0, 0)
    add_ = aten.add_.Tensor(select, x)
    mul = aten.mul.Tensor(b_rows, 2)
    return (mul,)
""",
        'functional': """
def forward(self, b_rows, x):
    select = aten.select.int(b_rows, 0, 0)
    add = aten.add.Tensor(select, x)
    select_scatter = aten.select_scatter.default(b_rows, add, 0, 0)
    mul = aten.mul.Tensor(select_scatter, 2)
    return (select_scatter, mul)
""",
    },
}
