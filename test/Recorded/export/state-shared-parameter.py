# RUN: ts-run %s --check=%S/state-shared-parameter.expected.json
# EXP-095, EXP-020
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.nn.Linear(3, 3, bias=False)
        self.decoder = torch.nn.Linear(3, 3, bias=False)
        self.decoder.weight = self.encoder.weight

    def forward(self, x: torch.Tensor):
        return self.decoder(torch.relu(self.encoder(x)))


torch.manual_seed(0)
INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2, 3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'PARAMETER', 'name': 'p_encoder_weight', 'target': 'encoder.weight', 'type': 'f32[3, 3]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2, 3]'}],
    'levels': {
        'training': """
def forward(self, p_encoder_weight, x):
    linear = aten.linear.default(x, p_encoder_weight)
    relu = aten.relu.default(linear)
    linear_1 = aten.linear.default(relu, p_encoder_weight)
    return (linear_1,)
""",
    },
}
