#!/usr/bin/env python3
"""Runs recorded calls through ts-compile.

For each FILE.py with a FILE.expected.json whose recorded calls all pass in
`ts-run --check`, compiles the file to a shared object and runs the same calls
through its boxed entries (`ts-run --check` on the library), which must leave no
object of the runtime behind. The headers must be good C. Prints a line for each file that differs, and
counts.

  utils/check_compiled.py --tools build/release/bin FILE.py...
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile


def run(command, seconds=60):
    """Exit status and all output of a command."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=seconds, errors="replace")
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return -1, "timed out"


INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "runtime", "include")


def compile_command(file, tools, record, output):
    """The command that compiles a file for its record, and the recorded names."""
    command = [os.path.join(tools, "ts-compile"), file, "-o", output]
    if record.get("instances"):
        command.append("--state=" + os.path.splitext(file)[0] + ".expected.json")
    # Methods of parts of an instance and variables that hold functions are exported by name only.
    names = {call["fn"] for call in record["calls"]
             if call.get("error", {}).get("stage") not in ("compile", "lookup") and not call.get("compiled")}
    with open(file) as text:
        defined = set(re.findall(r"^(?:def|class) (\w+)", text.read(), re.MULTILINE))
    if any(name.count(".") > 1 or ("." not in name and name not in defined) for name in names):
        command.append("--entry=" + ",".join(sorted(names)))
    return command, names


def check(file, tools, compiler, directory):
    """What happened to one file, and the output that says why."""
    recorded = os.path.splitext(file)[0] + ".expected.json"
    status, _ = run([os.path.join(tools, "ts-run"), "--check=" + recorded, file])
    if status != 0:
        return "not run by ts-run", ""
    name = os.path.splitext(os.path.basename(file))[0]
    library = os.path.join(directory, name + ".so")
    with open(recorded) as text:
        command, names = compile_command(file, tools, json.load(text), library)
    status, text = run(command)
    if status == 1 and not names:
        return "passed", ""  # as recorded: nothing in it compiles
    if status != 0:
        return "not compiled", text
    status, text = run([compiler, "-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function",
                        "-I" + INCLUDE, "-x", "c", library[:-3] + ".h"])
    if status != 0:
        return "wrong header", text
    status, text = run([os.path.join(tools, "ts-run"), "--check=" + recorded, "--check-leaks", library])
    os.remove(library)
    os.remove(library[:-3] + ".h")
    return ("passed", "") if status == 0 else ("differs", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.py")
    parser.add_argument("--tools", default="build/release/bin", help="directory of ts-run and ts-compile")
    parser.add_argument("--cc", default="clang-19", help="C compiler for the headers")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    counts = {}
    files = [file for file in options.files
             if os.path.exists(os.path.splitext(file)[0] + ".expected.json")]
    with tempfile.TemporaryDirectory() as directory, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for file, (outcome, text) in zip(
                files, pool.map(lambda file: check(file, options.tools, options.cc, directory), files)):
            counts[outcome] = counts.get(outcome, 0) + 1
            if outcome in ("not compiled", "wrong header", "differs"):
                print(f"{file}: {outcome}\n{text.rstrip()}")
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return 0 if set(counts) <= {"passed", "not run by ts-run"} else 1


if __name__ == "__main__":
    sys.exit(main())
