# RUN: ts-run %s --check=%S/tree-constants.expected.json
# EXP-030, EXP-031, EXP-193
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, n: int, f: float, on: bool, how: str):
        y = x * n + f
        if on and how == "sin":
            y = torch.sin(y)
        return y, n + 1, f * 2, on, how


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2), 3, 0.5, True, "sin"])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'runtime_errors': [{'args': ['<tensor>', 4, {'t': 'float', 'v': 0.5}, {'t': 'bool', 'v': True}, {'t': 'str', 'v': 'sin'}], 'phrases': ['Expected input at *args[1] to be equal to 3, but got 4']}, {'args': ['<tensor>', 3, {'t': 'float', 'v': 0.25}, {'t': 'bool', 'v': True}, {'t': 'str', 'v': 'sin'}], 'phrases': ['Expected input at *args[2] to be equal to 0.5, but got 0.25']}, {'args': ['<tensor>', 3, {'t': 'float', 'v': 0.5}, {'t': 'bool', 'v': True}, {'t': 'str', 'v': 'cos'}], 'phrases': ['Expected input at *args[4] to be equal to sin, but got cos']}],
    'inputs': [{'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'n', 'constant': 3}, {'kind': 'USER_INPUT', 'name': 'f', 'constant': 0.5}, {'kind': 'USER_INPUT', 'name': 'on', 'constant': True}, {'kind': 'USER_INPUT', 'name': 'how', 'constant': 'sin'}],
    'levels': {
        'training': """
def forward(self, x, n, f, on, how):
    mul = aten.mul.Tensor(x, 3)
    add = aten.add.Tensor(mul, 0.5)
    sin = aten.sin.default(add)
    return (sin, 4, 1.0, True, 'sin')
""",
    },
}
