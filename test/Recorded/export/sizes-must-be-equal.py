# RUN: ts-run %s --check=%S/sizes-must-be-equal.expected.json
# EXP-154, EXP-163
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        return x * y


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(5), torch.ones(5)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'n': {}, 'm': {}},
    'dynamic_shapes': {'x': ['n'], 'y': ['m']},
    'error': {'kind': 'UserError', 'phrases': ['Constraints violated (', "The values of m = L['y'].size()[0] and n = L['x'].size()[0] must always be equal.", 'Suggested fixes:', 'm = n']},
}
