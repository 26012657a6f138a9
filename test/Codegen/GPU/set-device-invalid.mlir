// RUN: not ts-opt %s --ts-set-device=target=metal 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not ts-opt %s --ts-set-device=target=nvvm:gfx90a 2>&1 | FileCheck %s --check-prefix=NVIDIA
// RUN: not ts-opt %s --ts-set-device='target=rocdl chip=sm_80' 2>&1 | FileCheck %s --check-prefix=AMD
// RUN: not ts-opt %s --ts-set-device='target=spirv chip=sm_80' 2>&1 | FileCheck %s --check-prefix=SPIRV
// RUN: not ts-opt %s --ts-set-device 2>&1 | FileCheck %s --check-prefix=NONE

// KIND: error: there is no target 'metal' for kernels: it is spirv, nvvm[:CHIP] or rocdl[:CHIP]
// NVIDIA: error: 'gfx90a' is not a chip of the target nvvm
// AMD: error: 'sm_80' is not a chip of the target rocdl
// SPIRV: error: the target 'spirv' is for all chips: leave 'sm_80' out
// NONE: error: ts-set-device needs a target

module {
}
