# RUN: ts-run %s --check=%S/sizes-range-by-guard.expected.json
# EXP-152, EXP-163
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        if x.shape[0] >= 3 and x.shape[0] <= 6:
            return x + 1
        return x - 1


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(4)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'dim': {}},
    'dynamic_shapes': {'x': ['dim']},
    'error': {'kind': 'UserError', 'phrases': ['Constraints violated (dim)!', 'Suggested fixes:', "dim = Dim('dim', min=3, max=6)"]},
}
