#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares our errors with recorded ones: stage, place and text.

    python3 utils/compare_errors.py build/release/bin/ts-run DIR... [-v]

For each `NAME.py` with a `NAME.expected.json` beside it, runs the recorded
calls and counts, over those that were recorded with an error, how often ours
has the same stage, names the same line and marks the same characters, and says
the same. `-v` prints what differs.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

STAGES = ("compile", "call", "run")


def differences(ts_run, program):
    """The differing calls of a program by their number: the text after it."""
    recorded = program[: -len(".py")] + ".expected.json"
    result = subprocess.run(
        [ts_run, "--check=" + recorded, "--check-messages", program],
        capture_output=True, text=True, errors="replace", timeout=120)
    found, number = {}, None
    for line in result.stdout.splitlines():
        head = re.match(r"call (\d+) \(([^)]*)\): ", line)
        if head:
            number = int(head.group(1))
            found[number] = line[head.end():]
        elif number is not None:
            found[number] += "\n" + line
    return found, result.returncode


def main(arguments):
    verbose = "-v" in arguments
    ts_run, *directories = [a for a in arguments if a != "-v"]
    programs = []
    for directory in directories:
        for name in sorted(os.listdir(directory)):
            if os.path.exists(os.path.join(directory, name[:-3] + ".expected.json")) and name.endswith(".py"):
                programs.append(os.path.join(directory, name))
    counts = {stage: [0, 0, 0, 0] for stage in STAGES}
    with ThreadPoolExecutor(int(os.environ.get("JOBS", "1"))) as pool:
        results = pool.map(lambda p: differences(ts_run, p), programs)
        for program, (found, status) in zip(programs, results):
            with open(program[: -len(".py")] + ".expected.json") as file:
                calls = json.load(file)["calls"]
            seen = set()
            for number, call in enumerate(calls, 1):
                stage = call.get("error", {}).get("stage")
                if stage not in counts:
                    continue
                # Calls of one function share its compile error.
                if stage == "compile" and (stage, call["fn"]) in seen:
                    continue
                seen.add((stage, call["fn"]))
                text = "crash" if status < 0 else found.get(number, "")
                place = bool(re.search(r"^place: ", text, re.M))
                wording = bool(re.search(r"^(text|excerpt): ", text, re.M))
                count = counts[stage]
                count[0] += 1
                count[1] += not text or place or wording
                count[2] += not text or (wording and not place)
                count[3] += not text or (place and not wording)
                if text and verbose:
                    print("==== %s, call %d (%s), %s" % (os.path.basename(program), number, call["fn"], stage))
                    print(text)
    print("stage     errors  same stage  same place  same text")
    for stage in STAGES:
        print("%-8s %7d %11d %11d %10d" % (stage, *counts[stage]))


if __name__ == "__main__":
    if "--help" in sys.argv:
        print(__doc__)
        sys.exit()
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
