# An option that would be ignored is an error, with the status of wrong use.
# RUN: not ts-run %s --entry=f --input=3 --benchmark --profile 2>&1 | FileCheck %s --check-prefix=TIMED
# RUN: not ts-run %s --entry=f --input=3 --profile --save-output=%t.npz 2>&1 | FileCheck %s --check-prefix=KEPT
# RUN: not ts-run %s --entry=f --input=3 --tier=runtime --dynamic 2>&1 | FileCheck %s --check-prefix=RUNTIME
# RUN: not ts-run %s --entry=f --input=3 --strided 2>&1 | FileCheck %s --check-prefix=STRIDED
# RUN: not ts-run %s --entry=f --input=3 --atol=1 2>&1 | FileCheck %s --check-prefix=ATOL
# RUN: not ts-run %s --entry=f --input=3 --expect=%t --rtol=nan 2>&1 | FileCheck %s --check-prefix=NAN
# RUN: not ts-run %s --entry=f --input=3 --expect= 2>&1 | FileCheck %s --check-prefix=EMPTY
# RUN: not ts-run %s --entry=f --check=%t.json 2>&1 | FileCheck %s --check-prefix=CHECK-ENTRY
# A file without statements of its own is a program of functions for --benchmark.
# RUN: ts-run %s --benchmark=1 --input=3 --entry=f | FileCheck %s --check-prefix=CALLS
#
# What makes instances is for source texts.
# RUN: echo "module {}" > %t.mlir
# RUN: not ts-run %t.mlir --seed=3 --entry=f 2>&1 | FileCheck %s --check-prefix=MLIR
# RUN: not ts-translate %t.mlir "--instantiate=N()" 2>&1 | FileCheck %s --check-prefix=INSTANCE
# RUN: ts-compile %s --entry=f -o %t.so
# RUN: not ts-compile %t.so --seed=1 -o %t.2.so 2>&1 | FileCheck %s --check-prefix=ELF
# RUN: not ts-run %t.so --entry=f --input=3 --tier=compiled 2>&1 | FileCheck %s --check-prefix=COMPILED
# RUN: ts-run %t.so --entry=f --input=3 | FileCheck %s --check-prefix=FOUR
#
# The status is there always when JSON is asked for.
# RUN: not ts-run %t.none.py --json 2>/dev/null | FileCheck %s --check-prefix=ONE
# RUN: not ts-run %s --entry=f --dynamic=x --json 2>/dev/null | FileCheck %s --check-prefix=TWO
# RUN: not ts-compile %s "--signature=f(x" -o %t.so 2>&1 | FileCheck %s --check-prefix=SIGNATURE
# RUN: echo '{"calls": 3}' > %t.json
# RUN: not ts-run %s --check=%t.json 2>&1 | FileCheck %s --check-prefix=RECORD


def f(x: int) -> int:
    return x + 1


# TIMED: error: --benchmark and --profile contradict each other
# KEPT: error: --profile and --save-output contradict each other: the results of calls that are timed are not kept
# RUNTIME: error: --dynamic is about compiled code, and --tier=runtime compiles none
# STRIDED: error: --strided does nothing without --check
# ATOL: error: --atol does nothing without --check or --expect
# NAN: for the --rtol option: expected a number that is not negative, not 'nan'
# EMPTY: error: --expect needs a value
# CHECK-ENTRY: error: --check and --entry contradict each other: the calls are recorded
# CALLS: 1 calls: median
# MLIR: error: --seed is for source texts; {{.*}}.mlir is MLIR
# INSTANCE: error: --instantiate is for source texts; {{.*}}.mlir is MLIR
# ELF: error: --seed is for source texts; {{.*}}.so is compiled code (ELF)
# COMPILED: error: {{.*}}.so is compiled already: --tier comes too late
# FOUR: {{^4$}}
# ONE: {"status":1}
# TWO: {"status":2}
# SIGNATURE: error: in the signature 'f(x': expected ',' or ')' at the end
# RECORD: error: {{.*}}.json: damaged record: 'calls' is no list
