# What ts-compile refuses; nothing is written then.
# RUN: rm -rf %t && mkdir %t && cd %t
# RUN: not ts-compile %s --entry=wrong -o out.so 2>&1 | FileCheck %s --check-prefix=WRONG
# WRONG: error: {{.*}}str{{.*}}
# RUN: not ts-compile %s --entry=missing -o out.so 2>&1 | FileCheck %s --check-prefix=MISSING
# MISSING: error: no function or method 'missing'
# RUN: not ts-compile %s -o out.exe 2>&1 | FileCheck %s --check-prefix=ENDING
# ENDING: error: out.exe: the ending .so, .o, .a, .ll or .s chooses the kind of output
# RUN: not ts-compile %s --emit=exe 2>&1 | FileCheck %s --check-prefix=EMIT
# EMIT: error: --emit=exe: expected so, obj, static, llvm or asm
# RUN: not ts-compile %s -o out.so --target-cpu=z80 2>&1 | FileCheck %s --check-prefix=CPU
# CPU: error: 'z80' is no CPU of
# RUN: not ts-compile %s -o missing/out.so 2>&1 | FileCheck %s --check-prefix=DIRECTORY
# DIRECTORY: error: missing/out.so: No such file or directory
# RUN: not ts-compile %s --entry=good -o out.so "--signature=good(x: f32[2,)" 2>&1 | FileCheck %s --check-prefix=SIZE
# SIZE: error: in the signature 'good(x: f32[2,)': expected a size, which is a number, a name or '?' at ')'
# RUN: not ts-compile %s --entry=good -o out.so "--signature=good(y: f32[2])" 2>&1 | FileCheck %s --check-prefix=NAME
# NAME: error: 'good' has no parameter 'y'
# RUN: not ts-compile %s --entry=good -o out.so "--signature=bad(x: f32[2])" 2>&1 | FileCheck %s --check-prefix=FUNCTION
# FUNCTION: error: the signature 'bad(x: f32[2])' names 'bad', which the library has not
# RUN: cp %s copy.py && not ts-compile copy.py -o x.so --header=copy.py 2>&1 | FileCheck %s --check-prefix=OVERWRITE
# OVERWRITE: error: copy.py would be overwritten
# RUN: cmp %s copy.py && rm copy.py && not ls * 2>&1

# Names of the runtime are no names for C.
# RUN: not ts-compile %s --entry=good --prefix=tsrt -o out.so 2>&1 | FileCheck %s --check-prefix=RUNTIME
# RUN: not ts-compile %s --entry=good --prefix=tsrt_list -o out.so 2>&1 | FileCheck %s --check-prefix=RUNTIME
# RUNTIME: error: C names that begin with 'tsrt{{(_list)?}}_' are the runtime's; choose others with --prefix
# RUN: cp %s tsrt.py && not ts-compile tsrt.py -o out.so 2>&1 | FileCheck %s --check-prefix=RUNTIME
# RUN: ts-compile tsrt.py --entry=good --prefix=mine -o mine.so && rm tsrt.py mine.so mine.h && not ls * 2>&1

# Without --entry, what does not compile is left out, which a warning says.
# RUN: ts-compile %s -o some.so 2>&1 | FileCheck %s --check-prefix=SOME
# SOME: warning: 'wrong' is left out:
# RUN: ts-run some.so --entry=good --input=3:f32=1 | FileCheck %s --check-prefix=GOOD
# GOOD: 2
# RUN: not ts-run some.so --entry=wrong 2>&1 | FileCheck %s --check-prefix=ABSENT
# ABSENT: no function or method 'wrong' in the library
# RUN: not ts-compile some.so -o again.so 2>&1 | FileCheck %s --check-prefix=AGAIN
# AGAIN: error: some.so is compiled already
import torch


def good(x: torch.Tensor) -> torch.Tensor:
    return x + 1


def wrong(x: int) -> str:
    return x
