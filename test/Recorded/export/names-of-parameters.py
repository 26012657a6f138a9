# RUN: ts-run %s --check=%S/names-of-parameters.expected.json
# EXP-036, EXP-026
import torch


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("Shift", torch.ones(2))
        self.W = torch.nn.Parameter(torch.ones(2))

    def forward(self, x: torch.Tensor):
        return x * self.W + self.Shift


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("Bias", torch.zeros(2))
        self.Blocks = torch.nn.ModuleList([Block(), Block()])
        self.scale = torch.nn.Parameter(torch.full([2], 2.0))

    def forward(self, x: torch.Tensor):
        for block in self.Blocks:
            x = block(x)
        return x * self.scale + self.Bias


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(2.0)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'PARAMETER', 'name': 'p_scale', 'target': 'scale', 'type': 'f32[2]'}, {'kind': 'PARAMETER', 'name': 'p_blocks_0_w', 'target': 'Blocks.0.W', 'type': 'f32[2]'}, {'kind': 'PARAMETER', 'name': 'p_blocks_1_w', 'target': 'Blocks.1.W', 'type': 'f32[2]'}, {'kind': 'BUFFER', 'name': 'b_bias', 'target': 'Bias', 'persistent': True, 'type': 'f32[2]'}, {'kind': 'BUFFER', 'name': 'b_blocks_0_shift', 'target': 'Blocks.0.Shift', 'persistent': True, 'type': 'f32[2]'}, {'kind': 'BUFFER', 'name': 'b_blocks_1_shift', 'target': 'Blocks.1.Shift', 'persistent': True, 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2]'}],
    'levels': {
        'training': """
def forward(self, p_scale, p_blocks_0_w, p_blocks_1_w, b_bias, b_blocks_0_shift, b_blocks_1_shift, x):
    mul = aten.mul.Tensor(x, p_blocks_0_w)
    add = aten.add.Tensor(mul, b_blocks_0_shift)
    mul_1 = aten.mul.Tensor(add, p_blocks_1_w)
    add_1 = aten.add.Tensor(mul_1, b_blocks_1_shift)
    mul_2 = aten.mul.Tensor(add_1, p_scale)
    add_2 = aten.add.Tensor(mul_2, b_bias)
    return (add_2,)
""",
    },
}
