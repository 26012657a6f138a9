# RUN: ts-run %s --check=%S/sizes-inferred-constant.expected.json
# EXP-153, EXP-163
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x.view(2, 6)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(4, 3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'batch': {}},
    'dynamic_shapes': {'x': {'0': 'batch'}},
    'error': {'kind': 'UserError', 'phrases': ['Constraints violated (batch)!', "Not all values of batch = L['x'].size()[0] in the specified range are valid because batch was inferred to be a constant (4).", 'Suggested fixes:', 'batch = 4']},
}
