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
  whole; *text*: TorchScript of `lib/Library` takes its place; *question*: it asks a tensor for a number, which is no computation on tensors; *lists*: it becomes views of its operand; *view*: it is one of an object, of known sizes; *call*: the runtime runs it, as a boxed call. What an entry does not take (dtypes,
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


# The groups that are counted, and which operators belong to them; Core ATen has a list.
GROUPS = (
    ("Core ATen", None),
    ("backward operators", lambda name: "backward" in name and not re.search("mkldnn|cudnn|miopen|mps|sparse|nested|thnn|_cpu_fallback", name)),
    ("`prims::`", lambda name: name.startswith("prims::")),
    ("`quantized::`", lambda name: name.startswith("quantized::")),
)

KINDS = ("kernel", "library", "text", "lists", "view", "question", "call")


def read_core(root):
    """The overloads of Core ATen that a functional program may call."""
    with open(os.path.join(root, "include/TorchScript/Dialect/TS/IR/CoreOperators.def"), encoding="utf-8") as table:
        return ["aten::" + name for name in re.findall(r'^TS_CORE_OPERATOR\("([^"]+)"\)', table.read(), re.M)]


def read_schemas(root):
    """Functional overloads that take or give tensors, in order, with whether they give some, or what weights are packed in."""
    overloads = []
    with open(os.path.join(root, "lib/Base/Schema/schemas.txt"), encoding="utf-8") as lines:
        for line in lines:
            found = re.match(r"((?:aten|prims|prim|quantized)::[\w.]+)\((.*)", line)
            if found and "Tensor" in found.group(2) and "!" not in found.group(2):
                overloads.append((found.group(1), bool(re.search("Tensor|__torch__", found.group(2).rpartition("->")[2]))))
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
                elif family == "Text":
                    continue
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
    with open(os.path.join(root, "lib/Operators/View/Lists.cpp"), encoding="utf-8") as source:
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
    schemas = read_schemas(root)
    known = {overload for overload, _ in schemas}
    # Core ATen is younger than the schemas: what they lack is text.
    schemas += [(overload, True) for overload in read_core(root) if overload not in known and overload in composites | texts]
    rows = []
    for overload, gives_tensors in schemas:
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
            compiled = "–" if runtime == "–" else "call" if gives_tensors else "question"
        rows.append((overload, compiled, runtime))
    return rows


def get_kind(compiled):
    """The kind of a column's entry."""
    return compiled if compiled in KINDS + ("–",) else "library" if compiled.startswith("library") else "kernel"


def spell_groups(rows, core):
    """A line for each group: how many overloads are served how."""
    lines = ["| group | overloads | %s | in no tier |" % " | ".join(KINDS), "|---|%s" % ("---|" * (len(KINDS) + 2))]
    for title, belongs in GROUPS:
        chosen = [get_kind(compiled) for overload, compiled, _ in rows if (overload in core if belongs is None else belongs(overload))]
        counts = [chosen.count(kind) for kind in KINDS + ("–",)]
        lines.append("| %s | %d | %s |" % (title, len(chosen), " | ".join(str(count) for count in counts)))
    return lines


def spell(rows, core):
    """The page."""
    counts = collections.Counter()
    groups = collections.OrderedDict()
    for overload, compiled, runtime in rows:
        base, _, suffix = overload.partition(".")
        kind = get_kind(compiled)
        counts[kind] += 1
        if kind != "–":
            groups.setdefault((base, compiled, runtime), []).append(suffix)
    lines = [HEAD, "| compiled | overloads |", "|---|---|"]
    lines += ["| %s | %d |" % (kind, counts[kind]) for kind in KINDS]
    lines += ["| in no tier | %d |" % counts["–"]]
    lines += ["", "By groups (backward operators without those of other devices, of sparse and of nested tensors):", "", *spell_groups(rows, core)]
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
        page = spell(collect(options.root, options.library), set(read_core(options.root)))
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
