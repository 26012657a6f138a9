# RUN: ts-run %s --check=%S/op-linear-without-bias.expected.json
# EXP-114
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4, bias=False)

    def forward(self, x: torch.Tensor):
        return self.fc(x)


torch.manual_seed(0)
INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2, 3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'PARAMETER', 'name': 'p_fc_weight', 'target': 'fc.weight', 'type': 'f32[4, 3]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2, 3]'}],
    'levels': {
        'core': """
def forward(self, p_fc_weight, x):
    permute = aten.permute.default(p_fc_weight, [1, 0])
    mm = aten.mm.default(x, permute)
    return (mm,)
""",
    },
}
