# RUN: not ts-translate %s --functions=uses 2>&1 | FileCheck %s
# RUN: not ts-translate %s --functions=other 2>&1 | FileCheck %s --check-prefix=OTHER
# A name that an import was to give: the note is at the import.
# CHECK: missing-module.py:[[# @LINE + 11]]:12: error: undefined value helper
# CHECK: missing-module.py:[[# @LINE + 5]]:1: note: the module 'no_such_package.helper' was not found; --import-path=DIR names further directories of modules
# OTHER: error: undefined value thing
# OTHER: missing-module.py:[[# @LINE + 4]]:1: note: the module 'no_such_package' was not found
# OTHER-NOT: did you mean
import torch
import no_such_package.helper as helper
from no_such_package import thing


def uses(x: int) -> int:
    return helper.f(x)


def other(x: int) -> int:
    return thing(x)
