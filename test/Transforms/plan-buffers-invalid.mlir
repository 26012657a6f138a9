// RUN: ts-opt %s --ts-plan-buffers --split-input-file --verify-diagnostics

// The workspace is an argument that no call of the module would pass.
// expected-error @below {{'func.func' op is called in its module; ts-plan-buffers expects kernels, which only 'tsrt.kernel_call' calls (pipeline ts-compile-kernels)}}
func.func @k(%a: memref<3xf32>) {
  %0 = memref.alloc() : memref<3xf32>
  return
}
func.func @f(%a: memref<3xf32>) {
  // expected-note @below {{it is used here}}
  call @k(%a) : (memref<3xf32>) -> ()
  return
}

// -----

// expected-error @below {{'func.func' op has branches; run ts-plan-buffers on structured control flow}}
func.func @k(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = memref.alloc() : memref<3xf32>
  cf.br ^bb2
^bb2:
  return
}

// -----

func.func @k() {
  // expected-error @below {{'memref.alloc' op has elements of type 'vector<2xf32>', whose size is not known}}
  %0 = memref.alloc() : memref<3xvector<2xf32>>
  return
}

// -----

func.func @k() {
  // expected-error @below {{'memref.alloc' op is larger than a workspace can be}}
  %0 = memref.alloc() : memref<9223372036854775807x2xf32>
  return
}
