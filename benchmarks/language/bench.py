#!/usr/bin/env python3
"""Time the language tier against TorchScript, CPython and C++ in one run, interleaved.

    /usr/bin/python3 benchmarks/language/bench.py --tools build/release/bin [--rounds 5] [NAME ...]

Ours is programs.py through ts-compile --target-cpu=native, C++ is programs.cpp at
-O2 -march=native. Each competitor runs in a process of its own, pinned to one thread;
every round asks each for one timed block. All must return the same number.
Prints the median CPU milliseconds of a call, and ratios to ours (above 1: ours is faster).
"""
import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = {"int_loop": 10_000_000, "sieve": 300_000, "edit_distance": 400, "word_count": 200_000,
         "queens": 8, "build_string": 50_000, "class_calls": 500_000, "small_tensors": 20_000,
         "nms": 200, "beam_search": 500, "lstm": 1_000}
FLOATS = {"small_tensors", "lstm"}
KINDS = ("ours", "C++", "TorchScript", "CPython")

WORKER = r"""
import ctypes, sys, time
kind, name, size, library, here, is_float = sys.argv[1:7]
size = int(size)
if kind in ("ours", "C++"):
    loaded = ctypes.CDLL(library)
    number = ctypes.c_double if is_float == "1" else ctypes.c_int64
    if kind == "C++":
        call = getattr(loaded, name)
        call.restype, call.argtypes = number, [ctypes.c_int64]
    else:
        out = number()
        entry = getattr(loaded, "programs_" + name)
        entry.restype, entry.argtypes = ctypes.c_void_p, [ctypes.c_int64, ctypes.c_void_p]
        def call(n):
            if entry(n, ctypes.byref(out)):
                raise SystemExit("failed")
            return out.value
else:
    import warnings
    warnings.simplefilter("ignore")
    sys.path.insert(0, here)
    import torch
    torch.set_num_threads(1)
    if kind == "CPython":
        torch.jit.script = lambda thing: thing
    import programs
    call = getattr(programs, name)
    if kind == "TorchScript":
        call = torch.jit.script(call)
        call(min(size, 8)); call(min(size, 8))  # its profiling runs
begin = time.process_time()
result = call(size)
spent = time.process_time() - begin
count = max(1, int(0.1 / max(spent, 1e-7)))
print(repr(result), flush=True)
for line in sys.stdin:
    begin = time.process_time()
    for _ in range(count):
        call(size)
    print((time.process_time() - begin) / count * 1e3, flush=True)
"""


class Competitor:
    """One way to run a program, in a process of its own."""

    def __init__(self, kind, name, size, library):
        environment = dict(os.environ, OMP_NUM_THREADS="1")
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER, kind, name, str(size), library, HERE, str(int(name in FLOATS))],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        answer = self.process.stdout.readline().strip()
        if not answer:
            raise SystemExit(f"{name} ({kind}) failed:\n{self.process.stderr.read()}")
        self.result = float(answer)

    def measure(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True, help="directory of ts-compile")
    parser.add_argument("--cxx", default="g++", help="compiler of the C++ programs")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=KINDS, help="competitors: " + ", ".join(KINDS))
    parser.add_argument("names", nargs="*", help="default: all of " + ", ".join(SIZES))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        libraries = {kind: os.path.join(scratch, kind + ".so") for kind in KINDS}
        subprocess.run([os.path.join(args.tools, "ts-compile"), os.path.join(HERE, "programs.py"), "-o",
                        libraries["ours"], "--target-cpu=native"], check=True)
        subprocess.run([args.cxx, "-O2", "-march=native", "-std=c++17", "-shared", "-fPIC",
                        os.path.join(HERE, "programs.cpp"), "-o", libraries["C++"]], check=True)
        print(f"CPU ms per call, median of {args.rounds} rounds, one thread; (ratio to ours)")
        print("%-14s %9s" % ("", "ours") + "".join("%22s" % kind for kind in KINDS[1:] if kind in args.only))
        for name in args.names or SIZES:
            runners = {kind: Competitor(kind, name, SIZES[name], libraries[kind])
                       for kind in KINDS if kind in args.only}
            results = {kind: runner.result for kind, runner in runners.items()}
            if not all(math.isclose(result, results["ours"], rel_tol=1e-4) for result in results.values()):
                raise SystemExit(f"{name}: the results differ: {results}")
            times = {kind: [] for kind in runners}
            for _ in range(args.rounds):
                for kind, runner in runners.items():
                    times[kind].append(runner.measure())
            for runner in runners.values():
                runner.close()
            medians = {kind: statistics.median(values) for kind, values in times.items()}
            print("%-14s %9.3f" % (name, medians["ours"]) + "".join(
                "%12.3f (%7.2fx)" % (medians[kind], medians[kind] / medians["ours"])
                for kind in medians if kind != "ours"), flush=True)


if __name__ == "__main__":
    main()
