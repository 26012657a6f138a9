# RUN: ts-run %s --check=%S/sizes-must-be-related.expected.json
# EXP-155, EXP-163
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        return x + y[1:]


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(5), torch.ones(6)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'dx': {}, 'dy': {}},
    'dynamic_shapes': {'x': ['dx'], 'y': ['dy']},
    'error': {'kind': 'UserError', 'phrases': ["The values of dy = L['y'].size()[0] must always be related to the values of dx = L['x'].size()[0] by dy = dx + 1.", 'Suggested fixes:', 'dy = dx + 1']},
}
