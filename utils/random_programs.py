#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes random programs of tensor operators.

    python3 utils/random_programs.py SEED COUNT > PROGRAM.py
    python3 utils/record_calls.py PROGRAM.py
    ts-run PROGRAM.py --check=PROGRAM.expected.json [--tier=runtime]

Each function mixes operators on tensors of several dtypes and sizes (pointwise,
reductions, products, indexing, conversions), views, in-place writes, numbers
read from tensors, branches on values, loops, rebinding and what keeps a tensor:
containers, calls and results. What PyTorch does is recorded, errors too; every
tier has to do the same, also to the arguments. Equal seeds give equal programs.
utils/fuzz_programs.py does it many times and reduces what differs.
"""

import random
import sys
import warnings

import torch

HEADER = '''from typing import List

import torch
from torch import Tensor


def touch(x: Tensor, s: float) -> Tensor:
    x.add_(s)
    return x


def pick(xs: List[Tensor], i: int) -> Tensor:
    return xs[i]

'''

# {0} and {1} are tensors, often of the same sizes; {i} an int, {f} a float.
VIEWS = ["{0}[0]", "{0}[-1]", "{0}[1:]", "{0}[:2]", "{0}[::2]", "{0}.t()", "{0}[:, 1]", "{0}[:, 1:3]", "{0}.unsqueeze(0)", "{0}.unsqueeze(1)",
         "{0}.squeeze(0)", "{0}.view(-1)", "{0}.reshape(-1)", "{0}.flatten()", "{0}.contiguous()", "{0}.detach()", "{0}.transpose(0, 1)",
         "{0}.transpose(0, -1)", "{0}.permute(1, 0)", "{0}.narrow(0, 0, 1)", "{0}.expand(2, -1, -1)", "{0}.select(0, 1)", "{0}.view(2, -1)",
         "{0}.view_as({0})", "{0}.diagonal()", "{0}.chunk(2)[0]", "{0}[..., 0]", "{0}[None]", "{0}.squeeze()", "{0}.expand_as({1})",
         "{0}.split(1)[-1]", "{0}.unbind()[0]", "{0}.movedim(0, -1)", "{0}.T", "{0}[{i}]", "{0}[{i}:]", "{0}.select(-1, {i})"]
POINTWISE = ["{0} + 1", "{0} * 0.5", "torch.relu({0})", "{0}.clone()", "torch.zeros_like({0})", "{0} - {1}", "torch.tanh({0})", "{0}.abs()",
             "{0} + {1}", "{0} * {1}", "{0} / {1}", "torch.maximum({0}, {1})", "torch.minimum({0}, {1})", "torch.where({0} > {1}, {0}, {1})",
             "{0} > {1}", "{0} == {1}", "{0} <= {f}", "{0} != {i}", "torch.exp(-{0}.abs())", "torch.sqrt({0}.abs())", "torch.sin({0})",
             "torch.sigmoid({0})", "torch.floor({0})", "torch.round({0})", "torch.sign({0})", "-{0}", "1 - {0}", "{0} * {f}", "{0} + {i}",
             "{0} // 2", "{0} % 3", "{0} ** 2", "{0}.clamp(-1, 2)", "{0}.clamp(min={f})", "torch.logical_and({0}, {1})", "{0}.logical_not()",
             "{0} & {1}", "{0} | {1}", "{0} ^ {1}", "~{0}", "torch.add({0}, {1}, alpha=2)", "torch.lerp({0}, {1}, 0.5)", "{0}.masked_fill({0} > 1, {f})",
             "torch.where({0} > 0, {0}, torch.zeros_like({0}))", "torch.atan2({0}, {1})", "torch.full_like({0}, 2.0)", "torch.log1p({0}.abs())",
             "{0} * True", "torch.div({0}, 2, rounding_mode=\"trunc\")", "torch.addcmul({0}, {1}, {1}, value=0.5)", "torch.erf({0})",
             "torch.nn.functional.leaky_relu({0}, 0.1)", "torch.nn.functional.gelu({0})", "{0}.square()", "{0} + torch.ones(4)",
             "torch.isnan({0})", "{0}.trunc()", "torch.fmod({0}, 2)", "{0} - {0}.mean()", "{0} * {1}.sum()"]
REDUCTIONS = ["{0}.sum(0)", "{0}.sum()", "{0}.sum(-1)", "{0}.mean(-1)", "{0}.mean()", "{0}.amax(0)", "{0}.max()", "{0}.min()", "{0}.argmax()",
              "{0}.argmax(0)", "{0}.any()", "{0}.all()", "({0} > 0).any(0)", "{0}.prod()", "{0}.cumsum(0)", "{0}.cumsum(-1)", "{0}.var(0)",
              "{0}.softmax(0)", "torch.log_softmax({0}, -1)", "{0}.max(0)[0]", "{0}.min(-1)[1]", "{0}.logsumexp(0)", "{0}.norm()",
              "{0}.sum(0, keepdim=True)", "{0}.sum(dtype=torch.int64)", "{0}.count_nonzero()", "{0}.std()", "{0}.amin()", "{0}.argmin(-1)",
              "{0}.cumprod(0)", "{0}.mean(0, keepdim=True)"]
MOVES = ["torch.cat([{0}, {0}])", "torch.cat([{0}, {1}])", "torch.stack([{0}, {1}])", "{0}.contiguous().view(-1) + 1", "{0}.flip(0)", "{0}.roll(1)",
         "{0}.index_select(0, torch.tensor([0, 0, 1]))", "{0}.gather(0, torch.zeros_like({0}).long())", "{0}[{0} > 0]", "{0}[torch.tensor([1, 0])]",
         "{0}.masked_select({0} > 1)", "{0}.sort(0)[0]", "{0}.tril()", "{0}.triu(1)", "{0}.repeat(2, 1)", "{0}.repeat_interleave(2, 0)",
         "torch.nn.functional.pad({0}, [1, 1])", "{0}.diag()", "{0}.tile([2])", "{0}.topk(2)[0]", "torch.take({0}, torch.tensor([0, 2]))",
         "{0}.index_fill(0, torch.tensor([0]), 1)", "{0}.nonzero()", "{0}.rot90()", "{0}[:, None] + {0}", "{0}.scatter(0, torch.zeros_like({0}).long(), 1)",
         "{0}.movedim(0, 1).contiguous()", "{0}.bincount()", "{0}.unique()", "{0}.unfold(0, 2, 1).clone()"]
PRODUCTS = ["{0} @ {1}.t()", "torch.mm({0}, {1}.t())", "{0}.matmul({1})", "torch.outer({0}, {1})", "torch.dot({0}, {1})", "{0}.t() @ {1}",
            "torch.nn.functional.linear({0}, {1})", "torch.addmm({0}, {0}, {1}.t() @ {1})", "torch.einsum(\"ij,ij->i\", {0}, {1})", "{0}.mv({1}[0])"]
# PyTorch takes `type_as` for a new tensor, and removes writes to its result that nobody else sees.
DTYPES = ["{0}.to(torch.int64)", "{0}.double()", "{0}.float()", "{0}.int()", "{0}.bool()", "{0}.abs().to(torch.uint8)", "{0}.type_as({1}) * 1",
          "{0}.to(torch.int8)", "{0}.to({1}.dtype)", "{0}.abs().to(torch.int16)", "torch.zeros([3, 4])", "torch.ones([2, 3], dtype=torch.int64)",
          "torch.arange(4)", "torch.full([3, 4], {f})", "torch.eye(3)", "torch.tensor([1, 2, 3])", "torch.tensor({f})", "torch.tensor({i})",
          "torch.arange(12.).reshape(3, 4)", "torch.linspace(0, 1, 4)", "torch.ones([3, 4]) > 0", "torch.zeros([])", "torch.full([4], {i})",
          "torch.zeros({0}.size(0), 2)", "torch.arange({0}.numel())", "torch.ones_like({0}, dtype=torch.float64)"]
# No write reads another part of what it writes: PyTorch does not always see that, and the order decides then.
WRITES = ["{0}.add_(1)", "{0}.mul_(0.5)", "{0} += {1}", "{0}.sub_({1})", "{0}.relu_()", "{0}.zero_()", "{0}.fill_(0.25)", "{0}.copy_({1})",
          "{0}.clamp_(-1.0, 1.5)", "{0}[0] = 3", "{0}[1:] = 0.5", "{0}[0] = {1}[0]", "{0}[:, 0] += 1", "{0}.tanh_()", "{0}.neg_()", "{0} *= 0.5",
          "{0}.masked_fill_({0} > 1, 0.125)", "{0}.t().add_(2)", "{0}[-1].mul_({1}[0].clone())", "{0}.add_({1}, alpha=2)", "{0}.view(-1)[1:].add_(1)",
          "{0}.addcmul_({0}, {0}, value=0.5)", "{0}.sigmoid_()", "{0}.cumsum_(0)", "{0}.unsqueeze_(0)", "{0}.t_()",
          "{0}[{0} > 1] = 0", "{0}[{1} > 0] = {f}", "{0}[torch.tensor([0, 1])] = {i}", "{0}[..., -1] = {1}[..., 0]", "{0}[0, 1] += {i}",
          "{0}[:, 1] = {0}[:, 0]", "{0}.fill_({f})", "{0}.copy_({1} > 0)", "{0}.floor_()", "{0}.clamp_(max=2)", "{0} -= {1}", "{0} /= 2",
          "{0} //= 2", "{0} %= 3", "{0}.logical_not_()", "{0}[{i}] = {f}", "{0}[{i}, 0] = {i}", "{0}.squeeze().add_(1)", "{0}.index_fill_(0, torch.tensor([0]), 2)",
          "{0}.index_add_(0, torch.tensor([0]), {1}[:1].clone())", "{0}.scatter_(0, torch.zeros_like({0}).long(), 1)", "{0}.add_({0})", "{0}.mul_({1}[0].clone())",
          "{0} += {i}", "{0} *= {f}", "{0}[::2] = {1}[::2]", "{0}.transpose(0, 1)[0] = 7", "{0}.diagonal().fill_({f})", "{0}[0] += {1}.sum()",
          "{0}.masked_fill_({1} > {f}, {i})", "{0}.exp_()", "{0}.abs_()", "{0}.lerp_({1}, 0.5)", "{0}[:] = {1}", "{0}[:, {i}] = {1}[:, 0]",
          "torch.add({0}, {1}, out={0})", "{0}.set_({1})", "{0}.expand(2, -1, -1).add_(1)", "{0}.select(0, {i}).zero_()", "{0}.pow_(2)"]
INTS = ["int({0}.sum())", "{0}.size(0)", "{0}.numel()", "{0}.dim()", "int({0}.argmax())", "len({0})", "int({0}.max()) % 3", "{0}.shape[-1]", "int({0}.long()[0, 0])"]
FLOATS = ["float({0}.sum())", "float({0}[0, 0])", "float({0}.mean())", "float({0}.max()) * 0.5", "float({0}.float().std())"]
CONDITIONS = ["c", "not c", "n > 1", "bool({0}.sum() > 0)", "{0}.size(0) > 2", "float({0}.sum()) < 1.0", "bool(({0} > 1).any())", "{i} % 2 == 0",
              "{0}.dim() == 2", "bool({0}.float().mean() > {f})", "{f} > 0.3"]
KINDS = [(POINTWISE, 30), (VIEWS, 14), (REDUCTIONS, 9), (MOVES, 9), (DTYPES, 6), (PRODUCTS, 3)]

# The arguments x and y of a function.
ARGUMENTS = [
    ("torch.arange(12.).view(3, 4) / 4 - 1", "torch.arange(12.).view(4, 3).t().contiguous() / 8"),
    ("torch.arange(12).view(3, 4) - 5", "(torch.arange(12).view(4, 3).t() % 5).contiguous()"),
    ("torch.arange(12., dtype=torch.float64).view(3, 4) / 3 - 2", "torch.arange(24.).view(3, 8)[:, ::2] / 8"),
    ("torch.arange(4.) - 1.5", "torch.arange(12.).view(3, 4) / 4"),
    ("torch.arange(9.).view(3, 3) / 2 - 2", "torch.arange(9).view(3, 3)"),
    ("torch.arange(12).view(3, 4) % 3 == 0", "torch.arange(12., dtype=torch.float32).view(3, 4) - 6"),
    ("torch.arange(12, dtype=torch.uint8).view(3, 4)", "torch.arange(12, dtype=torch.int32).view(3, 4)"),
    ("torch.tensor(1.5)", "torch.arange(6.).view(2, 3) - 2"),
]


class Program:
    """One function, statement by statement."""

    def __init__(self, name, seed):
        self.random = random.Random(seed)
        self.lines = [f"def {name}(x: Tensor, y: Tensor, n: int, c: bool, s: float):", "    kept: List[Tensor] = []"]
        self.count = 0
        self.budget = self.random.randint(4, 14)
        weights = [8, 3, 2, 2, 2, 1, 1, 1]
        self.arguments = self.random.choices(ARGUMENTS, weights)[0]
        self.names = {"x": eval(self.arguments[0]), "y": eval(self.arguments[1])}
        # Numbers by type, as Python sees them.
        self.ints, self.floats = {"n": 3, "1": 1, "2": 2, "0": 0}, {"s": 0.75, "0.5": 0.5, "-1.5": -1.5}

    def fresh(self):
        self.count += 1
        return f"t{self.count}"

    def emit(self, depth, line):
        self.lines.append("    " * (depth + 1) + line)

    def context(self, scope):
        return {"torch": torch, "n": 3, "c": True, "s": 0.75, **self.ints, **self.floats,
                **{k: v.clone() if v.is_contiguous() else v for k, v in scope.items()}}

    def evaluate_tensor(self, text, scope):
        """As below; None for what is no tensor of a few elements, too."""
        value = self.evaluate(text, scope)
        return value if isinstance(value, torch.Tensor) and 0 < value.numel() <= 64 else None

    def evaluate(self, text, scope):
        """What an expression gives, or None when it fails."""
        try:
            with torch.no_grad():
                return eval(text, self.context(scope))
        except Exception:
            return None

    def expand(self, template, scope, first=None):
        """The template with tensors and numbers; and the first tensor."""
        first = first or self.random.choice(list(scope))
        same = [k for k, v in scope.items() if v.shape == scope[first].shape]
        second = self.random.choice(same if self.random.random() < 0.85 else list(scope))
        return template.format(first, second, i=self.random.choice(list(self.ints)), f=self.random.choice(list(self.floats))), first

    def assign(self, depth, scope, templates):
        # What fails is mostly left out.
        for _ in range(6):
            template = self.random.choice(templates)
            text, first = self.expand(template, scope)
            value = self.evaluate_tensor(text, scope)
            if value is not None:
                break
        else:
            return
        # Now and then another tensor that begins like this one.
        if self.random.random() < 0.1:
            other, _ = self.expand(template, scope, first)
            sibling = self.evaluate_tensor(other, scope)
            if sibling is not None:
                name = self.fresh()
                self.emit(depth, f"{name} = {other}")
                scope[name] = sibling.clone()
        same = [k for k, v in scope.items() if v.shape == value.shape and v.dtype == value.dtype]
        # Now and then a name gets another tensor, also in branches and loops.
        if same and self.random.random() < 0.35:
            name = self.random.choice(same)
        else:
            name = self.fresh()
        scope[name] = value.clone()
        self.emit(depth, f"{name} = {text}")

    def write(self, depth, scope):
        for _ in range(6):
            text, first = self.expand(self.random.choice(WRITES), scope)
            reshapes = text.endswith(("unsqueeze_(0)", ".t_()")) or ".set_(" in text
            if reshapes and (depth or self.random.random() < 0.8):
                continue
            # Most that fails is left out, some of it is of interest.
            context = self.context(scope)
            try:
                exec(text, context)
            except Exception:
                if self.random.random() < 0.98:
                    continue
            if reshapes:
                scope[first] = context[first]
            return self.emit(depth, text)

    def number(self, depth, scope):
        isInt = self.random.random() < 0.5
        text, _ = self.expand(self.random.choice(INTS if isInt else FLOATS), scope)
        value = self.evaluate(text, scope)
        if value is None or abs(value) > 1e6 or value != value:
            return
        name = self.fresh()
        self.emit(depth, f"{name} = {text}")
        # Known until the block ends.
        (self.ints if isInt else self.floats)[name] = value

    def keep(self, depth, scope):
        name = self.random.choice(list(scope))
        kind = self.random.randrange(6)
        other = self.fresh()
        if kind == 0:
            self.emit(depth, f"kept.append({name})")
        elif kind == 1:
            self.emit(depth, f"touch({name}, 0.5)")
        elif kind == 2:
            scope[other] = scope[name].clone()
            self.emit(depth, f"{other} = touch({name}, 0.25)")
        elif kind == 3:
            scope[other] = scope[name].clone()
            self.emit(depth, f"{other} = pick([{name}, {name}.clone()], 0)")
        elif kind == 4:
            value = self.evaluate(f"torch.stack([{name}, {name} + 1])", scope)
            if value is not None and value.numel() <= 64:
                self.emit(depth, f"{other}l = [{name}, {name} + 1]")
                self.emit(depth, f"{other}l.append({other}l[0].clone())")
                self.emit(depth, f"{other} = torch.stack({other}l[:2])")
                scope[other] = value
        else:
            self.emit(depth, "if len(kept) > 0:")
            self.emit(depth + 1, "kept[0].mul_(2)")

    def block(self, depth, scope):
        before = len(self.lines)
        ints, floats = dict(self.ints), dict(self.floats)
        for _ in range(self.random.randint(1, 4)):
            self.statement(depth, scope)
        self.ints, self.floats = ints, floats
        if len(self.lines) == before:
            self.emit(depth, "pass")

    def statement(self, depth, scope):
        choice = self.random.random()
        if choice < 0.5:
            self.assign(depth, scope, self.random.choices([kind for kind, _ in KINDS], [weight for _, weight in KINDS])[0])
        elif choice < 0.75:
            self.write(depth, scope)
        elif choice < 0.8:
            self.number(depth, scope)
        elif choice < 0.86:
            self.keep(depth, scope)
        elif depth < 2:
            self.nested(depth, scope)

    def condition(self, scope):
        text, _ = self.expand(self.random.choice(CONDITIONS), scope)
        return text if self.evaluate(text, scope) is not None else "c"

    def nested(self, depth, scope):
        kind = self.random.randrange(5)
        if kind < 2:
            self.emit(depth, f"if {self.condition(scope)}:")
            self.block(depth + 1, dict(scope))
            if self.random.random() < 0.5:
                self.emit(depth, "else:")
                self.block(depth + 1, dict(scope))
            return
        index = f"i{depth}"
        hidden = self.ints.pop(index, None)
        if kind < 4:
            self.emit(depth, f"for {index} in range({'n' if kind == 2 else '3'}):")
            self.ints[index] = 2
        else:
            name = self.fresh()
            self.emit(depth, f"{name} = 0")
            self.emit(depth, f"while {name} < n:")
            self.emit(depth + 1, f"{name} += 1")
            self.ints[name] = 3
            index = name
        self.block(depth + 1, dict(scope))
        if self.random.random() < 0.15:
            self.emit(depth + 1, f"if {self.condition(scope)}:")
            self.emit(depth + 2, self.random.choice(["break", "continue"]))
        self.ints.pop(index, None)
        if hidden is not None:
            self.ints[index] = hidden

    def build(self):
        while self.count < self.budget:
            before = self.count
            self.statement(0, self.names)
            self.count = max(self.count, before) + (self.random.random() < 0.3)
        results = self.random.sample(list(self.names), min(8, len(self.names)))
        self.emit(0, f"return {', '.join(results)}, kept")
        return "\n".join(self.lines)


def make_programs(seed, count):
    """Texts of functions that PyTorch compiles, with the calls of each."""
    made = []
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    number = 0
    while len(made) < count:
        name = f"f{len(made)}"
        program = Program(name, f"{seed}.{number}")
        text = program.build()
        number += 1
        try:
            torch.jit.CompilationUnit(HEADER.split("\n\n\n", 1)[1] + "\n\n" + text + "\n")
        except RuntimeError:
            continue
        x, y = program.arguments
        calls = [f'    ("{name}", [{x}, {y}, {n}, {c}, {s}]),' for n, c, s in ((0, True, 0.25), (3, False, 0.75))]
        made.append((text, calls))
    return made


def spell(made):
    """The text of a program with its calls."""
    calls = [call for _, calls in made for call in calls]
    return HEADER + "\n\n" + "\n\n\n".join(text for text, _ in made) + "\n\n\nCALLS = [\n" + "\n".join(calls) + "\n]\n"


if __name__ == "__main__":
    print(spell(make_programs(sys.argv[1], int(sys.argv[2]))), end="")
