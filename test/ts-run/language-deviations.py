# Where the language is another than PyTorch's on purpose (docs/language.md).
# REQUIRES: ts-run
import enum
import torch
from dataclasses import dataclass
from typing import Any, NamedTuple


class Pair(NamedTuple):
    a: int
    b: int


class Level(enum.IntEnum):
    LOW = 1


@dataclass
class Plain:
    n: int


# TS-EXPR-012: an error instead of the end of the process.
# RUN: not ts-run %s --entry=remainder --input=7 --input=0 2>&1 | FileCheck %s --check-prefix=REMAINDER
# REMAINDER: return a % b
# REMAINDER: RuntimeError: division by 0
def remainder(a: int, b: int):
    return a % b


# TS-EXPR-015, TS-STMT-037: errors that PyTorch has, too, but cannot say.
# RUN: not ts-run %s --entry=plus --input=1 2>&1 | FileCheck %s --check-prefix=PLUS
# PLUS: unsupported unary operator: UAdd
def plus(x: int):
    return +x


# RUN: not ts-run %s --entry=while_else --input=1 2>&1 | FileCheck %s --check-prefix=WHILE
# WHILE: else branches of while loops aren't supported
def while_else(x: int):
    while x > 0:
        x -= 1
    else:
        x = 5
    return x


# TS-CALL-007: refused, where PyTorch drops the parameters.
# RUN: not ts-run %s --entry=positional_only --input=1 --input=2 2>&1 | FileCheck %s --check-prefix=POSITIONAL
# POSITIONAL: Compiled functions can't take positional-only parameters
def positional_only(x: int, /, y: int):
    return x + y


# TS-ENUM-006, TS-DC-005: messages of our own.
# RUN: not ts-run %s --entry=low --input=1 2>&1 | FileCheck %s --check-prefix=ENUM
# ENUM: enum 'Level' is not supported: its members are values of another type, too; derive it from enum.Enum
def low(x: Level):
    return x.value


# RUN: not ts-run %s --entry=plain --input=1 2>&1 | FileCheck %s --check-prefix=PLAIN
# PLAIN: dataclass 'Plain' must be decorated with @torch.jit.script to be used in compiled code
def plain(n: int):
    return Plain(n).n


# TS-SUB-015: the name of the tuple is lost in a list of plain ones.
# RUN: ts-run %s --entry=joined --input=True | FileCheck %s --check-prefix=JOINED
# JOINED: {{^}}False{{$}}
def joined(flag: bool):
    x = [(3, 4)]
    if flag:
        x.append(Pair(1, 2))
    y: Any = x[-1]
    return isinstance(y, Pair)
