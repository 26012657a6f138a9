// RUN: ts-opt %s --split-input-file --verify-diagnostics

// Messages, calls and kernels of the runtime's form.

func.func @values(%n: i64) {
  // expected-error @below {{has 1 values for a message with 2 %lld}}
  %e = tsrt.error.new "RuntimeError", "%lld of %lld"(%n)
  return
}

// -----

func.func @directive(%c: i1, %n: i64) {
  // expected-error @below {{knows only %lld and %% in a message, found "%s o"}}
  tsrt.raise_if %c, "RuntimeError", "%s of 100%%"(%n)
  return
}

// -----

func.func private @exit(i64)
func.func @scope(%m: !ts.any) {
  // expected-error @below {{calls @exit, which does not take a '!ts.any'}}
  tsrt.scope.begin @exit(%m) : !ts.any
  tsrt.scope.end
  return
}

// -----

func.func @no_object(%n: i64) {
  // expected-error @below {{expects the object as its first operand}}
  tsrt.method_call "run"(%n) : (i64) -> ()
  return
}

// -----

func.func @two_results() {
  // expected-error @below {{gives at most one value, found 2}}
  %0:2 = tsrt.runtime_call @tsrt_two() : () -> (i64, i64)
  return
}

// -----

func.func @native(%m: memref<2xf32>) {
  // expected-error @below {{passes 'memref<2xf32>', which has no native representation}}
  tsrt.runtime_call @tsrt_one(%m) : (memref<2xf32>) -> ()
  return
}

// -----

func.func @kernel(%t: !ts.tensor<*,f32>) {
  // expected-error @below {{takes numbers and tensors of known dtype and rank, found '!ts.tensor<*,f32>'}}
  tsrt.kernel_call @kernels::@k(%t) : (!ts.tensor<*,f32>) -> ()
  return
}

// -----

func.func @library(%a: memref<2xf32>, %b: tensor<2xf32>) {
  // expected-error @below {{works on ranked tensors or on ranked buffers, found 'tensor<2xf32>'}}
  tsrt.library_call "f" [] ins(%b : tensor<2xf32>) outs(%a : memref<2xf32>)
  return
}

// -----

func.func @arity(%a: !ts.tensor) {
  // expected-error @+2 {{'tsrt.op_call' op "aten::add.Tensor" takes 3 operands, found 1: "other" is missing}}
  // expected-note @+1 {{the schema is}}
  %e, %0 = tsrt.op_call "aten::add.Tensor"(%a) : (!ts.tensor) -> (!tsrt.error, !ts.tensor)
  return
}

// -----

func.func @conv_size(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>, %o: tensor<1x3x4x3xf32>) {
  // expected-error @below {{gives 'tensor<1x3x3x3xf32>', but its destination is 'tensor<1x3x4x3xf32>'}}
  %0 = tsrt.convolution ins(%x, %w : tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) outs(%o : tensor<1x3x4x3xf32>) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64} -> tensor<1x3x4x3xf32>
  return
}

// -----

func.func @conv_channels(%x: tensor<1x4x5x5xf32>, %w: tensor<3x2x3x3xf32>, %o: tensor<1x3x3x3xf32>) {
  // expected-error @below {{has 4 channels in 1 groups, which weights 'tensor<3x2x3x3xf32>' do not fit}}
  %0 = tsrt.convolution ins(%x, %w : tensor<1x4x5x5xf32>, tensor<3x2x3x3xf32>) outs(%o : tensor<1x3x3x3xf32>) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64} -> tensor<1x3x3x3xf32>
  return
}

// -----

func.func @conv_activation(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>, %o: tensor<1x3x3x3xf32>) {
  // expected-error @below {{has the unknown activation 'gelu'}}
  %0 = tsrt.convolution ins(%x, %w : tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) outs(%o : tensor<1x3x3x3xf32>) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64, activation = "gelu"} -> tensor<1x3x3x3xf32>
  return
}

// -----

func.func @conv_bounds(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>, %o: tensor<1x3x3x3xf32>) {
  // expected-error @below {{has two bounds with the activation 'clamp', and none with others}}
  %0 = tsrt.convolution ins(%x, %w : tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) outs(%o : tensor<1x3x3x3xf32>) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64, activation = "clamp"} -> tensor<1x3x3x3xf32>
  return
}

// -----

func.func @conv_dtype(%x: tensor<1x2x5x5xf64>, %w: tensor<3x2x3x3xf32>, %o: tensor<1x3x3x3xf32>) {
  // expected-error @below {{computes on f32, found 'tensor<1x2x5x5xf64>'}}
  %0 = tsrt.convolution ins(%x, %w : tensor<1x2x5x5xf64>, tensor<3x2x3x3xf32>) outs(%o : tensor<1x3x3x3xf32>) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64} -> tensor<1x3x3x3xf32>
  return
}

// -----

func.func @conv_winograd_tile(%x: tensor<1x8x8x16xf32>, %w: tensor<16x16x3x3xf32>, %o: tensor<1x6x6x16xf32>) {
  // expected-error @below {{asks for Winograd's method on squares of 3, which is for 2 or 4, and constant weights of 3x3}}
  %0 = tsrt.convolution ins(%x, %w : tensor<1x8x8x16xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x6x6x16xf32>) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64, channels_last, constant, winograd = 3 : i64} -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @conv_winograd_weights(%x: tensor<1x8x8x16xf32>, %w: tensor<16x16x3x3xf32>, %o: tensor<1x6x6x16xf32>) {
  // expected-error @below {{asks for Winograd's method on squares of 4}}
  %0 = tsrt.convolution ins(%x, %w : tensor<1x8x8x16xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x6x6x16xf32>) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64, channels_last, winograd = 4 : i64} -> tensor<1x6x6x16xf32>
  return
}

// -----

func.func @conv_bf16x3_weights(%x: tensor<1x8x8x16xf32>, %w: tensor<16x16x3x3xf32>, %o: tensor<1x6x6x16xf32>) {
  // expected-error @below {{allows bf16x3, which is for constant weights of 1x1}}
  %0 = tsrt.convolution ins(%x, %w : tensor<1x8x8x16xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x6x6x16xf32>) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, low = array<i64: 0, 0>, high = array<i64: 0, 0>, groups = 1 : i64, channels_last, constant, bf16x3} -> tensor<1x6x6x16xf32>
  return
}
