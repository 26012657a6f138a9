#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs recorded calls in every way the tools have, and says what differs.

    python3 utils/conformance.py [options] DIRECTORY|PROGRAM.py ...

A directory holds programs NAME.py with records NAME.expected.json (see
docs/run.md). Each is run once for every way of the table WAYS. In the way
"compiled" a call has failed, too, when one of its tensor operators ran in the
runtime. The outcomes go to
the file of results as they come, so that a run that was stopped goes on with
--resume and --failed runs only what failed before. At the end there is a line for
each file with failures and a table of all.

With --families a second table counts by families of operators: those of
lib/Operators, `Text` for operators that a text of the library defines, `other`
for functions of several operators, and what only the runtime knows.

The file of --known lists failures that are understood, one a line: the way, the
program (with its directory's name), the number of the call in the record or `*`,
and the cause:

    runtime opinfo/vdot.complex64 * PyTorch's own library answers zero

The exit status is 1 when something else fails, and 2 for wrong use.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time

# What ts-run is told for each way. A further way is a further line.
WAYS = {
    "runtime": ["--specialize=false"],
    "static": [],
    "compiled": ["--tier=compiled"],
    "dynamic": ["--dynamic"],
    "strided": ["--strided"],
    # On an OpenCL device; what has no kernel for it runs on the host.
    "opencl": ["--target=opencl"],
    # On NVIDIA's; with build/release/test/mock-cuda on LD_LIBRARY_PATH, on the tests' driver, which carries out PTX.
    "cuda": ["--target=cuda"],
}

# What ts-run says when the compiler failed.
MISTAKE = "a mistake of its own"

SIGNALS = {4: "illegal instruction", 6: "abort", 7: "bus error", 8: "arithmetic", 9: "killed", 11: "segmentation"}
Program = collections.namedtuple("Program", "name file record")


class Misuse(Exception):
    """What was asked for cannot be done."""


def find_programs(places, only):
    """The recorded programs of directories and files whose names match."""
    found = []
    for place in places:
        if os.path.isdir(place):
            files = sorted(os.path.join(directory, name) for directory, _, names in os.walk(place)
                           for name in names if name.endswith(".py"))
        elif os.path.isfile(place):
            files = [place]
        else:
            raise Misuse("no such file or directory: '%s'" % place)
        for file in files:
            stem = os.path.splitext(file)[0]
            name = "/".join(os.path.abspath(stem).split(os.sep)[-2:])
            if os.path.exists(stem + ".expected.json") and re.search(only, name):
                found.append(Program(name, file, stem + ".expected.json"))
    if not found:
        raise Misuse("no recorded program of '%s' matches '%s'" % ("', '".join(places), only))
    return found


def count_calls(record):
    """How many calls a record has."""
    with open(record) as file:
        return len(json.load(file)["calls"])


def run_program(tool, way, program, seconds):
    """The outcome of one program in one way."""
    command = [tool, program.file, "--check=" + program.record, "--check-warnings=false", "--json", "--threads=1"]
    outcome = {"way": way, "program": program.name, "passed": 0, "failures": []}
    begin = time.monotonic()
    problem = ""
    try:
        done = subprocess.run(command + WAYS[way], capture_output=True, timeout=seconds, text=True, errors="replace")
        check = None
        try:
            check = json.loads(done.stdout.rstrip("\n").rpartition("\n")[2])["check"]
        except (ValueError, KeyError, TypeError):
            number = -done.returncode if done.returncode < 0 else done.returncode - 128
            problem = "crash: " + SIGNALS[number] if number in SIGNALS else \
                "status %d: %s" % (done.returncode, first_line(done.stderr))
        if check:
            outcome["passed"] = check["passed"]
            outcome["failures"] = [[f["index"], f["function"], f["problem"]] for f in check["failures"]]
            if done.returncode not in (0, 1):
                problem = "status %d: %s" % (done.returncode, first_line(done.stderr))
            # The results are right, but not those of compiled code.
            if MISTAKE in done.stderr:
                problem = next(line for line in done.stderr.splitlines() if MISTAKE in line)
    except subprocess.TimeoutExpired:
        problem = "no end after %g s" % seconds
    except OSError as error:
        problem = "cannot run '%s': %s" % (tool, error.strerror)
    outcome["seconds"] = round(time.monotonic() - begin, 3)
    if problem:
        # The whole program failed: none of its calls counts.
        outcome["passed"] = 0
        outcome["failures"] = [[i + 1, "", problem] for i in range(count_calls(program.record))]
    return outcome


def first_line(text):
    """The line of a tool's output that says most."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line.lower()), lines[0] if lines else "no output")


def summary_of(problem):
    """The cause in one line: of a traceback its last line."""
    lines = [line.strip() for line in problem.strip().splitlines() if line.strip()]
    if not lines:
        return "no text"
    line = lines[-1] if len(lines) > 1 and lines[0].startswith(("The following operation", "Traceback")) else lines[0]
    return line if len(line) <= 200 else line[:197] + "..."


class Results:
    """The file of outcomes: a line of JSON for each program and way."""

    def __init__(self, path, keep):
        self.path = path
        self.outcomes = {}
        if keep and os.path.exists(path):
            with open(path) as file:
                for line in file:
                    try:
                        outcome = json.loads(line)
                        self.outcomes[outcome["way"], outcome["program"]] = outcome
                    except (ValueError, KeyError, TypeError):
                        continue  # cut off when the run was stopped
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        with open(path, "w") as file:
            file.writelines(json.dumps(outcome) + "\n" for outcome in self.outcomes.values())
        self.file = open(path, "a")

    def add(self, outcome):
        self.outcomes[outcome["way"], outcome["program"]] = outcome
        self.file.write(json.dumps(outcome) + "\n")
        self.file.flush()


class Progress:
    """One line that grows with every tenth, or is rewritten on a terminal."""

    def __init__(self, total):
        self.total, self.done, self.failed, self.tenths = total, 0, 0, 0
        self.begin, self.terminal = time.monotonic(), sys.stderr.isatty()
        if total and not self.terminal:
            sys.stderr.write("%d runs:" % total)

    def step(self, failed):
        self.done += 1
        self.failed += failed
        if self.terminal:
            sys.stderr.write("\r[%d/%d] %d failed, %.0f s " % (self.done, self.total, self.failed,
                                                                time.monotonic() - self.begin))
        elif self.done * 10 // self.total > self.tenths:
            self.tenths = self.done * 10 // self.total
            sys.stderr.write(" %d%%" % (self.tenths * 10))
        if self.done == self.total:
            sys.stderr.write("\n")
        sys.stderr.flush()


def read_known(path):
    """The listed failures: (way, program) to calls ('*': all)."""
    known = {}
    if not path:
        return known
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = line.split(None, 3)
            if len(parts) < 4 or parts[0] not in WAYS or not (parts[2] == "*" or parts[2].isdigit()):
                raise Misuse("%s:%d: expected a way (%s), a program, the number of a call or '*', and the cause"
                             % (path, number, ", ".join(WAYS)))
            known.setdefault((parts[0], parts[1]), {})[parts[2]] = parts[3].strip()
    return known


def new_failures(outcome, known):
    """The failures of an outcome that are not listed."""
    listed = known.get((outcome["way"], outcome["program"]), {})
    return [failure for failure in outcome["failures"] if "*" not in listed and str(failure[0]) not in listed]


def print_report(outcomes, ways, known):
    """The failures, then the table; whether something fails that is not listed."""
    for outcome in outcomes:
        failures = new_failures(outcome, known)
        if failures:
            index, function, problem = failures[0]
            more = " (and %d more)" % (len(failures) - 1) if len(failures) > 1 else ""
            print("%s %s: call %d%s: %s%s" % (outcome["way"], outcome["program"], index,
                                               " (%s)" % function if function else "", summary_of(problem), more))
    for (way, program), listed in sorted(known.items()):
        for outcome in outcomes:
            failing = {str(failure[0]) for failure in outcome["failures"]}
            if (outcome["way"], outcome["program"]) == (way, program):
                for call in sorted(set(listed) - failing - ({"*"} if failing else set())):
                    print("%s %s %s is listed as known, but passes" % (way, program, call))
    print("%-10s %16s %8s %16s %8s %8s" % ("way", "cases passed", "%", "files passed", "known", "s"))
    clean = True
    for way in ways:
        mine = [outcome for outcome in outcomes if outcome["way"] == way]
        passed = sum(outcome["passed"] for outcome in mine)
        total = passed + sum(len(outcome["failures"]) for outcome in mine)
        fresh = sum(len(new_failures(outcome, known)) for outcome in mine)
        clean = clean and not fresh
        print("%-10s %16s %8.2f %16s %8d %8.0f" % (
            way, "%d/%d" % (passed, total), 100.0 * passed / max(total, 1),
            "%d/%d" % (sum(not outcome["failures"] for outcome in mine), len(mine)), total - passed - fresh,
            sum(outcome["seconds"] for outcome in mine)))
    return clean


SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "lib")


def read_families():
    """The family of each operator by its name without namespace and overload."""
    families = {}
    for directory in ("Library/composites", "Library/decompositions"):
        for name in sorted(os.listdir(os.path.join(SOURCE, directory))):
            with open(os.path.join(SOURCE, directory, name)) as file:
                for decorated in re.findall(r"@register_decomposition\((.*)\)", file.read()):
                    for base in re.findall(r"(?:aten|prims)\.(\w+)", decorated):
                        families[base] = "Text"
    operators = os.path.join(SOURCE, "Operators")
    for family in sorted(os.listdir(operators)):
        table = os.path.join(operators, family, "Operators.def")
        if os.path.exists(table):
            with open(table) as file:
                for base in re.findall(r'"aten::(\w+)', file.read()):
                    families[base] = family
    return families


def family_of(program, families):
    """The family of the operator that a program of PyTorch's operator samples is named after."""
    name = program.rpartition("/")[2].rpartition(".")[0].partition("-")[0]
    plain = re.sub(r"^(nn\.functional|_refs|masked)\.", "", name)
    reflected = re.match(r"__r(\w+)__$", plain)
    candidates = [plain, plain.replace(".", "_"), plain.rpartition(".")[2]]
    if reflected:
        # `3 - x` is rsub of x; `3 * x` is the product in the other order.
        candidates = [plain, "r" + reflected.group(1), reflected.group(1)]
    return next((families[c] for c in candidates if c in families), "other")


def print_families(outcomes, ways):
    """How many calls passed and failed by family of operators."""
    families = read_families()
    print("\n%-14s" % "family" + "".join(" %14s" % way for way in ways))
    counts = {}
    for outcome in outcomes:
        count = counts.setdefault(family_of(outcome["program"], families), {}).setdefault(outcome["way"], [0, 0])
        count[0] += outcome["passed"]
        count[1] += outcome["passed"] + len(outcome["failures"])
    for family in sorted(counts):
        print("%-14s" % family + "".join(" %14s" % ("%d/%d" % tuple(counts[family].get(way, (0, 0)))) for way in ways))


def run_all(options, programs, results):
    """Runs what has no outcome yet; all outcomes of the programs, in order."""
    def is_due(key):
        old = results.outcomes.get(key)
        return old is None or (options.failed and bool(old["failures"]))
    due = [(way, program) for way in options.ways for program in programs if is_due((way, program.name))]
    tool = os.path.join(options.tools, "ts-run")
    progress = Progress(len(due))
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    try:
        tasks = [pool.submit(run_program, tool, way, program, options.timeout) for way, program in due]
        for task in concurrent.futures.as_completed(tasks):
            results.add(task.result())
            progress.step(bool(task.result()["failures"]))
    except KeyboardInterrupt:
        pool.shutdown(cancel_futures=True)
        raise
    return [results.outcomes[way, program.name] for way in options.ways for program in programs]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="+", metavar="DIRECTORY|PROGRAM.py")
    parser.add_argument("--tools", default="build/release/bin", metavar="DIR", help="directory of ts-run")
    parser.add_argument("--way", action="append", dest="ways", choices=WAYS, help="only this way (may be repeated)")
    parser.add_argument("--only", default="", metavar="REGEX", help="only programs whose names match")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time (default: all cores)")
    parser.add_argument("--timeout", type=float, default=120, metavar="S", help="seconds for a program (default 120)")
    parser.add_argument("--results", metavar="FILE", help="file of outcomes (default: conformance.jsonl beside the tools' directory)")
    parser.add_argument("--resume", action="store_true", help="keep the outcomes that the file of results has")
    parser.add_argument("--failed", action="store_true", help="as --resume, but run again what failed")
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON")
    parser.add_argument("--families", action="store_true", help="count by families of operators, too")
    parser.add_argument("--known", metavar="FILE", help="failures that are understood, with their causes")
    options = parser.parse_args()
    options.ways = options.ways or list(WAYS)
    options.jobs = max(options.jobs, 1)
    options.results = options.results or os.path.join(options.tools, os.pardir, "conformance.jsonl")
    if not os.access(os.path.join(options.tools, "ts-run"), os.X_OK):
        raise Misuse("no ts-run in '%s'; build it or name its directory with --tools" % options.tools)
    try:
        re.compile(options.only)
    except re.error as error:
        raise Misuse("--only is not a regular expression: %s" % error)
    return options


def main():
    try:
        options = parse_arguments()
        known = read_known(options.known)
        programs = find_programs(options.places, options.only)
        results = Results(options.results, options.resume or options.failed)
    except (Misuse, OSError) as problem:
        print("error: %s" % problem, file=sys.stderr)
        return 2
    try:
        outcomes = run_all(options, programs, results)
    except KeyboardInterrupt:
        print("\nstopped; --resume goes on", file=sys.stderr)
        return 130
    clean = print_report(outcomes, options.ways, known)
    if options.families:
        print_families(outcomes, options.ways)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"programs": len(programs), "passed": clean, "outcomes": outcomes}, file)
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
