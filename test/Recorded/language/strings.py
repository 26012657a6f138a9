# Texts are bytes: methods, slices, escapes, formats.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/strings.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List


def cases(s: str):
    return s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.islower(), s.isdigit(), s.isspace()


def searches(s: str, part: str):
    return s.find(part), s.rfind(part), s.count(part), s.startswith(part), s.endswith(part), s.replace(part, "<>")


def pieces(s: str):
    return s.split(), s.split(","), s.split(",", 1), s.rsplit(",", 1), s.splitlines(), s.partition(","), ",".join(["a", "b"])


def spaces(s: str):
    return s.strip(), s.lstrip(), s.rstrip(), s.strip("x"), s.center(11, "*"), s.ljust(9), s.rjust(9, "."), s.zfill(8)


def slices(s: str):
    return s[0], s[-1], s[1:3], s[::2], s[2:], len(s), s + s


def escapes():
    return "tab\t", 'quote"\'', r"raw\n", "two " "parts", """three
lines""", "\x41\u00e9"


def formats(n: int, x: float, s: str):
    return "{} {} {}".format(n, x, s), f"{n}:{x}", "%d %s %.2f" % (n, s, x), str(x)


def characters(s: str):
    return [ord(c) for c in s], chr(65), hex(255), oct(8), bin(5)


def missing(s: str):
    return s.index("z")


CALLS = [("cases", ["hello World 1"]), ("cases", ["  "]), ("searches", ["banana", "an"]),
         ("pieces", ["a,b c,\nd"]), ("spaces", [" xax "]), ("spaces", ["-42"]), ("slices", ["hello"]), ("escapes", []),
         ("formats", [3, 2.5, "q"]), ("formats", [-1, 1e20, ""]), ("characters", ["Az"]), ("missing", ["abc"])]
