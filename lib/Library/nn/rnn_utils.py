# torch.nn.utils.rnn.
import torch
from torch import Tensor
from typing import List, NamedTuple, Optional, Tuple, Union


class PackedSequence(NamedTuple):
    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Optional[Tensor] = None
    unsorted_indices: Optional[Tensor] = None

    @property
    def is_cuda(self):
        return self.data.is_cuda

    def is_pinned(self):
        return self.data.is_pinned()

    def to(self, *args, **kwargs):
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        # The indices go where the data is, and stay integers.
        sorted_indices, unsorted_indices = self.sorted_indices, self.unsorted_indices
        if sorted_indices is not None:
            sorted_indices = sorted_indices.to(data.device)
        if unsorted_indices is not None:
            unsorted_indices = unsorted_indices.to(data.device)
        return PackedSequence(data, self.batch_sizes, sorted_indices, unsorted_indices)

    def cpu(self, *args, **kwargs):
        return self.to("cpu", *args, **kwargs)

    def double(self):
        return self.to(dtype=torch.double)

    def float(self):
        return self.to(dtype=torch.float)

    def half(self):
        return self.to(dtype=torch.half)

    def long(self):
        return self.to(dtype=torch.long)

    def int(self):
        return self.to(dtype=torch.int)

    def short(self):
        return self.to(dtype=torch.short)

    def char(self):
        return self.to(dtype=torch.int8)

    def byte(self):
        return self.to(dtype=torch.uint8)


def invert_permutation(permutation: Optional[Tensor]) -> Optional[Tensor]:
    if permutation is None:
        return None
    inverse = torch.empty_like(permutation)
    inverse.scatter_(0, permutation, torch.arange(0, permutation.numel(), device=permutation.device))
    return inverse


def _packed_sequence_init_args(
        data: Tensor, batch_sizes: Optional[Tensor] = None, sorted_indices: Optional[Tensor] = None,
        unsorted_indices: Optional[Tensor] = None) -> Tuple[Tensor, Tensor, Optional[Tensor], Optional[Tensor]]:
    if unsorted_indices is None:
        unsorted_indices = invert_permutation(sorted_indices)
    if batch_sizes is None:
        raise AssertionError()
    if batch_sizes.device.type != "cpu":
        raise ValueError("batch_sizes should always be on CPU. Instances of PackedSequence should never be created "
                         "manually. They should be instantiated by functions like pack_sequence and "
                         "pack_padded_sequences in nn.utils.rnn. "
                         "https://pytorch.org/docs/stable/nn.html#torch.nn.utils.rnn.pack_sequence")
    return data, batch_sizes, sorted_indices, unsorted_indices


def _packed_sequence_init(data: Tensor, batch_sizes: Optional[Tensor] = None,
                          sorted_indices: Optional[Tensor] = None,
                          unsorted_indices: Optional[Tensor] = None) -> PackedSequence:
    d, sizes, order, inverse = _packed_sequence_init_args(data, batch_sizes, sorted_indices, unsorted_indices)
    return PackedSequence(d, sizes, order, inverse)


def pack_padded_sequence(input: Tensor, lengths: Tensor, batch_first: bool = False,
                         enforce_sorted: bool = True) -> PackedSequence:
    lengths = torch.as_tensor(lengths, dtype=torch.int64)
    order: Optional[Tensor] = None
    if not enforce_sorted:
        lengths, by_length = torch.sort(lengths, descending=True)
        order = by_length.to(input.device)
        input = input.index_select(0 if batch_first else 1, order)
    data, batch_sizes = torch.ops.aten._pack_padded_sequence(input, lengths, batch_first)
    return _packed_sequence_init(data, batch_sizes, order, None)


def pad_packed_sequence(sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0,
                        total_length: Optional[int] = None) -> Tuple[Tensor, Tensor]:
    longest = sequence.batch_sizes.size(0)
    if total_length is not None:
        if total_length < longest:
            raise ValueError("Expected total_length to be at least the length of the longest sequence in input, but "
                             "got total_length={} and max sequence length being {}".format(total_length, longest))
        longest = total_length
    padded, lengths = torch.ops.aten._pad_packed_sequence(sequence.data, sequence.batch_sizes, batch_first,
                                                          padding_value, longest)
    inverse = sequence.unsorted_indices
    if inverse is not None:
        return padded.index_select(0 if batch_first else 1, inverse), lengths[inverse.cpu()]
    return padded, lengths


def pad_sequence(sequences: Union[Tensor, List[Tensor]], batch_first: bool = False,
                 padding_value: float = 0.0) -> Tensor:
    if isinstance(sequences, Tensor):
        sequences = sequences.unbind(0)
    return torch.ops.aten.pad_sequence(sequences, batch_first, padding_value)


def unpad_sequence(padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False) -> List[Tensor]:
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    longest = padded_sequences.shape[1]
    positions = torch.arange(longest, device=lengths.device)
    sequences: List[Tensor] = []
    for sequence, length in zip(padded_sequences, lengths):
        sequences.append(sequence[positions < length])
    return sequences


def pack_sequence(sequences: List[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    lengths = torch.as_tensor([sequence.size(0) for sequence in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> List[Tensor]:
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
