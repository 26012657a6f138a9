# RUN: ts-run %s --check=%S/sizes-halved.expected.json
# EXP-146, EXP-148
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x[:, : x.shape[1] // 2]


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2, 8)]),
         ("m.forward", [torch.ones(2, 7)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'dims': {'n': {'min': 4, 'max': 64}},
    'dynamic_shapes': {'x': {'1': 'n'}},
    'range_constraints': {'s0': [4, 64]},
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2, s0]'}],
}
