#!/usr/bin/env python3
"""Time compiled programs against PyTorch in one run, interleaved.

    /usr/bin/python3 benchmarks/bench.py --tools build/release/bin [--threads 1] [--rounds 7] [NAME ...]

Competitors: ts-run, PyTorch eager (the archive run with the JIT's optimisation
off), scripted, and frozen. One process each; every round asks each for one timed
block. Prints the median milliseconds of a call and the ratio to ours.
Needs the Debian packages of the group `bench` in packages.txt.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = {"digits": ("examples/digits/digits.pt", (1, 1, 28, 28)),
            "digits-batch16": ("examples/digits/digits.pt", (16, 1, 28, 28))}

PEER = r"""
import sys, time, warnings
warnings.simplefilter("ignore")
import numpy as np, torch
mode, archive, picture, threads = sys.argv[1:5]
torch.set_num_threads(int(threads))
x = torch.from_numpy(np.load(picture))
if mode == "eager":
    torch._C._get_graph_executor_optimize(False)
    torch._C._jit_set_profiling_executor(False)
module = torch.jit.load(archive).eval()
if mode == "frozen":
    module = torch.jit.freeze(module)
with torch.no_grad():
    for _ in range(5):
        y = module(x)
    begin = time.perf_counter()
    module(x)
    count = max(1, int(0.2 / max(time.perf_counter() - begin, 1e-6)))
    print("ready", flush=True)
    for line in sys.stdin:
        begin = time.perf_counter()
        for _ in range(count):
            module(x)
        print((time.perf_counter() - begin) / count * 1e3, flush=True)
"""


class Peer:
    """PyTorch in one mode, in a process of its own."""

    def __init__(self, mode, archive, picture, threads):
        environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
        self.process = subprocess.Popen(
            [sys.executable, "-c", PEER, mode, archive, picture, str(threads)], env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if self.process.stdout.readline().strip() != "ready":
            raise SystemExit("PyTorch (%s) failed:\n%s" % (mode, self.process.stderr.read()))

    def measure(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Ours:
    """ts-run; it reports the median of its own block of calls."""

    def __init__(self, tool, archive, picture, threads):
        self.command = [tool, archive, "--input=" + picture, "--benchmark=50", "--threads=%d" % threads]

    def measure(self):
        run = subprocess.run(self.command, capture_output=True, text=True)
        found = re.search(r"median ([0-9.]+) (ns|us|ms|s)", run.stdout + run.stderr)
        if run.returncode or not found:
            raise SystemExit("%s failed:\n%s" % (" ".join(self.command), run.stderr))
        return float(found[1]) * {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}[found[2]]

    def close(self):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True, help="directory of ts-run")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("names", nargs="*", help="default: all of " + ", ".join(PROGRAMS))
    args = parser.parse_args()
    import numpy as np
    print("ms per call, median of %d rounds, %d thread(s); (ratio to ours)" % (args.rounds, args.threads))
    print("%-16s %10s %18s %18s %18s" % ("", "ours", "eager", "scripted", "frozen"))
    for name in args.names or PROGRAMS:
        path, shape = PROGRAMS[name]
        archive = os.path.join(ROOT, path)
        with tempfile.TemporaryDirectory() as scratch:
            picture = os.path.join(scratch, "input.npy")
            np.save(picture, np.random.RandomState(0).rand(*shape).astype(np.float32))
            runners = {"ours": Ours(os.path.join(args.tools, "ts-run"), archive, picture, args.threads)}
            for mode in ("eager", "scripted", "frozen"):
                runners[mode] = Peer(mode, archive, picture, args.threads)
            times = {mode: [] for mode in runners}
            for _ in range(args.rounds):
                for mode, runner in runners.items():
                    times[mode].append(runner.measure())
            for runner in runners.values():
                runner.close()
        medians = {mode: statistics.median(values) for mode, values in times.items()}
        print("%-16s %10.4f" % (name, medians["ours"]) + "".join(
            " %10.4f (%4.2fx)" % (medians[mode], medians[mode] / medians["ours"])
            for mode in ("eager", "scripted", "frozen")), flush=True)


if __name__ == "__main__":
    main()
