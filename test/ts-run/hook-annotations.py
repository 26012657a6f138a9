# A pre-hook needs an annotated result; a hook does not (TS-MOD-028).
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/Inputs/hook-annotations.json --check-messages | FileCheck %s
# CHECK: 2 passed, 0 failed
from typing import Tuple

import torch
from torch import nn


def before(self, input: Tuple[torch.Tensor]):
    print("before")


def after(self, input: Tuple[torch.Tensor], output: torch.Tensor):
    print("after")


class Part(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1


class Before(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
        self.part.register_forward_pre_hook(before)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.part(x)


class After(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
        self.part.register_forward_hook(after)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.part(x)


INSTANCES = [("before_", "Before", []), ("after_", "After", [])]
CALLS = [("before_.forward", [torch.ones(1)]), ("after_.forward", [torch.ones(1)])]
