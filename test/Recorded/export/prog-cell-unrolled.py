# RUN: ts-run %s --check=%S/prog-cell-unrolled.expected.json
# EXP-070, EXP-071
from typing import List
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = torch.nn.Linear(5, 2)

    def forward(self, xs: torch.Tensor, h: torch.Tensor):
        outs: List[torch.Tensor] = []
        for i in range(xs.size(0)):
            h = torch.tanh(self.cell(torch.cat([xs[i], h], dim=1)))
            outs.append(h)
        return torch.stack(outs)


torch.manual_seed(0)
INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2, 4, 3), torch.zeros(4, 2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'training': """
def forward(self, p_cell_weight, p_cell_bias, xs, h):
    select = aten.select.int(xs, 0, 0)
    cat = aten.cat.default([select, h], 1)
    linear = aten.linear.default(cat, p_cell_weight, p_cell_bias)
    tanh = aten.tanh.default(linear)
    select_1 = aten.select.int(xs, 0, 1)
    cat_1 = aten.cat.default([select_1, tanh], 1)
    linear_1 = aten.linear.default(cat_1, p_cell_weight, p_cell_bias)
    tanh_1 = aten.tanh.default(linear_1)
    stack = aten.stack.default([tanh, tanh_1])
    return (stack,)
""",
    },
}
