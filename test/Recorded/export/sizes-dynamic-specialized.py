# RUN: ts-run %s --check=%S/sizes-dynamic-specialized.expected.json
# EXP-157
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(3))

    def forward(self, x: torch.Tensor):
        return x + self.w


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dynamic_shapes': [['Dim.DYNAMIC']],
    'error': {'kind': 'UserError', 'phrases': ["Not all values of RelaxedUnspecConstraint(L['x'].size()[0]) are valid because L['x'].size()[0] was inferred to be a constant (3)."]},
}
