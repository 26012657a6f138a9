# RUN: ts-run %s --check=%S/data-branch.expected.json
# EXP-168
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        if x.sum() > 0:
            return x.sin()
        return x.cos()


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.ones(3)])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'error': {'kind': 'UserError', 'phrases': ['Could not guard on data-dependent expression', 'torch.cond']},
}
