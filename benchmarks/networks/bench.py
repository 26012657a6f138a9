#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times networks as ours, PyTorch and ONNX Runtime, interleaved in one run.

    benchmarks/networks/bench.py [--directory build/bench] [--threads 1,2] [NAME ...]

Networks that the directory lacks are written by networks.py, ONNX Runtime is
installed there by npm. What cannot be had is left out of the table, and the line
in front of it says so; without PyTorch and networks there is nothing to time,
and the status is 0.

With one thread a number is the least processor time of a call, in ms: on a
machine that others use, too, wall time says little. With more it is the least
wall time. A peer that takes twice as long as the best one in the first round is
not asked again. --tools may be given twice, to compare a build with another.

On two idle cores, everything with --threads 1,2 takes some 12 minutes.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# PyTorch scripted, frozen and optimized, ONNX Runtime.
PEERS = 4
ORT_PACKAGE = "onnxruntime-node@1.20.1"

TORCH = r'''
import sys, time, warnings
warnings.simplefilter("ignore")
import numpy as np, torch
kind, path, data, threads = sys.argv[1:5]
torch.set_num_threads(int(threads))
clock = time.process_time if threads == "1" else time.perf_counter
x = torch.from_numpy(np.load(data))
m = torch.jit.load(path).eval()
if kind == "optimized":
    m = torch.jit.optimize_for_inference(m)
with torch.no_grad():
    for _ in range(3): m(x)
    print("ready", flush=True)
    for line in sys.stdin:
        end, least = time.perf_counter() + 0.3, float("inf")
        while time.perf_counter() < end:
            t = clock(); m(x); least = min(least, clock() - t)
        print(least * 1e3, flush=True)
'''

ORT = r'''
import fs from 'node:fs'; import readline from 'node:readline'; import { createRequire } from 'node:module';
const [model, data, root, threads] = process.argv.slice(-4);
const ort = createRequire(root + '/')('onnxruntime-node');
const bytes = fs.readFileSync(data), length = bytes.readUInt16LE(8);
const dims = bytes.toString('latin1', 10, 10 + length).match(/'shape': \(([^)]*)\)/)[1].split(',').map(s => s.trim()).filter(Boolean).map(Number);
const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset + 10 + length, bytes.byteOffset + bytes.length));
const options = { intraOpNumThreads: +threads, interOpNumThreads: 1, graphOptimizationLevel: 'all' };
const session = await ort.InferenceSession.create(model, options);
const feeds = { [session.inputNames[0]]: new ort.Tensor('float32', values, dims) };
const wall = () => Number(process.hrtime.bigint()) / 1e6;
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1e3; };
const clock = threads === '1' ? cpu : wall;
for (let i = 0; i < 4; i++) await session.run(feeds);
console.log('ready');
for await (const line of readline.createInterface({ input: process.stdin })) {
  const end = wall() + 300;
  let least = Infinity;
  while (wall() < end) { const t = clock(); await session.run(feeds); least = Math.min(least, clock() - t); }
  console.log(least);
}
'''


class Worker:
    """A process that answers each line with a number."""

    def __init__(self, command, threads):
        environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, env=environment)
        self.works = any(line.strip() == "ready" for line in iter(self.process.stdout.readline, ""))

    def measure(self):
        if not self.works:
            return None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        self.works = bool(line)
        return float(line) if line else None

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Ours:
    """ts-run, started anew for each measurement."""

    def __init__(self, tools, path, data, threads, calls, flags=()):
        self.command = [os.path.join(tools, "ts-run"), path, "--input", data, f"--threads={threads}",
                        f"--benchmark={calls}", "--json", *flags]
        self.field = "cpu_min" if threads == 1 else "min"

    def measure(self):
        run = subprocess.run(self.command, capture_output=True, text=True)
        if run.returncode:
            print(f"{' '.join(self.command)}: {run.stderr.strip()[:300]}", file=sys.stderr)
            return None
        return json.loads(run.stdout)["benchmark"][self.field]

    def close(self):
        pass


def cost(command):
    """Processor seconds of a process, and its largest memory in MB; None when it fails."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    return None if status else (usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def find_ort(directory):
    """The directory with ONNX Runtime's package, installed when it is not there."""
    if os.path.isdir(os.path.join(directory, "node_modules", "onnxruntime-node")):
        return directory
    if not shutil.which("npm") or not shutil.which("node"):
        print("npm is not there: no ONNX Runtime")
        return None
    os.makedirs(directory, exist_ok=True)
    # The package has the CPU's library in it; its script would fetch those of GPUs.
    done = subprocess.run(["npm", "install", "--prefix", directory, "--ignore-scripts", "--no-audit", "--no-fund",
                           ORT_PACKAGE], capture_output=True, text=True)
    if done.returncode:
        print(f"npm cannot install {ORT_PACKAGE}: no ONNX Runtime\n{done.stderr.strip()[-300:]}")
        return None
    return directory


def has_torch():
    return subprocess.run([sys.executable, "-c", "import torch, torchvision, numpy"], capture_output=True).returncode == 0


def find_networks(directory, names, torch):
    """Names of the networks that are there, after writing those that are not."""
    def there():
        return [f[:-len(".input.npy")] for f in sorted(os.listdir(directory)) if f.endswith(".input.npy")]
    os.makedirs(directory, exist_ok=True)
    missing = [name for name in names if name not in there()]
    if torch and (missing or not there()):
        subprocess.run([sys.executable, os.path.join(HERE, "networks.py"), directory, *missing], check=True)
    found = there()
    return [name for name in names if name in found] if names else found


def compile_library(tools, base):
    """ts-compile for the input's shape; the library and processor seconds, or nothing."""
    library = f"{base}.bench.so"
    import numpy
    shape = numpy.load(f"{base}.input.npy", mmap_mode="r").shape
    signature = "forward(x: f32[" + ",".join(map(str, shape)) + "])"
    made = cost([os.path.join(tools, "ts-compile"), f"{base}.frozen.pt", "-o", library, f"--signature={signature}",
                 "--target-cpu=native", "--prefix=network"])
    return (library, made[0]) if made else (None, None)


def columns_of(name, options, tools, library, ort, torch, threads):
    base = os.path.join(options.directory, name)
    data = base + ".input.npy"
    flags = [f"--accuracy={options.accuracy}"] if options.accuracy else []
    columns = []
    for t in tools:
        columns += [Ours(t, base + kind, data, threads, options.calls, flags) for kind in (".pt", ".frozen.pt")]
    columns.append(Ours(tools[-1], library, data, threads, options.calls) if library else None)
    for kind, file in (("scripted", ".pt"), ("frozen", ".frozen.pt"), ("optimized", ".pt")):
        columns.append(Worker([sys.executable, "-c", TORCH, kind, base + file, data, str(threads)], threads)
                       if torch else None)
    onnx = base + ".onnx"
    columns.append(Worker(["node", "--input-type=module", "-e", ORT, "--", onnx, data, os.path.abspath(ort),
                           str(threads)], threads) if ort and os.path.exists(onnx) else None)
    return columns


def time_columns(columns, rounds, peers=PEERS):
    """The least times of all rounds; the last `peers` columns are dropped when they are far behind."""
    least = [None] * len(columns)
    for turn in range(rounds):
        best = min((value for value in least[-peers:] if value), default=None)
        for i, column in enumerate(columns):
            if turn and i >= len(columns) - peers and (least[i] is None or least[i] > 2 * best):
                continue
            value = column.measure() if column else None
            if value is not None:
                least[i] = value if least[i] is None else min(least[i], value)
    for column in columns:
        if column:
            column.close()
    return least


def print_times(names, options, tools, libraries, ort, torch, threads):
    labels = []
    for t in tools:
        prefix = os.path.basename(os.path.dirname(os.path.abspath(t))) + " " if len(tools) > 1 else ""
        labels += [f"ours {prefix}`.pt`", f"ours {prefix}frozen"]
    labels += ["ours AOT", "PyTorch", "PyTorch frozen", "PyTorch optimized", "ONNX Runtime", "best peer / ours"]
    print(f"\n{threads} thread(s), ms, {'processor' if threads == 1 else 'wall'} time, load {os.getloadavg()[0]:.0f}\n")
    print("| network | " + " | ".join(labels) + " |")
    print("|---" * (len(labels) + 1) + "|", flush=True)
    for name in names:
        least = time_columns(columns_of(name, options, tools, libraries.get(name), ort, torch, threads), options.rounds)
        ours, peers = [v for v in least[2 * len(tools) - 2:-PEERS] if v], [v for v in least[-PEERS:] if v]
        ratio = f"{min(peers) / min(ours):.2f}" if peers and ours else "-"
        print(f"| {name} | " + " | ".join(f"{v:.2f}" if v else "-" for v in least) + f" | {ratio} |", flush=True)


def build_host(directory):
    """The program that calls a library once, without an interpreter's start-up; nothing without a C compiler."""
    host = os.path.join(directory, "first_result")
    compiler = shutil.which("cc") or shutil.which("clang-19")
    made = compiler and subprocess.run([compiler, "-O1", os.path.join(HERE, "first_result.c"), "-ldl", "-o", host])
    if not made or made.returncode:
        print("no C compiler: no first results of libraries")
        return None
    return os.path.abspath(host)


def first_result(host, library, data):
    """Processor seconds to the result, of a second call, and MB, of a library alone; least of three processes."""
    found = []
    for _ in range(3):
        run = subprocess.run([host, os.path.abspath(library), data, "1"],
                             capture_output=True, text=True, env=dict(os.environ, OMP_NUM_THREADS="1"))
        if run.returncode:
            return None
        found.append([float(word) for word in run.stdout.split()])
    return [min(column) for column in zip(*found)]


def print_starts(names, options, tools, libraries, compiled):
    print("\nFirst result in a fresh process, processor seconds, and its memory, MB\n")
    print("| network | archive | ts-compile | first, JIT | first, AOT | second, AOT | "
          "memory, JIT | memory, AOT |\n|---|---|---|---|---|---|---|---|")
    host = build_host(options.directory)
    for name in names:
        base = os.path.join(options.directory, name)
        run = [os.path.join(tools, "ts-run"), "--threads=1", "--save-output=" + base + ".bench.npz",
               "--input", base + ".input.npy"]
        jit = cost(run + [base + ".frozen.pt"]) or (float("nan"),) * 2
        aot = first_result(host, libraries[name], base + ".input.npy") if host and libraries.get(name) else None
        aot = aot or (float("nan"),) * 3
        print(f"| {name} | {os.path.getsize(base + '.frozen.pt') / 1e6:.0f} | {compiled.get(name) or float('nan'):.2f} | "
              f"{jit[0]:.2f} | {aot[0]:.3f} | {aot[1]:.3f} | {jit[1]:.0f} | {aot[2]:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--directory", default="build/bench", help="networks, ONNX Runtime and libraries")
    parser.add_argument("--tools", action="append", default=[], help="directory of ts-run (build/release/bin)")
    parser.add_argument("--threads", default="1", help="numbers of threads: 1,2")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--calls", type=int, default=10, help="calls of ours in one measurement")
    parser.add_argument("--accuracy", choices=("default", "strict"))
    parser.add_argument("--no-starts", action="store_true", help="leave out ts-compile and first results")
    options = parser.parse_intermixed_args()
    begin = time.monotonic()
    tools = options.tools or ["build/release/bin"]
    torch = has_torch()
    if not torch:
        print("PyTorch or torchvision is not there: no such columns, and no networks but those that are written")
    names = find_networks(options.directory, options.names, torch)
    if not names:
        print("no networks to time")
        return
    ort = find_ort(options.directory)
    libraries, compiled = {}, {}
    if not options.no_starts:
        for name in names:
            libraries[name], compiled[name] = compile_library(tools[-1], os.path.join(options.directory, name))
    for threads in options.threads.split(","):
        print_times(names, options, tools, libraries, ort, torch, int(threads))
    if not options.no_starts:
        print_starts(names, options, tools[-1], libraries, compiled)
    print(f"\n{time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
