# RUN: ts-run %s --check=%S/op-masks.expected.json
# EXP-119
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor):
        return x.masked_fill(mask, -1.0), torch.zeros_like(x), x.squeeze(0)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(1, 3), torch.tensor([True, False, True])])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[1, 3]'}, {'kind': 'USER_INPUT', 'name': 'mask', 'type': 'b8[3]'}],
    'levels': {
        'training': """
def forward(self, x, mask):
    masked_fill = aten.masked_fill.Scalar(x, mask, -1.0)
    zeros_like = aten.zeros_like.default(x, pin_memory = False)
    squeeze = aten.squeeze.dim(x, 0)
    return (masked_fill, zeros_like, squeeze)
""",
    },
}
