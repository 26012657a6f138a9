#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that docs/language.md and the rules that are cited fit together.

    python3 utils/check_rules.py [ROOT]

Every id such as TS-CALL-001 that sources, tests and documents cite (a range is
`TS-CALL-001 to 014`, a list `TS-CONV-001, 017`) is a rule of docs/language.md;
every rule stands there once, and the test it names exists and cites it.
"""

import os
import re
import sys

DIRECTORIES = ("benchmarks", "docs", "examples", "include", "lib", "runtime", "test", "tools", "unittests", "utils")
SUFFIXES = (".cpp", ".def", ".h", ".inc", ".md", ".mlir", ".py", ".td", ".test", ".txt")
CITATION = re.compile(r"TS-([A-Z]+)-(\d{3})((?:,? (?:to|and) \d{3}(?!\d)|, \d{3}(?!\d))*)")
RULE = re.compile(r"^\| (TS-[A-Z]+-\d{3}) \| .* \| `([^`|]+)` \|$", re.M)


def citations(text):
    """The rules that a text cites: area and number."""
    # A citation may go on behind the mark of the next line's comment.
    text = re.sub(r"\n\s*(?://+|#) ?", " ", text)
    for found in CITATION.finditer(text):
        area, last = found[1], int(found[2])
        yield area, last
        for joint, number in re.findall(r"(to|and|,) (\d{3})", found[3]):
            first = last + 1 if joint == "to" else int(number)
            last = int(number)
            for n in range(first, last + 1):
                yield area, n


def sources(root):
    for top in DIRECTORIES:
        for directory, inner, files in os.walk(os.path.join(root, top)):
            inner[:] = sorted(name for name in inner if name not in ("build", "__pycache__"))
            yield from (os.path.join(directory, name) for name in sorted(files) if name.endswith(SUFFIXES))


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def spell(rule):
    return "TS-%s-%03d" % rule


def check(root):
    """What is wrong, as lines."""
    page = os.path.join(root, "docs", "language.md")
    rules = RULE.findall(read(page))
    names = [name for name, _ in rules]
    for name in sorted({n for n in names if names.count(n) > 1}):
        yield "docs/language.md: %s stands there twice" % name
    for line in read(page).splitlines():
        if line.startswith("| TS-") and not RULE.match(line):
            yield "docs/language.md: not a rule, what it says and a test: " + line[:60]
    for name, test in rules:
        path = os.path.join(root, "test", test)
        if not os.path.isfile(path):
            yield "docs/language.md: %s names a test that is not there: %s" % (name, test)
        elif name not in map(spell, citations(read(path))):
            yield "test/%s: does not cite %s, which it is to show" % (test, name)
    for path in sources(root):
        if os.path.samefile(path, page):
            continue
        for name in sorted(set(map(spell, citations(read(path)))) - set(names)):
            yield "%s: cites %s, which docs/language.md does not have" % (os.path.relpath(path, root), name)
    if not rules:
        yield "docs/language.md: has no rules"


def main(arguments):
    root = arguments[0] if arguments else os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
    problems = list(check(root))
    for problem in problems:
        print(problem)
    print("%d problems" % len(problems))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
