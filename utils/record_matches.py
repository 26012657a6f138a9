#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records which overload PyTorch 1.13 chooses for random calls.

    python3 utils/record_matches.py unittests/Base/matches.txt [COUNT [SEED]]

Each line is one call and its outcome, fields separated by tabs:

    name  arguments  chosen overload  conversions  result type
    name  arguments  !CRC-32 of the error text

Arguments are types separated by semicolons, `[]` and `None` are the literals,
`k=T` is a keyword. The overload is `*` where a builtin function was inlined.
Conversions are the node kinds that resolution inserted, sorted.
"""

import random
import re
import sys
import zlib

import torch
from torch.jit._builtins import _register_builtin

SKIPPED = {"_test", "c10d", "nvprims", "profiler", "static_runtime", "onnx"}
TYPES = """int float complex bool str Tensor number Any Device Optional[int]
Optional[float] Optional[Tensor] Optional[str] List[int] List[float] List[bool]
List[str] List[Tensor] List[Optional[Tensor]] List[List[int]] Tuple[int,int]
Tuple[float,float] Tuple[Tensor,Tensor] Tuple[int,str] Tuple[int] Tuple[()]
Dict[str,int] Dict[int,Tensor] Dict[Tensor,float] Union[int,str] Optional[List[int]]
Optional[bool] Optional[Device] List[Any] List[Tuple[str,int]]
Tuple[Optional[int],int] List[complex] Optional[number] Tuple[Tensor,int]
Future[int] None []""".split()
COMMON = """add sub mul div floordiv pow eq lt ge sum max min mean view reshape zeros
ones full cat stack len append extend insert __getitem__ _set_item slice select
transpose permute size dim to Int Float Bool str join format split any all abs round
sorted sort index_select masked_fill clamp matmul conv2d max_pool2d linear relu
softmax dropout arange rand randn tensor empty zeros_like where squeeze unsqueeze
index_put_ add_ copy_ fill_ remainder floor ceil divmod keys get pop update items
values dict list contains copy remove reverse index count std var norm topk
interpolate upsample_nearest2d pad einsum expand repeat narrow chunk""".split()
# Types that often stand where the key is expected.
NEAR = {
    "Tensor": ["Tensor"] * 6 + ["int", "float", "Optional[Tensor]", "None"],
    "int": ["int"] * 4 + ["Tensor", "number", "bool", "float", "Optional[int]"],
    "float": ["float"] * 4 + ["Tensor", "number", "int"],
    "bool": ["bool"] * 5 + ["int", "Tensor"],
    "number": ["int", "float", "number", "Tensor", "complex", "bool"],
    "List[int]": ["List[int]", "Tuple[int,int]", "int", "[]", "Tuple[()]",
                  "List[float]", "Tuple[Tensor,int]"],
    "List[float]": ["List[float]", "Tuple[float,float]", "float", "[]"],
    "List[Tensor]": ["List[Tensor]", "Tuple[Tensor,Tensor]", "Tensor", "[]"],
    "List[t]": ["List[int]", "List[str]", "List[Tensor]", "[]", "Tuple[int,int]",
                "List[Any]", "List[Tuple[str,int]]"],
    "t": ["int", "str", "Tensor", "None", "Any", "Optional[int]", "float"],
    "Device": ["Device", "str"],
}


def near(spelling, rng):
    """A random type that might fit a formal of the given type."""
    if spelling.startswith("Optional[") and rng.random() < 0.5:
        spelling = rng.choice([spelling[9:-1], "None"])
    compact = spelling.replace(", ", ",")
    if compact in NEAR:
        return rng.choice(NEAR[compact])
    if compact.startswith("Dict["):
        return rng.choice([t for t in TYPES if t.startswith("Dict[")])
    return compact if compact in TYPES else rng.choice(TYPES)


def random_call(name, rng):
    """Positional and keyword argument types of a call."""
    if rng.random() < 0.25:
        return [rng.choice(TYPES) for _ in range(rng.randrange(5))], {}
    schema = rng.choice(torch._C._jit_get_schemas_for_operator(name))
    positional, keywords = [], {}
    by_keyword = False
    for formal in schema.arguments:
        if formal.has_default_value() and rng.random() < 0.7:
            by_keyword = True
            continue
        if rng.random() < 0.03:
            continue
        kind = near(formal.type.annotation_str, rng)
        if formal.kwarg_only or by_keyword or rng.random() < 0.1:
            keywords[formal.name] = kind
            by_keyword = True
        else:
            positional.append(kind)
            if kind in ("int", "float", "Tensor") and \
                    formal.type.annotation_str.startswith("List"):
                positional += [kind] * rng.randrange(3)
    if rng.random() < 0.03:
        positional.append("int")
    return positional, keywords


def compile_call(name, positional, keywords):
    """Compiles `return op(...)`; returns the graph."""

    def op():
        pass

    _register_builtin(op, name)
    parameters, actuals = [], []
    for key, kind in [("", t) for t in positional] + list(keywords.items()):
        value = kind
        if kind not in ("None", "[]"):
            value = f"p{len(parameters)}"
            parameters.append(f"{value}: {kind}")
        actuals.append(f"{key}={value}" if key else value)
    text = f"def f({', '.join(parameters)}):\n  return op({', '.join(actuals)})\n"
    return torch.jit.CompilationUnit(text).f.graph


CONVERSIONS = {
    "aten::IntImplicit", "aten::FloatImplicit", "aten::ComplexImplicit",
    "aten::ScalarImplicit", "aten::Int", "aten::Float", "aten::Complex",
    "aten::device", "prim::ListConstruct", "prim::TupleUnpack",
    "prim::TupleConstruct",
}


def outcome(name, positional, keywords):
    """The fields that describe what PyTorch does, or None."""
    try:
        graph = compile_call(name, positional, keywords)
    except Exception as error:
        text = str(error).split(":\n  File \"<string>\"")[0].lstrip("\n")
        text = re.sub(r" \(of Python compilation unit at: \w+\)", "", text)
        if not re.match(r"Arguments for call are|[\w:.]+\(.*:\n", text):
            return None
        return [f"!{zlib.crc32(text.encode()):08x}"]
    nodes = list(graph.nodes())
    chosen = [n for n in nodes if n.kind() == name]
    if len(chosen) != 1:
        if name in BUILTINS:
            return ["*", "", ""]
        return None
    node = chosen[0]
    first = next(node.inputs(), None)
    parameters = [p.debugName() for p in graph.inputs()]
    if name in BUILTINS and keywords:
        return None  # inlined or not, the order of operands would not tell
    if name in BUILTINS and len(parameters) == 2 and \
            first.debugName() == parameters[-1]:
        return ["*", "", ""]
    schema = node.schema().split("(")[0]
    kinds = [n.kind() for n in nodes if n is not node]
    inserted = sorted(k.split("::")[1] for k in kinds if k in CONVERSIONS)
    if len(list(node.outputs())) > 1:
        inserted.remove("TupleConstruct")
    for _ in range((positional + list(keywords.values())).count("[]")):
        inserted.remove("ListConstruct")
    results = ";".join(o.type().annotation_str for o in node.outputs())
    return [schema, ",".join(inserted), results]


BUILTINS = {"aten::" + n for n in
            "add sub mul div eq ne lt le gt ge floordiv device __contains__".split()}


def main(path, count, seed):
    rng = random.Random(seed)
    # Internal nodes with any number of arguments crash when called like this.
    names = sorted({s.name for s in torch._C._jit_get_all_schemas()
                    if s.name.split("::")[0] not in SKIPPED
                    and not (s.name.startswith("prim::") and "..." in str(s))})
    common = [n for n in ("aten::" + c for c in COMMON) if n in names]
    lines = set()
    while len(lines) < count:
        name = rng.choice(common if rng.random() < 0.4 else names)
        positional, keywords = random_call(name, rng)
        fields = outcome(name, positional, keywords)
        if fields is None or (fields[0][0] == "!" and rng.random() < 0.5):
            continue
        arguments = positional + [f"{k}={v}" for k, v in keywords.items()]
        lines.add("\t".join([name, ";".join(arguments)] + fields).rstrip())
    with open(path, "w") as out:
        out.write("\n".join(sorted(lines)) + "\n")


if __name__ == "__main__":
    if "--help" in sys.argv:
        print(__doc__)
        sys.exit()
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], int((sys.argv + [4000])[2]) if len(sys.argv) > 2 else 4000,
         int(sys.argv[3]) if len(sys.argv) > 3 else 1)
