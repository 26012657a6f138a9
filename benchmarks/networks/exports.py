#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports networks, reads them back and compares their results with PyTorch's.

    /usr/bin/python3 benchmarks/networks/exports.py [--tools DIR] [--small] [NAME ...]

The networks are torchvision's for classification and those of networks.py. Of each:
`ts-translate --export-program` of its scripted archive, once for the example and once
for any number of pictures, and at the Core ATen level; the files run with `ts-run`,
the one for any number with 1 and with 3 pictures. An error is the largest of an
output, over the largest output of PyTorch. Seconds are those of the processor for the
static export. `over` is the size of the file beyond the parameters and buffers.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import warnings

warnings.simplefilter("ignore")
import numpy as np
import torch
import torchvision

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import networks  # noqa: E402


def find_networks():
    """Name to constructor and shape of the example."""
    models = torchvision.models
    found = {name: (models.get_model_builder(name), (1, 3, 299, 299) if "inception" in name else (1, 3, 224, 224))
             for name in models.list_models(module=models)}
    for name, (make, shape) in networks.NETWORKS.items():
        found.setdefault(name, (make, shape))
    return found


class Failed(Exception):
    pass


def run(*command):
    """Seconds of the processor; Failed with the first error."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        lines = (done.stdout + done.stderr).splitlines()
        raise Failed(next((line for line in lines if "rror" in line), lines[-1] if lines else "no output"))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def count_nodes(translate, path):
    text = run(translate, "--print-exported-program", path)[1]
    body = text[:text.index("Graph signature")]
    return len(re.findall(r" = (?:torch\.ops\.|torch\.sym|\w+ [-+*/<>=]|math\.)", body))


class Comparison:
    def __init__(self, tools, module, scratch):
        self.tools, self.module, self.scratch = tools, module, scratch

    def error(self, path, x):
        """The largest difference of the file's results from the module's."""
        data, result = (os.path.join(self.scratch, name) for name in ("x.npy", "y.npz"))
        np.save(data, x.numpy())
        run(os.path.join(self.tools, "ts-run"), path, "--input", data, "--save-output=" + result)
        with torch.no_grad():
            want = self.module(x)
        want = want if isinstance(want, torch.Tensor) else want[0]
        with np.load(result) as arrays:
            got = arrays[arrays.files[0]]
        if got.shape != tuple(want.shape):
            raise Failed("shape %s, not %s" % (got.shape, tuple(want.shape)))
        return float(np.abs(got - want.numpy()).max() / np.abs(want.numpy()).max())


def measure(name, make, shape, tools):
    torch.manual_seed(0)
    module = make().eval()
    networks.fill_zeros(module)
    x = torch.randn(*shape)
    translate = os.path.join(tools, "ts-translate")
    spelled = "--input=" + "x".join(map(str, shape)) + ":f32"
    row = []
    with tempfile.TemporaryDirectory() as scratch:
        archive, static, core, dynamic = (os.path.join(scratch, end) for end in ("n.pt", "s.pt2", "c.pt2", "d.pt2"))
        torch.jit.script(module).save(archive)
        same = Comparison(tools, module, scratch)
        seconds, _ = run(translate, "--export-program", archive, spelled, "-o", static)
        weights = sum(t.numel() * t.element_size() for t in module.state_dict().values())
        row += [count_nodes(translate, static), None, "%.2f" % seconds, "%.2f" % (weights / 1e6),
                "%.0f k" % ((os.path.getsize(static) - weights) / 1e3), "%.0e" % same.error(static, x)]
        try:
            run(translate, "--export-program", "--run-decompositions", static, "-o", core)
            row[1] = count_nodes(translate, core)
            row.append("%.0e" % same.error(core, x))
        except Failed as why:
            row.append("**%s**" % why)
        try:
            run(translate, "--export-program", archive, spelled.replace("=1", "=2"), "--dynamic-shapes",
                '[{"0": "batch"}]', "-o", dynamic)
            three = torch.randn(3, *shape[1:])
            row.append("%.0e, %.0e" % (same.error(dynamic, x), same.error(dynamic, three)))
        except Failed as why:
            row.append("**%s**" % why)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tools", default="build/release/bin")
    parser.add_argument("--small", action="store_true", help="leave out networks of more than 400 MB")
    options = parser.parse_args()
    torch.set_num_threads(1)
    print("| network | nodes | Core ATen | s | weights, MB | over | error | Core ATen | any batch, 1 and 3 |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, (make, shape) in find_networks().items():
        if options.names and name not in options.names:
            continue
        if options.small and re.match(r"vgg|regnet_y_(128|32)|vit_h|vit_l|wide_resnet101|convnext_large|swin_v?2?_?b", name):
            continue
        try:
            row = measure(name, make, shape, options.tools)
        except Failed as why:
            row = ["**%s**" % why]
        except RuntimeError as why:
            row = ["PyTorch: %s" % str(why).splitlines()[0]]
        print("| " + " | ".join([name] + [str(cell) for cell in row]) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
