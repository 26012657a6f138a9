# RUN: ts-run %s --check=%S/flow-cond-of-two.expected.json
# EXP-177, EXP-181, EXP-182
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.ones(2))

    def forward(self, x: torch.Tensor, y: torch.Tensor):
        def first(x, y):
            return x + y, x * self.b

        def second(x, y):
            return x - y, x

        return torch.cond(x.max() > 0, first, second, (x, y))


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2), torch.ones(2)]),
         ("m.forward", [-torch.ones(2), torch.ones(2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'facts': [{'op_counts': {'higher_order.cond': 1}}],
    'inputs': [{'kind': 'BUFFER', 'name': 'b_b', 'target': 'b', 'persistent': True, 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'y', 'type': 'f32[2]'}],
}
