#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records how PyTorch 1.13 relates pairs of types.

    python3 utils/record_types.py unittests/Base/relations.txt

The first lines give each type as written, as messages and as schemas spell it.
After an empty line come one line for each ordered pair: the two numbers, 1 or 0
for the first being a subtype of the second, and the number or spelling of the
unified type (`-` when there is none).
"""

import sys

import torch

TYPES = """
Any; int; float; complex; bool; str; number; Tensor; Device; NoneType; list; tuple
Optional[int]; Optional[float]; Optional[Tensor]; Optional[number]; Optional[Any]
Union[int, float]; Union[int, str]; Union[int, str, None]; Union[str, Tensor, int]
Union[int, bool]; Union[List[int], Tensor]; Union[float, Optional[str]]
List[int]; List[float]; List[Any]; List[Optional[int]]; List[List[int]]; List[Tensor]
Optional[List[int]]; Dict[str, int]; Dict[str, Any]; Optional[Dict[str, int]]
Tuple[()]; Tuple[int]; Tuple[int, int]; Tuple[int, Optional[int]]
Tuple[Optional[int], int]; Tuple[int, float]; Tuple[Any, Any]; Tuple[int, Tuple[int, str]]
Optional[Tuple[int, int]]; List[Tuple[int, str]]; Future[int]; Future[Optional[int]]
Future[Any]; RRef[int]; Union[Tuple[int, int], int]; Stream
"""


def parse(text):
    unit = torch.jit.CompilationUnit(f"def f(x: {text}):\n  return x\n")
    return unit.f.schema.arguments[0].type


def main(path):
    names = [t.strip() for line in TYPES.split("\n") for t in line.split(";")]
    types = [(name, parse(name)) for name in names if name]
    spelled = [t.annotation_str for _, t in types]
    with open(path, "w") as out:
        for name, kind in types:
            # The oracle prints wrappers alike in both spellings.
            out.write(f"{name}\t{kind.annotation_str}\n")
        out.write("\n")
        for i, (_, a) in enumerate(types):
            for j, (_, b) in enumerate(types):
                try:
                    joined = torch._C.unify_type_list([a, b]).annotation_str
                    if joined in spelled:
                        joined = spelled.index(joined)
                except RuntimeError:
                    joined = "-"
                out.write(f"{i}\t{j}\t{int(a.isSubtypeOf(b))}\t{joined}\n")


if __name__ == "__main__":
    if "--help" in sys.argv:
        print(__doc__)
        sys.exit()
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
