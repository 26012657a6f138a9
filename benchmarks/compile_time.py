#!/usr/bin/env python3
"""Measure how compile time grows with the size of a program.

    benchmarks/compile_time.py --tools build/release/bin [--scale 1] [--limit 120] [KIND ...]

Makes a large input of each kind and one of a tenth of its size, runs ts-run and ts-compile on both, and prints
CPU seconds (one thread does the work) and the ratio of the two: 10 is linear, less means that start-up counts.
Results of ts-run are checked.
Archives need PyTorch (`python3-torch`); without it their kinds are left out.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

HEADER = "import torch\nfrom typing import Any, Dict, List, Optional, Tuple\nfrom torch import Tensor\n\n"


class Case:
    """Files of one input, and how to call it."""

    def __init__(self, text, entry, inputs, expected, state=None, archive=None):
        self.text, self.entry, self.inputs, self.expected = text, entry, inputs, expected
        self.state, self.archive = state, archive


def words(count):
    return ["w%d" % (i * 7919 % 1000003) for i in range(count)]


def list_case(kind, elements, last):
    text = HEADER + "def f(i: int) -> %s:\n    x = [\n%s    ]\n    return x[i]\n" % (
        kind, "".join("        %s,\n" % element for element in elements))
    return Case(text, "f", [str(len(elements) - 1)], last)


def ints(n):
    return list_case("int", [str(i * i) for i in range(n)], str((n - 1) ** 2))


def floats(n):
    return list_case("float", ["%d.25" % i for i in range(n)], "%d.25" % (n - 1))


def strings(n):
    return list_case("str", ['"%s"' % word for word in words(n)], words(n)[-1])


def tuples(n):
    return list_case("Tuple[int, Tuple[str, float]]", ['(%d, ("t%d", %d.5))' % (i, i, i) for i in range(n)],
                     "(%d, (t%d, %d.5))" % (n - 1, n - 1, n - 1))


def nested(n):
    n //= 2
    return list_case("List[int]", ["[%d, %d]" % (i, -i) for i in range(n)], "[%d, %d]" % (n - 1, 1 - n))


def dictionary(n):
    text = HEADER + "def f(key: str) -> int:\n    x = {\n%s    }\n    return x[key]\n" % "".join(
        '        "%s": %d,\n' % (word, i) for i, word in enumerate(words(n)))
    return Case(text, "f", ['"%s"' % words(n)[-1]], str(n - 1))


MODULE = HEADER + """class M(torch.nn.Module):
    vocabulary: Dict[str, int]
    names: List[str]

    def forward(self, word: str) -> Tuple[int, str]:
        number = self.vocabulary[word]
        return number, self.names[number]
"""


def attributes(n):
    def text(value):
        return {"t": "str", "v": value}
    state = {"t": "module", "class": "M", "training": False, "attributes": [
        ["vocabulary", {"t": "dict", "v": [[text(w), {"t": "int", "v": i}] for i, w in enumerate(words(n))]}],
        ["names", {"t": "list", "v": [text(w) for w in words(n)]}]]}
    return Case(MODULE, "forward", ['"%s"' % words(n)[-1]], "(%d, %s)" % (n - 1, words(n)[-1]),
                state={"instances": [{"name": "m", "class": "M", "state": state}]})


def attributes_archive(n):
    return Case(None, "forward", ['"%s"' % words(n)[-1]], "(%d, %s)" % (n - 1, words(n)[-1]), archive=MODULE + """
    def __init__(self):
        super().__init__()
        words = ["w%%d" %% (i * 7919 %% 1000003) for i in range(%d)]
        self.vocabulary = {w: i for i, w in enumerate(words)}
        self.names = words
model = M()
""" % n)


def functions(n):
    text = HEADER + "".join("def f%d(x: int) -> int:\n    if x > %d:\n        return x - 1\n    return x + %d\n\n\n" %
                            (i, i, i) for i in range(n))
    return Case(text, "f%d" % (n - 1), ["1"], str(n))


def called_functions(n):
    # Each calls one of half its number, and the last one is called.
    text = HEADER + "def f0(x: int) -> int:\n    return x\n\n\n" + "".join(
        "def f%d(x: int) -> int:\n    return f%d(x) + 1\n\n\n" % (i, i // 2) for i in range(1, n)) + (
            "def main(x: int) -> int:\n" + "".join("    x = f%d(x)\n" % i for i in range(n)) + "    return x\n")
    return Case(text, "main", ["0"], str(sum(i.bit_length() for i in range(n))))


def tensor_lines(n):
    text = HEADER + "def f(x: Tensor, y: Tensor):\n" + "    y = y * 1.0001 + x\n" * n + "    return y.sum()\n"
    return Case(text, "f", ["4:f32=0", "4:f32=0"], None)


def scalar_lines(n):
    text = HEADER + "def f(x: float, y: float):\n" + "    y = y * 1.0001 + x\n" * n + "    return y > 0.0\n"
    return Case(text, "f", ["1.0", "1.0"], "True")


def branch_lines(n):
    text = HEADER + "def f(x: int, y: int):\n" + "".join(
        "    if x > %d:\n        y = y + %d\n" % (i, i) for i in range(n)) + "    return y\n"
    return Case(text, "f", [str(n), "0"], str(n * (n - 1) // 2))


TREE = """class Leaf(torch.nn.Module):
    scale: float

    def forward(self, x: Tensor) -> Tensor:
        return x * self.weight + self.scale


class Inner(torch.nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return self.b(self.a(x))


class Tree(torch.nn.Module):
    def forward(self, x: Tensor) -> Tensor:
%s        return x
"""


def tree_state(n):
    def leaf(i):
        return {"t": "module", "class": "Leaf", "training": False,
                "parameters": [["weight", {"t": "tensor", "dtype": "float32", "shape": [2], "data": [1.0, 1.0]}]],
                "attributes": [["scale", {"t": "float", "v": 1.0}]]}

    def inner(i):
        return {"t": "module", "class": "Inner", "training": False, "submodules": [["a", leaf(i)], ["b", leaf(i)]]}
    parts = n // 3
    state = {"t": "module", "class": "Tree", "training": False,
             "submodules": [["part%d" % i, inner(i)] for i in range(parts)]}
    text = HEADER + TREE % "".join("        x = self.part%d(x)\n" % i for i in range(parts))
    return Case(text, "forward", ["2:f32=0"], None, state={"instances": [{"name": "m", "class": "Tree", "state": state}]})


def tree_archive(n):
    parts = n // 3
    text = HEADER + TREE % "".join("        x = self.part%d(x)\n" % i for i in range(parts))
    return Case(None, "forward", ["2:f32=0"], None, archive=text + """
def leaf():
    made = Leaf()
    made.weight = torch.nn.Parameter(torch.ones(2))
    made.scale = 1.0
    return made


model = Tree()
for i in range(%d):
    inner = Inner()
    inner.a, inner.b = leaf(), leaf()
    setattr(model, "part%%d" %% i, inner)
""" % parts)


KINDS = {
    "ints": (ints, 100000), "floats": (floats, 100000), "strings": (strings, 100000), "tuples": (tuples, 100000),
    "nested": (nested, 100000), "dict": (dictionary, 100000), "attributes": (attributes, 100000),
    "attributes-pt": (attributes_archive, 100000), "functions": (functions, 20000),
    "calls": (called_functions, 20000), "tensor-lines": (tensor_lines, 10000), "scalar-lines": (scalar_lines, 10000),
    "branch-lines": (branch_lines, 10000), "modules": (tree_state, 500), "modules-pt": (tree_archive, 500)}


def write(case, folder):
    """Writes the files of a case; the arguments that name them, or None without PyTorch."""
    path = os.path.join(folder, "program.py")
    with open(path, "w") as file:
        file.write(case.text if case.text else case.archive)
    if case.archive:
        code = ("import runpy, sys, torch; module = runpy.run_path(sys.argv[1], run_name='program')['model'].eval(); "
                "torch.jit.script(module).save(sys.argv[2])")
        archive = os.path.join(folder, "program.pt")
        # Some PyTorch calls recurse for each attribute.
        resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        if subprocess.run(["/usr/bin/python3", "-c", code, path, archive], capture_output=True).returncode:
            return None
        return [archive]
    if not case.state:
        return [path]
    with open(os.path.join(folder, "state.json"), "w") as file:
        json.dump(case.state, file)
    return [path, "--state=" + file.name]


def measure(command, limit):
    """CPU seconds of a command, and what it printed; (None, reason) when it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, "over %d" % limit
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if run.returncode:
        return None, "failed: " + (run.stderr.strip().splitlines() or ["exit status %d" % run.returncode])[-1][:200]
    return seconds, run.stdout.strip()


def run_case(args, case, folder):
    """Seconds of ts-run and ts-compile, or reasons; None when the input cannot be made."""
    files = write(case, folder)
    if files is None:
        return None
    seconds, printed = measure([os.path.join(args.tools, "ts-run"), *files, "--entry=" + case.entry] +
                               ["--input=" + value for value in case.inputs], args.limit)
    if seconds is not None and case.expected is not None and printed != case.expected:
        seconds, printed = None, "wrong: %s, expected %s" % (printed[:80], case.expected[:80])
    compiled, reason = measure([os.path.join(args.tools, "ts-compile"), *files, "-o", os.path.join(folder, "out.so")],
                               args.limit)
    return (printed if seconds is None else seconds), (reason if compiled is None else compiled)


def spell(value, small):
    if not isinstance(value, float):
        return value
    ratio = " (%.1fx)" % (value / small) if isinstance(small, float) else ""
    return "%.2f%s" % (value, ratio)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True, help="directory of ts-run and ts-compile")
    parser.add_argument("--scale", type=float, default=1, help="multiplies all sizes")
    parser.add_argument("--limit", type=float, default=120, help="seconds after which a command is stopped")
    parser.add_argument("--keep", help="write the inputs to this directory and leave them there")
    parser.add_argument("kinds", nargs="*", help="default: all of " + ", ".join(KINDS))
    args = parser.parse_args()
    print("%-14s %8s  %-18s %-18s" % ("kind", "size", "ts-run s", "ts-compile s"))
    failed = False
    for kind in args.kinds or KINDS:
        make, size = KINDS[kind]
        size = int(size * args.scale)
        results = []
        for n in (size // 10, size):
            with tempfile.TemporaryDirectory() as scratch:
                folder = os.path.join(args.keep, "%s-%d" % (kind, n)) if args.keep else scratch
                os.makedirs(folder, exist_ok=True)
                results.append(run_case(args, make(n), folder))
        if None in results:
            print("%-14s cannot be made here" % kind, flush=True)
            continue
        (run_small, compile_small), (run, compiled) = results
        failed |= isinstance(run, str) or isinstance(compiled, str)
        print("%-14s %8d  %-18s %-18s" % (kind, size, spell(run, run_small), spell(compiled, compile_small)), flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
