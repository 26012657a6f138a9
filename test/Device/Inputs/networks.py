import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 10))

    def forward(self, x: Tensor) -> Tensor:
        return self.net(x)


class Residual(nn.Module):
    """The blocks of ResNet-18."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Conv2d(3, 8, 3, stride=2, padding=1), nn.Conv2d(8, 8, 3, padding=1)
        self.norm, self.head = nn.BatchNorm2d(8), nn.Linear(8, 5)

    def forward(self, x: Tensor) -> Tensor:
        y = F.max_pool2d(F.relu(self.first(x)), 3, 2, 1)
        y = F.relu(self.norm(self.second(y)) + y)
        return self.head(F.adaptive_avg_pool2d(y, 1).flatten(1))


class Inverted(nn.Module):
    """The blocks of MobileNetV2."""

    def __init__(self):
        super().__init__()
        self.expand, self.reduce = nn.Conv2d(8, 24, 1, bias=False), nn.Conv2d(24, 8, 1, bias=False)
        self.depth, self.norm = nn.Conv2d(24, 24, 3, padding=1, groups=24, bias=False), nn.BatchNorm2d(24)

    def forward(self, x: Tensor) -> Tensor:
        y = F.relu6(self.norm(self.depth(F.relu6(self.expand(x)))))
        return x + self.reduce(y)


class Encoder(nn.Module):
    """A layer of a transformer's encoder."""

    def __init__(self):
        super().__init__()
        self.qkv, self.out, self.up, self.down = nn.Linear(32, 96), nn.Linear(32, 32), nn.Linear(32, 64), nn.Linear(64, 32)
        self.n1, self.n2 = nn.LayerNorm(32), nn.LayerNorm(32)

    def forward(self, x: Tensor) -> Tensor:
        b, s, d = x.shape
        q, k, v = self.qkv(x).view(b, s, 3, 4, d // 4).permute(2, 0, 3, 1, 4).unbind(0)
        a = torch.softmax(torch.matmul(q, k.transpose(-2, -1)) / (d // 4) ** 0.5, dim=-1)
        x = self.n1(x + self.out(torch.matmul(a, v).transpose(1, 2).reshape(b, s, d)))
        return self.n2(x + self.down(F.gelu(self.up(x))))


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(8, 16, 1, batch_first=True)

    def forward(self, x: Tensor) -> Tensor:
        return self.rnn(x)[0]
