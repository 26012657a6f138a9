# RUN: ts-run %s --check=%S/tree-results-twice.expected.json
# EXP-031, EXP-102
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.p = torch.nn.Parameter(torch.ones(2))

    def forward(self, x: torch.Tensor):
        y = x + self.p
        return [y, y], self.p, x


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'PARAMETER', 'name': 'p_p', 'target': 'p', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2]'}],
    'levels': {
        'training': """
def forward(self, p_p, x):
    add = aten.add.Tensor(x, p_p)
    return (add, add, p_p, x)
""",
    },
}
