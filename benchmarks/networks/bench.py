#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times networks as ours, PyTorch and ONNX Runtime, interleaved in one run.

    benchmarks/networks/bench.py DIR [--tools DIR ...] [--onnx DIR] [--ort DIR] [NAME ...]

DIR holds NAME.pt, NAME.frozen.pt and NAME.input.npy; --onnx NAME.onnx. --tools is
a directory with ts-run; several of them are compared with each other (`before`
and `after`). --ort is a directory in which `npm install onnxruntime-node` was run;
without it, and without PyTorch, those columns are empty.

A number is the CPU time of one call on one thread, in ms, the least of the
rounds: on a machine that others use, too, wall time says nothing. Ours is the
difference of two runs with many and few calls, so that start-up is not in it.
"""
import argparse
import os
import resource
import subprocess
import sys

TORCH = r'''
import sys, time, warnings
warnings.simplefilter("ignore")
import numpy as np, torch
kind, path, data = sys.argv[1:4]
torch.set_num_threads(1)
x = torch.from_numpy(np.load(data))
m = torch.jit.load(path).eval()
if kind == "optimized":
    m = torch.jit.optimize_for_inference(m)
with torch.no_grad():
    for _ in range(4): m(x)
    t = time.process_time(); m(x); one = time.process_time() - t
    n = max(1, int(0.3 / max(one, 1e-6)))
    print("ready", flush=True)
    for line in sys.stdin:
        t = time.process_time()
        for _ in range(n): m(x)
        print((time.process_time() - t) / n * 1e3, flush=True)
'''

ORT = r'''
import fs from 'node:fs'; import readline from 'node:readline'; import { createRequire } from 'node:module';
const [model, data, root] = process.argv.slice(-3);
const ort = createRequire(root + '/')('onnxruntime-node');
const bytes = fs.readFileSync(data), length = bytes.readUInt16LE(8);
const dims = bytes.toString('latin1', 10, 10 + length).match(/'shape': \(([^)]*)\)/)[1].split(',').map(s => s.trim()).filter(Boolean).map(Number);
const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset + 10 + length, bytes.byteOffset + bytes.length));
const options = { intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: 'all' };
const session = await ort.InferenceSession.create(model, options);
const feeds = { [session.inputNames[0]]: new ort.Tensor('float32', values, dims) };
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1e3; };
for (let i = 0; i < 4; i++) await session.run(feeds);
let t = cpu(); await session.run(feeds); const n = Math.max(1, Math.floor(300 / Math.max(cpu() - t, 1e-3)));
console.log('ready');
for await (const line of readline.createInterface({ input: process.stdin })) {
  t = cpu();
  for (let i = 0; i < n; i++) await session.run(feeds);
  console.log((cpu() - t) / n);
}
'''


class Worker:
    """A process that answers each line with a number."""

    def __init__(self, command):
        environment = dict(os.environ, OMP_NUM_THREADS="1")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, env=environment)
        self.works = self.wait_ready()

    def wait_ready(self):
        for line in self.process.stdout:
            if line.strip() == "ready":
                return True
        return False

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

    def __init__(self, tools, path, data, calls):
        self.calls = calls
        self.command = [os.path.join(tools, "ts-run"), path, "--input", data, "--threads", "1"]
        library = os.path.join(os.path.dirname(os.path.abspath(tools)), "lib")
        self.environment = dict(os.environ, OMP_NUM_THREADS="1", LD_LIBRARY_PATH=library)
        self.few = self.many = float("inf")

    def time(self, calls):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(self.command + [f"--benchmark={calls}"], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1e3

    def measure(self):
        # Least times of each, and then the difference: start-up varies, too.
        self.few = min(self.few, self.time(1))
        self.many = min(self.many, self.time(1 + self.calls))
        return (self.many - self.few) / self.calls

    def close(self):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tools", action="append", default=[])
    parser.add_argument("--onnx")
    parser.add_argument("--ort")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=20, help="calls of ours in one measurement")
    options = parser.parse_intermixed_args()
    names = options.names or sorted(f[:-10] for f in os.listdir(options.directory) if f.endswith(".input.npy"))
    ours = [(f"{os.path.basename(os.path.dirname(os.path.abspath(t)))}{kind}", t, kind)
            for t in options.tools or ["build/release/bin"] for kind in (".pt", ".frozen.pt")]
    print("| network | " + " | ".join([label for label, _, _ in ours] +
                                      ["PyTorch frozen", "PyTorch optimized", "ONNX Runtime", "best peer / ours"]) + " |")
    print("|---" * (len(ours) + 5) + "|", flush=True)
    for name in names:
        base = os.path.join(options.directory, name)
        data = base + ".input.npy"
        columns = [Ours(tools, base + kind, data, options.calls) for _, tools, kind in ours]
        columns += [Worker([sys.executable, "-c", TORCH, kind, base + ".frozen.pt" if kind == "frozen" else base + ".pt",
                            data]) for kind in ("frozen", "optimized")]
        if options.onnx and options.ort:
            columns.append(Worker(["node", "--input-type=module", "-e", ORT, "--",
                                   os.path.join(options.onnx, name + ".onnx"), data, os.path.abspath(options.ort)]))
        least = [None] * len(columns)
        for _ in range(options.rounds):
            for i, column in enumerate(columns):
                value = column.measure()
                # Ours is made of least times already.
                if value is not None:
                    least[i] = value if isinstance(column, Ours) or least[i] is None else min(least[i], value)
        for column in columns:
            column.close()
        peers = [value for value in least[len(ours):] if value]
        mine = min(value for value in least[len(ours) - 2:len(ours)] if value)
        ratio = f"{min(peers) / mine:.2f}" if peers else "-"
        cells = [f"{value:.2f}" if value else "-" for value in least] + ["-"] * (len(ours) + 3 - len(least)) + [ratio]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
