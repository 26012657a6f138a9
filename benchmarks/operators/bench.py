#!/usr/bin/env python3
"""Time single kernels against the bandwidth of memory and PyTorch, in one run.

    /usr/bin/python3 benchmarks/operators/bench.py --tools build/release/bin [--rounds 5] [NAME ...]

Every round times, one after the other, a copy by the C library of as many bytes
as the kernel reads and writes, PyTorch, and ts-run (--benchmark) on one thread.
Minima over all rounds count: other work on the machine only adds. The share is
the copy's time over the kernel's: 100 % moves memory as fast as memcpy.
Needs the Debian packages of the group `bench` in packages.txt.
"""
import argparse
import ctypes
import importlib.util
import json
import os
import subprocess
import sys
import time

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs.py")
# Name and dtype, shapes of arguments; 2 MB of input unless said otherwise: beside the
# result that is more than a level-two cache, and less than a level-three one.
CASES = {
    "chain": ["512x1024", "512x1024"],
    "gelu": ["512x1024"],
    "softmax": ["1024x512"],
    "layer_norm": ["1024x512", "512", "512"],
    "max_pool": ["1x64x112x112"],
    "depthwise": ["1x32x112x112", "32x1x3x3"],
    "transpose": ["1024x512", "512x1024"],
    "gather": ["1024x512", "1024:i64"],
    "sum_rows": ["1024x512"],
    "sum_columns": ["1024x512"],
    "sum_all": ["1024x512"],
    "amax_rows": ["1024x512"],
    "chain f64": ["512x512:f64", "512x512:f64"],
    "chain bf16": ["1024x1024:bf16", "1024x1024:bf16"],
    "softmax f64": ["512x512:f64"],
    "softmax bf16": ["2048x512:bf16"],
    "sum_rows f64": ["512x512:f64"],
    "sum_rows f16": ["2048x512:f16"],
}
DTYPES = {"": torch.float32, "f64": torch.float64, "f16": torch.float16, "bf16": torch.bfloat16}


def load_programs():
    spec = importlib.util.spec_from_file_location("programs", PROGRAMS)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make_argument(text):
    sizes, _, dtype = text.partition(":")
    shape = [int(n) for n in sizes.split("x")]
    return torch.arange(shape[0]) if dtype == "i64" else torch.randn(shape).to(DTYPES[dtype])


def spell_argument(text):
    if text.endswith(":i64"):
        return "--input=" + text + "=7"
    return "--input=" + (text if ":" in text else text + ":f32") + "=randn"


def time_call(function, seconds):
    """The least seconds of a call."""
    best, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - begin)
    return best


def time_ours(tools, name, shapes):
    command = [os.path.join(tools, "ts-run"), PROGRAMS, "--entry=" + name.split()[0], "--benchmark=50", "--json", "--threads=1"]
    run = subprocess.run(command + [spell_argument(s) for s in shapes], capture_output=True, text=True,
                         env=dict(os.environ, OMP_NUM_THREADS="1"))
    if run.returncode:
        raise SystemExit("ts-run failed on %s:\n%s" % (name, run.stderr))
    return json.loads(run.stdout.strip().splitlines()[-1])["benchmark"]["min"] * 1e-3


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default=os.path.join(HERE, "..", "..", "build", "release", "bin"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in CASES]
    if unknown:
        parser.error("no kernel is called %s; there are %s" % (", ".join(unknown), ", ".join(CASES)))
    torch.set_num_threads(1)
    programs = load_programs()
    print("| kernel | ours ms | GB/s | share of the copy | PyTorch / ours |\n|---|---|---|---|---|")
    for name in options.names or CASES:
        shapes = CASES[name]
        arguments = [make_argument(text) for text in shapes]
        function = getattr(programs, name.split()[0])
        result = function(*arguments)
        moved = sum(t.numel() * t.element_size() for t in arguments + [result])
        source, target = torch.ones(moved // 8), torch.ones(moved // 8)
        copy = peer = ours = float("inf")
        for _ in range(options.rounds):
            copy = min(copy, time_call(
                lambda: ctypes.memmove(target.data_ptr(), source.data_ptr(), moved // 2), 0.05))
            peer = min(peer, time_call(lambda: function(*arguments), 0.1))
            ours = min(ours, time_ours(options.tools, name, shapes))
        print("| `%s` | %.4f | %.1f | %.0f %% | %.2fx |"
              % (name, ours * 1e3, moved / ours * 1e-9, 100 * copy / ours, peer / ours), flush=True)


if __name__ == "__main__":
    sys.exit(main())
