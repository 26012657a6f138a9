# RUN: ts-run %s --check=%S/op-aliases.expected.json
# EXP-113, EXP-111
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        return x.expand_as(y) + y, y.view_as(y) * 2, torch.ravel(y), y.mT + 1, y.narrow(0, 0, 1)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(3), torch.ones(2, 3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'functional': """
def forward(self, x, y):
    expand = aten.expand.default(x, [2, 3])
    add = aten.add.Tensor(expand, y)
    view = aten.view.default(y, [2, 3])
    mul = aten.mul.Tensor(view, 2)
    view_1 = aten.view.default(y, [6])
    transpose = aten.transpose.int(y, -2, -1)
    add_1 = aten.add.Tensor(transpose, 1)
    slice_1 = aten.slice.Tensor(y, 0, 0, 1)
    return (add, mul, view_1, add_1, slice_1)
""",
    },
}
