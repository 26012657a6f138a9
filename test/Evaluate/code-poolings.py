# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/code-poolings.out %t
# REQUIRES: ts-run
# Which function a pooling that may give indices is in `code`; the output is what
# PyTorch prints.
import torch, torch.nn as nn, torch.nn.functional as F
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(1, 2, 3)
        self.bn = nn.BatchNorm2d(2)
        self.p = nn.MaxPool2d(2)
        self.d = nn.Dropout(0.2)
        self.a = nn.AdaptiveMaxPool2d(1)
    def forward(self, x):
        x = F.relu(self.bn(self.c(x)))
        x = F.max_pool2d(x, 2)
        y = F.adaptive_max_pool2d(x, (1, 1))
        z, i = F.max_pool2d_with_indices(x, 2)
        if self.training:
            z = z * 2
        return self.d(self.p(x)), F.max_pool1d(x.flatten(1).unsqueeze(1), 2), y
torch.manual_seed(0)
s = torch.jit.script(M())
print(s.code)
print(s.p.code)
print(s.a.code)
