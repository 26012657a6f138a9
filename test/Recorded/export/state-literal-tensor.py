# RUN: ts-run %s --check=%S/state-literal-tensor.expected.json
# EXP-088, EXP-125
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x + torch.tensor(3) * torch.tensor([1.0, 2.0])


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(2)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'inputs': [{'kind': 'CONSTANT_TENSOR', 'name': 'c_lifted_tensor_0', 'target': 'lifted_tensor_0', 'type': 'i64[]'}, {'kind': 'CONSTANT_TENSOR', 'name': 'c_lifted_tensor_1', 'target': 'lifted_tensor_1', 'type': 'f32[2]'}, {'kind': 'USER_INPUT', 'name': 'x', 'type': 'f32[2]'}],
}
