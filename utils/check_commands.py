#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands that a page shows and compares the output that it shows.

    python3 utils/check_commands.py BIN-DIRECTORY PAGE.md ...

In blocks without a language, lines that begin with `ts-`, or with `$ ts-`, are commands; what stands
behind two spaces and `#` is a remark. Lines behind `$` are what the command prints; the last digits of
numbers may differ. Commands run one after the other where the page lies, in a tree that has the
project's `examples` and, as `model.pt`, an archive; those of other pages run at its top.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BLOCK = re.compile(r"^```\n(.*?)^```$", re.S | re.M)


def find_commands(text):
    """Pairs of a command and the lines it has to print, or None where none are shown."""
    for block in BLOCK.findall(text):
        command, lines = None, []
        for line in block.splitlines() + [""]:
            shown = line.startswith("$ ")
            words = line[2:] if shown else line
            if words.startswith("ts-") or not line:
                if command:
                    yield command, lines
                command, lines = None, []
            if words.startswith("ts-"):
                words = re.sub(r"  +#.*", "", words)
                if shown:
                    command = words
                else:
                    yield words, None
            elif command:
                lines.append(line)


def run(command, bin_directory, directory):
    environment = dict(os.environ, PATH=bin_directory + os.pathsep + os.environ["PATH"])
    # A pipe's status is that of all its commands.
    return subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=directory, env=environment,
                          capture_output=True, text=True, timeout=300)


def is_same(found, expected):
    """Whether lines are equal but for the last digits of numbers."""
    number = re.compile(r"-?[0-9]+\.[0-9]+(?:e-?[0-9]+)?")
    return [number.sub("0.0", line) for line in found] == [number.sub("0.0", line) for line in expected] and all(
        abs(float(a) - float(b)) <= 1e-5 * max(1.0, abs(float(b)))
        for a, b in zip(number.findall("\n".join(found)), number.findall("\n".join(expected))))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tools, failures, count = os.path.abspath(sys.argv[1]), 0, 0
    for page in sys.argv[2:]:
        with open(page) as file:
            text = file.read()
        with tempfile.TemporaryDirectory() as directory:
            shutil.copytree(os.path.join(ROOT, "examples"), os.path.join(directory, "examples"))
            shutil.copy(os.path.join(ROOT, "examples", "digits", "digits.pt"), os.path.join(directory, "model.pt"))
            folder = os.path.relpath(os.path.dirname(os.path.abspath(page)), ROOT)
            place = os.path.join(directory, folder)
            if folder.startswith("..") or not os.path.isdir(place):
                place = directory
            for command, lines in find_commands(text):
                count += 1
                result = run(command, tools, place)
                if result.returncode:
                    print("%s: %s\n  ends with status %d\n%s" % (page, command, result.returncode, result.stderr))
                elif lines is not None and not is_same(result.stdout.splitlines(), lines):
                    print("%s: %s\n  prints\n%s" % (page, command, result.stdout))
                else:
                    continue
                failures += 1
    print("%d of %d commands do what the pages say" % (count - failures, count))
    sys.exit(1 if failures or not count else 0)


if __name__ == "__main__":
    main()
