#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports recorded programs as TorchScript text and runs their calls again.

    python3 utils/check_roundtrip.py build/release/bin DIR|FILE... [--torch] [-v]

Programs are `NAME.py` with a `NAME.expected.json` beside it, and archives
`NAME.pt` with a `NAME.json`. What was recorded without a compile error is
imported, exported as text and state, and the recorded calls are run on these.
Counts how many programs are exported, and how many of these behave as before.
With `--torch` PyTorch runs them, too: the interpreter must have it. `-v` says
why the others do not.
"""

import argparse
import collections
import json
import os
import signal
import subprocess
import tempfile


def run(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "error: timed out")


def good_calls(recorded):
    """The calls of functions and instances that compile."""
    bad = ("compile", "construct", "import", "lookup", "crash")
    failed = {i["name"] for i in recorded.get("instances", []) if "state" not in i}
    wrong = {c["fn"].split(".")[0] for c in recorded["calls"] if c.get("error", {}).get("stage") in bad}
    return [c for c in recorded["calls"] if c["fn"].split(".")[0] not in failed | wrong]


def in_child(work, died=["the process died"]):
    """The result of a function, from a process of its own: PyTorch may crash."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(120)
        text = json.dumps(work())
        with os.fdopen(write, "w") as file:
            file.write(text)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        text = file.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else died


def find_programs(paths):
    for path in paths:
        names = sorted(os.path.join(path, n) for n in os.listdir(path)) if os.path.isdir(path) else [path]
        for name in names:
            base, suffix = os.path.splitext(name)
            for kind, expected in ((".py", base + ".expected.json"), (".pt", base + ".json")):
                if suffix == kind and os.path.exists(expected):
                    yield name, expected


class Checker:
    def __init__(self, binaries, with_torch, verbose):
        self.tool = lambda name: os.path.join(binaries, name)
        self.with_torch, self.verbose = with_torch, verbose
        self.counts, self.reasons = collections.Counter(), collections.Counter()
        self.scratch = tempfile.mkdtemp()

    def say(self, what, name, text):
        if self.verbose:
            print("%s: %s" % (what, os.path.basename(name)))
            print("\n".join("    " + line[:300] for line in text.splitlines()[:14]), flush=True)

    def check(self, program, expected):
        with open(expected) as file:
            recorded = json.load(file)
        is_archive = program.endswith(".pt")
        calls = recorded["calls"] if is_archive else good_calls(recorded)
        names = list(dict.fromkeys(c["fn"].split(".")[0] for c in calls)) if not is_archive else []
        if not calls:
            return
        reduced = dict(recorded, calls=calls)
        calls_file = os.path.join(self.scratch, "calls.json")
        write(calls_file, json.dumps(reduced))
        before = run(self.tool("ts-run"), "--check=" + calls_file, program)
        if before.returncode:
            self.counts["not imported, or failing before"] += 1
            return
        self.counts["imported"] += 1
        text = os.path.join(self.scratch, os.path.splitext(os.path.basename(program))[0] + ".py")
        state = os.path.join(self.scratch, "state.json")
        given = [] if is_archive else ["--functions=" + ",".join(names)]
        if recorded.get("instances"):
            given.append("--state=" + expected)
        exported = run(self.tool("ts-translate"), "--export-torchscript", program, *given, "-o", text,
                       "--export-state=" + state)
        if exported.returncode:
            self.counts["refused"] += 1
            first = next((l for l in exported.stderr.splitlines() if "error:" in l), "?")
            self.reasons[first.split("error:")[-1].strip()] += 1
            self.say("refused", program, first)
            return
        reduced.pop("instances", None)
        write(calls_file, json.dumps(reduced))
        after = run(self.tool("ts-run"), "--check=" + calls_file, "--state=" + state, text)
        self.counts["the same" if after.returncode == 0 else "different"] += 1
        if after.returncode:
            self.say("different", program, after.stdout + after.stderr)
        if self.with_torch:
            self.check_torch(program, text, calls, state)

    def check_torch(self, program, text, calls, state):
        from recorded_calls import replay
        with open(state) as file:
            values = json.load(file)
        wrong = [w for w in in_child(lambda: replay(text, calls, values)) if w]
        self.counts["different in PyTorch" if wrong else "the same in PyTorch"] += 1
        self.counts["calls in PyTorch"] += len(calls)
        self.counts["calls that differ in PyTorch"] += len(wrong)
        if wrong:
            self.say("different in PyTorch", program, wrong[0])


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", help="directory of the tools")
    parser.add_argument("paths", nargs="+", help="programs, archives, or directories of them")
    parser.add_argument("--torch", action="store_true", help="let PyTorch run the exported programs, too")
    parser.add_argument("-v", action="store_true", help="say why programs are refused or differ")
    options = parser.parse_args()
    checker = Checker(options.binaries, options.torch, options.v)
    for program, expected in find_programs(options.paths):
        checker.check(program, expected)
    for key, count in checker.counts.items():
        print("%6d %s" % (count, key))
    for reason, count in checker.reasons.most_common(12):
        print("%6d refused: %s" % (count, reason))


if __name__ == "__main__":
    main()
