# One library for several levels of x86-64; it runs the best code that the processor has, within ONEDNN_MAX_CPU_ISA.
# REQUIRES: x86-64
# RUN: rm -rf %t && mkdir %t && cd %t
# RUN: ts-compile %s -o three.ll --target-cpu=x86-64-v4,x86-64-v2,x86-64-v3 "--signature=f(x: f32[64,100])" && FileCheck %s --check-prefix=IR --input-file=three.ll
# IR-DAG: @"[[K:kernel_[0-9]+]]$versions" = internal constant [3 x { i64, ptr }] [{ i64, ptr } { i64 2, ptr @"[[K]]$entry" }, { i64, ptr } { i64 3, ptr @"[[K]]$x86-64-v3$entry" }, { i64, ptr } { i64 4, ptr @"[[K]]$x86-64-v4$entry" }]
# IR-DAG: define internal {{.*}}void @"[[K]]$x86-64-v3"({{.*}}) {{.*}}#[[THREE:[0-9]+]] {
# IR-DAG: define internal {{.*}}void @"[[K]]$x86-64-v4"({{.*}}) {{.*}}#[[FOUR:[0-9]+]] {
# IR-DAG: <16 x float>
# IR-DAG: call ptr @tsrt_choose_version(
# IR-DAG: call ptr @tsrt_check_cpu(i64 2)
# IR-DAG: attributes #[[THREE]] = {{.*}}"target-cpu"="x86-64-v3"
# IR-DAG: attributes #[[FOUR]] = {{.*}}"target-cpu"="x86-64-v4"

# Results are the same on each level, up to rounding.
# RUN: ts-compile %s -o three.so --target-cpu=x86-64-v2,x86-64-v3,x86-64-v4 "--signature=f(x: f32[64,100])"
# RUN: ts-run %s --entry=f --input=64x100:f32=randn --save-output=expected.npz
# RUN: env ONEDNN_MAX_CPU_ISA=SSE41 ts-run three.so --entry=f --input=64x100:f32=randn --expect=expected.npz --rtol=1e-5 --atol=1e-6
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-run three.so --entry=f --input=64x100:f32=randn --expect=expected.npz --rtol=1e-5 --atol=1e-6
# RUN: ts-run three.so --entry=f --input=64x100:f32=randn --expect=expected.npz --rtol=1e-5 --atol=1e-6

# Sizes that are known at run time only.
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-run three.so --entry=f --input=7x33:f32=1 | FileCheck %s --check-prefix=SIZED
# RUN: ts-run three.so --entry=f --input=7x33:f32=1 | FileCheck %s --check-prefix=SIZED
# SIZED: 3.0303

# A processor below the lowest level is told so.
# RUN: ts-compile %s -o high.so --target-cpu=x86-64-v3,x86-64-v4
# RUN: not env ONEDNN_MAX_CPU_ISA=SSE41 ts-run high.so --entry=f --input=64x100:f32=randn 2>&1 | FileCheck %s --check-prefix=LOW
# RUN: ts-compile %s -o haswell.so --target-cpu=haswell
# RUN: not env ONEDNN_MAX_CPU_ISA=SSE41 ts-run haswell.so --entry=f --input=64x100:f32=randn 2>&1 | FileCheck %s --check-prefix=LOW
# LOW: RuntimeError: this library is compiled for processors of the level x86-64-v3, and this one has x86-64-v2{{.*}}; compile it with --target-cpu=x86-64-v2,... or baseline

# RUN: not ts-compile %s -o no.so --target-cpu=x86-64-v2,haswell 2>&1 | FileCheck %s --check-prefix=LIST
# LIST: error: --target-cpu=x86-64-v2,haswell: a list names levels of a processor, x86-64, x86-64-v2, x86-64-v3 and x86-64-v4; 'haswell' is none
# RUN: not ls no.so
import torch
from torch import Tensor


def f(x: Tensor):
    return torch.softmax(x * 2.0 - x, 1)
