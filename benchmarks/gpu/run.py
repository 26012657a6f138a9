#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times kernels and networks on a device and prints a table.

    benchmarks/gpu/run.py --target=cuda [--models DIRECTORY] [--smoke]

Needs ts-run (--tools names its directory) and a device that `ts-run
--list-devices` lists. Pointwise chains, reductions, softmax and layer norm are
compared with the bandwidth of a copy on the device, matrix products are given
in TFLOP/s. --models times every NAME.pt of a directory for the input in
NAME.input.npy, on the device and on the processor. Where Python has PyTorch
with a GPU, its eager times stand beside ours. --smoke uses small sizes and few
calls: it shows that everything runs.

--ratios compares the device with the processor on the same kernels and networks,
in turns, so that what else the machine does hits both: the least median of
--rounds rounds each. On PoCL, whose device is the processor, a large ratio is
code that is bad for a reason of its own; --cpu-time compares the time that all
threads take together there, which other work on the machine changes less.
"""

import argparse
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(HERE, "kernels.py")


class Failure(Exception):
    """What ts-run said."""


def run(options, arguments, target):
    """One line of JSON of ts-run."""
    command = [os.path.join(options.tools, "ts-run"), *arguments, "--json", f"--target={target}", "--device-stats"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout)
    if done.returncode:
        raise Failure(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"status {done.returncode}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def measure(options, arguments, target):
    """Median milliseconds of a call, or the least of CPU time, and how many calls went to the host."""
    report = run(options, [*arguments, f"--benchmark={options.calls}"], target)
    time = "cpu_min" if options.cpu_time else "median"
    return report["benchmark"][time], sum(call["calls"] for call in report.get("host_calls", []))


def peer(function, shapes, options):
    """Milliseconds of PyTorch's eager mode on its GPU; None without one."""
    try:
        import torch
    except ImportError:
        return None
    if options.target.split(":")[0] not in ("cuda", "hip") or not torch.cuda.is_available():
        return None
    sys.path.insert(0, HERE)
    import kernels
    inputs = [torch.randn(*shape, device="cuda") for shape in shapes]
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    times = []
    for _ in range(options.calls + 3):
        begin.record()
        getattr(kernels, function)(*inputs)
        end.record()
        torch.cuda.synchronize()
        times.append(begin.elapsed_time(end))
    return sorted(times[3:])[options.calls // 2]


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def time_kernel(options, function, shapes):
    """Times a function of kernels.py; None after a failure, which is printed."""
    inputs = ["--input=" + "x".join(map(str, shape)) + ":f32=randn" for shape in shapes]
    try:
        return measure(options, [KERNELS, f"--entry={function}", *inputs], options.target)
    except (Failure, subprocess.TimeoutExpired) as error:
        row(function, shapes, f"failed: {error}", "", "", "")
        return None


def report_kernel(options, function, shapes, speed):
    """A row: milliseconds, `speed` of the seconds, calls on the host, PyTorch."""
    timed = time_kernel(options, function, shapes)
    if not timed:
        return
    other = peer(function, shapes, options)
    row(function, " ".join("x".join(map(str, shape)) for shape in shapes), f"{timed[0]:.4f}", speed(timed[0] / 1e3),
        timed[1], f"{other:.4f}" if other else "-")


def bench_kernels(options):
    row("kernel", "sizes", "ms", "speed", "calls on the host", "PyTorch ms")
    row(*["---"] * 6)
    rows, columns = (64, 256) if options.smoke else (16384, 4096)
    elements = rows * columns
    copied = time_kernel(options, "copy", [(rows, columns)])
    copy = 8 * elements / (copied[0] / 1e3) if copied else 0

    def bandwidth(traffic):
        def speed(seconds):
            rate = traffic / seconds
            return f"{rate / 1e9:.1f} GB/s" + (f", {100 * rate / copy:.0f} % of a copy" if copy else "")
        return speed

    for function, traffic in (("copy", 8), ("pointwise", 8), ("softmax", 8), ("layer_norm", 8), ("row_sum", 4)):
        report_kernel(options, function, [(rows, columns)], bandwidth(traffic * elements))
    for n in (64, 128) if options.smoke else (512, 1024, 2048, 4096, 8192):
        report_kernel(options, "matmul", [(n, n), (n, n)], lambda seconds: f"{2 * n ** 3 / seconds / 1e12:.3f} TFLOP/s")


def bench_models(options):
    files = [file for file in sorted(glob.glob(os.path.join(options.models, "*.pt")))
             if os.path.exists(file[:-3] + ".input.npy")]
    if not files:
        print(f"no NAME.pt with NAME.input.npy in {options.models}", file=sys.stderr)
    print()
    row("network", "device ms", "processor ms", "calls on the host")
    row(*["---"] * 4)
    for file in files:
        arguments = [file, "--input=" + file[:-3] + ".input.npy"]
        try:
            device, host_calls = measure(options, arguments, options.target)
            processor, _ = measure(options, arguments, "cpu")
            row(os.path.basename(file)[:-3], f"{device:.3f}", f"{processor:.3f}", host_calls)
        except (Failure, subprocess.TimeoutExpired) as error:
            row(os.path.basename(file)[:-3], f"failed: {error}", "", "")


# What --ratios compares: a function of kernels.py and the sizes of its inputs, of --smoke behind them.
RATIOS = [
    ("pointwise", [(1024, 1024)], [(32, 64)]),
    ("softmax", [(1024, 1024)], [(32, 64)]),
    ("layer_norm", [(1024, 1024)], [(32, 64)]),
    ("row_sum", [(1024, 1024)], [(32, 64)]),
    ("matmul", [(512, 512), (512, 512)], [(32, 48), (48, 40)]),
    ("convolution", [(1, 64, 56, 56), (64, 64, 3, 3)], [(1, 4, 8, 8), (4, 4, 3, 3)]),
]


def compare(options, arguments):
    """Milliseconds on the device and on the processor, and calls on the host; the least of some rounds."""
    device, processor, host_calls = [], [], 0
    for _ in range(options.rounds):
        time, host_calls = measure(options, arguments, options.target)
        device.append(time)
        processor.append(measure(options, arguments, "cpu")[0])
    return min(device), min(processor), host_calls


def bench_ratios(options):
    row("kernel", "sizes", "device ms", "processor ms", "ratio", "calls on the host")
    row(*["---"] * 6)
    cases = []
    for function, sizes, small in RATIOS:
        shapes = ["x".join(map(str, shape)) for shape in (small if options.smoke else sizes)]
        cases.append((function, " ".join(shapes), [KERNELS, f"--entry={function}"] +
                      [f"--input={shape}:f32=randn" for shape in shapes]))
    for file in sorted(glob.glob(os.path.join(options.models, "*.pt"))) if options.models else []:
        if os.path.exists(file[:-3] + ".input.npy"):
            cases.append((os.path.basename(file)[:-3], "", [file, "--input=" + file[:-3] + ".input.npy"]))
    for name, sizes, arguments in cases:
        try:
            device, processor, host_calls = compare(options, arguments)
            row(name, sizes, f"{device:.3f}", f"{processor:.3f}", f"{device / processor:.2f}", host_calls)
        except (Failure, subprocess.TimeoutExpired) as error:
            row(name, sizes, f"failed: {error}", "", "", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="cuda", metavar="DEVICE", help="opencl, cuda or hip, with a number cuda:1")
    parser.add_argument("--tools", default="build/release/bin", metavar="DIR", help="directory of ts-run")
    parser.add_argument("--models", metavar="DIRECTORY", help="archives with their inputs")
    parser.add_argument("--calls", type=int, metavar="N", help="timed calls (default 20)")
    parser.add_argument("--timeout", type=float, default=600, metavar="S", help="seconds for a measurement (default 600)")
    parser.add_argument("--ratios", action="store_true", help="compare with the processor instead")
    parser.add_argument("--cpu-time", action="store_true", help="CPU time of all threads, for PoCL on busy machines")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds of --ratios (default 5)")
    parser.add_argument("--smoke", action="store_true", help="small sizes, few calls")
    options = parser.parse_args()
    options.calls = options.calls or (2 if options.smoke else 20)
    if not os.access(os.path.join(options.tools, "ts-run"), os.X_OK):
        sys.exit(f"no ts-run in '{options.tools}'; build it or name its directory with --tools")
    listed = json.loads(subprocess.run([os.path.join(options.tools, "ts-run"), "--list-devices", "--json"],
                                       capture_output=True, text=True).stdout)["devices"]
    wanted = options.target if ":" in options.target else options.target + ":0"
    found = [device for device in listed if device.get("name") == wanted]
    if not found:
        sys.exit(f"there is no device '{wanted}': " + json.dumps(listed))
    print(f"{found[0]['model']} ({found[0]['driver']}), {options.calls} calls, medians\n")
    if options.ratios:
        return bench_ratios(options)
    bench_kernels(options)
    if options.models:
        bench_models(options)


if __name__ == "__main__":
    main()
