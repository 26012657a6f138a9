#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports recorded programs as TorchScript text and runs their calls again.

    python3 utils/check_roundtrip.py build/release/bin DIR... [-v]

For each `NAME.py` with a `NAME.expected.json` beside it, the functions that
were recorded without a compile error are imported, exported as text, and the
recorded calls are run on that text. Counts how many programs are exported, and
how many of these behave as before. `-v` says why the others do not.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120, **options)


def plain_calls(recorded):
    """The calls of functions of the file that compile."""
    return [c for c in recorded["calls"]
            if "." not in c["fn"] and c.get("error", {}).get("stage") != "compile"]


def main(arguments):
    verbose = "-v" in arguments
    binaries, *directories = [a for a in arguments if a != "-v"]
    tool = lambda name: os.path.join(binaries, name)
    counts, reasons = collections.Counter(), collections.Counter()
    scratch = tempfile.mkdtemp()
    for directory in directories:
        for name in sorted(os.listdir(directory)):
            base = os.path.join(directory, name[:-3])
            if not name.endswith(".py") or not os.path.exists(base + ".expected.json"):
                continue
            with open(base + ".expected.json") as file:
                recorded = json.load(file)
            calls = plain_calls(recorded)
            made = {i["name"] for i in recorded.get("instances", [])}
            names = list(dict.fromkeys(c["fn"] for c in calls if c["fn"] not in made))
            calls = [c for c in calls if c["fn"] in names]
            if not names:
                continue
            recorded["calls"] = calls
            expected = os.path.join(scratch, "calls.json")
            with open(expected, "w") as file:
                json.dump(recorded, file)
            before = run(tool("ts-run"), "--check=" + expected, base + ".py")
            imported = run(tool("ts-translate"), "--import-torchscript", "--functions=" + ",".join(names), base + ".py")
            if imported.returncode or before.returncode:
                counts["not imported, or failing before"] += 1
                continue
            counts["imported"] += 1
            exported = run(tool("ts-translate"), "--export-torchscript", "-", input=imported.stdout)
            if exported.returncode:
                counts["refused"] += 1
                first = next((l for l in exported.stderr.splitlines() if "error:" in l), "?")
                reasons[first.split("error:")[-1].strip()] += 1
                if verbose:
                    print("refused:", name, first)
                continue
            text = os.path.join(scratch, name)
            with open(text, "w") as file:
                file.write(exported.stdout)
            after = run(tool("ts-run"), "--check=" + expected, text)
            counts["the same" if after.returncode == 0 else "different"] += 1
            if after.returncode and verbose:
                print("different:", name)
                print("\n".join((after.stdout + after.stderr).splitlines()[:12]))
    for key, count in counts.items():
        print("%6d %s" % (count, key))
    for reason, count in reasons.most_common(12):
        print("%6d refused: %s" % (count, reason))


if __name__ == "__main__":
    main(sys.argv[1:])
