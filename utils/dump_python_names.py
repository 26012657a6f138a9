#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes lib/Base/Schema/names.txt: what Python names mean to TorchScript.

Run with a Python that has PyTorch 1.13:

    python3 utils/dump_python_names.py lib/Base/Schema/names.txt

Each line is a dotted name, a kind and what it stands for:

    NAME op OPERATOR       a function that is an operator
    NAME int|float|bool|str VALUE   a constant; dtypes, layouts and the like are
                                    ints
    NAME complex IMAGINARY          a constant with the real part 0
    NAME function          a Python function
    NAME builtin REPR      a function that TorchScript does not support
    NAME class             a class
    NAME module            a module
"""

import cmath
import math
import string
import sys
import types

import torch
from torch.jit._builtins import _find_builtin

MODULES = {
    "cmath": cmath,
    "math": math,
    "string": string,
    "sys": types.SimpleNamespace(byteorder=sys.byteorder, maxsize=sys.maxsize,
                                 maxunicode=sys.maxunicode,
                                 platform=sys.platform),
    "torch": torch,
    "torch._C._nn": torch._C._nn,
    "torch._VF": torch._VF,
    "torch.fft": torch.fft,
    "torch.functional": torch.functional,
    "torch.linalg": torch.linalg,
    "torch.nn.functional": torch.nn.functional,
    "torch.special": torch.special,
}
SERIALIZED = {torch.dtype: "dtype", torch.layout: "layout",
              torch.memory_format: "memory_format", torch.qscheme: "qscheme"}

HEADER = """\
# Python names and what TorchScript takes them for, as of PyTorch {version};
# written by utils/dump_python_names.py.
"""


def number_of(expression):
    """The int that TorchScript has for an enumeration value."""
    unit = torch.jit.CompilationUnit(f"def f():\n  return {expression}\n")
    return unit.f()


def describe(dotted, value):
    """Kind and meaning, or None for what programs do not name."""
    if isinstance(value, bool):
        return f"bool {value}"
    if isinstance(value, tuple(SERIALIZED)):
        return f"int {number_of(dotted)}"
    if isinstance(value, (int, float)):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, complex):
        return f"complex {value.imag!r}"
    # Those of torch are leftovers of its set-up.
    if isinstance(value, str) and value.isprintable() and dotted[0] == "s":
        return f"str {value}"
    if isinstance(value, types.ModuleType):
        return "module"
    if not callable(value):
        return None
    operator = _find_builtin(value)
    if operator:
        return f"op {operator}"
    if isinstance(value, type):
        return "class"
    if isinstance(value, types.FunctionType):
        return "function"
    return f"builtin {value!r}" if " at 0x" not in repr(value) else "function"


def main(path):
    lines = set()
    for name, module in MODULES.items():
        lines.add(f"{name} module")
        for member in dir(module):
            value = getattr(module, member)
            # Private names matter where they are operators; names of typing
            # and leftovers of the package's own set-up do not matter.
            operator = callable(value) and _find_builtin(value)
            private = member.startswith("_") and not operator
            if private or member.startswith("__") or "typing." in repr(value):
                continue
            text = describe(f"{name}.{member}", value)
            if text:
                lines.add(f"{name}.{member} {text}")
    with open(path, "w") as out:
        out.write(HEADER.format(version=torch.__version__.split("a")[0]))
        # By name: a blank sorts before every character of a name.
        out.write("\n".join(sorted(lines)) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
