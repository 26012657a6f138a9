# Functions whose names meet those that every library has get others, which the
# header says; boxed callers use the program's.
# REQUIRES: ts-run, ts-compile
# RUN: rm -rf %t && mkdir %t
# RUN: ts-compile %s --prefix=p -o %t/names.so
# RUN: FileCheck %s --check-prefix=HEADER < %t/names.h
# HEADER-DAG: tsrt_error *p_program_(int64_t x, int64_t *result);
# HEADER-DAG: tsrt_error *p_tsrt(int64_t x, int64_t *result);
# HEADER-DAG: tsrt_error *p_tsrt_release(int64_t x, int64_t *result);
# HEADER-DAG: extern const tsrt_program p_program;
# RUN: ts-run %t/names.so --entry=program --input=1 | FileCheck %s --check-prefix=PROGRAM
# PROGRAM: 11
# RUN: ts-run %t/names.so --entry=tsrt_release --input=1 | FileCheck %s --check-prefix=RELEASE
# RELEASE: 21
# RUN: ts-run %t/names.so --entry=tsrt --input=1 | FileCheck %s --check-prefix=TSRT
# TSRT: 31


def program(x: int) -> int:
    return x + 10


def tsrt_release(x: int) -> int:
    return x + 20


def tsrt(x: int) -> int:
    return tsrt_release(x) + 10
