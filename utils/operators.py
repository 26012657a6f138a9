#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/operators.md: how each tensor operator is served, in each tier.

    utils/operators.py LIBTSRT [--check] [ROOT]

LIBTSRT is the runtime as a shared library, which is asked for the names of its
kernels; the rest is read from the schemas, the families' tables and the texts
of the tree ROOT (default: this one). --check writes nothing and fails when the
file is not what would be written.
"""

import argparse
import collections
import ctypes
import glob
import os
import re
import sys

HEAD = """# Operators

How each operator on tensors is served. This page is written by `utils/operators.py` (`make docs`); a test compares it with the tree.

* **compiled**: the family (`lib/Operators/<Family>`) whose lowering makes it part of kernels; *library*: the family has its rule, a function of the runtime computes it as a
  whole; *text*: TorchScript of `lib/Library` takes its place; *lists*: it becomes views of its operand; *view*: it is one of an object, of known sizes; *call*: the runtime runs it, as a boxed call. What an entry does not take (dtypes,
  arguments that are not constant, sizes that are not known) is a boxed call, too; `--report-residue` says why.
* **runtime**: a *kernel*, or a *text* that consists of others.

Operators that neither serves (sparse, of other devices, ..) fail when they are called, with their name; they are counted and not listed.

In-place operators and `out=` overloads are not listed: in kernels an in-place operator is its functional form and a write, see `lib/Transforms/InPlace.cpp`.
"""


def read_kernels(library):
    """The names of the runtime's kernels."""
    runtime = ctypes.CDLL(os.path.abspath(library))
    runtime.tsrt_op_names.restype = ctypes.c_int32
    count = runtime.tsrt_op_names(None, 0)
    names = (ctypes.c_char_p * count)()
    runtime.tsrt_op_names(names, count)
    return {name.decode() for name in names}


def read_schemas(root):
    """Functional overloads that take or give tensors, in order."""
    overloads = []
    with open(os.path.join(root, "lib/Base/Schema/schemas.txt"), encoding="utf-8") as lines:
        for line in lines:
            found = re.match(r"((?:aten|prims|prim|quantized)::[\w.]+)\((.*)", line)
            if found and "Tensor" in found.group(2) and "!" not in found.group(2):
                overloads.append(found.group(1))
    return overloads


def read_texts(root, folder):
    """Operators that the texts of a folder of lib/Library decompose."""
    found = set()
    for path in glob.glob(os.path.join(root, "lib/Library", folder, "*.py")):
        with open(path, encoding="utf-8") as text:
            for names in re.findall(r"@register_decomposition\(([^)]*)\)", text.read()):
                for space, base, overload in re.findall(r"(\w+)\.(\w+)\.(\w+)", names):
                    found.add("%s::%s%s" % (space, base, "" if overload == "default" else "." + overload))
    return found


def read_families(root):
    """Family and whether it is a library's, by overload; by base name for Pointwise."""
    exact, bases = {}, {}
    for path in glob.glob(os.path.join(root, "lib/Operators/*/Operators.def")):
        family = os.path.basename(os.path.dirname(path))
        with open(path, encoding="utf-8") as table:
            for macro, name, rest in re.findall(r'^(TS_\w+)\(\w+, "([^"]+)", ([^)]*)\)', table.read(), re.M):
                columns = [column.strip() for column in rest.split(",")]
                if macro == "TS_POINTWISE":
                    bases[name] = int(columns[0])
                elif len(columns) == 1:
                    exact[name] = "library (%s)" % family
                elif columns[1] != "nullptr":
                    exact[name] = family
                elif len(columns) == 3 and columns[2] != "None":
                    exact[name] = "view"
    return exact, bases


def read_overload_sets(root):
    """The overloads that one line of Pointwise serves, by the number of operands."""
    with open(os.path.join(root, "lib/Operators/Pointwise/Elements.cpp"), encoding="utf-8") as source:
        text = source.read()
    sets = {1: {""}}
    for arity, name in ((2, "binary"), (3, "ternary")):
        names = re.search(r"StringSet<> %s = \{(.*?)\};" % name, text, re.S).group(1)
        sets[arity] = set(re.findall(r'"(\w*)"', names))
    return sets


def read_list_operators(root):
    """Base names of the operators that become lists of views."""
    with open(os.path.join(root, "lib/Transforms/ListOperators.cpp"), encoding="utf-8") as source:
        text = source.read()
    bases = set(re.findall(r'"(aten::(?:\w*split|unbind|broadcast_tensors|meshgrid))', text))
    return bases | {"aten::chunk", "aten::split", "aten::split_with_sizes", "aten::unsafe_chunk",
                    "aten::unsafe_split", "aten::unsafe_split_with_sizes"}


def collect(root, library):
    """(overload, compiled, runtime) of all operators."""
    kernels = read_kernels(library)
    composites, texts = read_texts(root, "composites"), read_texts(root, "decompositions")
    exact, bases = read_families(root)
    sets, lists = read_overload_sets(root), read_list_operators(root)
    rows = []
    for overload in read_schemas(root):
        base, _, suffix = overload.partition(".")
        runtime = "kernel" if overload in kernels else "text" if overload in composites else "–"
        if overload in exact:
            compiled = exact[overload]
        elif base in bases and suffix in sets[bases[base]]:
            compiled = "Pointwise"
        elif overload in texts or overload in composites:
            compiled = "text"
        elif base in lists:
            compiled = "lists"
        else:
            compiled = "call" if runtime != "–" else "–"
        rows.append((overload, compiled, runtime))
    return rows


def spell(rows):
    """The page."""
    counts = collections.Counter()
    groups = collections.OrderedDict()
    for overload, compiled, runtime in rows:
        base, _, suffix = overload.partition(".")
        kind = compiled if compiled in ("text", "lists", "view", "call", "–") else \
            "library" if compiled.startswith("library") else "kernel"
        counts[kind] += 1
        if kind != "–":
            groups.setdefault((base, compiled, runtime), []).append(suffix)
    lines = [HEAD, "| compiled | overloads |", "|---|---|"]
    lines += ["| %s | %d |" % (kind, counts[kind]) for kind in ("kernel", "library", "text", "lists", "view", "call")]
    lines += ["| in no tier | %d |" % counts["–"]]
    lines += ["", "| operator | overloads | compiled | runtime |", "|---|---|---|---|"]
    for (base, compiled, runtime), suffixes in groups.items():
        named = ", ".join("`%s`" % suffix if suffix else "default" for suffix in suffixes)
        lines.append("| `%s` | %s | %s | %s |" % (base, named, compiled, runtime))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", metavar="LIBTSRT")
    parser.add_argument("root", nargs="?", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args()
    try:
        page = spell(collect(options.root, options.library))
    except OSError as problem:
        print("error: %s" % problem, file=sys.stderr)
        return 2
    path = os.path.join(options.root, "docs/operators.md")
    if not options.check:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        return 0
    current = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
    if current == page:
        return 0
    old, new = current.splitlines(), page.splitlines()
    first = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    print("docs/operators.md:%d: is not current; run 'make docs'" % (first + 1))
    return 1


if __name__ == "__main__":
    sys.exit(main())
