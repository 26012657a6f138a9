// Images of one program for several targets.
// RUN: ts-opt %s --ts-tensor-to-linalg --torchscript-to-gpu='target=spirv,nvvm:sm_80,nvvm:sm_90' | FileCheck %s
// RUN: ts-opt %s --ts-tensor-to-linalg --torchscript-to-gpu='target=nvvm chip=sm_80' | FileCheck %s --check-prefix=PTX
// RUN: not ts-opt %s --ts-tensor-to-linalg --torchscript-to-gpu='target=nvvm chip=sm_99' 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not ts-opt %s --ts-tensor-to-linalg --torchscript-to-gpu='target=rocdl chip=gfx12345' 2>&1 | FileCheck %s --check-prefix=AMD

// CHECK-DAG: @device_code$image0$chip("\00")
// CHECK-DAG: @device_code$image0("\03\02#\07
// CHECK-DAG: @device_code$image1$chip("sm_80\00")
// CHECK-DAG: @device_code$image2$chip("sm_90\00")
// CHECK-DAG: @device_code$kernel0$name("kernel_0_0\00")

// A text for the driver, with nothing to be linked.
// PTX: @device_code$image0("
// PTX-SAME: .target sm_80
// PTX-NOT: .extern
// PTX-SAME: .visible .entry kernel_0_0(
// PTX-SAME: .maxntid
// PTX-SAME: ld.global
// PTX-SAME: st.global
// PTX-SAME: \00")

// CHIP: error: LLVM's back end does not know the chip 'sm_99' of nvvm:sm_99
// AMD: error: LLVM's back end does not know the chip 'gfx12345' of rocdl:gfx12345

func.func @f(%x: !ts.tensor<[32,100],f32>, %w: !ts.tensor<[100,64],f32>) -> !ts.tensor {
  %none = ts.constant.none
  %dim = arith.constant 1 : i64
  %m = ts.op "aten::matmul"(%x, %w) : (!ts.tensor<[32,100],f32>, !ts.tensor<[100,64],f32>) -> !ts.tensor
  %y = ts.op "aten::softmax.int"(%m, %dim, %none) : (!ts.tensor, i64, !ts.none) -> !ts.tensor
  return %y : !ts.tensor
}
