# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/parts-of-tensors.out %t
# REQUIRES: ts-run
# Tuples of parts, einsum by numbers, default types by class, asarray, super without an object: the output is that of PyTorch 1.13.
import torch
from torch.utils.data import IterableDataset

x = torch.arange(16.0).view(2, 2, 4)
print(torch.tensor_split(x[0, 0], 3), x[0].tensor_split((1, 3), dim=1), torch.hsplit(x[0], 2), x.vsplit(2)[0].shape, torch.dsplit(x, [1])[1].shape)
print(x[0, 0].split_with_sizes([1, 3]), torch.atleast_1d((torch.tensor(0.5), torch.tensor(1.0))), torch.atleast_2d(torch.tensor(1.0)),
      torch.atleast_3d(torch.ones(2), torch.ones(1)))
w = torch.ones(2, 4, requires_grad=True)
(w.tensor_split(2, dim=1)[0].sum() + torch.hsplit(w, 4)[3].sum()).backward()
print(w.grad)
a, b = torch.ones(2, 3, 2), torch.arange(12.0).view(2, 2, 3)
print(torch.einsum(a, [..., 0, 1], b, [..., 1, 2], [..., 0, 2])[0], torch.einsum(a, [0, 1, 2]).shape)
torch.set_default_tensor_type(torch.DoubleTensor)
print(torch.ones(1).dtype)
torch.set_default_tensor_type("torch.FloatTensor")
print(torch.ones(1).dtype)
try:
    torch.set_default_tensor_type("torch.IntTensor")
except TypeError as e:
    print("TypeError")
y = torch.asarray([1.0, 2.0], dtype=torch.float64, requires_grad=True)
z = torch.asarray(x, copy=True)
print(y, torch.asarray(x).data_ptr() == x.data_ptr(), z.data_ptr() == x.data_ptr())


class Stream(IterableDataset):
    def __init__(self, n):
        super(Stream).__init__()
        self.n = n

    def __iter__(self):
        return iter(range(self.n))


print(list(torch.utils.data.DataLoader(Stream(3))))
