# Enums: members, names, values, iteration; the kinds that are refused.
# Rules: TS-ENUM-006.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/enums.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import enum
import torch
from typing import Dict, List


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


class Level(enum.IntEnum):
    LOW = 1


class Bits(enum.Flag):
    A = 1
    B = 2


class IntBits(enum.IntFlag):
    A = 1


def members(c: Color):
    return c.name, c.value, c == Color.RED, c != Color.GREEN


def chosen(m: Mode):
    if m == Mode.FAST:
        return 1
    return 2


def listed():
    return [c.name for c in Color], [m for m in Mode]


def counted(cs: List[Color]):
    n = 0
    for c in cs:
        if c == Color.GREEN:
            n += c.value
    return n


def flag(b: Bits):
    return b.value, b == Bits.A


def int_enum(level: Level):
    return level.value


def int_flag(b: IntBits):
    return b.value


def missing():
    return Color.BLUE


UNSTABLE = ["int_enum", "int_flag"]
CALLS = [("members", [Color.RED]), ("chosen", [Mode.FAST]), ("chosen", [Mode.SLOW]), ("listed", []),
         ("counted", [[Color.RED, Color.GREEN, Color.GREEN]]), ("flag", [Bits.B]), ("int_enum", [Level.LOW]),
         ("int_flag", [IntBits.A]), ("missing", [])]
