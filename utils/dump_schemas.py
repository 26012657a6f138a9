#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes lib/Base/Schema/schemas.txt: one line per operator overload.

Run with a Python that has PyTorch 1.13:

    python3 utils/dump_schemas.py lib/Base/Schema/schemas.txt

Lines are sorted by operator name; the overloads of one name stand in the order
in which overload resolution tries them.
"""

import sys

import torch

try:
    import torchvision  # Registers its operators.
except ImportError:
    sys.exit("the operators of torchvision belong to the list; install it")

# Namespaces of internal machinery that no program can name.
SKIPPED = {"_test", "c10d", "image", "nvprims", "profiler", "static_runtime", "video_reader"}

HEADER = """\
# Operator schemas of PyTorch {version}, written by utils/dump_schemas.py.
# One overload per line; overloads of a name in the order they are tried.
"""


# What builds of PyTorch for CUDA have besides, and whether there is a device.
CUDA = [
    "cuda::_current_device() -> int",
    "cuda::_current_stream(int device) -> int",
    "cuda::_exchange_device(int index) -> int",
    "cuda::_make_stream(int device) -> int",
    "cuda::_set_device(int val) -> ()",
    "cuda::_set_stream(int device, int number) -> ()",
    "cuda::_time_done(int device) -> float",
    "cuda::device_count() -> int",
    "cuda::is_available() -> bool",
    "cuda::synchronize() -> ()",
    "cuda::synchronize.device(Device? device) -> ()",
    "cuda::synchronize.int(int? val) -> ()",
]


def main(path):
    names = sorted({schema.name for schema in torch._C._jit_get_all_schemas()})
    count = 0
    with open(path, "w") as out:
        lines = []
        out.write(HEADER.format(version=torch.__version__.split("+")[0]))
        for name in names:
            if name.split("::")[0] in SKIPPED:
                continue
            for schema in torch._C._jit_get_schemas_for_operator(name):
                lines.append(str(schema))
        for line in sorted(lines + CUDA, key=lambda line: line.split("(")[0].split(".")[0]):
            out.write(line + "\n")
            count += 1
    print(f"{count} overloads")


if __name__ == "__main__":
    if "--help" in sys.argv:
        print(__doc__)
        sys.exit()
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
