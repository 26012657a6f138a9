# RUN: ts-run %s --entry=f --input=2x2:f32=1 --json --specialize=false --report-residue | FileCheck %s --check-prefix=RESULT
# RUN: ts-run %s --entry=f --input=2x2:f32=1 --json --benchmark=3 --threads=1 | FileCheck %s --check-prefix=BENCHMARK
# RUN: ts-run %s --check=%S/Inputs/json.json --json > %t.json || true
# RUN: FileCheck %s --check-prefix=CHECKED <%t.json
# RUN: %python -c 'import json, sys; print(json.loads(sys.stdin.read().splitlines()[-1])["check"]["failures"][0]["index"])' <%t.json | FileCheck %s --check-prefix=PARSED
# RUN: ts-run %s --entry=f --input=2x2:f32=1 --specialize=false --report-residue 2>&1 | FileCheck %s --check-prefix=TEXT
# RUN: ts-run %s --entry=g --input=2x2:f32=1 --report-residue 2>&1 | FileCheck %s --check-prefix=WRITES
import torch
from torch import Tensor


def f(x: Tensor) -> Tensor:
    print("from the program")
    return torch.relu(x)


# What the program prints comes first; the last line is the object.
# RESULT: from the program
# RESULT-NEXT: {"residue":[{"column":{{[0-9]+}},"file":"{{.*}}json.py","line":[[#]],"operator":"aten::relu","reason":"the dtype and rank of operand 0 are not known"}],"result":{"data":[1.0,1.0,1.0,1.0],"dtype":"float32","shape":[2,2],"t":"tensor"},"status":0}

# BENCHMARK: {"benchmark":{"calls":3,"cpu_min":{{.*}},"function":"f","max":{{.*}},"median":{{.*}},"min":{{.*}},"threads":1,"times":[{{[^,]*,[^,]*,[^,]*}}],"unit":"ms"},"status":0}
# BENCHMARK-NOT: from the program

# CHECKED: {"check":{"failed":1,"failures":[{"function":"f","index":2,"problem":"{{.*}}"}],"file":"{{.*}}json.json","passed":1},"status":1}
# PARSED: {{^}}2{{$}}

# TEXT: json.py:[[#]]:{{[0-9]+}}: aten::relu runs in the runtime: the dtype and rank of operand 0 are not known
# TEXT: {{^}}1 operator(s) run in the runtime
# TEXT-NEXT: {{^}}  1: the dtype and rank of operand 0 are not known


def g(x: Tensor) -> Tensor:
    y = x * 2
    x[0] = 1
    return y + x


# WRITES: json.py:[[#@LINE-4]]:{{[0-9]+}}: aten::select.int runs in the runtime: an object of it is needed
# WRITES-NEXT: {{^}}1 operator(s) run in the runtime
