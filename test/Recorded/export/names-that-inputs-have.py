# RUN: ts-run %s --check=%S/names-that-inputs-have.expected.json
# EXP-037
import torch


class M(torch.nn.Module):
    def forward(self, add_1: torch.Tensor, relu: torch.Tensor):
        a = add_1 + relu
        b = a + relu
        c = b + add_1
        return torch.relu(c)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2), torch.ones(2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'USER_INPUT', 'name': 'add_1', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'relu', 'type': 'f32[2]'}],
    'levels': {
        'training': """
def forward(self, add_1, relu):
    add = aten.add.Tensor(add_1, relu)
    add_2 = aten.add.Tensor(add, relu)
    add_3 = aten.add.Tensor(add_2, add_1)
    relu_1 = aten.relu.default(add_3)
    return (relu_1,)
""",
    },
}
