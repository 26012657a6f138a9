# RUN: ts-run %s --check=%S/op-dropout-trains.expected.json
# EXP-104, EXP-010
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = torch.nn.Dropout(0.0)

    def forward(self, x: torch.Tensor):
        return self.drop(x)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'training': """
def forward(self, x):
    dropout = aten.dropout.default(x, 0.0, True)
    return (dropout,)
""",
    },
}
