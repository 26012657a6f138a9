# Without gradients padding is zeros behind an encoder, and cut off behind the
# longest sequence; with them it is not.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/padded-encoders.expected.json | FileCheck %s
# CHECK: 4 passed, 0 failed
import torch
from torch import Tensor, nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 4, 0.0, batch_first=True), 2, nn.LayerNorm(4))

    def forward(self, x: Tensor, padding: Tensor) -> Tensor:
        return self.encoder(x, src_key_padding_mask=padding)


class Quiet(Net):
    def forward(self, x: Tensor, padding: Tensor) -> Tensor:
        with torch.no_grad():
            return self.encoder(x, src_key_padding_mask=padding)


def ramp(module):
    for i, p in enumerate(module.parameters()):
        p.data = torch.sin(torch.arange(p.numel()).float() * (i + 1)).reshape(p.shape) / 3
    return module


INSTANCES = [("learning", ramp(Net()).eval()), ("quiet", ramp(Quiet()).eval()), ("training", ramp(Net()))]
X = torch.cos(torch.arange(3 * 4 * 4).float()).reshape(3, 4, 4)
CUT = torch.tensor([[False, False, True, True], [False, False, False, True], [False, True, True, True]])
CALLS = [(name + ".forward", [X, CUT]) for name in ("learning", "quiet")] + [("quiet.forward", [X, CUT.flip(1)]), ("training.forward", [X, CUT])]
