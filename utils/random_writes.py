#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes random programs that write to tensors through views.

    python3 utils/random_writes.py SEED COUNT > PROGRAM.py
    python3 utils/record_calls.py PROGRAM.py
    ts-run PROGRAM.py --check=PROGRAM.expected.json [--tier=runtime]

Each function mixes fresh tensors, views, in-place writes, branches, loops,
rebinding and what keeps a tensor: containers, calls and results. What PyTorch
does is recorded, errors too; every tier has to do the same, also to the
arguments. Equal seeds give equal programs.
"""

import random
import sys

import torch

HELPERS = '''
def touch(x: Tensor, s: float) -> Tensor:
    x.add_(s)
    return x


def pick(xs: List[Tensor], i: int) -> Tensor:
    return xs[i]

'''

VIEWS = ["{0}[0]", "{0}[-1]", "{0}[1:]", "{0}[:2]", "{0}[::2]", "{0}.t()", "{0}[:, 1]", "{0}[:, 1:3]", "{0}.unsqueeze(0)", "{0}.unsqueeze(1)",
         "{0}.squeeze(0)", "{0}.view(-1)", "{0}.reshape(-1)", "{0}.flatten()", "{0}.contiguous()", "{0}.detach()", "{0}.transpose(0, 1)",
         "{0}.transpose(0, -1)", "{0}.permute(1, 0)", "{0}.narrow(0, 0, 1)", "{0}.expand(2, -1, -1)", "{0}.select(0, 1)", "{0}.view(2, -1)",
         "{0}.view_as({0})", "{0}.diagonal()", "{0}.chunk(2)[0]"]
PURE = ["{0} + 1", "{0} * 0.5", "torch.relu({0})", "{0}.clone()", "torch.zeros_like({0})", "{0} - {1}", "torch.tanh({0})", "{0}.abs()",
        "torch.cat([{0}, {0}])", "torch.stack([{0}, {1}])", "{0}.sum(0)", "torch.full_like({0}, 2.0)", "{0}.contiguous().view(-1) + 1"]
WRITES = ["{0}.add_(1)", "{0}.mul_(0.5)", "{0} += {1}", "{0}.sub_({1})", "{0}.relu_()", "{0}.zero_()", "{0}.fill_(0.25)", "{0}.copy_({1})",
          "{0}.clamp_(-1.0, 1.5)", "{0}[0] = 3", "{0}[1:] = 0.5", "{0}[0] = {1}[0]", "{0}[:, 0] += 1", "{0}.tanh_()", "{0}.neg_()", "{0} *= 0.5",
          "{0}.masked_fill_({0} > 1, 0.125)", "{0}.t().add_(2)", "{0}[-1].mul_({1}[0])", "{0}.add_({1}, alpha=2)", "{0}.view(-1)[1:].add_(1)",
          "{0}.addcmul_({0}, {0}, value=0.5)", "{0}.sigmoid_()", "{0}.cumsum_(0)", "{0}.unsqueeze_(0)", "{0}.t_()"]


class Program:
    """One function, statement by statement."""

    def __init__(self, name, seed):
        self.random = random.Random(seed)
        self.lines = [f"def {name}(x: Tensor, y: Tensor, n: int, c: bool):", "    kept: List[Tensor] = []"]
        self.count = 0
        self.budget = self.random.randint(4, 12)
        self.names = {"x": torch.zeros(3, 4), "y": torch.ones(3, 4)}

    def fresh(self):
        self.count += 1
        return f"t{self.count}"

    def emit(self, depth, line):
        self.lines.append("    " * (depth + 1) + line)

    def evaluate(self, text, scope):
        """What an expression gives, or None when it fails."""
        try:
            with torch.no_grad():
                value = eval(text, {"torch": torch}, {k: v.clone() if v.is_contiguous() else v for k, v in scope.items()})
            return value if isinstance(value, torch.Tensor) and 0 < value.numel() <= 64 else None
        except Exception:
            return None

    def two(self, scope):
        first = self.random.choice(list(scope))
        same = [k for k, v in scope.items() if v.shape == scope[first].shape]
        return first, self.random.choice(same if self.random.random() < 0.9 else list(scope))

    def assign(self, depth, scope, templates):
        first, second = self.two(scope)
        text = self.random.choice(templates).format(first, second)
        value = self.evaluate(text, scope)
        if value is None:
            return
        same = [k for k, v in scope.items() if v.shape == value.shape]
        # Now and then a name gets another tensor, also in branches and loops.
        if same and self.random.random() < 0.3:
            name = self.random.choice(same)
        else:
            name = self.fresh()
        scope[name] = value.clone()
        self.emit(depth, f"{name} = {text}")

    def write(self, depth, scope):
        first, second = self.two(scope)
        text = self.random.choice(WRITES).format(first, second)
        reshapes = text.endswith(("unsqueeze_(0)", ".t_()"))
        if reshapes and (depth or self.random.random() < 0.8):
            return
        # Most that fails is left out, some of it is of interest.
        copies = {k: v.clone() for k, v in scope.items()}
        try:
            exec(text, {"torch": torch}, copies)
        except Exception:
            if self.random.random() < 0.95:
                return
        if reshapes:
            scope[first] = copies[first]
        self.emit(depth, text)

    def keep(self, depth, scope):
        name = self.random.choice(list(scope))
        kind = self.random.randrange(4)
        if kind == 0:
            self.emit(depth, f"kept.append({name})")
        elif kind == 1:
            self.emit(depth, f"touch({name}, 0.5)")
        elif kind == 2:
            other = self.fresh()
            scope[other] = scope[name].clone()
            self.emit(depth, f"{other} = touch({name}, 0.25)")
        else:
            other = self.fresh()
            scope[other] = scope[name].clone()
            self.emit(depth, f"{other} = pick([{name}, {name}.clone()], 0)")

    def block(self, depth, scope):
        before = len(self.lines)
        for _ in range(self.random.randint(1, 3)):
            self.statement(depth, scope)
        if len(self.lines) == before:
            self.emit(depth, "pass")

    def statement(self, depth, scope):
        choice = self.random.random()
        if choice < 0.25:
            self.assign(depth, scope, PURE)
        elif choice < 0.5:
            self.assign(depth, scope, VIEWS)
        elif choice < 0.8:
            self.write(depth, scope)
        elif choice < 0.87:
            self.keep(depth, scope)
        elif depth < 2:
            self.nested(depth, scope)

    def nested(self, depth, scope):
        kind = self.random.randrange(3)
        if kind == 0:
            self.emit(depth, "if c:")
            self.block(depth + 1, dict(scope))
            if self.random.random() < 0.5:
                self.emit(depth, "else:")
                self.block(depth + 1, dict(scope))
        elif kind == 1:
            self.emit(depth, "for i in range(n):")
            self.block(depth + 1, dict(scope))
        else:
            name = self.fresh()
            self.emit(depth, f"{name} = 0")
            self.emit(depth, f"while {name} < n:")
            self.emit(depth + 1, f"{name} += 1")
            self.block(depth + 1, dict(scope))

    def build(self):
        while self.count < self.budget:
            before = self.count
            self.statement(0, self.names)
            self.count = max(self.count, before) + (self.random.random() < 0.3)
        results = self.random.sample(list(self.names), min(4, len(self.names)))
        self.emit(0, f"return {', '.join(results)}, kept")
        return "\n".join(self.lines)


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    print("from typing import List\n\nimport torch\nfrom torch import Tensor\n")
    print(HELPERS)
    calls = []
    for i in range(count):
        print(Program(f"f{i}", f"{seed}.{i}").build(), "\n\n")
        for n, c in ((0, True), (1, False), (3, True)):
            x = f"torch.arange(12.).view(3, 4) / 4 - 1"
            y = f"torch.arange(12.).view(4, 3).t().contiguous() / 8"
            calls.append(f'    ("f{i}", [{x}, {y}, {n}, {c}]),')
    print("CALLS = [")
    print("\n".join(calls))
    print("]")


if __name__ == "__main__":
    main()
