# RUN: ts-run %s --check=%S/sizes-dict-keys-wrong.expected.json
# EXP-133
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        return x + y


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(4), torch.ones(4)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'n': {}},
    'dynamic_shapes': {'x': ['n']},
    'error': {'kind': 'UserError', 'phrases': ["When `dynamic_shapes` is specified as a dict, its top-level keys must be the arg names ['x', 'y'] of `inputs`, but here they are ['x'].", 'Alternatively, you could also ignore arg names entirely and specify `dynamic_shapes` as a list/tuple matching `inputs`.']},
}
