# RUN: ts-run %s --check=%S/sizes-as-arguments.expected.json
# EXP-147, EXP-146
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        n = x.shape[0]
        y = torch.zeros(n + 1, 2)
        return y, x.view(n, -1), x.sum() / n


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(4, 3, 2)]),
         ("m.forward", [torch.ones(7, 3, 2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'n': {}},
    'dynamic_shapes': {'x': {'0': 'n'}},
    'range_constraints': {'s0': [0, None]},
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[s0, 3, 2]'}],
}
