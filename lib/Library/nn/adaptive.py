# torch.nn.modules.adaptive.
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn import Module
from torch.nn.modules.container import ModuleList, Sequential
from torch.nn.modules.linear import Linear
from typing import List, NamedTuple


class _ASMoutput(NamedTuple):
    output: Tensor
    loss: Tensor


class AdaptiveLogSoftmaxWithLoss(Module):
    in_features: int
    n_classes: int
    cutoffs: List[int]
    div_value: float
    head_bias: bool

    def __init__(self, in_features: int, n_classes: int, cutoffs, div_value: float = 4.0, head_bias: bool = False,
                 device=None, dtype=None) -> None:
        super().__init__()
        cutoffs = list(cutoffs)
        increases = cutoffs == sorted(cutoffs) and len(set(cutoffs)) == len(cutoffs)
        if not increases or min(cutoffs) <= 0 or max(cutoffs) > n_classes - 1 or any(
                [int(cutoff) != cutoff for cutoff in cutoffs]):
            raise ValueError("cutoffs should be a sequence of unique, positive integers sorted in an increasing order, "
                             "where each value is between 1 and n_classes-1")
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = cutoffs + [n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(self.in_features, self.head_size, bias=self.head_bias, device=device, dtype=dtype)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            hidden = int(self.in_features // (self.div_value ** (i + 1)))
            size = self.cutoffs[i + 1] - self.cutoffs[i]
            self.tail.append(Sequential(Linear(self.in_features, hidden, bias=False, device=device, dtype=dtype),
                                        Linear(hidden, size, bias=False, device=device, dtype=dtype)))

    def reset_parameters(self) -> None:
        self.head.reset_parameters()
        for narrow, wide in self.tail:
            narrow.reset_parameters()
            wide.reset_parameters()

    def _get_full_log_prob(self, input: Tensor, head_output: Tensor) -> Tensor:
        out = input.new_empty((head_output.size(0), self.n_classes))
        head_logprob = F.log_softmax(head_output, dim=1)
        out[:, :self.shortlist_size] = head_logprob[:, :self.shortlist_size]
        for i, tail in enumerate(self.tail):
            start = self.cutoffs[i]
            stop = self.cutoffs[i + 1]
            cluster_logprob = F.log_softmax(tail(input), dim=1)
            out[:, start:stop] = cluster_logprob + head_logprob[:, self.shortlist_size + i].unsqueeze(1)
        return out

    def forward(self, input_: Tensor, target_: Tensor) -> _ASMoutput:
        is_batched = target_.dim() == 1
        if is_batched:
            if input_.size(0) != target_.size(0):
                raise RuntimeError("Input and target should have the same size in the batch dimension.")
            if input_.dim() != 2:
                raise RuntimeError("1D target tensor expects 2D input tensors, but found inputs with size",
                                   input_.size())
        elif target_.dim() == 0:
            if input_.dim() != 1:
                raise RuntimeError("0D target tensor expects 1D input tensors, but found inputs with size",
                                   input_.size())
        else:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        input = input_ if is_batched else input_.unsqueeze(0)
        target = target_ if is_batched else target_.unsqueeze(0)
        # A target in the shortlist has a column of the head, one in a cluster the cluster's.
        column = target
        within = input.new_zeros(target.size(0))
        found = int(((target >= 0) & (target < self.shortlist_size)).sum())
        for i, tail in enumerate(self.tail):
            start = self.cutoffs[i]
            rows = ((target >= start) & (target < self.cutoffs[i + 1])).nonzero().squeeze(1)
            if rows.numel() == 0:
                continue
            cluster = F.log_softmax(tail(input.index_select(0, rows)), dim=1)
            place = target.index_select(0, rows) - start
            within = within.index_copy(0, rows, cluster.gather(1, place.unsqueeze(1)).squeeze(1))
            column = column.index_fill(0, rows, self.shortlist_size + i)
            found += rows.numel()
        if found != target.size(0):
            raise RuntimeError("Target values should be in [0, {}], but values in range [{}, {}] were found. ".format(
                self.n_classes - 1, target.min().item(), target.max().item()))
        head = F.log_softmax(self.head(input), dim=1)
        output = within + head.gather(1, column.unsqueeze(1)).squeeze(1)
        loss = (-output).mean()
        if not is_batched:
            output = output.squeeze(0)
        return _ASMoutput(output, loss)

    def log_prob(self, input: Tensor) -> Tensor:
        return self._get_full_log_prob(input, self.head(input))

    def predict(self, input: Tensor) -> Tensor:
        return torch.argmax(self.log_prob(input), dim=1)
