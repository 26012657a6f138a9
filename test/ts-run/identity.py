# REQUIRES: ts-run
# The host's strings are objects of their own, as `is` sees them.
# RUN: ts-run %s --entry=same --input='"a"' --input='"a"' | FileCheck %s
# CHECK: (False, True, True)
from typing import Any


def same(x: Any, y: Any):
    return x is y, x is x, isinstance(x, str)
