#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes archives again and lets PyTorch compare them with what they were.

    python3 utils/check_archives.py build/release/bin DIR|FILE... [--torch] [-v]

Each archive is imported and written (`ts-translate --export-torchscript-archive`),
and what was written is written once more, which must give the same bytes. Calls
recorded beside an archive (`NAME.json`) are run on the written one by `ts-run`.
With `--torch` PyTorch loads both: all parameters and buffers, and the results of
all methods, on the recorded arguments or on tensors of shapes that the method
takes, must be equal; then `ts-run` runs these calls and must give PyTorch's
results. The interpreter must have PyTorch then. Prints one line for each archive
and a table of counts; `-v` says why archives differ.
"""

import argparse
import base64
import collections
import contextlib
import io
import itertools
import json
import os
import re
import sys
import tempfile
import warnings

from check_roundtrip import in_child, run

SUFFIXES = (".pt", ".pth", ".ptl", ".dat", ".ff")
SHAPES = ((2, 3), (1, 1, 8, 8), (1, 3, 8, 8), (1, 3, 32, 32), (1, 3, 4), (1, 4, 8), (3,), (4,), (1, 2), (2, 5),
          (5,), (1,), (), (1, 1, 4, 4), (1, 3, 8, 8, 8), (1, 2, 4, 4, 4), (1, 10))


def describe(value):
    """A value as text in which equal values are equal, bit for bit."""
    import torch
    if isinstance(value, torch.Tensor):
        if value.layout is not torch.strided:
            return ["sparse", describe(value.to_dense())]
        head = [str(value.dtype), list(value.shape), value.requires_grad]
        if value.is_quantized:
            return head + [str(value.qscheme()), describe(value.int_repr()), describe(value.dequantize())]
        plain = value.detach().contiguous().resolve_conj().resolve_neg()
        return head + [bytes(plain.view(torch.uint8).numpy() if plain.dim() else
                             plain.reshape(1).view(torch.uint8).numpy()).hex()]
    if isinstance(value, (list, tuple)):
        return [type(value).__name__[:4]] + [describe(v) for v in value]
    if isinstance(value, dict):
        return ["dict"] + [[describe(k), describe(v)] for k, v in value.items()]
    if isinstance(value, (type(None), bool, int, float, complex, str)):
        return repr(value)
    return re.sub(r"0x[0-9a-f]+|___torch_mangle_\d+\.", "", str(value))


def describe_error(error):
    """The last line, without places in code and without numbers of classes."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    return "%s: %s" % (type(error).__name__, re.sub(r"___torch_mangle_\d+\.|0x[0-9a-f]+", "", lines[-1] if lines else ""))


def encode(value):
    """A value as `ts-run --check` reads it; ValueError for what it has no form of."""
    import torch
    if isinstance(value, torch.Tensor):
        if value.layout is not torch.strided or value.is_quantized:
            raise ValueError("no form")
        plain = value.detach().contiguous().resolve_conj().resolve_neg().reshape(-1)
        return {"t": "tensor", "dtype": str(value.dtype).replace("torch.", ""), "shape": list(value.shape),
                "b64": base64.b64encode(bytes(plain.view(torch.uint8).numpy())).decode()}
    for kind, tag in ((bool, "bool"), (int, "int"), (str, "str")):
        if isinstance(value, kind):
            return {"t": tag, "v": value}
    if value is None:
        return {"t": "none"}
    if isinstance(value, float):
        return {"t": "float", "v": value.hex(), "repr": repr(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"t": "namedtuple", "name": type(value).__name__, "fields": list(value._fields),
                "items": [encode(item) for item in value]}
    if isinstance(value, (list, tuple)):
        return {"t": type(value).__name__, "items": [encode(item) for item in value]}
    if isinstance(value, dict):
        return {"t": "dict", "items": [[encode(k), encode(v)] for k, v in value.items()]}
    raise ValueError("no form")


def record(name, load, make):
    """One call with PyTorch's result; None for what has no form, fails or draws random numbers."""
    import torch
    results = []
    for seed in (0, 1, 2, 3):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                arguments = make()
                torch.manual_seed(seed)
                call = {"method": name, "args": [encode(a) for a in arguments]}
                results.append({**call, "result": encode(load()(*arguments))})
        except Exception:
            return None
    return results[0] if all(other == results[0] for other in results) else None


def outcome(method, arguments):
    import torch
    out = io.StringIO()
    torch.manual_seed(0)
    try:
        with contextlib.redirect_stdout(out):
            return ["ok", describe(method(*arguments)), describe(list(arguments)), out.getvalue()]
    except Exception as error:  # What a program raises is part of what it does.
        return ["error", describe_error(error), out.getvalue()]


def samples(schema):
    """Argument lists that may fit a method: all tensors of one shape."""
    import torch
    plain = {"int": 2, "float": 0.5, "bool": True, "str": "a", "number": 2, "List[int]": [1, 2], "NoneType": None}
    formals = schema.arguments[1:]
    if not formals:
        yield lambda: []
        return
    for shape in SHAPES:
        for dtype in (torch.float32, torch.int64):
            def make(shape=shape, dtype=dtype):
                torch.manual_seed(1)
                made = []
                for formal in formals:
                    spelling = formal.type.annotation_str
                    if spelling == "Tensor":
                        made.append(torch.rand(shape).mul(3).to(dtype))
                    elif spelling == "List[Tensor]":
                        made.append([torch.rand(shape).to(dtype), torch.rand(shape).to(dtype)])
                    elif spelling.startswith("Optional"):
                        made.append(None)
                    elif spelling in plain:
                        made.append(plain[spelling])
                    else:
                        return None
                return made
            yield make


def compare_state(one, other):
    before, after = ([(n, describe(t)) for n, t in m.state_dict().items()] for m in (one, other))
    return [] if before == after else ["state differs: %s" % [n for n, _ in before if (n, _) not in after]]


def compare_calls(path, written, recorded):
    import torch
    from recorded_calls import Decoder
    one, other = torch.jit.load(path, map_location="cpu"), torch.jit.load(written)
    wrong, count, good = compare_state(one, other), 0, 0
    try:
        for call in recorded or []:
            [Decoder(None).value(a) for a in call["args"]]
    except AttributeError:  # A value of a class that only the archive has.
        recorded = None
    if recorded:
        cases = [(c["method"], lambda c=c: [Decoder(None).value(a) for a in c["args"]]) for c in recorded]
    else:
        cases = []
        for name in one._c._method_names():
            if name.startswith("__"):
                continue
            makers = [m for m in samples(one._c._get_method(name).schema) if m() is not None]
            probe = getattr(torch.jit.load(path, map_location="cpu"), name)
            fits = list(itertools.islice((m for m in makers if outcome(probe, m())[0] == "ok"), 2))
            cases += [(name, make) for make in (fits or makers[:2])]
    calls = []
    for name, make in cases:
        if not hasattr(other, name):
            wrong.append("method '%s' is missing" % name)
            continue
        results = [outcome(getattr(m, name), make()) for m in (one, other)]
        count += 1
        good += results[0][0] == "ok"
        load = lambda: getattr(torch.jit.load(path, map_location="cpu"), name)
        calls.append(record(name, load, make) if results[0][0] == "ok" else None)
        if results[0] != results[1]:
            wrong.append("%s: %s, not %s" % (name, str(results[1])[:300], str(results[0])[:300]))
    return ["compared", count, good, wrong, [call for call in calls if call]]


def compare(path, written, recorded):
    import torch
    warnings.simplefilter("ignore")
    try:
        torch.jit.load(path, map_location="cpu")
    except Exception as error:
        return ["not loaded before", describe_error(error)]
    try:
        torch.jit.load(written)
    except Exception as error:
        return ["not loaded", str(error)]
    return compare_calls(path, written, recorded)


def find_archives(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                if name.endswith(SUFFIXES):
                    yield os.path.join(folder, name)


class Checker:
    def __init__(self, options):
        self.tool = lambda name: os.path.join(options.binaries, name)
        self.options, self.counts = options, collections.Counter()
        self.scratch = tempfile.mkdtemp()

    def write(self, path, output):
        return run(self.tool("ts-translate"), path, "--export-torchscript-archive", "-o", output)

    def check(self, path):
        """What became of an archive, in words, and details."""
        self.counts["archives"] += 1
        imported = run(self.tool("ts-translate"), path, "--no-sources", "-o", os.devnull)
        if imported.returncode:
            self.counts["not imported"] += 1
            return "not imported", imported.stderr
        once, twice = (os.path.join(self.scratch, name) for name in ("once.pt", "twice.pt"))
        written = self.write(path, once)
        if written.returncode:
            self.counts["not written"] += 1
            return "not written", written.stderr
        self.counts["written"] += 1
        again = self.write(once, twice)
        if again.returncode:
            self.counts["not read again"] += 1
            return "not read again", again.stderr
        with open(once, "rb") as one, open(twice, "rb") as other:
            if one.read() != other.read():
                self.counts["not stable"] += 1
                return "not stable", "%s differs from %s" % (once, twice)
        return self.run_calls(path, once)

    def run_calls(self, path, written):
        calls = os.path.splitext(path)[0] + ".json"
        recorded = None
        if os.path.exists(calls):
            with open(calls) as file:
                recorded = json.load(file).get("calls")
            ran, before = (run(self.tool("ts-run"), p, "--check=" + calls) for p in (written, path))
            self.counts["calls compared by ts-run"] += len(recorded or [])
            if (ran.returncode, ran.stdout.splitlines()[-1:]) != (before.returncode, before.stdout.splitlines()[-1:]):
                self.counts["different"] += 1
                return "different", ran.stdout + ran.stderr
        if not self.options.torch:
            return "written", ""
        kind, *rest = in_child(lambda: compare(path, written, recorded), ["died", "the process died"])
        if kind != "compared":
            self.counts["PyTorch: " + kind] += 1
            return "PyTorch: " + kind, rest[0]
        count, good, wrong, calls = rest
        self.counts["PyTorch: loaded"] += 1
        self.counts["PyTorch: calls"] += count
        self.counts["PyTorch: calls without an error"] += good
        self.counts["PyTorch: " + ("different" if wrong else "equal")] += 1
        if wrong:
            return "PyTorch: different", "\n".join(wrong)
        details = self.run_here(path, calls)
        return ("different here" if details else "equal, %d calls, %d here" % (count, len(calls))), details

    def run_here(self, path, calls):
        """What is different when `ts-run` runs calls that PyTorch ran."""
        # Each on the archive as it is: methods may change it.
        details = []
        for call in calls:
            recorded = os.path.join(self.scratch, "calls.json")
            with open(recorded, "w") as file:
                json.dump({"archive": os.path.basename(path), "calls": [call]}, file)
            ran = run(self.tool("ts-run"), path, "--tier=runtime", "--check=" + recorded, "--check-warnings=false")
            self.counts["calls compared here"] += 1
            if ran.returncode:
                self.counts["calls different here"] += 1
                details.append("%s: %s" % (call["method"], (ran.stdout + ran.stderr)[:1500]))
        self.counts["archives equal here" if calls and not details else
                    "archives different here" if details else "archives without calls to compare"] += 1
        return "\n".join(details)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", help="directory of the tools")
    parser.add_argument("paths", nargs="+", help="archives, or directories of them")
    parser.add_argument("--torch", action="store_true", help="let PyTorch compare the archives, too")
    parser.add_argument("-v", action="store_true", help="say why archives are refused or differ")
    options = parser.parse_args()
    if options.torch:
        # Once, for all children.
        import torch
        torch.set_num_threads(1)
    checker = Checker(options)
    for path in find_archives(options.paths):
        what, details = checker.check(path)
        print("%s: %s" % (os.path.basename(path), what), flush=True)
        if options.v:
            print("\n".join("    " + line[:300] for line in details.splitlines()[:14]), flush=True)
    for key, count in checker.counts.items():
        print("%6d %s" % (count, key))
    return any(checker.counts[k] for k in ("not stable", "different", "not read again", "PyTorch: different",
                                           "PyTorch: not loaded", "archives different here"))


if __name__ == "__main__":
    sys.exit(main())
