# Where compiled code has no way to fail, such as for a new instance, a process
# without memory ends with a message: a tool, and a C program.
# REQUIRES: ts-run, ts-compile
# RUN: rm -rf %t && mkdir %t
# RUN: not sh -c "ulimit -v 3000000; ts-run %s --entry=instances --input=10000000" 2>&1 | FileCheck %s --check-prefix=TOOL
# TOOL: error: out of memory
# TOOL-NOT: internal error
# RUN: ts-compile %s --prefix=out -o %t/out.so
# RUN: %cc -Wall -Werror -I%t -I%source/runtime/include %S/Inputs/out-of-memory.c %t/out.so -L%tslib -ltsrt -Wl,-rpath,%t:%tslib -o %t/host
# RUN: %t/host 10 | FileCheck %s
# CHECK: 45
# RUN: not --crash sh -c "ulimit -v 3000000; ulimit -c 0; exec %t/host 10000000" 2>&1 | FileCheck %s --check-prefix=HOST
# HOST: torchscript: out of memory
# HOST-NOT: terminate called
class Number:
    def __init__(self, value: int):
        self.value = value


def instances(n: int):
    numbers = [Number(i) for i in range(n)]
    sum = 0
    for number in numbers:
        sum += number.value
    return sum
