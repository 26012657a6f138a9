// What has no form on devices stays on the processor and says why; numbers stay
// in the host's memory.
// RUN: ts-opt %s --ts-tensor-to-linalg --ts-set-device=target=spirv --ts-form-kernels --ts-split-kernels | FileCheck %s
// RUN: ts-opt %s --ts-tensor-to-linalg --ts-set-device=target=nvvm --ts-form-kernels --ts-split-kernels | FileCheck %s --check-prefix=NVVM

// Without targets nothing happens.
// RUN: ts-opt %s --ts-tensor-to-linalg --ts-form-kernels --ts-split-kernels | FileCheck %s --check-prefix=HOST
// HOST-NOT: @device_kernels

// CHECK: func.func @scaled
// CHECK: tsrt.kernel_call @device_kernels::@[[SCALED:kernel_[0-9]+]](
// CHECK: func.func @complex
// CHECK: tsrt.kernel_call @kernels::@[[COMPLEX:kernel_[0-9]+]](
// CHECK: func.func @sine
// CHECK: tsrt.kernel_call @device_kernels::@[[SINE:kernel_[0-9]+]](
// CHECK: module @kernels
// CHECK: func.func @[[COMPLEX]]({{.*}}ts.host_reason = "numbers of complex<f32>"
// CHECK: module @device_kernels
// CHECK: func.func @[[SCALED]](%{{.*}}: memref<4xf32>, %{{.*}}: memref<f64> {ts.host_memory}, %{{.*}}: memref<4xf32>)
// CHECK: func.func @[[SINE]]

// Chips have no sines of doubles; OpenCL has.
// NVVM: func.func @sine
// NVVM: tsrt.kernel_call @kernels::@[[SINE:kernel_[0-9]+]](
// NVVM: func.func @[[SINE]]({{.*}}ts.host_reason = "math.sin of f64"

func.func @scaled(%x: !ts.tensor<[4],f32>, %k: f64) -> !ts.tensor {
  %y = ts.op "aten::mul.Scalar"(%x, %k) : (!ts.tensor<[4],f32>, f64) -> !ts.tensor
  return %y : !ts.tensor
}

func.func @complex(%x: !ts.tensor<[4],complex<f32>>) -> !ts.tensor {
  %y = ts.op "aten::neg"(%x) : (!ts.tensor<[4],complex<f32>>) -> !ts.tensor
  return %y : !ts.tensor
}

func.func @sine(%x: !ts.tensor<[4],f64>) -> !ts.tensor {
  %y = ts.op "aten::sin"(%x) : (!ts.tensor<[4],f64>) -> !ts.tensor
  return %y : !ts.tensor
}
