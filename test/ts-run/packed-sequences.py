# Packed sequences and recurrent layers over them, in both tiers.
# RUN: ts-run %s --check=%S/Inputs/packed-sequences.json | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/packed-sequences.json --specialize=false | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import torch
from torch import Tensor
from torch.nn.utils.rnn import (PackedSequence, pack_padded_sequence, pack_sequence, pad_packed_sequence, pad_sequence,
                                unpack_sequence, unpad_sequence)
from typing import List, Optional, Tuple


def pack(x: Tensor, lengths: Tensor, first: bool):
    p = pack_padded_sequence(x, lengths, batch_first=first)
    return p.data, p.batch_sizes, p.sorted_indices, p.unsorted_indices


def unsorted(x: Tensor, lengths: Tensor):
    p = pack_padded_sequence(x, lengths, True, False)
    return p, pad_packed_sequence(p, batch_first=True), pad_packed_sequence(p, False, 0.5, 4)


def too_short(x: Tensor, lengths: Tensor):
    p = torch.nn.utils.rnn.pack_padded_sequence(x, lengths, True, False)
    return torch.nn.utils.rnn.pad_packed_sequence(p, total_length=1)


def lists(xs: List[Tensor]):
    p = pack_sequence(xs, enforce_sorted=False)
    padded = pad_sequence(xs, True, -1.0)
    return p.batch_sizes, unpack_sequence(p), padded, unpad_sequence(padded, torch.tensor([1, 3]), True)


def data_of(p: PackedSequence) -> Tensor:
    return p.data


def passed(x: Tensor):
    return data_of(pack_sequence([x, x[1:]]))


class Layers(torch.nn.Module):
    def __init__(self, bias: bool, bidirectional: bool):
        super().__init__()
        torch.manual_seed(3)
        self.gru = torch.nn.GRU(2, 3, 2, bias, bidirectional=bidirectional)
        self.rnn = torch.nn.RNN(2, 3, nonlinearity="relu", bias=bias, bidirectional=bidirectional)
        self.tanh = torch.nn.RNN(2, 3, bias=bias, bidirectional=bidirectional)
        self.lstm = torch.nn.LSTM(2, 3, 2, bias, bidirectional=bidirectional)
        self.small = torch.nn.LSTM(2, 3, 1, bias, bidirectional=bidirectional, proj_size=2)

    def forward(self, x: Tensor, lengths: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None):
        p = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        g, gh = self.gru(p)
        r, rh = self.rnn(p)
        t, th = self.tanh(p)
        l, (h, c) = self.lstm(p, hx)
        s, (sh, sc) = self.small(p)
        return g.data, gh, pad_packed_sequence(r)[0], rh, t.data, th, pad_packed_sequence(l, True), h, c, s.data, sh, sc


class Plain(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(4)
        self.gru = torch.nn.GRU(2, 3)

    def forward(self, x: Tensor, h: Optional[Tensor] = None):
        return self.gru(x, h)

    @torch.jit.export
    def packed(self, x: Tensor, lengths: Tensor, h: Optional[Tensor] = None):
        y, h = self.gru(pack_padded_sequence(x, lengths), h)
        return y.data, h


X = torch.arange(12.0).reshape(2, 3, 2) / 10
N = torch.tensor([2, 3])
H = torch.arange(24.0).reshape(4, 2, 3) / 20
INSTANCES = [("plain", "Plain", []), ("one", "Layers", [True, False]), ("both", "Layers", [False, True])]
CALLS = [("pack", [X, torch.tensor([3, 1]), True]), ("pack", [X, torch.tensor([2, 1, 1]), False]), ("pack", [X, N, True]), ("pack", [X, torch.tensor([3, 0]), True]),
         ("pack", [X, torch.tensor([3]), True]), ("unsorted", [X, N]), ("too_short", [X, N]), ("lists", [[X[0, :1], X[1]]]), ("passed", [X[0]]), ("one.forward", [X, N]),
         ("both.forward", [X, N]), ("both.forward", [X, N, (H, H * 2)]), ("both.forward", [X, N, (H[:3], H[:3])]), ("plain.forward", [X]),
         ("plain.forward", [X[0], H[:1, 0]]), ("plain.packed", [X, torch.tensor([2, 2, 1])]), ("plain.packed", [X, torch.tensor([2, 1, 1]), H[:1].repeat(1, 2, 1)[:, :3]]),
         ("plain.packed", [X[:, :, :1], torch.tensor([2, 1, 1])])]
