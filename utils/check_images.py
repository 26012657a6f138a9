#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens the images of device code in a compiled program and checks them.

    ts-compile MODEL --emit=llvm --target=opencl,nvvm:sm_90,rocdl:gfx90a -o FILE.ll
    python3 utils/check_images.py [options] FILE.ll ...

Of each image, a line with its kind, chip, kernels and bytes. What is checked:

  SPIR-V  spirv-val accepts it for OpenCL
  PTX     one .target, no function that is declared only; ptxas accepts it for
          the chip, where there is a ptxas
  hsaco   an ELF file for AMD's GPUs; each kernel has code and a descriptor
  all     the kernels are those of the first image, no more and no less

The exit status is 1 when an image is wrong, and 2 for wrong use. Tools that are
not there are named at the end, as is what they would have checked.
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

Image = collections.namedtuple("Image", "number bytes")
MAGIC = {b"\x03\x02#\x07": "spirv", b"\x7fELF": "hsaco"}


class Misuse(Exception):
    """What was asked for cannot be done."""


def unescape(text):
    """The bytes of a constant of LLVM IR: `\\22` is a byte in hexadecimal, `\\\\` itself."""
    return re.sub(rb"\\(\\|[0-9A-Fa-f]{2})",
                  lambda found: b"\\" if found.group(1) == b"\\" else bytes([int(found.group(1), 16)]), text)


def read_images(path):
    """The images of a program in LLVM IR, by number."""
    images = []
    try:
        with open(path, "rb") as file:
            for line in file:
                found = re.match(rb'@"device_code\$image(\d+)" = .* c"(.*)"', line)
                if found:
                    images.append(Image(int(found.group(1)), unescape(found.group(2))))
    except OSError as error:
        raise Misuse("%s: %s" % (path, error.strerror))
    if not images:
        raise Misuse("%s: no images of device code; is it of ts-compile --emit=llvm --target=...?" % path)
    return images


class Checker:
    """Checks images, and keeps what is missing."""

    def __init__(self, options):
        self.missing = set()
        self.tools = {
            "spirv-val": shutil.which("spirv-val"),
            "spirv-dis": shutil.which("spirv-dis"),
            "ptxas": options.ptxas or shutil.which("ptxas"),
            "llvm-readelf": shutil.which("llvm-readelf-19") or shutil.which("llvm-readelf"),
        }

    def run(self, tool, *arguments):
        """What a tool says, and what is wrong; None when it is not there."""
        if not self.tools[tool]:
            self.missing.add(tool)
            return None
        done = subprocess.run([self.tools[tool], *arguments], capture_output=True, text=True, errors="replace")
        return done.stdout, "" if done.returncode == 0 else "%s: %s" % (
            tool, " ".join((done.stderr or done.stdout).split())[:500])

    def check_spirv(self, path, _):
        problems = []
        said = self.run("spirv-val", "--target-env", "opencl1.2", path)
        if said and "Capability Float16" in said[1]:
            # Of the extension cl_khr_fp16, which spirv-val does not know.
            said = self.run("spirv-val", "--target-env", "spv1.0", path)
        if said and said[1]:
            problems.append(said[1])
        listed = self.run("spirv-dis", path)
        if not listed:
            return "", None, problems
        return "", set(re.findall(r'OpEntryPoint Kernel \S+ "([^"]*)"', listed[0])), problems

    def check_ptx(self, path, text):
        text = text.decode(errors="replace").rstrip("\0")
        problems = []
        chips = re.findall(r"^\.target (\S+)", text, re.M)
        if len(chips) != 1:
            problems.append("%d .target, not 1" % len(chips))
        outside = re.findall(r"^\.extern \.func.*", text, re.M)
        if outside:
            problems.append("%d functions are declared only: %s" % (len(outside), outside[0]))
        chip = chips[0].rstrip(",") if chips else "sm_80"
        with open(path, "w") as file:
            file.write(text)
        said = self.run("ptxas", "-arch=" + chip, "-o", os.devnull, path)
        if said and said[1]:
            problems.append(said[1])
        return chip, set(re.findall(r"^\.visible \.entry ([\w$]+)", text, re.M)), problems

    def check_hsaco(self, path, _):
        problems = []
        headers = self.run("llvm-readelf", "--file-header", "--symbols", "--wide", path)
        if not headers:
            return "", None, problems
        text, wrong = headers
        if wrong:
            return "", set(), [wrong]
        if "EM_AMDGPU" not in text and "AMDGPU" not in text.upper():
            problems.append("it is for another machine")
        chip = re.search(r"gfx[0-9a-f]+", text)
        sizes = {}
        for row in text.splitlines():
            # Num: Value Size Type Bind Vis Ndx Name
            parts = row.split()
            if len(parts) >= 8 and parts[0].endswith(":") and parts[3] in ("FUNC", "OBJECT") and parts[6] != "UND":
                sizes[parts[7]] = int(parts[2], 0)
        kernels = {name[:-3] for name in sizes if name.endswith(".kd")}
        for name in sorted(kernels):
            if not sizes.get(name):
                problems.append("the kernel '%s' has no code" % name)
        return chip.group(0) if chip else "", kernels, problems

    def check(self, image, directory):
        """Kind, chip, kernels (None: not known) and problems of an image."""
        kind = MAGIC.get(image.bytes[:4], "ptx")
        path = os.path.join(directory, "image%d.%s" % (image.number, kind))
        with open(path, "wb") as file:
            file.write(image.bytes)
        return (kind,) + getattr(self, "check_" + kind)(path, image.bytes)


def check_file(path, checker):
    """Prints a line for each image of a program; whether all are right."""
    first, isRight = None, True
    with tempfile.TemporaryDirectory() as directory:
        for image in read_images(path):
            kind, chip, kernels, problems = checker.check(image, directory)
            if kernels is not None:
                if not kernels:
                    problems.append("it has no kernels")
                first = first or (image.number, kernels)
                for name in sorted(first[1] - kernels):
                    problems.append("the kernel '%s' of image %d is missing" % (name, first[0]))
                for name in sorted(kernels - first[1]):
                    problems.append("image %d has no kernel '%s'" % (first[0], name))
            print("%s: %s%s: %s kernels, %d bytes: %s" % (
                os.path.basename(path), kind, " " + chip if chip else "", "?" if kernels is None else len(kernels),
                len(image.bytes), "; ".join(problems[:4]) if problems else "right"))
            isRight = isRight and not problems
    return isRight


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.ll")
    parser.add_argument("--ptxas", metavar="PROGRAM", help="NVIDIA's assembler, if it is not on PATH")
    options = parser.parse_args()
    checker = Checker(options)
    isRight = True
    try:
        for path in options.files:
            isRight = check_file(path, checker) and isRight
    except Misuse as problem:
        print("error: %s" % problem, file=sys.stderr)
        return 2
    for tool in sorted(checker.missing):
        print("not checked: what %s would say, which is not there" % tool)
    return 0 if isRight else 1


if __name__ == "__main__":
    sys.exit(main())
