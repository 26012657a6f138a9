# Libraries with kernels for devices: their images are constants of the file.
# REQUIRES: ts-compile
# RUN: ts-compile %s --emit=llvm --target=opencl,nvvm:sm_80 --signature='f(x: f32[64,32])' -o %t.ll
# RUN: FileCheck %s --input-file=%t.ll
# RUN: not ts-compile %s --emit=llvm --target=metal -o %t.none.ll 2>&1 | FileCheck %s --check-prefix=TARGET
# RUN: ts-compile %s --emit=llvm --target=cuda --signature='g(x: c64[4])' --report-residue -o %t.host.ll 2>&1 | FileCheck %s --check-prefix=HOST

# CHECK: {{^}}@"device_code$image0" = internal {{.*}}c"\03\02#\07
# CHECK: {{^}}@"device_code$image1" = internal {{.*}}.target sm_80
# CHECK: {{^}}@"device_code$program" = internal
# CHECK: call void @tsrt_device_launch(ptr {{.*}}@"device_code$program"
# CHECK: call ptr @tsrt_device_run(ptr {{.*}}@"device_code$program"
# CHECK: call void @tsrt_device_forget(ptr {{.*}}@"device_code$program"

# TARGET: error: --target=metal: 'metal' is no target: expected opencl, cuda or hip

# HOST: stays on the processor: numbers of complex<f32>

import torch
from torch import Tensor


def f(x: Tensor) -> Tensor:
    return torch.tanh(x).sum(1)


def g(x: Tensor) -> Tensor:
    return -x
