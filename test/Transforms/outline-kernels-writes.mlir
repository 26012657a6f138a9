// RUN: ts-opt --ts-outline-kernels --split-input-file %s | FileCheck %s

// A kernel writes what it computes into the tensor; what is read afterwards is
// read by another kernel.
// CHECK-LABEL: func.func @overwrite(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2],f32>
// CHECK: tsrt.kernel_call @kernels::@kernel_0(%[[X]]) into(%[[X]] : !ts.tensor<[2],f32>) [0] : (!ts.tensor<[2],f32>) -> ()
// CHECK-NEXT: %[[B:.*]] = tsrt.kernel_call @kernels::@kernel_1(%[[X]])
// CHECK: return %[[B]]
func.func @overwrite(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  ts.tensor.overwrite %1, %x : tensor<2xf32>, !ts.tensor<[2],f32>
  %2 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %f = tensor.empty() : tensor<2xf32>
  %3 = linalg.log ins(%2 : tensor<2xf32>) outs(%f : tensor<2xf32>) -> tensor<2xf32>
  %4 = ts.tensor.ref %3 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %4 : !ts.tensor<[2],f32>
}

// -----

// What was read before a write is not what the tensor holds after it.
// CHECK-LABEL: func.func @before(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2],f32>
// CHECK: %[[V:.*]] = ts.tensor.value %[[X]]
// CHECK: ts.op "aten::zero_"(%[[X]])
// CHECK: %[[COPY:.*]] = ts.tensor.ref %[[V]]
// CHECK: tsrt.kernel_call @kernels::@kernel_0(%[[COPY]])
func.func @before(%x: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %w = ts.op "aten::zero_"(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %2 = ts.tensor.ref %1 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %2 : !ts.tensor<[2],f32>
}

// -----

// A ref right behind the write that ends a kernel becomes the kernel's result.
// CHECK-LABEL: func.func @ref_behind_write(
// CHECK: %[[R:.*]] = tsrt.kernel_call
// CHECK: ts.op "aten::copy_"(%{{.*}}, %[[R]]
// CHECK: return %[[R]]
func.func @ref_behind_write(%a: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %0 = ts.tensor.value %a : !ts.tensor<[2],f32> -> tensor<2xf32>
  %1 = tensor.empty() : tensor<2xf32>
  %2 = linalg.exp ins(%0 : tensor<2xf32>) outs(%1 : tensor<2xf32>) -> tensor<2xf32>
  ts.tensor.overwrite %2, %a : tensor<2xf32>, !ts.tensor<[2],f32>
  %3 = ts.tensor.ref %2 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %3 : !ts.tensor<[2],f32>
}

// -----

// One of the kernel's outputs is written to a tensor, the other one is fresh.
// What lies between the computation and a write keeps it from being direct.
// CHECK-LABEL: func.func @two_outputs(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2],f32>, %[[Y:.*]]: !ts.tensor<[2],f32>
// CHECK: %[[B:.*]] = tsrt.kernel_call @kernels::@kernel_0(%[[X]]) into(%[[Y]] : !ts.tensor<[2],f32>) [0] : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
// CHECK: return %[[B]]
// CHECK-LABEL: func.func @later(
// CHECK: %[[A:.*]] = tsrt.kernel_call
// CHECK: ts.op "aten::zero_"
// CHECK: ts.op "aten::copy_"(%{{.*}}, %[[A]]
func.func @two_outputs(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %2 = linalg.log ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  ts.tensor.overwrite %1, %y : tensor<2xf32>, !ts.tensor<[2],f32>
  %3 = ts.tensor.ref %2 : tensor<2xf32> -> !ts.tensor<[2],f32>
  return %3 : !ts.tensor<[2],f32>
}
func.func @later(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>) {
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %w = ts.op "aten::zero_"(%y) : (!ts.tensor<[2],f32>) -> !ts.tensor
  ts.tensor.overwrite %1, %y : tensor<2xf32>, !ts.tensor<[2],f32>
  return
}

// -----

// A kernel writes in the order of its outputs. What the program writes first is
// written by it here, and the other, which may be the same memory, afterwards.
// CHECK-LABEL: func.func @order(
// CHECK-SAME: %[[X:.*]]: !ts.tensor<[2],f32>, %[[Y:.*]]: !ts.tensor<[2],f32>
// CHECK: %[[FIRST:.*]] = tsrt.kernel_call @kernels::@kernel_0(%[[X]]) into(%[[X]] : !ts.tensor<[2],f32>) [1]
// CHECK: ts.op "aten::copy_"(%[[Y]], %[[FIRST]],
func.func @order(%x: !ts.tensor<[2],f32>, %y: !ts.tensor<[2],f32>) {
  %0 = ts.tensor.value %x : !ts.tensor<[2],f32> -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %2 = linalg.log ins(%0 : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  ts.tensor.overwrite %2, %x : tensor<2xf32>, !ts.tensor<[2],f32>
  ts.tensor.overwrite %1, %y : tensor<2xf32>, !ts.tensor<[2],f32>
  return
}
