# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the table of docs/pipelines.md with the help text of ts-opt (stdin)."""
import re
import sys

documented = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", open(sys.argv[1], encoding="utf-8").read(), re.M))
text = sys.stdin.read()
start = text.index("PIPELINES:")
listed = {}
for line in text[start:].splitlines()[1:]:
    match = re.match(r"^  --((?:torchscript|ts)-[a-z-]+) +- (.*)$", line)
    if match:
        listed[match[1]] = match[2]
for name in sorted(set(documented) | set(listed)):
    if documented.get(name) != listed.get(name):
        print(f"{name}: documented as {documented.get(name)!r}, listed as {listed.get(name)!r}")
print(f"{len(listed)} pipelines")
