# Enums and script classes reach a library where nothing declares a type.
# RUN: ts-compile %s -o %t.so
# RUN: ts-run %t.so --check=%S/Inputs/any.json | FileCheck %s
# CHECK: 2 passed, 0 failed
# No value of the host is a list of unknown elements.
# RUN: not ts-run %t.so --entry=count --input=3 2>&1 | FileCheck %s --check-prefix=LIST
# LIST: count() argument 'x' (position 0): expected a value of type 'list'
from enum import Enum
from typing import Any


class Color(Enum):
    RED = 1
    GREEN = 2


def which(x: Any) -> str:
    if isinstance(x, Color):
        return x.name
    return "no colour"


def count(x: list) -> int:
    return len(x)
