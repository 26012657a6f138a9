# RUN: ts-run %s --check=%S/op-activations.expected.json
# EXP-119, EXP-121
import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.relu = torch.nn.ReLU(inplace=True)

    def forward(self, x: torch.Tensor):
        y = self.relu(x + 1)
        return torch.nn.functional.hardswish(y), torch.nn.functional.gelu(y)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(-2.0, 2.0)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'levels': {
        'training': """
def forward(self, x):
    add = aten.add.Tensor(x, 1)
    relu_ = aten.relu_.default(add)
    hardswish = aten.hardswish.default(relu_)
    gelu = aten.gelu.default(relu_)
    return (hardswish, gelu)
""",
        'core': """
def forward(self, x):
    add = aten.add.Tensor(x, 1)
    relu = aten.relu.default(add)
    add_1 = aten.add.Tensor(relu, 3)
    clamp = aten.clamp.default(add_1, 0)
    clamp_1 = aten.clamp.default(clamp, None, 6)
    mul = aten.mul.Tensor(relu, clamp_1)
    div = aten.div.Tensor(mul, 6)
    gelu = aten.gelu.default(relu)
    return (div, gelu)
""",
    },
}
