#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints how much of torchvision's scripted networks runs in kernels.

    /usr/bin/python3 benchmarks/networks/shares.py [options] [NAME ...]

A line for each network: the operators of a call when all run in the runtime,
those that run there when the network is compiled, the shares of the others by
number and of a call's time, and whether the result is PyTorch's. Weights are
random. Names are those of torchvision.models and torchvision.models.detection;
without any, one of each kind is taken. The file of --results gets
the outcomes as they come: a run that was stopped goes on with the networks that
it lacks. The exit status is 1 when a network fails or differs.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import warnings
from typing import Tuple

warnings.simplefilter("ignore")
import numpy as np
import torch
import torchvision
from torch import Tensor

NETWORKS = """alexnet convnext_tiny densenet121 efficientnet_b0 efficientnet_v2_s googlenet inception_v3 maxvit_t mnasnet0_5 mnasnet1_0
mobilenet_v2 mobilenet_v3_small mobilenet_v3_large regnet_x_400mf regnet_x_800mf regnet_y_400mf regnet_y_800mf resnet18 resnet34 resnet50
resnet101 resnext50_32x4d wide_resnet50_2 shufflenet_v2_x0_5 shufflenet_v2_x1_0 squeezenet1_0 squeezenet1_1 swin_t swin_v2_t vgg11 vgg11_bn
vgg16 vit_b_16 vit_b_32 fasterrcnn_mobilenet_v3_large_320_fpn retinanet_resnet50_fpn ssdlite320_mobilenet_v3_large""".split()


class Failure(Exception):
    """A network could not be made or run."""


class Detection(torch.nn.Module):
    """What a network finds in one image."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, image: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
        found = self.network([image])[1][0]
        return found["boxes"], found["scores"], found["labels"]


def make(name, scratch):
    """Writes a scripted network, its input and PyTorch's output; returns their paths."""
    torch.manual_seed(0)
    detection = hasattr(torchvision.models.detection, name)
    if not detection and not hasattr(torchvision.models, name):
        raise Failure("torchvision has no such network")
    given = {"weights": None}
    if detection:
        given["weights_backbone"] = None
    if name in ("googlenet", "inception_v3"):
        given["init_weights"] = False
    network = getattr(torchvision.models.detection if detection else torchvision.models, name)(**given).eval()
    scripted = torch.jit.script(Detection(torch.jit.script(network)) if detection else network)
    side = 320 if detection else 299 if name == "inception_v3" else 224
    image = torch.rand(*([] if detection else [1]), 3, side, side)
    with torch.no_grad():
        output = scripted(image)
    # Networks with branches for training give a tuple with absent members.
    outputs = [x for x in (output if isinstance(output, tuple) else (output,)) if x is not None]
    paths = [os.path.join(scratch, file) for file in ("network.pt", "input.npy", "output.npz")]
    scripted.save(paths[0])
    np.save(paths[1], image.numpy())
    np.savez(paths[2], *[x.numpy() for x in outputs])
    return paths


def run(options, arguments):
    """Runs ts-run; returns its status and the lines of its output."""
    try:
        done = subprocess.run([os.path.join(options.tools, "ts-run"), *arguments], capture_output=True, text=True, errors="replace", timeout=options.limit)
    except subprocess.TimeoutExpired:
        raise Failure("no end in %d s" % options.limit)
    return done.returncode, (done.stdout + done.stderr).splitlines()


def profile(options, arguments):
    """The parts of one call's time."""
    status, lines = run(options, [*arguments, "--profile=1", "--json"])
    for line in lines:
        if line.startswith('{"profile"'):
            return json.loads(line)["profile"]["parts"]
    raise Failure("status %d: %s" % (status, lines[-1] if lines else "no output"))


def boxed(parts):
    return [part for part in parts if part["kind"] == "operator"]


def measure(options, name):
    """What is printed of a network, as a dict for JSON."""
    with tempfile.TemporaryDirectory() as scratch:
        network, image, expected = make(name, scratch)
        call = [network, "--input=" + image]
        compiled = call + (["--dynamic=" + options.dynamic] if options.dynamic else [])
        total = sum(part["entries"] for part in boxed(profile(options, call + ["--tier=runtime"])))
        parts = boxed(profile(options, compiled))
        status, lines = run(options, [*compiled, "--expect=" + expected, "--rtol=1e-3", "--atol=1e-3"])
    return {"name": name, "operators": total, "boxed": {part["what"]: part["entries"] for part in parts}, "time": sum(part["share"] for part in parts),
            "problem": "" if status == 0 else lines[-1][:80] if lines else "status %d" % status}


def outcome(options, name):
    """As above; of a network that cannot be made or run the problem alone."""
    try:
        return measure(options, name)
    except (Failure, RuntimeError, ValueError, TypeError, OSError) as problem:
        return {"name": name, "problem": (str(problem) or type(problem).__name__).splitlines()[0]}


def spell(found, with_list):
    """The lines of a network."""
    if "operators" not in found:
        return "%-38s %s" % (found["name"], found["problem"])
    left = sum(found["boxed"].values())
    line = "%-38s %9d %6d %8.2f %7.2f  %s" % (found["name"], found["operators"], left, 100 * (1 - left / max(found["operators"], 1)),
                                             100 * (1 - found["time"]), found["problem"] or "equal")
    if with_list:
        line += "".join("\n    %6d %s" % (count, what) for what, count in sorted(found["boxed"].items(), key=lambda x: -x[1]))
    return line


def read_results(path):
    """The outcomes that a file has, by name."""
    found = {}
    if path and os.path.exists(path):
        with open(path) as file:
            for line in file:
                try:
                    entry = json.loads(line)
                    found[entry["name"]] = entry
                except (ValueError, KeyError, TypeError):
                    continue  # cut off when the run was stopped
    return found


def measure_all(options, names, found):
    """Prints the lines of all networks in order, as soon as they are known; returns whether all are right."""
    good = True
    results = open(options.results, "a") if options.results else None
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        tasks = {name: pool.submit(outcome, options, name) for name in names if name not in found}
        for name in names:
            entry = found.get(name) or tasks[name].result()
            if results and name not in found:
                results.write(json.dumps(entry) + "\n")
                results.flush()
            good &= not entry["problem"]
            print(spell(entry, options.list), flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--tools", default="build/release/bin", metavar="DIR", help="directory of ts-run")
    parser.add_argument("--dynamic", metavar="DIM,...", help="compile for all sizes of those dimensions")
    parser.add_argument("--list", action="store_true", help="name the operators that run in the runtime")
    parser.add_argument("--jobs", type=int, default=1, help="networks at a time (times are those of a busy machine then)")
    parser.add_argument("--limit", type=float, default=600, metavar="S", help="seconds for each run of a network")
    parser.add_argument("--results", metavar="FILE", help="outcomes, a line of JSON for each network")
    options = parser.parse_args()
    print("%-38s %9s %6s %8s %7s  %s" % ("network", "operators", "boxed", "kernels%", "time%", "result"), flush=True)
    return 0 if measure_all(options, options.names or NETWORKS, read_results(options.results)) else 1


if __name__ == "__main__":
    sys.exit(main())
