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
    NAME refused MESSAGE   a Python function that does not compile
    NAME builtin REPR      a function that TorchScript does not support
    NAME class             a class
    NAME module            a module
"""

import cmath
import math
import os
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
    "torch._C": torch._C,
    "torch._C._fft": torch._C._fft,
    "torch._C._linalg": torch._C._linalg,
    "torch._C._nn": torch._C._nn,
    "torch._C._sparse": torch._C._sparse,
    "torch._C._special": torch._C._special,
    "torch._VF": torch._VF,
    "torch.backends.cudnn": torch.backends.cudnn,
    "torch.backends.mkldnn": torch.backends.mkldnn,
    "torch.fft": torch.fft,
    "torch.functional": torch.functional,
    "torch.linalg": torch.linalg,
    "torch.nn.functional": torch.nn.functional,
    "torch.nn.init": torch.nn.init,
    "torch.nn.modules.utils": torch.nn.modules.utils,
    "torch.random": torch.random,
    "torch.sparse": torch.sparse,
    "torch.special": torch.special,
    "torch.version": torch.version,
}
SERIALIZED = {torch.dtype: "dtype", torch.layout: "layout",
              torch.memory_format: "memory_format", torch.qscheme: "qscheme"}

# Functions that are operators in builds of PyTorch for CUDA.
CUDA = {
    "torch.cuda.current_device op cuda::_current_device",
    "torch.cuda.device_count op cuda::device_count",
    "torch.cuda.is_available op cuda::is_available",
    "torch.cuda.synchronize op cuda::synchronize",
}

HEADER = """\
# Python names and what TorchScript takes them for, as of PyTorch {version};
# written by utils/dump_python_names.py.
"""


def number_of(expression):
    """The int that TorchScript has for an enumeration value."""
    unit = torch.jit.CompilationUnit(f"def f():\n  return {expression}\n")
    return unit.f()


def refusal(function):
    """Why TorchScript does not compile a function, or nothing. Some crash it."""
    if function in torch._jit_internal.boolean_dispatched:
        return ""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            torch.jit.script(function)
        except Exception as error:
            lines = str(error).strip().splitlines()
            # Overloads are told apart by the arguments of a call, and defaults
            # of some need the annotations of the caller's file.
            if lines and "overloaded" not in lines[0] and "ASSERT" not in lines[0]:
                os.write(writer, lines[0].rstrip(":").encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text


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
    if isinstance(value, torch._ops.OpOverloadPacket):
        operator = value._qualified_op_name
    if operator:
        return f"op {operator}"
    if isinstance(value, type):
        return "class"
    if isinstance(value, types.FunctionType):
        why = refusal(value)
        return f"refused {why}" if why else "function"
    return f"builtin {value!r}" if " at 0x" not in repr(value) else "function"


def members(module):
    """The names of a module; those of torch.backends hide a module in another
    that has properties."""
    names = set(dir(module))
    if not isinstance(getattr(module, "m", None), types.ModuleType):
        return names
    return (names - {"m"}) | set(vars(type(module))) | set(dir(module.m))


def is_operator(line):
    """Whether a line names an operator that exists."""
    _, kind, *target = line.split(" ")
    return kind == "op" and bool(torch._C._jit_get_schemas_for_operator(target[0]))


def main(path):
    # The program asks what it runs on.
    lines = {f"torch.__version__ str {torch.__version__}"} | CUDA
    for name, module in MODULES.items():
        lines.add(f"{name} module")
        for member in members(module):
            value = getattr(module, member)
            # Private names matter where they are operators; names of typing
            # and leftovers of the package's own set-up do not matter.
            operator = callable(value) and _find_builtin(value)
            private = member.startswith("_") and not operator
            if private or member.startswith("__") or "typing." in repr(value):
                continue
            text = describe(f"{name}.{member}", value)
            line = f"{name}.{member} {text}"
            # The rest of torch._C is machinery of the host.
            if text and (name != "torch._C" or is_operator(line)):
                lines.add(line)
    with open(path, "w") as out:
        out.write(HEADER.format(version=torch.__version__.split("a")[0]))
        # By name: a blank sorts before every character of a name.
        out.write("\n".join(sorted(lines)) + "\n")


if __name__ == "__main__":
    if "--help" in sys.argv:
        print(__doc__)
        sys.exit()
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
