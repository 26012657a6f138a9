# RUN: ts-translate --import-torchscript %s | ts-translate --export-torchscript - | FileCheck %s
# RUN: ts-translate --import-torchscript %s | ts-translate --export-torchscript - > %t.py
# RUN: not ts-run %t.py --entry=f --input=3 2>&1 | FileCheck %s --check-prefix=RESULT
# Exception classes of the program are declared, since messages name them.


# CHECK: class Bad(Exception):
# CHECK-NEXT:     pass
class Bad(Exception):
    pass


# CHECK: if n > 2:
# CHECK-NEXT:     raise Bad("too much")
# RESULT: Bad: too much
def f(n: int):
    if n > 2:
        raise Bad("too much")
    return n
