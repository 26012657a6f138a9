# Names and values of enum members at run time.
# RUN: ts-run %s --entry=names | FileCheck %s --check-prefix=NAMES
# RUN: ts-run %s --entry=values | FileCheck %s --check-prefix=VALUES
from enum import Enum
from typing import List


class Color(Enum):
    RED = 1
    GREEN = 2


class Unit(Enum):
    METRE = "m"
    SECOND = "s"


# NAMES: [RED, GREEN]
def names() -> List[str]:
    return [c.name for c in [Color.RED, Color.GREEN]]


# VALUES: (3, ms)
def values():
    total = 0
    for c in [Color.RED, Color.GREEN]:
        total += c.value
    text = ""
    for u in [Unit.METRE, Unit.SECOND]:
        text += u.value
    return total, text
