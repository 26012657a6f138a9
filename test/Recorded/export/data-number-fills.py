# RUN: ts-run %s --check=%S/data-number-fills.expected.json
# EXP-170, EXP-173
import torch


class M(torch.nn.Module):
    def forward(self, n: torch.Tensor, x: torch.Tensor):
        k = n.item()
        torch._check(k >= 2)
        torch._check(k <= 7)
        return x.expand(k, 3)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.tensor(5), torch.ones(1, 3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'range_constraints': {'u0': [2, 7]},
    'runtime_errors': [{'args': [8, '<tensor>'], 'phrases': ['Runtime assertion failed for expression u0 <= 7']}, {'args': [1, '<tensor>'], 'phrases': ['Runtime assertion failed for expression u0 >= 2']}],
}
