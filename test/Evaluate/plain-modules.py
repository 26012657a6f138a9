# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/plain-modules.out %t
# REQUIRES: ts-run
# An instance of nn.Module itself is a part of a scripted module. The output is PyTorch's.
import torch, torch.nn as nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = nn.Module()
        self.sub.fc = nn.Linear(2, 2)
    def forward(self, x):
        return self.sub.fc(x)
torch.manual_seed(0)
s = torch.jit.script(M()); print(s.code); print(s); print(s(torch.ones(1,2)))
