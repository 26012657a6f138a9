# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/shared-storages.out %t
# REQUIRES: ts-run
# Tensors that share memory share it in a file of torch.save, too, and after loading; views
# keep their strides. The output is that of PyTorch 1.13.
import io
import torch
from torch import nn


def again(value):
    file = io.BytesIO()
    torch.save(value, file)
    size = len(file.getvalue())
    file.seek(0)
    return torch.load(file), size


x = torch.arange(6.0).view(2, 3)
got, _ = again({"view": x[:, 1:], "transposed": x.t(), "whole": x, "other": x.clone()})
for name, t in got.items():
    print(name, t.tolist(), t.stride(), t.storage_offset(), t.storage().size(), t.is_contiguous())
print(got["whole"].data_ptr() == got["transposed"].data_ptr(), got["whole"].data_ptr() == got["other"].data_ptr())
got["whole"][0, 0] = 9
print(got["transposed"][0, 0], got["other"][0, 0])
row, size = again(torch.zeros(1000, 100)[0])
print(row.shape, row.storage().size(), size > 400000)
row, size = again(torch.zeros(1000, 100)[0].clone())
print(row.storage().size(), size < 4000)
empty, _ = again([torch.zeros(0, 3), torch.zeros(3, 0)[:, 0:0], torch.tensor(5)])
print([t.shape for t in empty])
wide, _ = again(torch.ones(2, 1).expand(2, 3))
print(wide.stride(), wide.storage().size(), wide)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(4, 2)
        self.out = nn.Linear(2, 4, bias=False)
        self.out.weight = self.embed.weight


torch.manual_seed(0)
net = Tied()
state, _ = again(net.state_dict())
print(state["embed.weight"].data_ptr() == state["out.weight"].data_ptr(), state["out.weight"].requires_grad)
net.load_state_dict(state)
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
net.out(net.embed(torch.tensor([1, 2]))).sum().backward()
opt.step()
saved, _ = again({"opt": opt.state_dict(), "net": net})
print(saved["net"].out.weight is saved["net"].embed.weight, len(list(saved["net"].parameters())), saved["opt"]["state"][0]["momentum_buffer"].shape)
g, _ = again(torch.ones(3, requires_grad=True))
(g * 2).sum().backward()
print(g.is_leaf, g.grad, g._base)
