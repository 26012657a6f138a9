#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the errors of networks: ours and PyTorch's against double precision.

    /usr/bin/python3 benchmarks/networks/accuracy.py [--directory build/bench] [--tools DIR] [NAME ...]

The networks are those of networks.py. An error is the largest of an output, over
the largest output; the exact result is PyTorch's in double precision.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import warnings

warnings.simplefilter("ignore")
import numpy as np
import torch


def run_ours(tools, path, data, flags):
    with tempfile.TemporaryDirectory() as scratch:
        result = os.path.join(scratch, "out.npz")
        command = [os.path.join(tools, "ts-run"), path, "--input", data, f"--save-output={result}", *flags]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with np.load(result) as arrays:
            return arrays[arrays.files[0]]


def in_double(path):
    module = torch.jit.load(path).eval().double()
    for part in module.modules():
        # Recurrent layers have a list of their weights, too.
        if hasattr(part, "_flat_weights"):
            part._flat_weights = [weight.double() for weight in part._flat_weights]
    return module


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--directory", default="build/bench")
    parser.add_argument("--tools", default="build/release/bin")
    options = parser.parse_args()
    there = sorted(f[:-len(".input.npy")] for f in os.listdir(options.directory) if f.endswith(".input.npy"))
    print("| network | PyTorch | PyTorch frozen | ours, default | ours frozen, default | ours, strict |\n|---|---|---|---|---|---|")
    for name in options.names or there:
        base = os.path.join(options.directory, name)
        data = base + ".input.npy"
        x = torch.from_numpy(np.load(data))
        with torch.no_grad():
            exact = in_double(base + ".pt")(x.double()).numpy()
            theirs = [torch.jit.load(base + kind).eval()(x).numpy() for kind in (".pt", ".frozen.pt")]
        ours = [run_ours(options.tools, base + kind, data, flags) for kind, flags in
                ((".pt", []), (".frozen.pt", []), (".pt", ["--accuracy=strict"]))]
        errors = [np.abs(y - exact).max() / np.abs(exact).max() for y in theirs + ours]
        print(f"| {name} | " + " | ".join(f"{error:.1e}" for error in errors) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
