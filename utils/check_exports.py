#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Brings archives to exported programs and back, and runs the last with PyTorch.

    python3 utils/check_exports.py build/release/bin DIR|FILE... [-v]

Each archive `NAME.pt` whose `forward` PyTorch runs is exported (`.pt2`), written
back as an archive, and called with the same arguments by PyTorch, whose results
have to be those of the original. Arguments are those of the first call of
`forward` in `NAME.json`; without one, tensors of a few shapes are tried until
the original takes them. Counts how many archives came how far; `-v` says why the
others did not. The interpreter must have PyTorch.
"""

import argparse
import collections
import itertools
import json
import os
import subprocess
import sys
import tempfile
import warnings

import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from recorded_calls import Decoder, encode, same  # noqa: E402

SHAPES = [(2, 3), (4,), (1, 3, 8, 8), (1, 3, 4, 8, 8), (2, 5, 8), ()]
NAMES = {torch.float32: "f32", torch.float64: "f64", torch.int64: "i64", torch.int32: "i32",
         torch.int16: "i16", torch.int8: "i8", torch.uint8: "u8", torch.bool: "bool"}


def spell(value):
    """An argument as `--input` takes it; nothing for others."""
    if isinstance(value, torch.Tensor):
        if value.dtype not in NAMES or value.numel() > 4096 or value.is_sparse or value.is_quantized:
            return None
        return f"tensor({json.dumps(value.tolist())}, dtype={NAMES[value.dtype]})".replace("true", "True").replace(
            "false", "False")
    if isinstance(value, (list, tuple)):
        parts = [spell(part) for part in value]
        if None in parts:
            return None
        if isinstance(value, list):
            return "[" + ", ".join(parts) + "]"
        return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)
    return json.dumps(value) if isinstance(value, str) else None


def recorded_arguments(path):
    """The arguments of the first call of `forward` that is recorded."""
    try:
        with open(path[:-len(".pt")] + ".json") as file:
            calls = json.load(file).get("calls", [])
    except (OSError, ValueError):
        return None
    for call in calls:
        if call.get("method") == "forward" and "error" not in call:
            decoder = Decoder(None)
            return [decoder.value(argument) for argument in call["args"]]
    return None


def call(path, arguments):
    """What `forward` of an archive gives, encoded."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = torch.jit.load(path)
        copies = [a.clone() if isinstance(a, torch.Tensor) else a for a in arguments]
        return encode(module.forward(*copies))


def find_arguments(path):
    """Arguments that the archive takes, and the result; nothing when none fit."""
    known = recorded_arguments(path)
    if known is not None:
        return known, call(path, known)
    schema = torch.jit.load(path).forward.schema
    wanted = [argument for argument in schema.arguments[1:] if not argument.has_default_value()]
    if any(str(argument.type) != "Tensor" for argument in wanted) or len(wanted) > 3:
        return None
    for dtype, shape in itertools.product((torch.float32, torch.int64), SHAPES):
        count = max(1, torch.Size(shape).numel())
        tensor = torch.arange(count).remainder(7).add(1).to(dtype).reshape(shape)
        try:
            return [tensor] * len(wanted), call(path, [tensor] * len(wanted))
        except Exception:  # another shape
            continue
    return None


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
    return None if done.returncode == 0 else (done.stderr.strip().splitlines() or ["failed"])[0]


def check(tools, path, folder):
    """How far an archive comes, and why not further."""
    try:
        found = find_arguments(path)
    except Exception as error:
        return "PyTorch does not run it", str(error).strip().splitlines()[-1:]
    if found is None:
        return "no arguments known", ""
    arguments, expected = found
    spelled = [spell(argument) for argument in arguments]
    if None in spelled:
        return "no arguments known", "an argument has no text"
    program, back = os.path.join(folder, "a.pt2"), os.path.join(folder, "a.pt")
    translate = os.path.join(tools, "ts-translate")
    why = run(translate, "--export-program", path, *["--input=" + text for text in spelled], "-o", program)
    if why:
        return "not exported", why
    why = run(translate, "--export-torchscript-archive", program, "-o", back)
    if why:
        return "not written back", why
    try:
        result = call(back, arguments)
    except Exception as error:
        return "PyTorch does not run the last", str(error).strip().splitlines()[-1:]
    return ("equal", "") if same(expected, result) else ("different", "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("-v", action="store_true")
    options = parser.parse_args()
    files = []
    for path in options.paths:
        if not os.path.isdir(path):
            files.append(path)
        for folder, _, names in os.walk(path):
            files += sorted(os.path.join(folder, name) for name in names if name.endswith((".pt", ".ptl", ".dat")))
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                # PyTorch may crash, and prints.
                os.close(read)
                try:
                    text = json.dumps(check(options.tools, path, folder))
                except Exception as error:
                    text = json.dumps(["failed", str(error)])
                os.write(write, text[:60000].encode())
                os._exit(0)
            os.close(write)
            with os.fdopen(read) as file:
                text = file.read()
            os.waitpid(child, 0)
            state, why = json.loads(text) if text else ("PyTorch does not run it", "the process died")
            counts[state] += 1
            if options.v and state != "equal":
                print(f"{os.path.basename(path)}: {state}: {why}")
    print(f"{sum(counts.values())} archives: " + ", ".join(f"{n} {state}" for state, n in counts.most_common()))
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
