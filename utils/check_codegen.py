#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the IR of a page, docs/codegen.md or another, is what ts-opt prints.

    python3 utils/check_codegen.py TS-OPT [FILE.md]

A block after `<!-- input -->` is given to ts-opt; a block after `<!-- PASSES -->`,
options of ts-opt, must be what those make of the last input. Runs of ts-opt are
separated by `|`. A line `...` stands for any lines, also none.
"""
import os
import re
import subprocess
import sys

BLOCK = re.compile(r"<!-- (.*?) -->\n+```mlir\n(.*?)```", re.S)


def run(tool, passes, text):
    for options in passes.split(" | "):
        result = subprocess.run([tool, "-"] + options.split(), input=text, capture_output=True, text=True)
        if result.returncode:
            return None, result.stderr
        text = result.stdout
    return text, ""


def split(expected):
    """The lines between `...`."""
    parts = [[]]
    for line in (line.strip() for line in expected.splitlines()):
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    return [part for part in parts if part]


def count_equal(part, lines):
    return next((i for i, (a, b) in enumerate(zip(part, lines)) if a != b), min(len(part), len(lines)))


def find_problem(expected, found):
    """The first line of `expected` that does not stand where it should, or None."""
    lines, place = [line.strip() for line in found.splitlines()], 0
    for part in split(expected):
        farthest = 0
        for start in range(place, len(lines) + 1):
            equal = count_equal(part, lines[start:start + len(part)])
            farthest = max(farthest, equal)
            if equal == len(part):
                place = start + equal
                break
        else:
            return part[farthest]
    return None


def main():
    if len(sys.argv) not in (2, 3):
        sys.stderr.write(__doc__)
        return 2
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "codegen.md")
    page = sys.argv[2] if len(sys.argv) == 3 else page
    with open(page) as file:
        blocks = BLOCK.findall(file.read())
    source, checked, problems = None, 0, 0
    for passes, text in blocks:
        if passes == "input":
            source = text
            continue
        found, error = (None, "no input before it") if source is None else run(sys.argv[1], passes, source)
        line = None if found is None else find_problem(text, found)
        if found is None or line is not None:
            problems += 1
            print("%s: after %s: %s" % (os.path.basename(page), passes, error or "ts-opt does not print there: " + line))
        checked += 1
    print("%d blocks, %d problems" % (checked, problems))
    return 1 if problems or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
