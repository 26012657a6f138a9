from typing import List, Optional, Tuple

import torch
from torch import Tensor


def there_and_back(x: Tensor) -> Tuple[bool, str, str, bool, Tensor]:
    y = x.cuda()
    z = y * 2 + 1
    return y.is_cuda, str(y.device), z.device.type, z.cpu().is_cuda, z.to("cpu")


def factories() -> Tuple[str, str, str, Tensor]:
    a = torch.zeros([2, 3], device="cuda")
    b = torch.tensor([1, 2, 3], device=torch.device("cuda:0"))
    c = torch.ones_like(a)
    return str(a.device), str(b.device), str(c.device), (a + c + b).cpu()


def views(x: Tensor) -> Tuple[List[str], Tensor]:
    y = x.cuda()
    t = y.transpose(0, 1)
    t[0].add_(10)
    s = y[:, 1:]
    s.mul_(2)
    parts = y.unbind(0)
    devices = [str(v.device) for v in [t, s, parts[0], y.view(-1), t.reshape(-1)]]
    return devices, y.cpu()


def in_place(x: Tensor) -> Tuple[Tensor, Tensor]:
    y = x.cuda()
    y += 1
    y[0, 0] = 7.0
    y[1].copy_(torch.arange(3.0))
    out = torch.empty([0], device="cuda")
    torch.add(y, y, out=out)
    return y.cpu(), out.to("cpu", torch.int64)


def numbers(x: Tensor) -> Tuple[float, int, bool, float]:
    y = x.cuda()
    total = 0.0
    for i in range(y.size(0)):
        total += float(y[i, 0])
    return y.sum().item(), int(y[1, 1]), bool(y[0, 0] < 1), total


def mixed(x: Tensor) -> Tensor:
    return x.cuda() + x


def mixed_number(x: Tensor) -> Tensor:
    return x.cuda() + torch.tensor(2.0)


def join(xs: List[Tensor], last: Optional[Tensor]) -> Tensor:
    ys = [x.cuda() for x in xs]
    if last is not None:
        ys.append(last.to(ys[0]))
    return torch.cat(ys).cpu()


def lists() -> Tensor:
    return join([torch.ones(1), torch.ones(1)], torch.zeros(1))


def show(x: Tensor):
    print(x.cuda())


def questions() -> Tuple[bool, int]:
    if torch.cuda.is_available():
        torch.cuda.synchronize()
        return True, torch.cuda.current_device()
    return False, torch.cuda.device_count()


def elsewhere(x: Tensor) -> Tensor:
    return x.to("xpu")


def parts(x: Tensor):
    """Parts of tensors, made dense and written."""
    y = x.cuda()
    z = torch.zeros(4, 6).cuda()
    z[:, ::3].copy_(y[:, :2])
    return y[:, 1:3].clone(), y[::2].contiguous(), y.t().contiguous(), z
