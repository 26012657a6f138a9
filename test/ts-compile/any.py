# Enums and script classes reach a library where nothing declares a type.
# RUN: ts-compile %s -o %t.so
# RUN: ts-run %t.so --check=%S/Inputs/any.json | FileCheck %s
# CHECK: 2 passed, 0 failed
from enum import Enum
from typing import Any


class Color(Enum):
    RED = 1
    GREEN = 2


def which(x: Any) -> str:
    if isinstance(x, Color):
        return x.name
    return "no colour"
