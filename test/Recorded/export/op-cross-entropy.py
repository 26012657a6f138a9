# RUN: ts-run %s --check=%S/op-cross-entropy.expected.json
# EXP-118
import torch


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        return torch.nn.functional.cross_entropy(x, y)


INSTANCES = [("m", M())]
CALLS = [("m.forward", [torch.arange(6.0).reshape(2, 3), torch.tensor([0, 2])])]
EXPORT = {
    'entry': 'm.forward',
    'example_call': 0,
    'facts': [{'level': 'core', 'op_counts': {'aten._log_softmax.default': 1, 'aten.cross_entropy_loss.default': 0, 'aten.nll_loss_forward.default': 0}}],
    'levels': {
        'training': """
def forward(self, x, y):
    cross_entropy_loss = aten.cross_entropy_loss.default(x, y)
    return (cross_entropy_loss,)
""",
    },
}
