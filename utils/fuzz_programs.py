#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the tiers with each other and with PyTorch on random programs.

    /usr/bin/python3 utils/fuzz_programs.py --tools build/release/bin [--seed S] [--batches N]

A batch is a program of random functions (utils/random_programs.py), recorded by
PyTorch and run by ts-run once for each tier. A function that differs is reduced,
statement by statement, and written with its record to the directory of --keep.
The tiers that differ from PyTorch stand behind its name: where it is all that have
a result, they agree with each other.
The exit status is 1 when something differs, and 2 for wrong use.
"""

import argparse
import os
import re
import subprocess
import sys

import random_programs
import record_calls

TIERS = ("auto", "runtime", "compiled")


def record(path):
    """Writes what PyTorch does with a program; false when it ends badly."""
    text = record_calls.record_apart(path)
    if text is None:
        return False
    with open(path[:-3] + ".expected.json", "w") as file:
        file.write(text)
    return True


def check(options, path, tier):
    """The functions of a program that differ from its record, each with its first difference."""
    command = [os.path.join(options.tools, "ts-run"), path, "--check=" + path[:-3] + ".expected.json", "--check-warnings=false",
               "--rtol=1e-4", "--atol=1e-5", "--threads=1",
               "--tier=" + tier, "-O", options.level]
    try:
        done = subprocess.run(command, capture_output=True, timeout=options.timeout, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return {"": "no end"}
    found = {}
    for name, problem in re.findall(r"^call \d+ \((\w+)\): (.*(?:\n(?!call |\d+ passed).*)*)", done.stdout, re.M):
        # What the compiled tier refuses is no difference.
        if "is not compiled as a whole" not in problem:
            found.setdefault(name, problem.strip())
    if not re.search(r"^\d+ passed, \d+ failed", done.stdout, re.M):
        found[""] = "status %d: %s" % (done.returncode, done.stderr.strip()[:500])
    return found


class Reducer:
    """Makes one function smaller while it differs."""

    def __init__(self, options, tier, calls):
        self.options, self.tier, self.calls = options, tier, calls
        self.path = os.path.join(options.keep, "trial.py")

    def problem(self, lines):
        """What differs, or nothing."""
        with open(self.path, "w") as file:
            file.write(random_programs.spell([("\n".join(lines), self.calls)]))
        if not record(self.path):
            return ""
        found = check(self.options, self.path, self.tier)
        # A program that PyTorch refuses says nothing.
        with open(self.path[:-3] + ".expected.json") as file:
            if '"compile"' in file.read():
                return ""
        return next(iter(found.values()), "")

    def reduce(self, text):
        lines = text.split("\n")
        if not self.problem(lines):
            return text, "alone it does not differ"
        changed = True
        while changed:
            changed = False
            i = len(lines) - 1
            while i > 0:
                depth = len(lines[i]) - len(lines[i].lstrip())
                end = i + 1
                while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > depth:
                    end += 1
                if re.match(r"\s+while ", lines[i - 1]):  # the counter, without which the loop has no end
                    i -= 1
                    continue
                trials = [lines[:i] + lines[end:]]
                if end > i + 1:  # a block without its head
                    trials.append(lines[:i] + [line[4:] for line in lines[i + 1:end]] + lines[end:])
                for trial in trials:
                    if self.problem(trial):
                        lines, changed = trial, True
                        break
                i -= 1
        return "\n".join(lines), self.problem(lines)


def run_batch(options, number):
    """Runs one batch; how many functions differ, all of them where there is no record."""
    seed = "%s.%d" % (options.seed, number)
    made = random_programs.make_programs(seed, options.size)
    path = os.path.join(options.keep, "batch-%s.py" % seed)
    with open(path, "w") as file:
        file.write(random_programs.spell(made))
    if not record(path):
        print("%s: PyTorch does not end well" % path, flush=True)
        return options.size
    differing = {}
    for tier in options.tiers:
        for name, problem in check(options, path, tier).items():
            differing.setdefault(name, []).append((tier, problem))
    for name, found in differing.items():
        tiers, (tier, problem) = ", ".join(tier for tier, _ in found), found[0]
        print("%s %s (%s): %s" % (path, name, tiers, problem.split("\n")[0][:200]), flush=True)
        if not name or not options.reduce:
            continue
        text, calls = made[int(name[1:])]
        reduced, problem = Reducer(options, tier, calls).reduce(text)
        with open(os.path.join(options.keep, "%s-%s.py" % (seed, name)), "w") as file:
            file.write("# %s: %s\n" % (tier, problem.replace("\n", "\n# ")) + random_programs.spell([(reduced, calls)]))
        print("    " + reduced.replace("\n", "\n    "), flush=True)
    if not differing and options.clean:
        for name in (path, path[:-3] + ".expected.json"):
            os.remove(name)
    return len(differing)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default="build/release/bin", metavar="DIR", help="directory of ts-run")
    parser.add_argument("--seed", default="1", help="equal seeds give equal programs (default 1)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first batch")
    parser.add_argument("--batches", type=int, default=10, metavar="N", help="how many batches (default 10)")
    parser.add_argument("--size", type=int, default=100, metavar="N", help="functions of a batch (default 100)")
    parser.add_argument("--tier", action="append", dest="tiers", choices=TIERS, help="only this tier (may be repeated)")
    parser.add_argument("--level", default="2", metavar="N", help="level of optimization (default 2)")
    parser.add_argument("--timeout", type=float, default=600, metavar="S", help="seconds for a run (default 600)")
    parser.add_argument("--keep", default="fuzz", metavar="DIR", help="where what differs goes (default: fuzz)")
    parser.add_argument("--reduce", action="store_true", help="reduce functions that differ")
    parser.add_argument("--clean", action="store_true", help="remove batches without a difference")
    options = parser.parse_args()
    options.tiers = options.tiers or list(TIERS)
    if not os.access(os.path.join(options.tools, "ts-run"), os.X_OK):
        print("error: no ts-run in '%s'" % options.tools, file=sys.stderr)
        return 2
    os.makedirs(options.keep, exist_ok=True)
    differing = 0
    for number in range(options.first, options.first + options.batches):
        differing += run_batch(options, number)
        print("%d programs, %d differ" % ((number - options.first + 1) * options.size, differing), flush=True)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
